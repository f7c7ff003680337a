// What the window tells of a walker: its legs, which stood when, and on what it stands.
#include <catch2/catch.hpp>

#include "desktop/panel_bench.hpp"
#include "grouser/vehicle/legs/support_polygon.hpp"
#include "look/stance_marks.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

/// A crawl of a few seconds, looked at while a foot is in the air.
struct Crawl : Bench {
  Session session{wall_clock};
  Crawl() {
    session.open_at("walker_crawl_flat", 2.6);
    run_ = session.view();
  }
};

}  // namespace

TEST_CASE("legs: one bar and one row a leg") {
  Crawl crawl;
  REQUIRE(crawl.run_.scene);
  CHECK(leg_names(*crawl.run_.scene) ==
        std::vector<std::string>{"front_left", "front_right", "rear_left", "rear_right"});
  crawl.draw([](const Ui& ui, const RunView& run, Requests&) {
    legs_panel(ui, run);
    gait_panel(ui, run);
  });
  for (const char* leg : {"front_left", "front_right", "rear_left", "rear_right"}) {
    REQUIRE(crawl.map_.count(std::string("gait_") + leg) == 1);
    const UiRect bar = crawl.map_.at(std::string("gait_") + leg);
    CHECK(bar.x1 - bar.x0 > 300.0f);
  }
}

TEST_CASE("legs: nothing where there are none") {
  Bench rover;
  CHECK(leg_names(*rover.run_.scene).empty());
  rover.draw([](const Ui& ui, const RunView& run, Requests&) {
    legs_panel(ui, run);
    gait_panel(ui, run);
  });
  CHECK(rover.map_.empty());
}

TEST_CASE("legs: the centre of mass is drawn where the channels say, inside the feet that stand") {
  Crawl crawl;
  const RunView& run = crawl.run_;
  const Vec2 com(channel_value(run, "walk/com_x"), channel_value(run, "walk/com_y"));
  std::vector<Vec2> feet;
  double load = 0.0;
  Vec2 pressed = Vec2::Zero();
  for (const ForceArrow& arrow : run.frame->contact_forces) {
    if (!(arrow.force.norm() > 0.0)) continue;
    feet.push_back(arrow.point.head<2>());
    pressed += arrow.force.z() * arrow.point.head<2>();
    load += arrow.force.z();
  }
  CHECK(feet.size() >= 3);
  CHECK(channel_value(run, "walk/static_margin") ==
        Approx(static_margin(support_polygon(feet), com)).margin(2e-4));
  CHECK(channel_value(run, "walk/pressure_x") == Approx((pressed / load).x()).margin(1e-6));
  CHECK(channel_value(run, "walk/pressure_y") == Approx((pressed / load).y()).margin(1e-6));
  Camera camera;
  camera.target = {com.x(), com.y(), 0.1};
  camera.distance = 1.5;
  const Terrain& terrain = *run.scene->terrain;
  crawl.draw([&](const Ui& ui, const RunView& shown, Requests&) {
    stance_marks(ui, shown, {{0, 0}, {1200, 500}, &camera, &terrain});
  });
  CHECK(crawl.map_.count("centre_of_mass") == 1);
}

// SPDX-License-Identifier: BSD-3-Clause
// What the window tells of a walker: its legs, which stood when, and on what it stands.
#include <algorithm>
#include <cmath>

#include "catch.hpp"
#include "desks/view/landing_marks.hpp"
#include "desks/view/stance_marks.hpp"
#include "desktop/panel_bench.hpp"
#include "grouser/vehicle/legs/support_polygon.hpp"
#include "session/channel_values.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

/// A run, looked at at a time.
struct Seen : Bench {
  Session session{wall_clock};
  Seen(const char* scenario, double time) {
    session.open_at(scenario, time);
    run_ = session.view();
  }
};

/// A crawl of a few seconds, looked at while a foot is in the air.
struct Crawl : Seen {
  Crawl() : Seen("walker_crawl_flat", 2.6) {}
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

TEST_CASE("legs: each joint's torque stands beside what it can give") {
  Crawl crawl;
  const Scene& scene = *crawl.run_.scene;
  REQUIRE(scene.motors.size() == 12);  // three a leg
  for (const MotorPlace& motor : scene.motors) {
    CHECK(motor.most_torque == 2.45);  // of the seed's servo
    CHECK(std::isfinite(channel_value(crawl.run_, motor.channel)));
  }
  crawl.draw([](const Ui& ui, const RunView& run, Requests&) { motors_panel(ui, run); });
  CHECK(crawl.map_.count("torque_front_left knee") == 1);
}

TEST_CASE("legs: joints of a humanoid bear it within what they can give") {
  Seen stand("atlas_stand", 0.1);
  const auto& motors = stand.run_.scene->motors;
  REQUIRE_FALSE(motors.empty());
  double most = 0.0;
  for (const MotorPlace& motor : motors)
    most = std::max(most, std::fabs(channel_value(stand.run_, motor.channel)) / motor.most_torque);
  CHECK(most > 0.05);  // its legs bear it
  CHECK(most < 1.0);
  stand.draw([](const Ui& ui, const RunView& run, Requests&) { motors_panel(ui, run); });
  CHECK(stand.map_.count("torque_left_knee") == 1);
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

TEST_CASE(
    "legs: a lander's clearances are its contact spheres' gaps to the ground, the least with its number") {
  Bench landing;
  Session session{wall_clock};
  session.open_at("europa_landing", 0.2);
  landing.run_ = session.view();
  const RunView& run = landing.run_;
  REQUIRE(run.scene->landing_hull.size() > 1);
  const std::vector<Clearance> gaps = hull_clearances(run);
  REQUIRE(gaps.size() == run.scene->landing_hull.size());
  double least = 1e9;
  for (const HullSphere& sphere : run.scene->landing_hull) {
    const Vec3 centre = run.frame->body_poses[static_cast<std::size_t>(sphere.body)] * sphere.position;
    least = std::min(least, centre.z() - sphere.radius);  // the ground is flat, at 0
  }
  CHECK(gaps.front().gap() == Approx(least).margin(1e-12));
  CHECK(gaps.back().gap() > gaps.front().gap());
  Camera camera;
  camera.target = gaps.front().ground;
  camera.distance = 6.0;
  landing.draw([&](const Ui& ui, const RunView& shown, Requests&) {
    landing_marks(ui, shown, {{0, 0}, {1200, 500}, &camera, shown.scene->terrain.get()});
  });
  CHECK(landing.map_.count("least_clearance") == 1);
}

TEST_CASE("legs: a rover on wheels has no clearance lines, a walker neither") {
  {
    Bench rover;
    CHECK(hull_clearances(rover.run_).empty());
  }
  Crawl crawl;
  CHECK(hull_clearances(crawl.run_).empty());
}

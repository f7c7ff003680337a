// SPDX-License-Identifier: BSD-3-Clause
// Setting a vehicle down by hand: where the pointer says, leaning as the ground does, and what is set is what then runs.
#include "session/document/placing.hpp"

#include <chrono>
#include <cmath>
#include <numbers>
#include <thread>

#include "catch.hpp"
#include "grouser/math/units.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/observe/frame_writer.hpp"
#include "grouser/simulation/step/world.hpp"

using namespace grouser;
using namespace grouser::desktop;

namespace {

struct Start {
  std::shared_ptr<const World> world;
  std::shared_ptr<const Frame> frame;
  explicit Start(const std::string& scenario, const std::vector<Override>& overrides = {})
      : world(load_world(scenario, overrides)) {
    auto first = std::make_shared<Frame>();
    FrameWriter(*world).fill(start_simulation(world), *first);
    frame = std::move(first);
  }
  Vec3 root() const { return frame->body_poses[static_cast<std::size_t>(world->chassis.index)].p; }
};

}  // namespace

TEST_CASE(
    "placing: it follows the pointer, finely or in steps, and what is set is where the scenario starts") {
  const Start start("drive_flat_soft");
  Placing placing;
  REQUIRE(placing.begin(start.world, start.frame, -1, PlacingMode::move));
  const double x0 = placing.view().x, y0 = placing.view().y;
  placing.point_at({5.0, 5.0, 0.0}, PlacingGrip::plain);  // takes hold here
  CHECK(placing.view().x == x0);
  placing.point_at({6.23, 4.5, 0.0}, PlacingGrip::plain);
  CHECK(placing.view().x == Approx(x0 + 1.23));
  CHECK(placing.view().y == Approx(y0 - 0.5));
  placing.point_at({6.23, 4.5, 0.0}, PlacingGrip::fine);
  CHECK(placing.view().x == Approx(x0 + 0.123));
  placing.point_at({6.23, 4.5, 0.0}, PlacingGrip::snap);
  CHECK(std::remainder(placing.view().x, 0.1) == Approx(0.0).margin(1e-12));
  placing.set_mode(PlacingMode::turn);
  const double x = placing.view().x, y = placing.view().y;
  placing.point_at({x + 2.0, y, 0.0}, PlacingGrip::plain);
  placing.point_at({x, y + 2.0, 0.0}, PlacingGrip::plain);  // a quarter turn to the left
  CHECK(placing.view().heading == Approx(90.0 * kDegree));
  placing.lift(4.0, PlacingGrip::plain);
  CHECK(placing.view().clearance == Approx(0.2));
  placing.lift(-100.0, PlacingGrip::plain);
  CHECK(placing.view().clearance == 0.0);
  const std::vector<Override> settings = placing.set_down();
  CHECK_FALSE(placing.view().active);
  REQUIRE(settings.size() == 2);
  CHECK(settings[1].value == "90");
  const Start there("drive_flat_soft", settings);
  CHECK(there.root().x() == Approx(x).margin(0.02));
  CHECK(there.root().y() == Approx(y).margin(0.02));
}

TEST_CASE("placing: a world that comes in meanwhile changes nothing of what the pointer holds") {
  const Start start("drive_flat_soft");
  const Start wider("drive_flat_soft", {{"rover.wheel.radius", "0.15"}});
  Placing placing;
  placing.go_on_in(wider.world, wider.frame);
  CHECK_FALSE(placing.view().active);
  REQUIRE(placing.begin(start.world, start.frame, -1, PlacingMode::move));
  placing.point_at({5.0, 5.0, 0.0}, PlacingGrip::plain);
  placing.point_at({6.0, 5.0, 0.0}, PlacingGrip::plain);
  const double x = placing.view().x;
  placing.go_on_in(wider.world, wider.frame);
  CHECK(placing.view().active);
  CHECK(placing.view().x == x);
  placing.point_at({6.5, 5.0, 0.0}, PlacingGrip::plain);
  CHECK(placing.view().x == Approx(x + 0.5));
  CHECK(placing.set_down().size() == 1);
  REQUIRE(placing.begin(start.world, start.frame, -1, PlacingMode::move));
  placing.go_on_in(nullptr, nullptr);
  CHECK_FALSE(placing.view().active);
}

TEST_CASE("placing: it leans as the plane under it does, and statics says what the wheels carry") {
  const Start start("drive_flat_soft", {{"terrain.kind", "plane"}, {"terrain.slope_deg", "8"}});
  Placing placing;
  REQUIRE(placing.begin(start.world, start.frame, -1, PlacingMode::turn));
  CHECK(placing.view().lean == Approx(8.0 * kDegree));
  placing.point_at({placing.view().x + 1.0, placing.view().y, 0.0}, PlacingGrip::plain);
  placing.point_at({placing.view().x, placing.view().y + 1.0, 0.0}, PlacingGrip::plain);
  CHECK(placing.view().lean == Approx(8.0 * kDegree));
  for (int k = 0;
       k < 4000 && !(placing.view().stance && placing.view().stance->heading == placing.view().heading);
       ++k) {
    placing.update();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  REQUIRE(placing.view().stance);
  const StancePoint& stance = *placing.view().stance;
  INFO(stance.reason);
  CHECK(stance.reason.empty());
  // across the slope it rolls by the slope; its wheels carry its weight along the vertical, less what friction carries
  CHECK(std::fabs(stance.roll) == Approx(8.0 * kDegree).margin(1.5 * kDegree));
  double sum = 0.0;
  for (const double load : stance.loads) sum += load;
  const double weight = start.world->mass_of(0) * start.world->scene.gravity;
  CHECK(sum == Approx(weight * std::cos(8.0 * kDegree)).epsilon(0.03));
}

TEST_CASE(
    "placing: a rover on a lander moves with it, and a world without a placed vehicle has none to move") {
  const Start start("egress_level");
  Placing placing;
  REQUIRE(placing.begin(start.world, start.frame, start.world->chassis.index, PlacingMode::move));
  placing.point_at({0.0, 0.0, 0.0}, PlacingGrip::plain);
  placing.point_at({1.0, 0.0, 0.0}, PlacingGrip::plain);
  for (std::size_t b = 0; b < start.frame->body_poses.size(); ++b)
    CHECK(placing.view().frame->body_poses[b].p.x() ==
          Approx(start.frame->body_poses[b].p.x() + 1.0).margin(1e-9));
  placing.cancel();
  CHECK_FALSE(placing.view().active);
  CHECK_FALSE(placing.begin(nullptr, start.frame, -1, PlacingMode::move));
}

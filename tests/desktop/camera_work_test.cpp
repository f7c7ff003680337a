// SPDX-License-Identifier: BSD-3-Clause
// The camera's desk: what is followed stays in the picture, close-ups go from wheel to wheel, views are kept.
#include "view/camera/camera_work.hpp"

#include "app/kept_file.hpp"
#include "catch.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/observe/frame_writer.hpp"
#include "grouser/simulation/step/world.hpp"
#include "view/camera/view_request.hpp"

using namespace grouser;
using namespace grouser::desktop;

namespace {

constexpr double kAspect = 1.6;
using ViewKind = ViewRequest::Kind;

struct CameraBench {
  std::shared_ptr<const World> world = load_world("drive_flat_soft");
  std::shared_ptr<Frame> frame = std::make_shared<Frame>();
  std::shared_ptr<Scene> scene;
  RunView run;
  CameraWork desk;
  Selection selection;
  CameraBench() {
    FrameWriter(*world).fill(start_simulation(world), *frame);
    scene = std::make_shared<Scene>(world->scene);
    run.scene = scene;
    run.frame = frame;
    desk.opened(run);
  }
  std::optional<std::string> ask(const ViewRequest& request) {
    return desk.carry_out(request, run, selection, kAspect);
  }
  Vec3 chassis() const { return frame->body_poses[static_cast<std::size_t>(scene->followed_body)].p; }
  bool sees(const Vec3& p) const {
    const auto at = desk.camera().project(p, kAspect);
    return at && at->cwiseAbs().maxCoeff() < 1.0;
  }
};

}  // namespace

TEST_CASE("camera desk: turning about far ground keeps the rover in the picture while it is followed") {
  CameraBench bench;
  bench.ask({.kind = ViewKind::grab, .x = 0.0, .y = 0.95});  // high in the picture: far ground
  for (int k = 0; k < 60; ++k) {
    bench.ask({.kind = ViewKind::orbit, .x = 0.1});
    REQUIRE(bench.sees(bench.chassis()));
  }
}

TEST_CASE("camera desk: a close-up shows each wheel in turn, or what is selected") {
  CameraBench bench;
  const auto& wheels = bench.scene->wheel_bodies;
  REQUIRE(wheels.size() == 6);
  for (std::size_t k = 0; k < 7; ++k) {
    bench.ask({.kind = ViewKind::close_up, .index = 1});
    const auto wheel = static_cast<std::size_t>(wheels[k % 6]);
    CHECK((bench.desk.camera().target - bench.frame->body_poses[wheel].p).norm() < 1e-12);
    CHECK(bench.desk.camera().distance < 2.0);
  }
  bench.ask({.kind = ViewKind::close_up, .index = -1});
  CHECK((bench.desk.camera().target - bench.frame->body_poses[static_cast<std::size_t>(wheels[5])].p).norm() <
        1e-12);
  bench.selection = {SelectionKind::body, bench.scene->followed_body};
  bench.ask({.kind = ViewKind::close_up, .index = 1});
  CHECK((bench.desk.camera().target - bench.chassis()).norm() < 1e-12);
}

TEST_CASE("camera desk: a wheel is looked at from its own side") {
  CameraBench bench;
  const RigidTransform chassis =
      bench.frame->body_poses[static_cast<std::size_t>(bench.scene->followed_body)];
  for (const int wheel : bench.scene->wheel_bodies) {
    bench.ask({.kind = ViewKind::close_up, .index = 1});
    const auto side = [&](const Vec3& p) { return (chassis.inverse() * p).y(); };
    const double of_wheel = side(bench.frame->body_poses[static_cast<std::size_t>(wheel)].p);
    REQUIRE(std::fabs(of_wheel) > 0.1);
    CHECK(side(bench.desk.camera().eye()) * of_wheel > 0.0);
    CHECK(std::fabs(side(bench.desk.camera().eye())) > std::fabs(of_wheel) + 0.3);
  }
}

TEST_CASE("camera desk: what is opened is looked at from low enough to see the horizon") {
  CameraBench bench;
  const Camera& camera = bench.desk.camera();
  const Vec3 far = camera.eye() + 1e5 * Vec3(camera.forward().x(), camera.forward().y(), 0.0).normalized();
  const auto horizon = camera.project(far, 1.6);
  REQUIRE(horizon);
  CHECK(horizon->y() > 0.4);
  CHECK(horizon->y() < 0.9);
}

TEST_CASE("camera desk: kept views come back, also after the program was ended, and follow the rover") {
  CameraBench bench;
  CHECK(bench.ask({.kind = ViewKind::recall, .index = 2}).has_value());  // says that there is none
  bench.ask({.kind = ViewKind::preset, .preset = CameraPreset::side});
  bench.ask({.kind = ViewKind::toggle_parallel});
  bench.ask({.kind = ViewKind::zoom, .factor = 0.7});
  const Camera then = bench.desk.camera();
  const Vec3 from_rover = then.target - bench.chassis();
  CHECK(bench.ask({.kind = ViewKind::keep, .index = 2}).has_value());
  KeptState kept;
  kept.desks["view"] = bench.desk.views();
  bench.desk.set_views(kept_state_of(kept_state_text(kept, -1)).desks["view"]);
  bench.ask({.kind = ViewKind::preset, .preset = CameraPreset::top});
  bench.ask({.kind = ViewKind::toggle_parallel});
  for (RigidTransform& X : bench.frame->body_poses) X.p += Vec3(2, 1, 0);
  bench.desk.update(bench.run);
  CHECK(bench.desk.camera().pitch != Approx(then.pitch));
  CHECK_FALSE(bench.ask({.kind = ViewKind::recall, .index = 2}).has_value());
  constexpr double kWritten = 1e-4;  // m and deg, as text has them
  CHECK((bench.desk.camera().target - bench.chassis() - from_rover).norm() < kWritten);
  CHECK(bench.desk.camera().distance == Approx(then.distance).margin(kWritten));
  CHECK(bench.desk.camera().pitch == Approx(then.pitch).margin(kWritten));
  CHECK(bench.desk.camera().parallel);
  CHECK(bench.sees(bench.chassis()));
}

TEST_CASE("camera desk: views that an older version kept are read") {
  KeptState kept =
      kept_state_of(R"({"views": {"drive_flat_soft": ["", "", "old view", "", "", "", "", "", ""]}})");
  CHECK(kept.desks["view"] == KeptPart{{"drive_flat_soft 3", "old view"}});
  CHECK(kept_state_of(kept_state_text(kept, -1)).desks["view"].size() == 1);
}

TEST_CASE("camera desk: zooming out ends where all of the ground is seen") {
  CameraBench bench;
  bench.ask({.kind = ViewKind::grab});
  for (int k = 0; k < 200; ++k) bench.ask({.kind = ViewKind::zoom, .factor = 1.3});
  CHECK(bench.desk.camera().distance == Approx(300.0));
}

// SPDX-License-Identifier: BSD-3-Clause
// Picking by the mouse: rays against triangles and scenes whose answers are known by construction.
#include "view/pick.hpp"

#include "catch.hpp"
#include "desktop/demo_scene.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/observe/frame_writer.hpp"
#include "grouser/simulation/step/world.hpp"

using namespace grouser;
using namespace grouser::desktop;

TEST_CASE("pick: a ray meets a triangle at the distance that a plane says") {
  const Vec3 a(0, 0, 2), b(1, 0, 2), c(0, 1, 2);
  const auto hit = ray_to_triangle({0.2, 0.3, 0}, Vec3::UnitZ(), a, b, c);
  REQUIRE(hit);
  CHECK(*hit == Approx(2.0).margin(1e-14));
  CHECK_FALSE(ray_to_triangle({0.7, 0.7, 0}, Vec3::UnitZ(), a, b, c));  // beyond the long side
  CHECK_FALSE(ray_to_triangle({0.2, 0.3, 3}, Vec3::UnitZ(), a, b, c));  // behind
  CHECK_FALSE(ray_to_triangle({0.2, 0.3, 0}, Vec3::UnitX(), a, b, c));  // alongside
}

TEST_CASE("pick: from above, a wheel, a rock and the ground beside them") {
  const auto world = load_world("climb_rocks");
  const Simulation simulation = start_simulation(world);
  Frame frame;
  FrameWriter(*world).fill(simulation, frame);
  Picker picker;
  picker.show(std::shared_ptr<const Scene>(world, &world->scene));
  const auto down_at = [&](const Vec3& p) {
    return picker.pick(frame, p + Vec3(0, 0, 20), -Vec3::UnitZ(), 100.0);
  };

  const auto& shapes = world->scene.terrain->shapes();
  const Selection rock = down_at(shapes[1].pose.p);
  CHECK(rock.kind == SelectionKind::shape);
  CHECK(rock.index == 1);
  CHECK(rock.point.z() > 0.0);  // its top stands above the sand

  const Selection ground = down_at({-5.0, 3.0, 0.0});
  CHECK(ground.kind == SelectionKind::ground);
  CHECK(std::fabs(ground.point.z()) < 1e-3);

  const auto wheel = static_cast<std::size_t>(world->scene.wheel_bodies[0]);
  const Vec3 hub = frame.body_poses[wheel].p;
  const Vec3 outwards = Vec3(0, hub.y() > 0.0 ? 1.0 : -1.0, 0);
  const Selection side = picker.pick(frame, hub + 3.0 * outwards + Vec3(0.11, 0, 0), -outwards, 100.0);
  CHECK(side.kind == SelectionKind::body);
  CHECK(side.index == world->scene.wheel_bodies[0]);
  CHECK(picker.pick(frame, {0, 0, 50}, Vec3::UnitZ(), 100.0).kind == SelectionKind::none);
}

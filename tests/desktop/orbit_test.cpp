// SPDX-License-Identifier: BSD-3-Clause
// Worlds without ground and with closed meshes: what is drawn, what is looked at, what is cut open.
#include <iostream>

#include "catch.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/observe/frame_writer.hpp"
#include "grouser/simulation/step/world.hpp"
#include "grouser/terrain/surface/no_ground.hpp"
#include "hal/headless.hpp"
#include "skip.hpp"
#include "view/bounds.hpp"
#include "view/camera/camera_work.hpp"
#include "view/camera/view_request.hpp"
#include "view/gl/scene_meshes.hpp"
#include "view/pick.hpp"
#include "view/renderer.hpp"

using namespace grouser;
using namespace grouser::desktop;

namespace {

/// Two satellites, and the first picture's camera.
struct Orbit {
  std::shared_ptr<const World> world = load_world("docking_smart_olev");
  std::shared_ptr<Frame> frame = std::make_shared<Frame>();
  std::shared_ptr<Scene> scene;
  RunView run;
  CameraWork desk;
  Orbit() {
    FrameWriter(*world).fill(start_simulation(world), *frame);
    scene = std::make_shared<Scene>(world->scene);
    run.scene = scene;
    run.frame = frame;
    desk.opened(run);
  }
  int body(const char* name) const { return body_index(*scene, name); }
  ViewInput view() const {
    ViewInput input;
    input.scene = scene;
    input.frame = frame.get();
    input.camera = desk.camera();
    return input;
  }
  /// The same without the meshes' looks.
  std::shared_ptr<const Scene> bare() const {
    auto other = std::make_shared<Scene>(*scene);
    for (MeshPart& part : other->mesh.parts) part.spec.drawn = false;
    return other;
  }
};

bool can_draw() {
  if (HeadlessContext::available()) return true;
  std::cout << "SKIPPED: no EGL that gives OpenGL 3.3 here\n";
  test::skipped() = true;
  return false;
}

int pixels_that_differ(const Image& a, const Image& b) {
  int count = 0;
  for (std::size_t k = 0; k + 2 < a.rgb.size(); k += 3) {
    const auto far = [&](std::size_t c) { return std::abs(int(a.rgb[k + c]) - int(b.rgb[k + c])) > 12; };
    count += far(0) || far(1) || far(2) ? 1 : 0;
  }
  return count;
}

/// Of those brighter than nearly black.
double lit_share(const Image& image) {
  double lit = 0.0;
  for (std::size_t k = 0; k + 2 < image.rgb.size(); k += 3)
    lit += image.rgb[k] + image.rgb[k + 1] + image.rgb[k + 2] > 24 ? 1.0 : 0.0;
  return lit / (static_cast<double>(image.rgb.size()) / 3.0);
}

}  // namespace

TEST_CASE("shaded mesh: a box keeps its edges, a ball is smooth") {
  const Mesh box = make_shaded_mesh(box_mesh({1.0, 2.0, 3.0}));
  CHECK(box.vertices.size() == 24);  // each corner once for each of its faces
  for (const MeshVertex& v : box.vertices) {
    const Vec3 n(v.normal.x, v.normal.y, v.normal.z);
    CHECK(n.cwiseAbs().maxCoeff() == Approx(1.0).margin(1e-6));
  }
  const TriangleMesh round = ball_mesh(0.5, 3);
  const Mesh ball = make_shaded_mesh(round);
  CHECK(ball.vertices.size() == round.vertices.size());
  CHECK(ball.indices.size() == 3 * round.faces.size());
  for (const MeshVertex& v : ball.vertices) {
    const Vec3 p(v.position.x, v.position.y, v.position.z), n(v.normal.x, v.normal.y, v.normal.z);
    CHECK(n.dot(p) / 0.5 > 0.999);
  }
}

TEST_CASE("meshes are drawn unless their file says no, on wheels only where the vehicle has no looks") {
  Scene scene;
  MeshPart part;
  part.body = BodyId{3};
  CHECK(is_drawn(scene, part));
  part.on_wheel = true;
  CHECK(is_drawn(scene, part));
  scene.visuals.emplace_back().body = 3;
  CHECK_FALSE(is_drawn(scene, part));
  part.on_wheel = false;
  CHECK(is_drawn(scene, part));
  part.spec.drawn = false;
  CHECK_FALSE(is_drawn(scene, part));
}

TEST_CASE(
    "orbit: the first picture holds both satellites, the docking axis upright, one may look from below") {
  Orbit orbit;
  REQUIRE_FALSE(has_ground(*orbit.scene->terrain));
  const Camera& camera = orbit.desk.camera();
  CHECK(std::fabs(camera.pitch) < 0.3);
  const auto [low, high] = bounds_of_bodies(*orbit.scene, *orbit.frame);
  CHECK(high.y() - low.y() > 13.0);  // the client's panels
  CHECK(high.x() - low.x() > 8.0);   // the chaser's
  for (const VisualShape& visual : orbit.scene->visuals) {
    const RigidTransform X = orbit.frame->body_poses[static_cast<std::size_t>(visual.body)] * visual.pose;
    for (const double side : {-0.5, 0.5}) {
      const Vec3 end = visual.kind == VisualKind::tube ? X.p : Vec3(X * Vec3(side * visual.size));
      const auto at = camera.project(end, 1.5);
      REQUIRE(at);
      CHECK(at->cwiseAbs().maxCoeff() < 1.0);
    }
  }
  orbit.desk.carry_out({.kind = ViewRequest::Kind::orbit, .x = 0.0, .y = -9.0}, orbit.run, {}, 1.5);
  CHECK(camera.pitch < -1.5);
  orbit.desk.update(orbit.run);
  CHECK(camera.eye().z() < camera.target.z());
  CHECK_FALSE(find_ground(*orbit.scene->terrain, camera.eye(), camera.forward(), 1e6));
}

TEST_CASE("orbit: close-ups go through bodies with meshes and are as near as these are small") {
  Orbit orbit;
  const Selection hub{SelectionKind::body, orbit.body("crown_hub")};
  orbit.desk.carry_out({.kind = ViewRequest::Kind::close_up, .index = 1}, orbit.run, hub, 1.5);
  CHECK(orbit.desk.camera().distance < 0.4);  // a bolt of 60 mm
  orbit.desk.carry_out({.kind = ViewRequest::Kind::close_up, .index = 1}, orbit.run, {}, 1.5);
  const std::vector<int> all = bodies_with_meshes(*orbit.scene);
  REQUIRE(all.size() == 10);  // six fingers, tool, hub, chaser, client
  const auto first = ball_of_meshes(*orbit.scene, all[0]);
  REQUIRE(first);
  const RigidTransform& X = orbit.frame->body_poses[static_cast<std::size_t>(all[0])];
  CHECK((orbit.desk.camera().target - X * first->center).norm() < 1e-9);
}

TEST_CASE("pick: a nozzle's wall is met, cut open what stands behind the cut, hidden what it encloses") {
  Orbit orbit;
  Picker picker;
  picker.show(orbit.scene);
  const int client = orbit.body("client_client"), hub = orbit.body("crown_hub");
  RigidTransform& X_client = orbit.frame->body_poses[static_cast<std::size_t>(client)];
  X_client = orbit.frame->body_poses[static_cast<std::size_t>(hub)];
  X_client.p += X_client.R * Vec3(0, 0, 0.15);  // the bolt stands on the nozzle's axis
  const Vec3 at = orbit.frame->body_poses[static_cast<std::size_t>(hub)] * Vec3(0, 0, -0.03);
  const Vec3 from = at + Vec3(3, 0, 0);
  ShownParts shown;
  const auto picked = [&] { return picker.pick(*orbit.frame, from, -Vec3::UnitX(), 10.0, shown); };
  CHECK(picked().index == client);
  CHECK((picked().point - at).norm() > 0.05);
  shown.bodies.assign(orbit.scene->body_names.size(), Shown::whole);
  shown.plane = {Vec3::UnitX(), at.x()};
  shown.bodies[static_cast<std::size_t>(client)] = Shown::cut;
  CHECK(picked().index == hub);
  shown.bodies[static_cast<std::size_t>(hub)] = Shown::hidden;
  CHECK(picked().index == client);
  CHECK(picked().point.x() < at.x() - 0.05);  // the wall beyond the cut
  shown.bodies[static_cast<std::size_t>(client)] = Shown::hidden;
  CHECK(picked().kind == SelectionKind::none);
}

TEST_CASE(
    "headless picture in orbit: no ground and no horizon, a few stars, meshes, cuts and hiding change it") {
  if (!can_draw()) return;
  Orbit orbit;
  const HeadlessContext context;
  const auto renderer = make_gl_renderer();
  const auto picture = [&](const ViewInput& input) {
    renderer->draw(input, 480, 320);
    return renderer->read();
  };
  ViewInput away = orbit.view();
  away.frame = nullptr;  // sky alone
  const Image sky = picture(away);
  CHECK(lit_share(sky) > 1e-4);
  CHECK(lit_share(sky) < 0.01);
  CHECK(sky.rgb == picture(away).rgb);

  ViewInput input = orbit.view();
  input.camera.look_at_ball(orbit.frame->body_poses[static_cast<std::size_t>(orbit.body("client_client"))].p,
                            0.6);
  input.camera.pitch = -0.2;
  const Image whole = picture(input);
  ViewInput bare = input;
  bare.scene = orbit.bare();
  CHECK(pixels_that_differ(whole, picture(bare)) > 2000);
  ViewInput cut = input;
  cut.bodies.assign(orbit.scene->body_names.size(), Shown::whole);
  cut.bodies[static_cast<std::size_t>(orbit.body("client_client"))] = Shown::cut;
  const Image opened = picture(cut);
  CHECK(pixels_that_differ(whole, opened) > 2000);
  cut.bodies[static_cast<std::size_t>(orbit.body("client_client"))] = Shown::hidden;
  CHECK(pixels_that_differ(opened, picture(cut)) > 2000);
}

TEST_CASE("headless picture: pressures between meshes are drawn where they touch, and told") {
  if (!can_draw()) return;
  Orbit orbit;
  const HeadlessContext context;
  const auto renderer = make_gl_renderer();
  const int client = orbit.body("client_client"), chaser = orbit.body("chaser");
  ViewInput input = orbit.view();
  input.options.overlay = Overlay::pressure;
  renderer->draw(input, 480, 320);
  const Image apart = renderer->read();
  CHECK(renderer->mesh_pressure() == 0.0);
  input.options.overlay = Overlay::none;
  renderer->draw(input, 480, 320);
  CHECK(apart.rgb == renderer->read().rgb);
  // the ring 0.1 mm into the brackets, whose tops are 0.45 m above the chaser's deck
  const auto body = [&](int b) -> RigidTransform& {
    return orbit.frame->body_poses[static_cast<std::size_t>(b)];
  };
  body(client) = body(chaser);
  body(client).p += body(chaser).R * Vec3(0, 0, 0.45 - 1e-4);
  renderer->draw(input, 480, 320);
  const Image plain = renderer->read();
  input.options.overlay = Overlay::pressure;
  renderer->draw(input, 480, 320);
  CHECK(pixels_that_differ(plain, renderer->read()) > 30);
  // pad and ring in series: 2e9 and 8e10 Pa/m
  CHECK(renderer->mesh_pressure() == Approx(1e-4 * 2e9 * 8e10 / (2e9 + 8e10)).epsilon(0.02));
}

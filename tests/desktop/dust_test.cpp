// SPDX-License-Identifier: BSD-3-Clause
// Dust in the view: where a wheel slips or something comes down on loose ground, the same for the same frame, and none elsewhere.
// Shade close to what stands on the ground, and prints of grousers in its tracks.
#include "view/ground/dust.hpp"

#include <cmath>

#include "catch.hpp"
#include "desktop/demo_scene.hpp"
#include "grouser/terrain/surface/terrain.hpp"
#include "hal/headless.hpp"
#include "skip.hpp"
#include "view/ground/contact_shade.hpp"
#include "view/renderer.hpp"

using namespace grouser;
using namespace grouser::desktop;

namespace {

/// One wheel of radius 0.15 m at x = 1 m that rolls along x, its axle along y.
struct Slipping {
  Scene scene = *test::demo_scene();
  Frame frame;
  Slipping(double slip, double spin, double down = 0.0) {
    scene.ground_soils = {"wong LETE sand"};
    scene.wheel_bodies = {0};
    scene.wheel_radii = {0.15};
    scene.force_places = {{.channels = "wheel/a/", .body = 0}};
    scene.channels = {
        {"wheel/a/slip", "-", ""}, {"wheel/a/spin_rate", "rad/s", ""}, {"chassis/velocity_z", "m/s", ""}};
    frame = test::demo_frame(scene, 2.5);
    frame.body_poses[0] = RigidTransform{Mat3::Identity(), Vec3(1.0, 0.0, 0.15)};
    frame.channels = {slip, spin, -down};
    frame.contact_forces = {{Vec3(1.0, 0.0, 0.0), Vec3(0.0, 0.0, 100.0)}};
  }
  std::vector<DustPuff> puffs() const { return dust_puffs(scene, frame); }
};

Vec3 middle(const std::vector<DustPuff>& puffs) {
  Vec3 sum = Vec3::Zero();
  for (const DustPuff& puff : puffs) sum += puff.at / static_cast<double>(puffs.size());
  return sum;
}

}  // namespace

TEST_CASE("dust: none without slip, in the air, or on ground that has none") {
  CHECK(Slipping(0.0, 1.0).puffs().empty());
  CHECK(Slipping(0.9, 0.0).puffs().empty());
  CHECK(Slipping(std::nan(""), 1.0).puffs().empty());
  Slipping air(0.9, 1.0);
  REQUIRE_FALSE(air.puffs().empty());
  air.frame.contact_forces[0].force = Vec3::Zero();
  CHECK(air.puffs().empty());
  for (const char* hard : {"Bedrock", "Steel or concrete plate", "Ice of Europa"}) {
    Slipping rock(0.9, 1.0);
    rock.scene.ground_soils = {hard};
    CHECK(rock.puffs().empty());
  }
  Slipping bare(0.9, 1.0);
  bare.frame.channels.clear();
  CHECK(bare.puffs().empty());
}

TEST_CASE("dust: it is thrown behind a wheel that spins, before one that spins back, and more by more slip") {
  const auto forward = Slipping(0.9, 1.0).puffs(), backward = Slipping(-0.9, -1.0).puffs();
  CHECK(middle(forward).x() < 0.95);
  CHECK(middle(backward).x() > 1.05);
  const auto weak = Slipping(0.1, 1.0).puffs();
  REQUIRE(weak.size() == forward.size());
  for (std::size_t k = 0; k < weak.size(); ++k) {
    CHECK(forward[k].cover >= weak[k].cover);
    CHECK(forward[k].cover <= 1.0);
    CHECK(forward[k].radius > 0.0);
    CHECK((forward[k].at - Vec3(1, 0, 0)).norm() < 1.0);
    CHECK(forward[k].at.z() > 0.0);
  }
}

TEST_CASE("dust: what comes down raises it to all sides, and a frame always has the same") {
  const auto landing = Slipping(0.0, 0.0, 0.8).puffs();
  REQUIRE_FALSE(landing.empty());
  CHECK(Slipping(0.0, 0.0, 0.05).puffs().empty());
  CHECK(Slipping(0.0, 0.0, -0.8).puffs().empty());  // rising
  const auto again = Slipping(0.0, 0.0, 0.8).puffs();
  REQUIRE(again.size() == landing.size());
  for (std::size_t k = 0; k < again.size(); ++k) CHECK(again[k].at == landing[k].at);
  Slipping later(0.0, 0.0, 0.8);
  later.frame.time += 0.3;
  CHECK(later.puffs()[0].at != landing[0].at);
}

TEST_CASE("dust: a picture shows it") {
  if (!HeadlessContext::available()) return void(test::skipped() = true);
  const HeadlessContext context;
  const auto renderer = make_gl_renderer();
  const auto picture = [&](double slip) {
    const Slipping moment(slip, 3.0);
    ViewInput input;
    input.scene = std::make_shared<Scene>(moment.scene);
    input.frame = &moment.frame;
    input.camera.frame(CameraPreset::side, Vec3(1.0, 0.0, 0.2), 0.6, 0.0);
    renderer->draw(input, 160, 100);
    return renderer->read().rgb;
  };
  const auto with = picture(0.9);
  CHECK(with != picture(0.0));
  CHECK(with == picture(0.9));
}

TEST_CASE(
    "contact shade: below a wheel that stands, in its rut, and none below one in the air or without ground") {
  Slipping wheel(0.0, 1.0);
  wheel.scene.terrain = std::make_shared<Terrain>(BasePlane{}, 0, std::vector<RigidShape>{});
  const auto shades = [&](const GroundMemory* ground = nullptr) {
    return contact_shades(wheel.scene, wheel.frame, ground, Vec3::Zero());
  };
  REQUIRE(shades().size() == 1);
  CHECK(shades()[0].at.isApprox(Vec3(1.0, 0.0, 0.0)));
  const double standing = shades()[0].cover;
  CHECK(standing > 0.5);
  wheel.frame.body_poses[0].p.z() = 0.19;
  REQUIRE(shades().size() == 1);
  CHECK(shades()[0].cover < 0.6 * standing);
  wheel.frame.body_poses[0].p.z() = 0.24;
  CHECK(shades().empty());
  GroundMemory rut;
  for (int i = -3; i <= 3; ++i)
    for (int j = -3; j <= 3; ++j) rut.deposit(1.0 + 0.02 * i, 0.02 * j, 0.05);
  wheel.frame.body_poses[0].p.z() = 0.10;
  REQUIRE(shades(&rut).size() == 1);
  CHECK(shades(&rut)[0].at.z() == Approx(-0.05));
  wheel.scene.terrain = nullptr;
  CHECK(shades().empty());
}

TEST_CASE("contact shade: at the foot of a rock near by, not of one far away, buried or in the air") {
  Slipping wheel(0.0, 1.0);
  wheel.scene.wheel_bodies.clear();
  const auto shades = [&](const Vec3& at) {
    std::vector<Vec3> corners;
    for (int k = 0; k < 8; ++k)
      corners.push_back(0.2 * Vec3(k & 1 ? 1.0 : -1.0, k & 2 ? 1.0 : -1.0, k & 4 ? 1.0 : -1.0));
    RigidShape rock;
    rock.name = "rock";
    set_hull(hull_of(corners, "rock"), RigidTransform{Mat3::Identity(), at}, rock);
    wheel.scene.terrain = std::make_shared<Terrain>(BasePlane{}, 0, std::vector<RigidShape>{rock});
    return contact_shades(wheel.scene, wheel.frame, nullptr, Vec3::Zero());
  };
  REQUIRE(shades({2.0, 0.0, 0.15}).size() == 1);
  CHECK(shades({2.0, 0.0, 0.15})[0].right.x() > 0.2);
  CHECK(shades({40.0, 0.0, 0.15}).empty());
  CHECK(shades({2.0, 0.0, -0.3}).empty());
  CHECK(shades({2.0, 0.0, 0.5}).empty());
}

TEST_CASE("tracks: wheels with grousers leave prints in a still picture, smooth ones do not") {
  if (!HeadlessContext::available()) return void(test::skipped() = true);
  const HeadlessContext context;
  const auto renderer = make_gl_renderer();
  auto rut = std::make_shared<GroundMemory>();
  for (double x = -1.0; x < 1.0; x += 0.02)
    for (double y = -0.1; y <= 0.1; y += 0.02) rut->deposit(x, y, 0.02);
  const auto picture = [&](int grousers) {
    Slipping moment(0.0, 0.0);
    moment.scene.terrain = std::make_shared<Terrain>(BasePlane{}, 0, std::vector<RigidShape>{});
    VisualShape wheel;
    wheel.kind = VisualKind::wheel;
    wheel.pose = {Mat3::Identity(), Vec3(0, 0, -9)};
    wheel.size = {0.15, 0.2, 0.01};
    wheel.count = grousers;
    moment.scene.visuals = {wheel};
    ViewInput input;
    input.scene = std::make_shared<Scene>(moment.scene);
    input.frame = &moment.frame;
    input.ground = rut;
    input.camera.frame(CameraPreset::top, Vec3(-0.5, 0.0, 0.0), 0.2, 0.0);
    renderer->draw(input, 200, 120);
    return renderer->read().rgb;
  };
  const auto printed = picture(12), smooth = picture(0);
  CHECK(printed != smooth);
  CHECK(printed == picture(12));
}

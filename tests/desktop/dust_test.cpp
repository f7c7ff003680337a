// SPDX-License-Identifier: BSD-3-Clause
// Dust in the view: where a wheel slips or something comes down on loose ground, the same for the same frame, and none elsewhere.
#include "view/ground/dust.hpp"

#include <cmath>

#include "catch.hpp"
#include "desktop/demo_scene.hpp"
#include "hal/headless.hpp"
#include "skip.hpp"
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

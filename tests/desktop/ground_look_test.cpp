// SPDX-License-Identifier: BSD-3-Clause
// The look of the ground follows from the name of its soil and from the world; each kind compiles and looks different. Round lengths of the scale bar.
#include "view/ground/ground_look.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <set>

#include "catch.hpp"
#include "desks/view/scale_marks.hpp"
#include "desktop/demo_scene.hpp"
#include "hal/headless.hpp"
#include "skip.hpp"
#include "view/renderer.hpp"

using namespace grouser;
using namespace grouser::desktop;

namespace {

double whiteness(const glm::vec3& c) { return static_cast<double>(c.x + c.y + c.z) / 3.0; }

Image picture_on(const std::string& soil, double gravity, Detail detail) {
  auto scene = std::make_shared<Scene>(*test::demo_scene());
  scene->ground_soils = {soil};
  scene->gravity = gravity;
  const Frame frame = test::demo_frame(*scene, 2.5);
  ViewInput input;
  input.scene = scene;
  input.frame = &frame;
  input.ground = test::demo_ground(frame.time);
  input.camera.frame(CameraPreset::follow, frame.body_poses[0].p, 1.2, 0.0);
  input.options.detail = detail;
  const auto renderer = make_gl_renderer();
  renderer->draw(input, 160, 100);
  return renderer->read();
}

/// Mean difference of the channels, 0 to 255.
double difference(const Image& a, const Image& b) {
  double sum = 0.0;
  for (std::size_t k = 0; k < a.rgb.size(); ++k)
    sum += std::abs(static_cast<int>(a.rgb[k]) - static_cast<int>(b.rgb[k]));
  return sum / static_cast<double>(a.rgb.size());
}

}  // namespace

TEST_CASE("ground look: the words of a soil's name tell what it looks like") {
  const std::pair<const char*, GroundKind> names[] = {
      {"wong LETE sand", GroundKind::sand},
      {"wong sandy loam 15pct LLL", GroundKind::earth},
      {"wong heavy clay 25pct WES", GroundKind::earth},
      {"silica5 robomech2020", GroundKind::sand},
      {"ES-1, fine dust analogue (stand-in)", GroundKind::regolith},
      {"ES-3, coarse sand (stand-in)", GroundKind::sand},
      {"apollo nominal", GroundKind::regolith},
      {"JSC1A roverdevkit", GroundKind::regolith},
      {"Bedrock", GroundKind::rock},
      {"Steel or concrete plate", GroundKind::plate},
      {"Snow of Europa (Wachlin 2018)", GroundKind::ice},
      {"Ice of Europa (Wachlin 2018)", GroundKind::ice},
      {"a slice of cake", GroundKind::regolith},
      {"", GroundKind::regolith}};
  for (const auto& [name, kind] : names) {
    INFO(name);
    CHECK(ground_kind(name) == kind);
  }
  const std::vector<std::string> soils{"Bedrock", "wong LETE sand"};
  CHECK(ground_kind(soils) == GroundKind::rock);
  CHECK(ground_kind(std::vector<std::string>{}) == GroundKind::regolith);
}

TEST_CASE("ground look: each kind is one of its own on each world, and a reflectance") {
  for (const double gravity : {9.81, 3.71, 1.62, 1.31, 0.005}) {
    std::set<std::pair<double, double>> seen;
    for (const GroundKind kind : kGroundKinds) {
      const GroundLook look = ground_look(kind, world_look(gravity));
      CHECK(whiteness(look.dark) > 0.0);
      CHECK(whiteness(look.light) > whiteness(look.dark));
      CHECK(std::max({look.light.x, look.light.y, look.light.z}) < 1.0f);
      seen.emplace(whiteness(look.dark), whiteness(look.light));
    }
    CHECK(seen.size() == kGroundKinds.size());
  }
  // sand is brought into a laboratory without its ripples
  CHECK(std::string(ground_definition(GroundKind::sand, world_look(9.81))).empty());
  CHECK_FALSE(std::string(ground_definition(GroundKind::sand, world_look(3.71))).empty());
}

TEST_CASE("ground look: pictures of the kinds differ, in motion too") {
  if (!HeadlessContext::available()) {
    std::cout << "SKIPPED: no EGL that gives OpenGL 3.3 here\n";
    test::skipped() = true;
    return;
  }
  const HeadlessContext context;
  for (const Detail detail : {Detail::fine, Detail::coarse}) {
    std::vector<Image> pictures;
    for (const char* soil : {"sand", "regolith", "loam", "Bedrock", "plate", "ice"})
      pictures.push_back(picture_on(soil, 3.71, detail));
    pictures.push_back(picture_on("sand", 9.81, detail));
    for (std::size_t a = 0; a < pictures.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) {
        INFO(a << " and " << b);
        CHECK(difference(pictures[a], pictures[b]) > 2.0);
      }
  }
}

TEST_CASE("scale bar: its length is the greatest round one that has room") {
  CHECK(round_length(1.0) == Approx(1.0));
  CHECK(round_length(0.99) == Approx(0.5));
  CHECK(round_length(4.99) == Approx(2.0));
  CHECK(round_length(5.0) == Approx(5.0));
  CHECK(round_length(0.0031) == Approx(0.002));
  CHECK(round_length(1234.0) == Approx(1000.0));
  for (double most = 1e-4; most < 1e5; most *= 1.07) {
    CHECK(round_length(most) <= most * (1.0 + 1e-8));
    CHECK(round_length(most) > most / 2.6);
  }
}

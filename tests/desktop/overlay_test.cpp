// SPDX-License-Identifier: BSD-3-Clause
#include "view/overlay.hpp"

#include <cmath>
#include <string>

#include "catch.hpp"
#include "view/gl/world_look.hpp"

using namespace grouser::desktop;

namespace {

/// CIE lightness L* of an sRGB colour (IEC 61966-2-1, D65).
double lightness(const glm::vec3& c) {
  const auto linear = [](double s) { return s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4); };
  const double y = 0.2126 * linear(c.x) + 0.7152 * linear(c.y) + 0.0722 * linear(c.z);
  return y > 0.008856 ? 116.0 * std::cbrt(y) - 16.0 : 903.3 * y;
}

}  // namespace

TEST_CASE("the colour maps grow lighter in nearly equal steps, so they are read without hues too") {
  for (const Overlay overlay : {Overlay::slope, Overlay::sinkage, Overlay::pressure}) {
    const OverlayScale& scale = overlay_scale(overlay);
    const double mean = (lightness(scale.map->back()) - lightness(scale.map->front())) /
                        static_cast<double>(scale.map->size() - 1);
    CHECK(mean > 7.0);
    for (std::size_t k = 0; k + 1 < scale.map->size(); ++k) {
      const double step = lightness((*scale.map)[k + 1]) - lightness((*scale.map)[k]);
      CHECK(step > 0.6 * mean);
      CHECK(step < 1.4 * mean);
    }
    CHECK(scale.low < scale.high);
    CHECK(std::string(scale.unit) != "");
  }
}

TEST_CASE("height lines are 1, 2 or 5 times a power of ten apart, and farther from afar") {
  double last = 0.0;
  for (double distance = 0.1; distance < 5000.0; distance *= 1.3) {
    const double spacing = contour_spacing(distance);
    const double digit = spacing / std::pow(10.0, std::floor(std::log10(spacing) + 1e-9));
    CHECK((std::fabs(digit - 1.0) < 1e-6 || std::fabs(digit - 2.0) < 1e-6 || std::fabs(digit - 5.0) < 1e-6));
    CHECK(spacing >= last);
    last = spacing;
  }
  CHECK(contour_spacing(6.0) == Approx(0.1));
}

TEST_CASE("a world looks like the body of its gravity") {
  CHECK(std::string(world_look(9.81).name) == "Earth, laboratory");
  CHECK(std::string(world_look(3.72).name) == "Mars");
  CHECK(std::string(world_look(1.62).name) == "Moon");
  CHECK(std::string(world_look(1.31).name) == "Europa");
  CHECK(std::string(world_look(0.0057).name) == "small body");
  CHECK(std::string(world_look(0.0).name) == "small body");
  for (const double airless : {1.62, 1.31, 0.005}) {
    CHECK(world_look(airless).zenith == glm::vec3(0.0f));
    CHECK(world_look(airless).haze == 0.0f);
  }
}

TEST_CASE("pressures between meshes: the scale ends at the next round number, in kPa or MPa") {
  CHECK(mesh_pressure_scale(3.1e4).scale.high == Approx(50.0));
  CHECK(std::string(mesh_pressure_scale(3.1e4).scale.unit) == "kPa");
  CHECK(mesh_pressure_scale(2.0e4).scale.high == Approx(20.0));
  CHECK(mesh_pressure_scale(9.9e6).scale.high == Approx(10.0));
  CHECK(std::string(mesh_pressure_scale(9.9e6).scale.unit) == "MPa");
  for (double p = 1.0; p < 1e9; p *= 1.7) {
    const PressureScale s = mesh_pressure_scale(p);
    CHECK(s.factor * p <= s.scale.high * (1.0 + 1e-12));
    CHECK(s.factor * p >= 0.399 * s.scale.high);
  }
}

#include "slope_warnings.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "grouser/math/elementary.hpp"

namespace grouser {
namespace {

constexpr double kDegrees = 180.0 / std::numbers::pi;
constexpr int kSamplesPerSide = 200;  // of a heightfield: enough to see every crater wall a rover could meet

double steepness(const HeightSample& s) {
  return math::atan(std::sqrt(s.slope_x * s.slope_x + s.slope_y * s.slope_y));
}

}  // namespace

std::vector<std::string> slope_warnings(const World& world) {
  const SoilParams& soil = world.materials[world.terrain->base_material()];
  if (soil.kind != SoilKind::soft) return {};
  const Heightfield* field = world.terrain->heightfield();
  HeightSample sample;
  if (!field) {
    world.terrain->height(0.0, 0.0, sample);
    if (steepness(sample) <= soil.phi) return {};
    return {
        fmt::format("the slope of {:.1f} deg is steeper than the friction angle of soil {}, {:.1f} deg: it "
                    "would slide by itself",
                    steepness(sample) * kDegrees, soil.id, soil.phi * kDegrees)};
  }
  int steep = 0, all = 0;
  double steepest = 0.0;
  for (int j = 0; j < kSamplesPerSide; ++j)
    for (int i = 0; i < kSamplesPerSide; ++i) {
      const double x = field->min_x() + (field->max_x() - field->min_x()) * (i + 0.5) / kSamplesPerSide;
      const double y = field->min_y() + (field->max_y() - field->min_y()) * (j + 0.5) / kSamplesPerSide;
      if (!field->sample(x, y, sample)) continue;
      ++all;
      const double slope = steepness(sample);
      steepest = std::fmax(steepest, slope);
      if (slope > soil.phi) ++steep;
    }
  if (steep == 0) return {};
  return {
      fmt::format("{:.2g} % of the terrain is steeper (up to {:.1f} deg) than the friction angle of soil {}, "
                  "{:.1f} deg: it would slide by itself",
                  100.0 * steep / all, steepest * kDegrees, soil.id, soil.phi * kDegrees)};
}

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Compares the terrain's slope with the friction angle of the soil there: once on a plane, on a grid of
// samples on a heightfield.
#include "slope_warnings.hpp"

#include <fmt/format.h>

#include <cmath>

#include "grouser/math/elementary.hpp"
#include "grouser/math/units.hpp"

namespace grouser {
namespace {

constexpr int kSamplesPerSide = 200;  // of a heightfield: enough to see every crater wall a rover could meet

/// Angle of the steepest descent, rad.
double steepness(const HeightSample& s) {
  return math::atan(std::sqrt(s.slope_x * s.slope_x + s.slope_y * s.slope_y));
}

}  // namespace

std::vector<std::string> slope_warnings(const World& world) {
  const Terrain& terrain = *world.terrain;
  const Heightfield* field = terrain.heightfield();
  HeightSample sample;
  if (!field) {
    const SoilParams& soil = world.materials[static_cast<std::size_t>(terrain.base_material())];
    terrain.height(0.0, 0.0, sample);
    if (!(steepness(sample) > soil.phi)) return {};  // hard ground has no phi
    return {
        fmt::format("the slope of {:.1f} deg is steeper than the friction angle of soil {}, {:.1f} deg: it "
                    "would slide by itself",
                    steepness(sample) * kDegrees, soil.id, soil.phi * kDegrees)};
  }
  // Samples of the base ground by material: those steeper than phi, all, and the steepest.
  std::vector<int> steep(world.materials.size()), all(world.materials.size());
  std::vector<double> steepest(world.materials.size());
  for (int j = 0; j < kSamplesPerSide; ++j)
    for (int i = 0; i < kSamplesPerSide; ++i) {
      const double x = field->min_x() + (field->max_x() - field->min_x()) * (i + 0.5) / kSamplesPerSide;
      const double y = field->min_y() + (field->max_y() - field->min_y()) * (j + 0.5) / kSamplesPerSide;
      if (!field->sample(x, y, sample)) continue;
      const auto m = static_cast<std::size_t>(terrain.material_at(x, y));
      ++all[m];
      const double slope = steepness(sample);
      steepest[m] = std::fmax(steepest[m], slope);
      if (slope > world.materials[m].phi) ++steep[m];
    }
  // One warning per soil.
  std::vector<std::string> warnings;
  for (std::size_t m = 0; m < world.materials.size(); ++m) {
    const SoilParams& soil = world.materials[m];
    if (steep[m] == 0) continue;
    warnings.push_back(fmt::format(
        "{:.2g} % of the terrain{} is steeper (up to {:.1f} deg) than the friction angle of soil {}, "
        "{:.1f} deg: it would slide by itself",
        100.0 * steep[m] / all[m], terrain.soil_map() ? " that is of this soil" : "", steepest[m] * kDegrees,
        soil.id, soil.phi * kDegrees));
  }
  return warnings;
}

}  // namespace grouser

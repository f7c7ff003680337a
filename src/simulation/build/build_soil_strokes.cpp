// SPDX-License-Identifier: BSD-3-Clause
// Checks the soil strokes of a scenario or run: number, order and classes of the map.
#include "build_soil_strokes.hpp"

#include <fmt/format.h>

#include "grouser/base/error.hpp"
#include "grouser/terrain/surface/soil_map.hpp"

namespace grouser {
namespace {

/// Throws InputError for more strokes or points than one run may have.
void check_counts(const WorldSpec& spec) {
  std::size_t points = 0;
  for (const SoilStroke& stroke : spec.soil_strokes) points += point_count(stroke.operation);
  if (spec.soil_strokes.size() > kMostSoilStrokes || points > kMostPointsOfRun)
    throw InputError(spec.place_of("soil_stroke"),
                     fmt::format("{} soil strokes of {} points", spec.soil_strokes.size(), points),
                     fmt::format("at most {} strokes and {} points", kMostSoilStrokes, kMostPointsOfRun));
}

}  // namespace

void build_soil_strokes(const WorldSpec& spec, World& world) {
  if (spec.soil_strokes.empty()) return;
  check_counts(spec);
  const SoilMap* map = world.terrain->soil_map();
  if (!map)
    throw InputError(spec.place_of("soil_stroke"), "soil strokes on a ground of one soil",
                     "a terrain with a soil map (terrain.soil_map)");
  double before = -1.0;  // s
  for (const SoilStroke& stroke : spec.soil_strokes) {
    if (!(stroke.time > before))
      throw InputError(spec.place_of("soil_stroke"),
                       fmt::format("a stroke at {} s after one at {} s", stroke.time, before),
                       "strokes in order of their times, no two at one time");
    check_stroke(stroke.operation, *map, world.terrain->heightfield(),
                 fmt::format("{} at {} s", spec.place_of("soil_stroke"), stroke.time));
    before = stroke.time;
  }
  world.soil_strokes = spec.soil_strokes;
}

}  // namespace grouser

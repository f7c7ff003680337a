// SPDX-License-Identifier: BSD-3-Clause
// Maps of one number per cell on the grid of a height field. Sinkage comes from the ground memory of the
// last keyframe; the slope from the surface's gradient; traversability is 1 minus the worse of slope and
// step, each as a share of its limit, and not below 0.
#include "grouser/exchange/maps/value_map.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/units.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/run/deformed_ground.hpp"
#include "grouser/simulation/step/world.hpp"
#include "grouser/survey/raster/raster_sink.hpp"

namespace grouser {
namespace {

constexpr float kNoHeight = std::numeric_limits<float>::quiet_NaN();

/// Calls value(column, row) for every cell, northern row first.
template <class Value>
std::vector<float> fill_grid(const SoilGrid& grid, const Value& value) {
  std::vector<float> values;
  values.reserve(grid.count());
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column) values.push_back(value(column, row));
  return values;
}

/// The largest finite value, and at least `least`.
double greatest(const std::vector<float>& values, double least) {
  double most = least;
  for (const float value : values)
    if (std::isfinite(value)) most = std::max(most, static_cast<double>(value));
  return most;
}

/// Steepest slope of the surface at a cell, rad; NaN outside of the surface.
double slope_at(const Heightfield& field, const SoilGrid& grid, int column, int row) {
  HeightSample sample;
  if (!field.sample(grid.west + column * grid.cell, grid.north - row * grid.cell, sample))
    return std::numeric_limits<double>::quiet_NaN();
  return atan2(std::sqrt(sample.slope_x * sample.slope_x + sample.slope_y * sample.slope_y), 1.0);
}

/// Largest difference of height between a cell and its neighbours, m.
double step_at(const Heightfield& field, int column, int row) {
  const HeightfieldSpec& s = field.spec();
  const auto height = [&](int c, int r) {
    return static_cast<double>(s.offsets[static_cast<std::size_t>(r) * static_cast<std::size_t>(s.columns) +
                                         static_cast<std::size_t>(c)]);
  };
  double most = 0.0;
  for (int r = std::max(0, row - 1); r <= std::min(s.rows - 1, row + 1); ++r)
    for (int c = std::max(0, column - 1); c <= std::min(s.columns - 1, column + 1); ++c)
      most = std::max(most, std::abs(height(c, r) - height(column, row)));
  return most;
}

}  // namespace

ValueMap sinkage_map(const RunReader& run) {
  const Heightfield ground = deformed_ground(run);
  const std::shared_ptr<const World> world = load_world_from_run(run);
  // The ground memory as it was at the end of the run.
  GroundMemory memory = world->grounds.untouched();
  for (const StoredTile& tile : run.read_keyframe(run.keyframe_count() - 1).tiles)
    memory.load_tile({tile.i, tile.j}, tile.values);
  ValueMap map;
  map.grid = grid_of(ground);
  TileHint hint;
  map.values = fill_grid(map.grid, [&](int column, int row) {
    return static_cast<float>(
        memory.depth(map.grid.west + column * map.grid.cell, map.grid.north - row * map.grid.cell, hint));
  });
  constexpr double kLeastRange = 1e-3;  // m
  map.style = {"sinkage", "m", 0.0, greatest(map.values, kLeastRange), ValueStyle::Ramp::viridis};
  return map;
}

ValueMap slope_map(const Heightfield& field) {
  ValueMap map;
  map.grid = grid_of(field);
  map.values = fill_grid(map.grid, [&](int column, int row) {
    return static_cast<float>(slope_at(field, map.grid, column, row) * kDegrees);
  });
  constexpr double kLeastRange = 1.0;  // deg
  map.style = {"slope", "deg", 0.0, greatest(map.values, kLeastRange), ValueStyle::Ramp::magma};
  return map;
}

ValueMap traversability_map(const Heightfield& field, const TraversabilityLimits& limits) {
  ValueMap map;
  map.grid = grid_of(field);
  map.values = fill_grid(map.grid, [&](int column, int row) {
    const double slope = slope_at(field, map.grid, column, row);
    if (!std::isfinite(slope)) return kNoHeight;
    const double worst = std::max(slope / limits.slope, step_at(field, column, row) / limits.step);
    return static_cast<float>(std::max(0.0, 1.0 - worst));
  });
  map.style = {"traversability", "-", 0.0, 1.0, ValueStyle::Ramp::viridis};
  return map;
}

void write_value_map(const std::filesystem::path& path, const ValueMap& map) {
  const SoilGrid& g = map.grid;
  RasterSpec spec{.columns = g.columns, .rows = g.rows, .crs = g.crs, .unit = map.style.unit};
  // The corner of the north-western cell, half a cell outward from its middle.
  spec.transform = GeoTransform{
      {g.map_x + g.west - 0.5 * g.cell, g.cell, 0.0, g.map_y + g.north + 0.5 * g.cell, 0.0, -g.cell}};
  spec.metadata["quantity"] = map.style.quantity;
  RasterSink sink(path, spec);
  sink.write({0, 0, g.columns, g.rows}, map.values);
  sink.finish();
  write_value_style(path, map.style);
}

}  // namespace grouser

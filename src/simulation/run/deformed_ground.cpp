// SPDX-License-Identifier: BSD-3-Clause
// The terrain after a run as a grid of heights: cells of the ground memory around all ruts, each the
// terrain's height less the depth of the rut.
#include "grouser/simulation/run/deformed_ground.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {
namespace {

// Cells along the side of a tile.
constexpr int kSide = GroundMemory::kTileCells;

/// The cells of all tiles with a value, but no further than the terrain has heights.
MemoryRect written_cells(const Terrain& terrain, const GroundMemory& memory, const std::string& place) {
  const std::vector<TileKey> keys = memory.all_tiles();
  if (keys.empty())
    throw InputError(place, "ground that no wheel has marked", "a run in which wheels sank in");
  const auto [south, north] = std::ranges::minmax(keys, {}, &TileKey::j);
  // Cells in whole tiles, as half-open ranges in 64-bit integers: columns west to east, rows low to high.
  std::int64_t west = keys.front().i * std::int64_t{kSide}, east = (keys.back().i + std::int64_t{1}) * kSide;
  std::int64_t low = south.j * std::int64_t{kSide}, high = (north.j + std::int64_t{1}) * kSide;
  // The middles of cells must lie on the heightfield.
  if (const Heightfield* field = terrain.heightfield()) {
    const auto first = [&](double x) {
      return static_cast<std::int64_t>(std::ceil(x / memory.cell() - 0.5));
    };
    west = std::max(west, first(field->min_x()));
    east = std::min(east, first(field->max_x()));
    low = std::max(low, first(field->min_y()));
    high = std::min(high, first(field->max_y()));
  }
  if ((east - west) * (high - low) > static_cast<std::int64_t>(kMaxRasterCells))
    throw InputError(place, fmt::format("{} x {} cells of {:g} m", east - west, high - low, memory.cell()),
                     fmt::format("at most {} cells", kMaxRasterCells));
  return {west, low, static_cast<int>(east - west), static_cast<int>(high - low)};
}

}  // namespace

Heightfield deformed_ground(const Terrain& terrain, const GroundMemory& memory, const std::string& place) {
  const MemoryRect rect = written_cells(terrain, memory, place);
  std::vector<double> depth(rect.size());
  TileHint hint;
  memory.read(0, rect, depth, hint);
  HeightfieldSpec spec;
  spec.columns = rect.columns;
  spec.rows = rect.rows;
  spec.cell = memory.cell();
  // Heights are at the middles of cells; rows of a heightfield run from north to south.
  spec.west = (static_cast<double>(rect.west) + 0.5) * spec.cell;
  spec.north = (static_cast<double>(rect.south + rect.rows - 1) + 0.5) * spec.cell;
  // Datum and coordinate system are those of the terrain's own grid.
  if (const Heightfield* field = terrain.heightfield()) {
    spec.datum = field->spec().datum;
    spec.crs = field->spec().crs;
    spec.map_x = field->spec().map_x;
    spec.map_y = field->spec().map_y;
  }
  spec.source = place;
  spec.offsets.resize(rect.size());
  for (int row = 0; row < rect.rows; ++row)
    for (int column = 0; column < rect.columns; ++column) {
      const double y = (static_cast<double>(rect.south + row) + 0.5) * spec.cell;
      HeightSample base;
      terrain.height(spec.west + column * spec.cell, y, base);
      const double below = depth[static_cast<std::size_t>(row) * rect.columns + column];
      spec.offsets[static_cast<std::size_t>(rect.rows - 1 - row) * rect.columns + column] =
          static_cast<float>(base.z - below - spec.datum);
    }
  return Heightfield(std::move(spec));
}

Heightfield deformed_ground(const RunReader& run) {
  const std::string place = run.path().string();
  if (run.keyframe_count() == 0) throw InputError(place, "no keyframe", "a run with one");
  // The last keyframe's ruts, on the ground of the run's world.
  const std::shared_ptr<const World> world = load_world_from_run(run);
  GroundMemory ground = world->grounds.untouched();
  for (const StoredTile& tile : run.read_keyframe(run.keyframe_count() - 1).tiles)
    ground.load_tile({tile.i, tile.j}, tile.values);
  return deformed_ground(*world->terrain, ground, place);
}

}  // namespace grouser

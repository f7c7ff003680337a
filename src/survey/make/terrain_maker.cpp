// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/survey/make/terrain_maker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ground_layer.hpp"
#include "grouser/base/error.hpp"

namespace grouser {
namespace {

constexpr double kMaxSide = 500'000.0;  // cells
constexpr double kMostMadeCells = 4e9;  // 16 GB of floats; the same as the limit for cleaning and cutting

MadeGrid read_grid(const TomlTable& t) {
  const auto size = t.numbers("size", 2, positive("m"));
  MadeGrid grid;
  grid.cell = t.number("cell", positive("m"));
  const double columns = std::floor(size[0] / grid.cell + 0.5), rows = std::floor(size[1] / grid.cell + 0.5);
  if (!(columns >= 4.0 && rows >= 4.0 && columns <= kMaxSide && rows <= kMaxSide))
    throw InputError(t.place("cell"), fmt::format("{} x {} cells", columns, rows),
                     fmt::format("4 to {} a side", kMaxSide));
  if (columns * rows > kMostMadeCells)
    throw InputError(t.place("cell"), fmt::format("{} x {} cells", columns, rows),
                     fmt::format("at most {:g}", kMostMadeCells));
  grid.columns = static_cast<int>(columns);
  grid.rows = static_cast<int>(rows);
  grid.west = -0.5 * (grid.columns - 1) * grid.cell;
  grid.north = 0.5 * (grid.rows - 1) * grid.cell;
  return grid;
}

terrain::LayerList read_layers(const TomlTable& t, const MadeGrid& grid, std::uint64_t seed) {
  terrain::LayerList layers;
  layers.push_back(terrain::read_base(t, grid, seed));
  if (t.has("craters")) layers.push_back(terrain::read_craters(t.table("craters"), grid, seed));
  if (t.has("bumps")) layers.push_back(terrain::read_bumps(t.table("bumps"), grid, seed));
  int index = 0;
  for (const TomlTable& ripples : t.tables("ripples"))
    layers.push_back(terrain::read_ripples(ripples, index++, grid, seed));
  for (const TomlTable& bed : t.tables("bed")) layers.push_back(terrain::read_bed(bed, grid));
  for (const TomlTable& ramp : t.tables("ramp")) layers.push_back(terrain::read_ramp(ramp, grid));
  for (const TomlTable& step : t.tables("step")) layers.push_back(terrain::read_step(step, grid));
  return layers;
}

}  // namespace

TerrainMaker::TerrainMaker(const TomlTable& recipe)
    : grid_(read_grid(recipe)),
      seed_(static_cast<std::uint64_t>(recipe.integer_or("seed", 0, 0, 2147483647))),
      layers_(read_layers(recipe, grid_, seed_)) {}

TerrainMaker::~TerrainMaker() = default;

void TerrainMaker::make_rows(int first, int count, std::span<float> heights) const {
  GROUSER_ASSERT(first >= 0 && count >= 0 && first + count <= grid_.rows);
  const std::size_t columns = static_cast<std::size_t>(grid_.columns);
  GROUSER_ASSERT(heights.size() == columns * static_cast<std::size_t>(count));
  constexpr int kBlock = 64;  // rows
  std::vector<double> z;
  for (int done = 0; done < count; done += kBlock) {
    const int rows = std::min(kBlock, count - done);
    z.assign(columns * static_cast<std::size_t>(rows), 0.0);
    terrain::RowBlock block{grid_, first + done, rows, z};
    for (const auto& layer : layers_) layer->add(block);
    std::transform(z.begin(), z.end(), heights.begin() + static_cast<std::ptrdiff_t>(columns) * done,
                   [](double height) { return static_cast<float>(height); });
  }
}

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Makes the heights of a recipe in rows: each layer is added to a block of 64 rows in double precision, which
// is then rounded to floats. The result does not depend on the blocks.
#include "grouser/survey/make/terrain_maker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ground_layer.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/key_visitors.hpp"

namespace grouser {
namespace {

constexpr double kMaxSide = 500'000.0;  // cells
constexpr double kMostMadeCells = 4e9;  // 16 GB of floats; the same as the limit for cleaning and cutting

/// Size and cell; the grid of whole cells is about the origin.
void visit_grid(KeyVisitor& v, std::array<double, 2>& size, MadeGrid& grid) {
  v.vector({"size", "along x and y, about the origin", Need::yes}, size, positive("m"));
  v.number({"cell", "spacing of the heights", Need::yes}, grid.cell, positive("m"));
  // A lister has no numbers to check.
  if (!v.reads()) return;
  const double columns = std::floor(size[0] / grid.cell + 0.5), rows = std::floor(size[1] / grid.cell + 0.5);
  const std::string found = fmt::format("{} x {} cells", columns, rows);
  if (!(columns >= 4.0 && rows >= 4.0 && columns <= kMaxSide && rows <= kMaxSide))
    v.refuse("cell", found, fmt::format("4 to {} a side", kMaxSide));
  if (columns * rows > kMostMadeCells) v.refuse("cell", found, fmt::format("at most {:g}", kMostMadeCells));
  grid.columns = static_cast<int>(columns);
  grid.rows = static_cast<int>(rows);
  grid.west = -0.5 * (grid.columns - 1) * grid.cell;
  grid.north = 0.5 * (grid.rows - 1) * grid.cell;
}

/// A table that the recipe may leave out.
template <class Keys>
void visit_if_there(KeyVisitor& v, const Key& key, const MadeGrid& grid, std::optional<Keys>& keys,
                    void (*visit)(KeyVisitor&, const MadeGrid&, Keys&)) {
  if (!v.has(key, keys.has_value())) return;
  if (!keys) keys.emplace();
  v.table(key, [&] { visit(v, grid, *keys); });
}

/// Reads and checks all keys of a recipe.
terrain::GroundRecipe read_recipe(const TomlTable& t) {
  terrain::GroundRecipe recipe;
  KeyReader reader(t);
  visit_keys(reader, recipe);
  return recipe;
}

}  // namespace

void terrain::visit_seed(KeyVisitor& v, int& seed) {
  v.whole({"seed", "of all that is drawn"}, seed, 0, 2147483647);
}

void terrain::visit_keys(KeyVisitor& v, GroundRecipe& r) {
  visit_grid(v, r.size, r.grid);
  visit_seed(v, r.seed);
  if (v.reads()) r.base.longest = r.grid.cell * std::max(r.grid.columns, r.grid.rows);
  visit_keys(v, r.base);
  if (r.base.kind == GroundKind::none)
    v.refuse("kind", "\"none\" with a size", "one of: flat, plane, sinusoid, fractal");
  if (const double shortest = kShortestWave * r.grid.cell;
      r.base.kind == GroundKind::fractal && r.base.longest < shortest)
    v.refuse("longest", fmt::format("{} m", r.base.longest), fmt::format("at least 4 cells, {} m", shortest));
  visit_if_there(v, {"craters", "round craters with a rim"}, r.grid, r.craters, visit_craters);
  visit_if_there(v, {"bumps", "round hills"}, r.grid, r.bumps, visit_bumps);
  v.tables({"ripples", "ripples or dunes"}, r.ripples, [&](RippleKeys& x) { visit_ripples(v, r.grid, x); });
  v.tables({"bed", "a levelled place"}, r.beds, [&](BedKeys& x) { visit_bed(v, r.grid, x); });
  v.tables({"ramp", "a slope in the ground"}, r.ramps, [&](RiseKeys& x) { visit_ramp(v, r.grid, x); });
  v.tables({"step", "a step in the ground"}, r.steps, [&](RiseKeys& x) { visit_step(v, r.grid, x); });
}

// Layers in the order in which they shape the ground: base, round features, ripples, and then test beds.
TerrainMaker::TerrainMaker(const TomlTable& table) {
  const terrain::GroundRecipe recipe = read_recipe(table);
  grid_ = recipe.grid;
  seed_ = static_cast<std::uint64_t>(recipe.seed);
  layers_.push_back(terrain::make_base(recipe));
  if (recipe.craters) layers_.push_back(terrain::make_craters(*recipe.craters, grid_, seed_));
  if (recipe.bumps) layers_.push_back(terrain::make_bumps(*recipe.bumps, grid_, seed_));
  for (std::size_t k = 0; k < recipe.ripples.size(); ++k)
    layers_.push_back(terrain::make_ripples(recipe.ripples[k], k, seed_));
  for (const terrain::BedKeys& bed : recipe.beds) layers_.push_back(terrain::make_bed(bed));
  for (const terrain::RiseKeys& ramp : recipe.ramps) layers_.push_back(terrain::make_rise(ramp));
  for (const terrain::RiseKeys& step : recipe.steps) layers_.push_back(terrain::make_rise(step));
}

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

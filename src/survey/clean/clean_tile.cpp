// SPDX-License-Identifier: BSD-3-Clause
// The work on one tile: marks its faults in the grid, starts its result from the heights that are kept, and
// puts the filled cells in.
#include "clean_tile.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace grouser {
namespace {

constexpr int kTile = 1024;  // cells

/// Marks the boxes that reach into the core, and hides their cells from the search for spikes.
void mark_boxes(HeightWindow& w, const CellRect& core, const BoxOptions& options, FateGrid& grid,
                TileFaults& faults) {
  for (const BoxOffset& box : find_box_offsets(w, grown(core, options.most_side), options)) {
    const CellRect here = overlap(box.cells, core);
    if (here.count() > 0) faults.greatest_box = std::max(faults.greatest_box, std::fabs(box.step));
    for (int r = here.row; r < here.row + here.rows; ++r)
      for (int c = here.column; c < here.column + here.columns; ++c)
        if (grid.kind(c, r) == CellKind::height) grid.set(c, r, CellKind::box);
    // The edges of a box are no spikes, so its cells count as unknown from here on.
    const CellRect all = overlap(box.cells, w.place);
    for (int r = all.row; r < all.row + all.rows; ++r)
      for (int c = all.column; c < all.column + all.columns; ++c) w.states[w.index(c, r)] = CellState::leave;
    if (overlap({box.cells.column, box.cells.row, 1, 1}, core).count() == 1) ++faults.boxes;
  }
}

/// Marks the spikes of the core.
void mark_spikes(const HeightWindow& w, const CellRect& core, const OutlierKernel& kernel, FateGrid& grid) {
  const std::vector<std::uint8_t> found = find_outliers(w, core, kernel);
  std::size_t i = 0;
  for (int r = core.row; r < core.row + core.rows; ++r)
    for (int c = core.column; c < core.column + core.columns; ++c, ++i)
      if (found[i] && grid.kind(c, r) == CellKind::height) grid.set(c, r, CellKind::spike);
}

/// Index of a cell in the lists of a tile.
std::size_t place_in(const CellRect& core, int column, int row) {
  return static_cast<std::size_t>(row - core.row) * core.columns +
         static_cast<std::size_t>(column - core.column);
}

}  // namespace

std::vector<CellRect> tiles_of(const CellRect& all) {
  std::vector<CellRect> tiles;
  for (int r = 0; r < all.rows; r += kTile)
    for (int c = 0; c < all.columns; c += kTile)
      tiles.push_back(overlap({all.column + c, all.row + r, kTile, kTile}, all));
  return tiles;
}

int detection_halo(const CleanOptions& o) {
  return std::max(o.find_spikes ? outlier_halo(o.kernel) : 0, o.find_boxes ? o.boxes.most_side + 4 : 0);
}

TileFaults find_faults(HeightWindow& w, const CellRect& core, const CleanOptions& options, FateGrid& grid) {
  TileFaults faults;
  // Voids first: cells without a height.
  for (std::size_t i = 0; i < w.heights.size(); ++i)
    w.states[i] = std::isnan(w.heights[i]) ? CellState::leave : CellState::known;
  faults.known = core.count();
  for (int r = core.row; r < core.row + core.rows; ++r)
    for (int c = core.column; c < core.column + core.columns; ++c)
      if (!w.known(c, r)) --faults.known, grid.set(c, r, CellKind::void_);
  if (options.find_boxes) mark_boxes(w, core, options.boxes, grid, faults);
  if (options.find_spikes) mark_spikes(w, core, options.kernel, grid);
  return faults;
}

bool begin_tile(const FateGrid& grid, Deviation deviation, CleanTile& tile) {
  const CellRect& core = tile.core;
  tile.fates.assign(core.count(), static_cast<std::uint8_t>(CellFate::kept));
  tile.deviations.assign(deviation == Deviation::compute ? core.count() : 0, 0.0f);
  bool any = false;
  // A cell that is to be filled counts as out of reach until it is filled.
  const auto take_out = [&](int c, int r) {
    if (grid.kind(c, r) == CellKind::height) return;
    const bool wanted = grid.wanted(c, r);
    any |= wanted;
    const std::size_t i = place_in(core, c, r);
    tile.fates[i] = static_cast<std::uint8_t>(wanted ? CellFate::left_far : CellFate::left_margin);
    tile.heights[i] = std::numeric_limits<double>::quiet_NaN();
    if (!tile.deviations.empty()) tile.deviations[i] = std::numeric_limits<float>::quiet_NaN();
  };
  for (int r = core.row; r < core.row + core.rows; ++r)
    grid.for_stretches(r, core.column, core.column + core.columns - 1, [&](int first, int last) {
      for (int c = first; c <= last; ++c) take_out(c, r);
    });
  return any;
}

void name_faults(const FateGrid& grid, CleanTile& tile) {
  const CellRect& core = tile.core;
  for (int r = core.row; r < core.row + core.rows; ++r)
    grid.for_stretches(r, core.column, core.column + core.columns - 1, [&](int first, int last) {
      for (int c = first; c <= last; ++c) {
        const CellKind kind = grid.kind(c, r);
        if (kind == CellKind::spike || kind == CellKind::box)
          tile.fates[place_in(core, c, r)] = static_cast<std::uint8_t>(kind);
      }
    });
}

void fill_tile(const HeightWindow& w, const FateGrid& grid, VoidFiller& filler, const GaussianProcess* whole,
               CleanTile& tile) {
  const Deviation wanted = tile.deviations.empty() ? Deviation::skip : Deviation::compute;
  for (const FilledCell& f : filler.fill(w, tile.core, wanted, whole)) {
    const std::size_t i = place_in(tile.core, f.cell.column, f.cell.row);
    tile.heights[i] = f.height;
    tile.fates[i] = static_cast<std::uint8_t>(grid.kind(f.cell.column, f.cell.row));
    if (wanted == Deviation::skip) continue;
    tile.deviations[i] = static_cast<float>(f.deviation);
    tile.worst_deviation = std::max(tile.worst_deviation, f.deviation);
  }
}

}  // namespace grouser

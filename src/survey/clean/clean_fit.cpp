// SPDX-License-Identifier: BSD-3-Clause
// Fits the covariance of a raster's ground. Small rasters are one window; large ones are sampled in four
// windows around cells to fill, each drawn at random, so that the ground near the holes counts.
#include "clean_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "grouser/base/error.hpp"
#include "grouser/math/random.hpp"
#include "grouser/survey/clean/matern_fit.hpp"

namespace grouser {
namespace {

constexpr int kWindow = 512;             // side of a window used for the fit, cells
constexpr int kWindows = 4;              // of them on a large raster
constexpr long long kWhole = 1'000'000;  // cells up to which a raster is one window

/// The n-th cell to be filled, counted row by row from 0; `filled` has their number in each row.
Cell nth_filled(const FateGrid& grid, const std::vector<long long>& filled, long long n) {
  int row = grid.place().row;
  for (std::size_t k = 0; n >= filled[k]; ++k, ++row) n -= filled[k];
  int column = grid.place().column;
  for (;; ++column)
    if (grid.wanted(column, row) && n-- == 0) return {column, row};
}

/// The windows to sample: the whole raster, or one around each of four random cells to fill.
std::vector<CellRect> windows_to_learn(const FateGrid& grid, const std::vector<long long>& filled,
                                       std::uint64_t seed) {
  const CellRect& place = grid.place();
  if (place.count() <= kWhole) return {place};
  const long long all = std::accumulate(filled.begin(), filled.end(), 0LL);
  math::RandomStream random(seed, 2);
  std::vector<CellRect> windows;
  for (int k = 0; k < kWindows; ++k) {
    const Cell c =
        nth_filled(grid, filled, static_cast<long long>(random.uniform() * static_cast<double>(all)));
    windows.push_back(overlap(grown({c.column, c.row, 1, 1}, kWindow / 2), place));
  }
  return windows;
}

/// Known cells anywhere on the raster, read one by one where it is large.
HeightSamples samples_anywhere(RasterSource& source, const FateGrid& grid, int count, std::uint64_t seed) {
  const CellRect& place = grid.place();
  if (place.count() <= kWhole) return random_samples(read_window(source, grid, place), count, seed);
  math::RandomStream random(seed, 0);
  // Random cells, those with a height kept, in reading order and each once.
  std::vector<Cell> cells;
  for (long long tries = 0; tries < 100LL * count && static_cast<int>(cells.size()) < count; ++tries) {
    const Cell c{place.column + static_cast<int>(random.uniform() * place.columns),
                 place.row + static_cast<int>(random.uniform() * place.rows)};
    if (grid.kind(c.column, c.row) == CellKind::height) cells.push_back(c);
  }
  const auto before = [](const Cell& a, const Cell& b) {
    return a.row != b.row ? a.row < b.row : a.column < b.column;
  };
  std::sort(cells.begin(), cells.end(), before);
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  HeightSamples out;
  for (const Cell& c : cells) {
    double height = 0.0;
    source.read({c.column, c.row, 1, 1}, std::span<double>(&height, 1));
    out.add(c.column, c.row, height);
  }
  return out;
}

}  // namespace

void set_states(const FateGrid& grid, HeightWindow& w) {
  for (std::size_t i = 0; i < w.heights.size(); ++i)
    w.states[i] = std::isnan(w.heights[i]) ? CellState::leave : CellState::known;
  const CellRect both = overlap(w.place, grid.place());
  // The grid's marks count more than the height itself.
  for (int r = both.row; r < both.row + both.rows; ++r)
    grid.for_stretches(r, both.column, both.column + both.columns - 1, [&](int first, int last) {
      for (int c = first; c <= last; ++c)
        if (grid.kind(c, r) != CellKind::height)
          w.states[w.index(c, r)] = grid.wanted(c, r) ? CellState::fill : CellState::leave;
    });
}

HeightWindow read_window(RasterSource& source, const FateGrid& grid, const CellRect& rect) {
  HeightWindow w(overlap(rect, source.all()));
  source.read(w.place, w.heights);
  set_states(grid, w);
  return w;
}

CleanFit fit_raster(RasterSource& source, const FateGrid& grid, const std::vector<long long>& filled,
                    const CleanOptions& options) {
  const std::uint64_t seed = options.fill.samples.seed;
  CleanFit fit;
  // Samples: anywhere for one process of the whole raster, else in groups from each window.
  std::vector<HeightSamples> groups;
  if (options.sampling == KrigingSamples::random) {
    groups.push_back(samples_anywhere(source, grid, options.fit_samples, seed));
  } else {
    const std::vector<CellRect> windows = windows_to_learn(grid, filled, seed);
    const int each = options.fit_samples / static_cast<int>(windows.size());
    for (const CellRect& w : windows)
      groups.push_back(crossed_samples(read_window(source, grid, w), each, seed + groups.size()));
  }
  // With length and noise given only the variance is left to be found, as the mean over the groups; else all
  // three are fitted, within bounds that fix what is given.
  for (const HeightSamples& g : groups) fit.samples += g.count();
  if (options.length && options.noise) {
    double variance = 0.0;
    for (const HeightSamples& g : groups)
      if (g.count() > 0)
        variance +=
            g.count() * GaussianProcess(g, {1.0, *options.length, *options.noise}).likeliest_variance();
    fit.params = {variance / std::max(fit.samples, 1), *options.length, *options.noise};
  } else {
    MaternBounds bounds;
    if (options.length) bounds.least_length = bounds.most_length = *options.length;
    if (options.noise) bounds.least_noise = bounds.most_noise = *options.noise;
    fit.params = fit_matern(groups, bounds, options.workers).params;
  }
  // The paper's method uses one process for all holes.
  if (options.sampling == KrigingSamples::random) {
    MaternParams p = fit.params;
    if (p.variance == 0.0) p.variance = 1e-12;  // flat ground: the plane explains everything
    fit.whole = std::make_unique<GaussianProcess>(groups[0], p);
  }
  return fit;
}

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Along a row a wave is a unit vector that turns by the same angle each column, which costs six products and
// sums instead of a sine. Eight rows are processed side by side, and a stretch of columns takes all waves in
// turn while it is in the first-level cache; each row's arithmetic is the same as if it were alone.
#include "wave_sum.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "grouser/math/elementary.hpp"

namespace grouser::terrain {
namespace {

constexpr int kRows = 8;       // side by side
constexpr int kStretch = 256;  // columns

/// The same quantity of eight rows.
struct alignas(64) RowLanes {
  double v[kRows];
  double& operator[](int k) { return v[k]; }
};

/// Sine and cosine of a wave at one column of eight rows.
struct Turning {
  RowLanes sin, cos;
};

/// Adds one wave to a stretch of columns, and turns it by a column at a time (angle addition formulas).
void add_stretch(const Wave& wave, const math::SinCos& turn, Turning& at, int columns, RowLanes* z) {
  RowLanes s = at.sin, c = at.cos;
  for (int i = 0; i < columns; ++i)
    for (int k = 0; k < kRows; ++k) {
      z[i][k] += wave.amplitude * s[k];
      const double next = s[k] * turn.cos + c[k] * turn.sin;
      c[k] = c[k] * turn.cos - s[k] * turn.sin;
      s[k] = next;
    }
  at = {s, c};
}

// Processes up to kRows rows from `first` on.
void add_to_rows(std::span<const Wave> waves, std::span<const math::SinCos> turns, const MadeGrid& grid,
                 int first, int count, std::vector<Turning>& at, double* z) {
  // Each wave at the first column; lanes beyond the last row repeat it.
  for (std::size_t w = 0; w < waves.size(); ++w)
    for (int k = 0; k < kRows; ++k) {
      const int row = first + std::min(k, count - 1);
      const Wave& wave = waves[w];
      const math::SinCos start = math::sincos(wave.kx * grid.west + wave.ky * grid.y(row) + wave.phase);
      at[w].sin[k] = start.sin;
      at[w].cos[k] = start.cos;
    }
  std::array<RowLanes, kStretch> stretch;
  for (int from = 0; from < grid.columns; from += kStretch) {
    const int columns = std::min(kStretch, grid.columns - from);
    const auto cell = [&](int i, int k) -> double& {
      return z[static_cast<std::size_t>(k) * grid.columns + from + i];
    };
    // Gather a stretch of columns, add all waves, and put it back.
    for (int i = 0; i < columns; ++i)
      for (int k = 0; k < kRows; ++k) stretch[i][k] = k < count ? cell(i, k) : 0.0;
    for (std::size_t w = 0; w < waves.size(); ++w)
      add_stretch(waves[w], turns[w], at[w], columns, stretch.data());
    for (int i = 0; i < columns; ++i)
      for (int k = 0; k < count; ++k) cell(i, k) = stretch[i][k];
  }
}

}  // namespace

void add_waves(std::span<const Wave> waves, const MadeGrid& grid, int first, int count, double* z) {
  std::vector<math::SinCos> turns;
  for (const Wave& wave : waves) turns.push_back(math::sincos(wave.kx * grid.cell));
  std::vector<Turning> at(waves.size());
  for (int k = 0; k < count; k += kRows)
    add_to_rows(waves, turns, grid, first + k, std::min(kRows, count - k), at,
                z + static_cast<std::size_t>(k) * grid.columns);
}

}  // namespace grouser::terrain

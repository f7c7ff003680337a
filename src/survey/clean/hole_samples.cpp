// SPDX-License-Identifier: BSD-3-Clause
// Draws the samples from which a hole is filled. The stratified draw takes one cell per square, in squares
// that grow with the distance from the hole. A hash of the square and the seed chooses the cell, so that any
// window draws the same one.
#include "grouser/survey/clean/hole_samples.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "distance_map.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/math/random.hpp"

namespace grouser {
namespace {

// Squares of 2^k cells are used up to kUpTo[k] cells from the hole: a spacing of about half the distance.
constexpr std::array<double, 7> kUpTo{2.0, 5.0, 12.0, 28.0, 60.0, 130.0, kSampleReach};
constexpr std::array<int, 3> kReaches{60, 130, kSampleReach};  // tried in turn, cells
constexpr double kReachOfDepth = 3.0;  // a small hole searches this many times its depth around, cells
constexpr int kEnough = 24;            // this many samples, and
constexpr int kEnoughInQuadrant = 2;   // this many in each quadrant around the hole: no farther search

/// The multiple of a step at or below a value.
int floor_to(int value, int step) { return value - ((value % step) + step) % step; }

/// Whether a cell is the one drawn from its square of `side` cells.
bool is_drawn(int column, int row, int side, std::uint64_t seed) {
  if (side == 1) return true;
  const int left = floor_to(column, side), top = floor_to(row, side);
  const auto word = [](int v) { return static_cast<std::uint64_t>(static_cast<std::uint32_t>(v)); };
  const std::uint64_t bits = mix_bits(mix_bits((word(left) << 32 | word(top)) ^ mix_bits(seed)) + side);
  const auto wide = static_cast<std::uint64_t>(side);
  return static_cast<std::uint64_t>(column - left) == bits % wide &&
         static_cast<std::uint64_t>(row - top) == (bits >> 32) % wide;
}

/// Smallest rectangle that holds all cells; at least one.
CellRect bounds_of(const std::vector<Cell>& cells) {
  int left = cells[0].column, right = left, top = cells[0].row, bottom = top;
  for (const Cell& c : cells) {
    left = std::min(left, c.column), right = std::max(right, c.column);
    top = std::min(top, c.row), bottom = std::max(bottom, c.row);
  }
  return {left, top, right - left + 1, bottom - top + 1};
}

/// Known cells near a hole with their distances, found once for all spacings.
class Neighbourhood {
 public:
  Neighbourhood(const HeightWindow& window, const std::vector<Cell>& hole, const CellRect& bounds, int reach)
      : window_(window), area_(overlap(grown(bounds, reach), window.place)) {
    std::vector<std::uint8_t> marked(area_.count(), 0);
    for (const Cell& c : hole)
      marked[static_cast<std::size_t>(c.row - area_.row) * area_.columns + (c.column - area_.column)] = 1;
    squared_ = squared_distances(marked, area_.columns, area_.rows);
  }
  /// Known cells up to `reach` cells away; more than `most` + 1 are not collected. Spacings are `coarseness`
  /// times as wide as those of kUpTo.
  HeightSamples draw(double reach, double coarseness, std::uint64_t seed, int most) const {
    HeightSamples out;
    std::array<float, kUpTo.size()> limit{};
    for (std::size_t k = 0; k < kUpTo.size(); ++k) {
      const double d = kUpTo[k] / coarseness;
      limit[k] = static_cast<float>(d * d);
    }
    const auto farthest = static_cast<float>(reach * reach);
    for (int j = 0; j < area_.rows; ++j)
      for (int i = 0; i < area_.columns; ++i) {
        const float d = squared_[static_cast<std::size_t>(j) * area_.columns + i];
        // 0 is the hole itself.
        if (d == 0.0f || d > farthest) continue;
        std::size_t k = 0;
        while (k + 1 < limit.size() && d > limit[k]) ++k;
        const int column = area_.column + i, row = area_.row + j;
        if (!is_drawn(column, row, 1 << k, seed) || !window_.known(column, row)) continue;
        if (out.count() > most) return out;  // too many: no need to count them
        out.add(column, row, window_.heights[window_.index(column, row)]);
      }
    return out;
  }

 private:
  const HeightWindow& window_;
  CellRect area_;
  std::vector<float> squared_;
};

/// Whether there are enough samples, and some in each quadrant around the hole's middle.
bool surrounds(const HeightSamples& s, const CellRect& bounds) {
  if (s.count() < kEnough) return false;
  const double x = bounds.column + 0.5 * (bounds.columns - 1), y = bounds.row + 0.5 * (bounds.rows - 1);
  std::array<int, 4> quarter{};
  for (int i = 0; i < s.count(); ++i) ++quarter[(s.x[i] > x ? 1 : 0) + (s.y[i] > y ? 2 : 0)];
  return *std::min_element(quarter.begin(), quarter.end()) >= kEnoughInQuadrant;
}

}  // namespace

HeightSamples stratified_samples(const HeightWindow& window, const std::vector<Cell>& hole,
                                 const SampleBudget& budget) {
  const CellRect bounds = bounds_of(hole);
  const double depth = 0.5 * (std::min(bounds.columns, bounds.rows) + 1);
  HeightSamples samples;
  // Search farther until the samples surround the hole; a small hole needs less than the first reach.
  for (const int longest : kReaches) {
    const double reach =
        longest == kReaches.front() ? std::min(kReachOfDepth * depth, 1.0 * longest) : longest;
    const Neighbourhood near(window, hole, bounds, static_cast<int>(std::ceil(reach)));
    // Widen the spacings by a quarter until the samples are within the budget.
    constexpr double kCoarser = 1.25;
    double coarseness = 1.0;
    do samples = near.draw(reach, coarseness, budget.seed, budget.most);
    while (samples.count() > budget.most && (coarseness *= kCoarser) < 1e3);
    if (surrounds(samples, bounds)) break;
  }
  return samples;
}

HeightSamples random_samples(const HeightWindow& window, int count, std::uint64_t seed) {
  std::vector<std::size_t> known;
  for (std::size_t i = 0; i < window.states.size(); ++i)
    if (window.states[i] == CellState::known) known.push_back(i);
  // The first `count` of a shuffle (Fisher & Yates 1938).
  math::RandomStream random(seed, 0);
  const std::size_t n = std::min(known.size(), static_cast<std::size_t>(std::max(count, 0)));
  HeightSamples out;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t rest = known.size() - i;
    std::swap(known[i], known[i + static_cast<std::size_t>(random.uniform() * static_cast<double>(rest))]);
    const auto at = static_cast<long long>(known[i]);
    out.add(static_cast<double>(window.place.column + at % window.place.columns),
            static_cast<double>(window.place.row + at / window.place.columns), window.heights[known[i]]);
  }
  return out;
}

HeightSamples crossed_samples(const HeightWindow& window, int count, std::uint64_t seed) {
  const HeightSamples places = random_samples(window, count / 2, seed);
  std::vector<char> taken(window.states.size(), 0);
  HeightSamples out;
  const auto take = [&](int column, int row) {
    if (!window.contains(column, row) || !window.known(column, row)) return;
    const std::size_t i = window.index(column, row);
    if (!taken[i]) out.add(column, row, window.heights[i]);
    taken[i] = 1;
  };
  // Every fourth sample brings its four neighbours along, which show the noise between adjacent cells.
  for (int i = 0; i < places.count(); ++i) {
    const int column = static_cast<int>(places.x[i]), row = static_cast<int>(places.y[i]);
    take(column, row);
    if (i % 4 != 0) continue;
    for (const int step : {-1, 1}) {
      take(column + step, row);
      take(column, row + step);
    }
  }
  return out;
}

}  // namespace grouser

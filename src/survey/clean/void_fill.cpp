// SPDX-License-Identifier: BSD-3-Clause
// Fills holes by kriging, region by region. A lone void cell uses weights that depend only on which of the 24
// cells around it are known; they are computed once per pattern. Overlapping regions are blended by their
// weights.
#include "grouser/survey/clean/void_fill.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "hole_regions.hpp"

namespace grouser {
namespace {

constexpr int kLoneHalf = 2, kLoneSide = 2 * kLoneHalf + 1;  // the neighbourhood of a single cell
constexpr double kFlatVariance = 1e-12;                      // m2: a plane fits the ground to a micrometre
// Number of samples that the raster's variance counts for, beside a neighbourhood's own.
constexpr int kPriorSamples = 50;

HoleLattice lattice_of(const FillOptions& o) { return {o.small_hole, o.block, o.margin}; }

/// Kriged heights of a region, with the bias of its rim spread into it.
std::vector<double> heights_of(const HoleRegion& region, const HeightWindow& window,
                               const GaussianProcess& process, const BiasOptions& options) {
  std::vector<double> heights;
  for (const Cell& c : region.cells) heights.push_back(process.mean(c.column, c.row));
  if (options.width == 0) return heights;

  // The area of the region and a rim of half a window around it.
  int left = region.cells[0].column, right = left;
  for (const Cell& c : region.cells) left = std::min(left, c.column), right = std::max(right, c.column);
  const int top = region.cells.front().row, bottom = region.cells.back().row, half = options.width / 2;
  const CellRect area = overlap(grown({left, top, right - left + 1, bottom - top + 1}, half), window.place);
  const auto at = [&](int column, int row) {
    return static_cast<std::size_t>(row - area.row) * area.columns + (column - area.column);
  };
  std::vector<BiasCell> cells(area.count(), BiasCell::outside);
  std::vector<double> bias(area.count(), 0.0);
  for (const Cell& c : region.cells) cells[at(c.column, c.row)] = BiasCell::hole;
  // Rim cells: known ones near the hole; their bias is the height minus the process's mean.
  for (const Cell& c : region.cells) {
    const CellRect round = overlap(grown({c.column, c.row, 1, 1}, half), area);
    for (int row = round.row; row < round.row + round.rows; ++row)
      for (int column = round.column; column < round.column + round.columns; ++column) {
        BiasCell& cell = cells[at(column, row)];
        if (cell != BiasCell::outside || !window.known(column, row)) continue;
        cell = BiasCell::rim;
        bias[at(column, row)] = window.heights[window.index(column, row)] - process.mean(column, row);
      }
  }
  spread_bias(cells, area.columns, area.rows, options, bias);
  for (std::size_t i = 0; i < heights.size(); ++i)
    heights[i] += bias[at(region.cells[i].column, region.cells[i].row)];
  return heights;
}

/// Standard deviations of a region's heights, m. The variance is that of the neighbourhood, so that rough
/// ground gets a larger deviation than smooth ground of the same raster; the raster's own variance counts as
/// kPriorSamples more samples.
std::vector<double> deviations_of(const HoleRegion& region, const HeightSamples& samples,
                                  const MaternParams& params) {
  MaternParams local = params;
  const double own = GaussianProcess(samples, params).likeliest_variance();
  const int n = samples.count();
  local.variance = std::max((n * own + kPriorSamples * params.variance) / (n + kPriorSamples), kFlatVariance);
  const GaussianProcess process(samples, local);
  std::vector<double> x, y, out(region.cells.size());
  for (const Cell& c : region.cells) x.push_back(c.column), y.push_back(c.row);
  process.deviations(x, y, out);
  return out;
}

/// Sums over the regions that cover a cell, for the cells of the core.
class Blend {
 public:
  explicit Blend(const CellRect& core) : core_(core), sums_(core.count()) {}
  void add(const Cell& c, double weight, double height, double deviation) {
    if (c.column < core_.column || c.row < core_.row || c.column >= core_.column + core_.columns ||
        c.row >= core_.row + core_.rows)
      return;
    Sum& s = sums_[static_cast<std::size_t>(c.row - core_.row) * core_.columns + (c.column - core_.column)];
    s.weight += weight, s.height += weight * height, s.deviation += weight * deviation;
  }
  std::vector<FilledCell> cells() const {
    std::vector<FilledCell> out;
    std::size_t i = 0;
    for (int row = core_.row; row < core_.row + core_.rows; ++row)
      for (int column = core_.column; column < core_.column + core_.columns; ++column, ++i)
        if (sums_[i].weight > 0.0)
          out.push_back(
              {{column, row}, sums_[i].height / sums_[i].weight, sums_[i].deviation / sums_[i].weight});
    return out;
  }

 private:
  struct Sum {
    double weight = 0.0, height = 0.0, deviation = 0.0;
  };
  CellRect core_;
  std::vector<Sum> sums_;
};

/// Pattern of known cells among the 24 around one, as bits row by row; the middle is 0.
unsigned known_round(const HeightWindow& window, const Cell& c) {
  unsigned bits = 0, bit = 1;
  for (int dr = -kLoneHalf; dr <= kLoneHalf; ++dr)
    for (int dc = -kLoneHalf; dc <= kLoneHalf; ++dc, bit <<= 1)
      if (window.contains(c.column + dc, c.row + dr) && window.known(c.column + dc, c.row + dr)) bits |= bit;
  return bits;
}

}  // namespace

void validate(const FillOptions& o) {
  const auto within = [](const char* name, int value, int least, int most) {
    if (value < least || value > most)
      throw InputError(name, fmt::format("{}", value), fmt::format("{} to {}", least, most));
  };
  within("samples of a neighbourhood", o.samples.most, 16, 4000);
  within("samples of the deviation", o.deviation_samples, 16, 200);
  within("block, cells", o.block, 8, 512);
  within("margin of a block, cells", o.margin, 0, o.block / 2);
  within("small hole, cells", o.small_hole, 1, 2000);
  validate(o.bias);
}

int fill_halo(const FillOptions& o) {
  return kSampleReach + std::max(o.small_hole, o.block + 2 * o.margin) + 1;
}

VoidFiller::VoidFiller(const MaternParams& params, const FillOptions& options, const Workers& workers)
    : params_(params), options_(options), workers_(workers) {
  validate(options);
  params_.variance = std::max(params.variance, kFlatVariance);
}

// The mean is linear in the heights: the weight of a cell is the mean where only that cell has height 1.
const VoidFiller::LoneWeights& VoidFiller::lone_weights(unsigned known) {
  constexpr std::size_t kMost = 5000;  // patterns kept
  // Forget all patterns when there are too many.
  if (lone_.size() >= kMost && !lone_.contains(known)) lone_.clear();
  const auto [entry, is_new] = lone_.try_emplace(known);
  if (!is_new) return entry->second;
  HeightSamples samples;
  for (int k = 0; k < kLoneSide * kLoneSide; ++k)
    if (known >> k & 1u) samples.add(k % kLoneSide - kLoneHalf, k / kLoneSide - kLoneHalf, 0.0);
  // Unit height at one sample at a time.
  for (double& height : samples.height) {
    height = 1.0;
    entry->second.push_back(GaussianProcess(samples, params_).mean(0.0, 0.0));
    height = 0.0;
  }
  return entry->second;
}

/// Height of a lone void cell from its neighbours; nothing if too few of them are known.
std::optional<double> VoidFiller::lone_height(const HeightWindow& window, const Cell& cell) {
  constexpr int kEnough = 12;  // known cells around it
  const unsigned known = known_round(window, cell);
  if (__builtin_popcount(known) < kEnough) return std::nullopt;
  const LoneWeights& weights = lone_weights(known);
  double height = 0.0;
  std::size_t next = 0;
  for (int k = 0; k < kLoneSide * kLoneSide; ++k)
    if (known >> k & 1u)
      height += weights[next++] * window.heights[window.index(cell.column + k % kLoneSide - kLoneHalf,
                                                              cell.row + k / kLoneSide - kLoneHalf)];
  return height;
}

std::vector<FilledCell> VoidFiller::fill(const HeightWindow& window, const CellRect& core,
                                         Deviation deviation, const GaussianProcess* whole) {
  const HoleLattice lattice = lattice_of(options_);
  Blend blend(core);
  const std::vector<HoleRegion> regions = find_hole_regions(window, core, lattice);
  double begun = 0.0;
  // Heights by one of three methods: weights of a lone cell, one process for the raster, or one per region.
  for (const HoleRegion& region : regions) {
    workers_.go_on();
    if (tell_) tell_(begun++ / static_cast<double>(regions.size()));
    const bool alone = region.cells.size() == 1 && !whole;
    const std::optional<double> lone = alone ? lone_height(window, region.cells[0]) : std::nullopt;
    std::vector<double> heights, deviations(region.cells.size(), 0.0);
    if (lone) {
      heights = {*lone};
    } else if (whole) {
      heights = heights_of(region, window, *whole, options_.bias);
    } else {
      const HeightSamples samples = stratified_samples(window, region.cells, options_.samples);
      if (samples.count() == 0) continue;
      for (int i = 0; log_ && i < samples.count(); ++i)
        log_->add(samples.x[i], samples.y[i], samples.height[i]);
      heights = heights_of(region, window, GaussianProcess(samples, params_), options_.bias);
    }
    // Deviations cost more per sample, and so use fewer of them.
    if (deviation == Deviation::compute) {
      const SampleBudget few{options_.deviation_samples, options_.samples.seed};
      const HeightSamples samples = stratified_samples(window, region.cells, few);
      if (samples.count() > 0) deviations = deviations_of(region, samples, params_);
    }
    for (std::size_t i = 0; i < region.cells.size(); ++i)
      blend.add(region.cells[i], region_weight(region, lattice, region.cells[i]), heights[i], deviations[i]);
  }
  return blend.cells();
}

}  // namespace grouser

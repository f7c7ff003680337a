// SPDX-License-Identifier: BSD-3-Clause
// One run of subset simulation: levels by thresholds of the margin, chains by conditional sampling that all
// step together in one batch, and the spread of the steps adapted towards the wanted acceptance.
#include "subset_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace grouser {
namespace {

constexpr double kWantedAcceptance = 0.44;  // Papaioannou et al. 2015, section 3.3.2

/// Sorts a level's points by margin; equal margins keep their order, so that results do not depend on the
/// sort.
void sort_by_margin(LevelPoints& level, std::size_t dimensions) {
  std::vector<std::size_t> order(level.margins.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return level.margins[a] < level.margins[b]; });
  LevelPoints sorted;
  sorted.points.reserve(level.points.size());
  for (const std::size_t k : order) {
    sorted.margins.push_back(level.margins[k]);
    sorted.roots.push_back(level.roots[k]);
    const auto from = level.points.begin() + static_cast<std::ptrdiff_t>(k * dimensions);
    sorted.points.insert(sorted.points.end(), from, from + static_cast<std::ptrdiff_t>(dimensions));
  }
  level = std::move(sorted);
}

/// A run without a result gets an infinite margin, so that it is in no level.
void bar_failed_runs(std::vector<double>& margins) {
  for (double& margin : margins)
    if (std::isnan(margin)) margin = std::numeric_limits<double>::infinity();
}

}  // namespace

SubsetRun::SubsetRun(const SubsetOptions& options, std::uint32_t number)
    : options_(options), random_(rare_stream(options.seed, RareStream::subset, number)) {}

/// The first level: standard normal points, each its own root.
void SubsetRun::draw_first(MarginCalls& calls) {
  const auto count = static_cast<std::size_t>(options_.points);
  const auto dimensions = static_cast<std::size_t>(options_.dimensions);
  level_.points.resize(count * dimensions);
  level_.margins.assign(count, kUnset);
  level_.roots.resize(count);
  std::iota(level_.roots.begin(), level_.roots.end(), std::size_t{0});
  fill_normal(random_, level_.points);
  calls.fill(level_.points, level_.margins);
  bar_failed_runs(level_.margins);
  sort_by_margin(level_, dimensions);
}

// Between the last point that stays and the first that goes, so that exactly the wanted share stays.
double SubsetRun::next_threshold() const {
  const auto seeds = static_cast<std::size_t>(std::lround(options_.points * options_.level_share));
  return 0.5 * (level_.margins[seeds - 1] + level_.margins[seeds]);
}

int SubsetRun::count_below(double threshold) const {
  return static_cast<int>(std::upper_bound(level_.margins.begin(), level_.margins.end(), threshold) -
                          level_.margins.begin());
}

// Robbins-Monro on log s, as in Papaioannou et al. 2015, equation (28); s stays in (0, 1].
void SubsetRun::adapt(int accepted, int asked, int step) {
  const double acceptance = static_cast<double>(accepted) / asked;
  spread_ *= math::exp((acceptance - kWantedAcceptance) / std::sqrt(static_cast<double>(step)));
  spread_ = std::min(spread_, 1.0);
}

/// The next level: chains from the `seeds` points at or below the threshold, until there are enough points.
void SubsetRun::walk(MarginCalls& calls, double threshold, int seeds) {
  const auto dimensions = static_cast<std::size_t>(options_.dimensions);
  const auto wanted = static_cast<std::size_t>(options_.points);
  // The seeds themselves are the first points of the new level.
  LevelPoints next, state = level_;
  state.points.resize(static_cast<std::size_t>(seeds) * dimensions);
  state.margins.resize(static_cast<std::size_t>(seeds));
  state.roots.resize(static_cast<std::size_t>(seeds));
  next = state;
  std::vector<double> tried, margins;
  // The last step may be shorter: only as many chains move as points are missing.
  for (int step = 1; next.margins.size() < wanted; ++step) {
    const std::size_t count = std::min(state.margins.size(), wanted - next.margins.size());
    const double kept = std::sqrt(1.0 - spread_ * spread_);
    tried.resize(count * dimensions);
    margins.assign(count, kUnset);
    for (std::size_t k = 0; k < tried.size(); ++k)
      tried[k] = kept * state.points[k] + spread_ * random_.normal();
    calls.fill(tried, margins);
    int accepted = 0;
    // A chain whose proposal leaves the level repeats its point.
    for (std::size_t k = 0; k < count; ++k) {
      if (!(margins[k] <= threshold)) continue;
      ++accepted;
      std::copy_n(tried.begin() + static_cast<std::ptrdiff_t>(k * dimensions), dimensions,
                  state.points.begin() + static_cast<std::ptrdiff_t>(k * dimensions));
      state.margins[k] = margins[k];
    }
    next.points.insert(next.points.end(), state.points.begin(),
                       state.points.begin() + static_cast<std::ptrdiff_t>(count * dimensions));
    next.margins.insert(next.margins.end(), state.margins.begin(),
                        state.margins.begin() + static_cast<std::ptrdiff_t>(count));
    next.roots.insert(next.roots.end(), state.roots.begin(),
                      state.roots.begin() + static_cast<std::ptrdiff_t>(count));
    adapt(accepted, static_cast<int>(count), step);
  }
  level_ = std::move(next);
  sort_by_margin(level_, dimensions);
}

double SubsetRun::run(MarginCalls& calls) {
  draw_first(calls);
  double probability = 1.0;
  for (int level = 0; level < options_.most_levels; ++level) {
    const double threshold = next_threshold();
    // The wanted share of this level fails already: the last factor is the share of failures in it.
    if (!(threshold > 0.0)) return probability * count_below(0.0) / options_.points;
    const int inside = count_below(threshold);
    // A plateau: chains repeat points where they stay, but not so many that half of the level shares a
    // margin.
    if (2 * inside > options_.points + 1 || !std::isfinite(threshold)) {
      refused_ = fmt::format("{} of {} points share the margin {:g}: the margin is not continuous", inside,
                             options_.points, threshold);
      return kUnset;
    }
    probability *= static_cast<double>(inside) / options_.points;
    walk(calls, threshold, inside);
  }
  refused_ = fmt::format("no failure in {} levels: below {:.1g}", options_.most_levels, probability);
  return kUnset;
}

LevelPoints SubsetRun::sample_failures(MarginCalls& calls) {
  walk(calls, 0.0, count_below(0.0));
  return level_;
}

}  // namespace grouser

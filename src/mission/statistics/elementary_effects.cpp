// SPDX-License-Identifier: BSD-3-Clause
// Morris' elementary effects. A plan is a list of random paths on a grid of levels; an effect is the
// difference of two neighbouring rows over their step. Intervals redraw whole paths, because the effects of
// one path share runs.
#include "grouser/mission/statistics/elementary_effects.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "bootstrap.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/random.hpp"
#include "grouser/mission/statistics/failed_runs.hpp"

namespace grouser {
namespace {

constexpr std::uint64_t kMorrisStream = std::uint64_t{9} << 32;

/// A whole number in [0, count), uniform.
int whole_below(math::RandomStream& random, int count) { return static_cast<int>(random.uniform() * count); }

/// A path: a start, then one input after the other in random order steps by +Delta or -Delta, of which only
/// one stays inside.
void add_path(UnitPlan& plan, math::RandomStream& random, int levels) {
  const int half = levels / 2;  // Delta in levels
  std::vector<int> place(static_cast<std::size_t>(plan.dimensions)), order(place.size());
  for (int& at : place) at = whole_below(random, levels);
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t k = order.size() - 1; k > 0; --k)  // Fisher & Yates
    std::swap(order[k], order[static_cast<std::size_t>(whole_below(random, static_cast<int>(k) + 1))]);
  const auto add_row = [&] {
    for (const int at : place) plan.points.push_back(static_cast<double>(at) / (levels - 1));
  };
  add_row();
  for (const int input : order) {
    int& at = place[static_cast<std::size_t>(input)];
    at += at < half ? half : -half;
    add_row();
  }
}

/// Effects of all paths, path by path, NaN where a run has no result.
std::vector<double> effects_of(const UnitPlan& plan, std::span<const double> values) {
  const auto d = static_cast<std::size_t>(plan.dimensions);
  std::vector<double> effects(plan.rows() / (d + 1) * d, kUnset);
  for (std::size_t path = 0; path < plan.rows() / (d + 1); ++path)
    for (std::size_t k = path * (d + 1); k < path * (d + 1) + d; ++k)
      // Exactly one input differs between neighbouring rows of a path.
      for (std::size_t i = 0; i < d; ++i) {
        const double step = plan.row(k + 1)[i] - plan.row(k)[i];
        if (step != 0.0) effects[path * d + i] = (values[k + 1] - values[k]) / step;
      }
  return effects;
}

/// Mean, mean of magnitudes and deviation of one input's effects over the paths drawn.
void sum_effects(std::span<const double> effects, std::size_t d, std::size_t input,
                 std::span<const std::uint32_t> paths, double* out) {
  double sum = 0.0, absolute = 0.0, squares = 0.0, count = 0.0;
  for (const std::uint32_t path : paths) {
    const double effect = effects[path * d + input];
    if (std::isnan(effect)) continue;
    sum += effect, absolute += std::fabs(effect), count += 1.0;
  }
  const double mean = sum / count;
  for (const std::uint32_t path : paths) {
    const double away = effects[path * d + input] - mean;
    if (!std::isnan(away)) squares += away * away;
  }
  out[0] = mean, out[1] = absolute / count, out[2] = std::sqrt(squares / std::fmax(1.0, count - 1.0));
}

}  // namespace

UnitPlan morris_plan(const MorrisOptions& options) {
  if (options.dimensions < 1 || options.paths < 1 || options.levels < 2 || options.levels % 2 != 0)
    throw InputError("Morris plan: needs an input, a path and an even number of levels");
  UnitPlan plan{.dimensions = options.dimensions, .points = {}};
  math::RandomStream random(options.seed, kMorrisStream);
  for (int k = 0; k < options.paths; ++k) add_path(plan, random, options.levels);
  return plan;
}

ElementaryEffects elementary_effects(const UnitPlan& plan, std::span<const double> values,
                                     const BootstrapOptions& options) {
  const auto d = static_cast<std::size_t>(plan.dimensions);
  if (values.size() != plan.rows() || plan.rows() % (d + 1) != 0)
    throw InputError("elementary effects: needs one value for each row of a Morris plan");
  // Too many failed runs, or an input with a single effect, refuse the whole analysis.
  ElementaryEffects result;
  for (const double value : values) result.failed_runs += !std::isfinite(value);
  result.refused = failed_runs_refusal(result.failed_runs, values.size());
  const std::vector<double> effects = effects_of(plan, values);
  const std::size_t paths = plan.rows() / (d + 1);
  std::vector<int> counts(d, 0);
  for (std::size_t k = 0; k < effects.size(); ++k) counts[k % d] += !std::isnan(effects[k]);
  if (result.refused.empty() && *std::min_element(counts.begin(), counts.end()) < 2)
    result.refused = "an input has fewer than two effects: more paths";
  if (!result.refused.empty()) return result;
  // Three estimates per input, redrawn together.
  const auto ranged = bootstrap(
      paths, 3 * d,
      [&](std::span<const std::uint32_t> rows, std::span<double> out) {
        for (std::size_t i = 0; i < d; ++i) sum_effects(effects, d, i, rows, out.data() + 3 * i);
      },
      options);
  for (std::size_t i = 0; i < d; ++i)
    result.inputs.push_back({ranged[3 * i], ranged[3 * i + 1], ranged[3 * i + 2], counts[i]});
  return result;
}

}  // namespace grouser

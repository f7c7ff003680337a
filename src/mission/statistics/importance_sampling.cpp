// SPDX-License-Identifier: BSD-3-Clause
// Importance sampling: draws points of the mixture in batches, weighs each run by phi/q and sums the
// weights of failures. Weights depend on the points alone, so an interrupted estimate is repeated exactly.
#include "grouser/mission/statistics/importance_sampling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/mission/statistics/failed_runs.hpp"
#include "margin_calls.hpp"
#include "student_width.hpp"

namespace grouser {
namespace {

/// Points of the mixture: each from a part that is drawn with its share.
void draw_mixture(const NormalMixture& mixture, math::RandomStream& random, std::span<double> points) {
  const auto dimensions = static_cast<std::size_t>(mixture.dimensions);
  const std::size_t parts = mixture.centres.size() / dimensions;
  for (std::size_t at = 0; at < points.size(); at += dimensions) {
    // Below 0 the uniform number has fallen in the plain share; else it selects a centre.
    const double part = (random.uniform() - mixture.plain_share) / (1.0 - mixture.plain_share);
    fill_normal(random, points.subspan(at, dimensions));
    if (part < 0.0) continue;
    const std::size_t k = std::min(static_cast<std::size_t>(part * static_cast<double>(parts)), parts - 1);
    for (std::size_t i = 0; i < dimensions; ++i)
      points[at + i] = mixture.centres[k * dimensions + i] + mixture.width * points[at + i];
  }
}

/// Mean, spread and effective size of the weights of failures among `count` runs with a result.
void sum_up(ImportanceEstimate& estimate, double confidence) {
  double sum = 0.0, squares = 0.0;
  for (std::size_t k = 0; k < estimate.weights.size(); ++k) {
    if (!(estimate.margins[k] <= 0.0)) continue;
    sum += estimate.weights[k];
    squares += estimate.weights[k] * estimate.weights[k];
  }
  // Few effective failures leave the spread itself unknown, so there is no figure.
  estimate.effective_size = squares > 0.0 ? sum * sum / squares : 0.0;
  if (estimate.effective_size < kLeastEffectiveSize) {
    estimate.refused = fmt::format(
        "the failures found weigh as much as {:.1f} equal ones, fewer than {:g}: a larger "
        "pilot (points), or more runs",
        estimate.effective_size, kLeastEffectiveSize);
    return;
  }
  // Runs without a result count neither as failures nor as runs.
  double count = 0.0;
  for (const double margin : estimate.margins) count += !std::isnan(margin);
  estimate.probability = sum / count;
  const double variance = std::max(0.0, squares / count - estimate.probability * estimate.probability);
  estimate.variation = std::sqrt(variance / (count - 1.0)) / estimate.probability;
  // On the logarithm (delta method): positive, and longer upwards, as a sum of a few large weights is.
  const double half = student_width(confidence, static_cast<int>(count) - 1) * estimate.variation;
  estimate.range = {estimate.probability * math::exp(-half),
                    std::min(1.0, estimate.probability * math::exp(half))};
}

}  // namespace

double NormalMixture::weight(std::span<const double> point) const {
  const auto size = static_cast<std::size_t>(dimensions);
  const double parts = static_cast<double>(centres.size() / size);
  double density = plain_share;
  const double narrow = 1.0 / (width * width), height = math::pow(width, -static_cast<double>(dimensions));
  for (std::size_t at = 0; at < centres.size(); at += size) {
    double exponent = 0.0;
    for (std::size_t i = 0; i < size; ++i) {
      const double off = point[i] - centres[at + i];
      exponent += 0.5 * (point[i] * point[i] - narrow * off * off);
    }
    density += (1.0 - plain_share) / parts * height * math::exp(exponent);
  }
  return 1.0 / density;
}

// Weighted runs follow those of the pilot in number.
ImportanceEstimate estimate_by_importance(const MarginModel& model, const Proposal& proposal,
                                          const ImportanceOptions& options) {
  if (options.runs < 2 || options.batch < 1)
    throw InputError("importance sampling: needs two runs and a batch of one at least");
  ImportanceEstimate estimate;
  estimate.runs = proposal.runs;
  estimate.failed_runs = proposal.failed_runs;
  estimate.refused = proposal.refused;
  if (!estimate.refused.empty()) return estimate;
  const auto dimensions = static_cast<std::size_t>(proposal.mixture.dimensions);
  MarginCalls calls(model, proposal.mixture.dimensions, proposal.runs);
  math::RandomStream random = rare_stream(options.seed, RareStream::importance);
  std::vector<double> points;
  while (calls.runs() < options.runs) {
    const std::size_t count = std::min(options.batch, options.runs - calls.runs());
    points.resize(count * dimensions);
    draw_mixture(proposal.mixture, random, points);
    for (std::size_t k = 0; k < count; ++k)
      estimate.weights.push_back(
          proposal.mixture.weight(std::span<const double>(points).subspan(k * dimensions, dimensions)));
    estimate.margins.resize(estimate.weights.size(), kUnset);
    calls.fill(points, std::span<double>(estimate.margins).last(count));
  }
  estimate.runs += calls.runs();
  estimate.failed_runs += calls.failed_runs();
  estimate.refused = failed_runs_refusal(estimate.failed_runs, estimate.runs);
  if (estimate.refused.empty()) sum_up(estimate, options.confidence);
  return estimate;
}

}  // namespace grouser

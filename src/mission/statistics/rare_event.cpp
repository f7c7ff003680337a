// SPDX-License-Identifier: BSD-3-Clause
// The parts that all estimators of rare failures share: counted calls of the model, separate random
// streams, answers from stored margins, and the plain Monte Carlo estimate.
#include "grouser/mission/statistics/rare_event.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "grouser/base/error.hpp"
#include "grouser/mission/statistics/failed_runs.hpp"
#include "margin_calls.hpp"

namespace grouser {

MarginModel answer_from(std::vector<double> known, MarginModel model) {
  // Shared: std::function copies what it holds.
  const auto margins = std::make_shared<const std::vector<double>>(std::move(known));
  // The part of the batch that lies before the end of the known margins is copied; the rest reaches the
  // model.
  return [margins, model = std::move(model)](const MarginBatch& batch) {
    const std::size_t held = margins->size() > batch.first ? margins->size() - batch.first : 0;
    const std::size_t taken = std::min(held, batch.margins.size());
    std::copy_n(margins->begin() + static_cast<std::ptrdiff_t>(taken > 0 ? batch.first : 0), taken,
                batch.margins.begin());
    if (taken == batch.margins.size()) return;
    model({.first = batch.first + taken,
           .dimensions = batch.dimensions,
           .points = batch.points.subspan(taken * static_cast<std::size_t>(batch.dimensions)),
           .margins = batch.margins.subspan(taken)});
  };
}

MarginCalls::MarginCalls(const MarginModel& model, int dimensions, std::size_t first)
    : model_(model), dimensions_(dimensions), first_(first) {
  if (dimensions < 1) throw InputError("rare event: the model needs one dimension at least");
}

void MarginCalls::fill(std::span<const double> points, std::span<double> margins) {
  model_({.first = next(), .dimensions = dimensions_, .points = points, .margins = margins});
  runs_ += margins.size();
  for (const double margin : margins) failed_ += std::isnan(margin);
}

math::RandomStream rare_stream(std::uint64_t seed, RareStream use, std::uint32_t number) {
  return math::RandomStream(seed, (static_cast<std::uint64_t>(use) << 32) | number);
}

void fill_normal(math::RandomStream& random, std::span<double> values) {
  for (double& value : values) value = random.normal();
}

RareEstimate estimate_plain(const MarginModel& model, const PlainOptions& options) {
  if (options.runs < 1 || options.batch < 1)
    throw InputError("plain estimate: runs and batch must be at least 1");
  MarginCalls calls(model, options.dimensions, 0);
  math::RandomStream random = rare_stream(options.seed, RareStream::plain);
  std::vector<double> points, margins;
  int hits = 0;
  // Batches of standard normal points; failed runs are neither hits nor counted in the share.
  while (calls.runs() < options.runs) {
    const std::size_t count = std::min(options.batch, options.runs - calls.runs());
    points.resize(count * static_cast<std::size_t>(options.dimensions));
    margins.assign(count, kUnset);
    fill_normal(random, points);
    calls.fill(points, margins);
    for (const double margin : margins) hits += margin <= 0.0;
  }
  RareEstimate estimate;
  estimate.runs = calls.runs();
  estimate.failed_runs = calls.failed_runs();
  estimate.refused = failed_runs_refusal(estimate.failed_runs, estimate.runs);
  if (!estimate.refused.empty()) return estimate;
  const int n = static_cast<int>(estimate.runs), failed = static_cast<int>(estimate.failed_runs);
  estimate.probability = static_cast<double>(hits) / (n - failed);
  // The lower end takes no failed run as a hit, the upper end takes all of them.
  estimate.range = {clopper_pearson(hits, n, options.confidence).low,
                    clopper_pearson(hits + failed, n, options.confidence).high};
  if (hits > 0) estimate.variation = std::sqrt((1.0 - estimate.probability) / hits);
  estimate.effective_size = hits;
  return estimate;
}

}  // namespace grouser

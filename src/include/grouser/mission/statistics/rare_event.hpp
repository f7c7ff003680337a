// SPDX-License-Identifier: BSD-3-Clause
// Probability of a rare failure of a model with standard normal inputs, plain, and the parts that all
// estimators of it share.
//
// The model is called with a batch of points and fills in a margin for each: a failure is a margin <= 0, NaN
// is a run without a result. A batch holds points that do not depend on each other, so the caller may run
// them side by side. It is a callback and not a state machine that is asked and answered, because that state
// (chains, thresholds, proposals) would have to be stored and read again: points depend on the seed and on
// the margins before them alone, so a campaign that was cut off calls the same function again and answers
// from its store (answer_from()) until it comes to a point that it has not run.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "grouser/mission/statistics/sample_statistics.hpp"

namespace grouser {

struct MarginBatch {
  std::size_t first = 0;  ///< number of points asked before: point i of the batch is number first + i
  int dimensions = 0;
  std::span<const double> points;  ///< in standard normal space, point by point
  std::span<double> margins;       ///< to be filled, one per point
};
using MarginModel = std::function<void(const MarginBatch&)>;

/// The first known.size() points are answered from `known`, by number; only those after them reach the model.
MarginModel answer_from(std::vector<double> known, MarginModel model);

struct RareEstimate {
  double probability = kUnset;
  Interval range{kUnset, kUnset};
  double variation = kUnset;       ///< standard error over probability
  std::size_t runs = 0;            ///< points asked for
  std::size_t failed_runs = 0;     ///< of them without a result
  double effective_size = kUnset;  ///< so many failures of plain Monte Carlo would say as much
  std::string refused;  ///< why there is no figure, else empty: the numbers above but for the runs are NaN
};

struct PlainOptions {
  int dimensions = 1;
  std::size_t runs = 1000;
  std::size_t batch = 1000;
  std::uint64_t seed = 0;
  double confidence = 0.95;
};
/// Monte Carlo with Clopper & Pearson's interval, whose upper end takes every run without a result as a
/// failure and whose lower end takes none; the figure leaves them out. Needs about 100/p runs for 10 %.
RareEstimate estimate_plain(const MarginModel&, const PlainOptions&);

}  // namespace grouser

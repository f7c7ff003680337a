// SPDX-License-Identifier: BSD-3-Clause
// The metrics of a run for people: those that say how it went first, and what the largest ones are the
// largest of. For programs they stay sorted by name.
#pragma once
#include <string>
#include <vector>

#include "common/headline_metrics.hpp"
#include "console.hpp"

namespace grouser::cli {

/// A metric as a run file or a summary gives it, in SI units.
struct ShownMetric {
  std::string name;
  double value;
  std::string unit;
};

/// name, value, unit and, where the name leaves it open, its meaning.
void add_metric_rows(TextTable& table, std::vector<ShownMetric> metrics);

}  // namespace grouser::cli

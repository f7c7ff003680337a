// SPDX-License-Identifier: BSD-3-Clause
// Plans of runs as points of the unit cube, row by row; the caller maps each column onto its parameter (for
// a distribution by its quantile function).
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "grouser/mission/statistics/sample_statistics.hpp"

namespace grouser {

struct UnitPlan {
  int dimensions = 0;
  std::vector<double> points;  ///< in [0, 1]
  std::size_t rows() const { return points.size() / static_cast<std::size_t>(dimensions); }
  std::span<const double> row(std::size_t k) const {
    return {points.data() + k * static_cast<std::size_t>(dimensions), static_cast<std::size_t>(dimensions)};
  }
};

struct BootstrapOptions {
  int resamples = 500;
  std::uint64_t seed = 0;
  double confidence = 0.95;
};

/// A number with its interval.
struct Ranged {
  double value = kUnset;
  Interval range{kUnset, kUnset};
};

}  // namespace grouser

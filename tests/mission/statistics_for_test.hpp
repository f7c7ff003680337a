// SPDX-License-Identifier: BSD-3-Clause
// What the tests of the campaign's estimates share: how often they repeat, models with known answers, and their numbers as text.
// GROUSER_REPEATS=5 repeats everything five times as often; GROUSER_STATISTICS_REPORT=FILE appends "name value" of each number
// measured (scripts/compare_openturns reads it).
#pragma once
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>

#include "catch.hpp"
#include "grouser/mission/statistics/rare_event.hpp"

namespace grouser::estimates {

inline int repeats(int usual) {
  const char* times = std::getenv("GROUSER_REPEATS");
  return usual * (times ? std::max(1, std::atoi(times)) : 1);
}

inline void report(const std::string& name, double value) {
  INFO(name << " = " << value);
  if (const char* path = std::getenv("GROUSER_STATISTICS_REPORT"))
    std::ofstream(path, std::ios::app) << name << ' ' << value << '\n';
}

/// How often intervals held what they should.
struct Coverage {
  int held = 0, count = 0;
  void add(const Interval& range, double truth) {
    ++count;
    held += range.low <= truth && truth <= range.high;
  }
  double share() const { return static_cast<double>(held) / count; }
};

inline double normal_tail(double beta) { return 0.5 * std::erfc(beta / std::sqrt(2.0)); }

/// g = beta - sum(x)/sqrt(d): P(g <= 0) = Phi(-beta) whatever d.
inline MarginModel linear_state(double beta) {
  return [beta](const MarginBatch& batch) {
    const auto d = static_cast<std::size_t>(batch.dimensions);
    for (std::size_t k = 0; k < batch.margins.size(); ++k) {
      double sum = 0.0;
      for (std::size_t i = 0; i < d; ++i) sum += batch.points[k * d + i];
      batch.margins[k] = beta - sum / std::sqrt(static_cast<double>(d));
    }
  };
}

}  // namespace grouser::estimates

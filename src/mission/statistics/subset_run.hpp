// SPDX-License-Identifier: BSD-3-Clause
// One run of subset simulation: the estimate repeats it, and importance sampling takes its failures from
// it.
#pragma once
#include "grouser/mission/statistics/subset_simulation.hpp"
#include "margin_calls.hpp"

namespace grouser {

/// A level's points with their margins, sorted. A root is the first level's point that a chain began at;
/// points of one root are alike.
struct LevelPoints {
  std::vector<double> points, margins;
  std::vector<std::size_t> roots;
};

/// One run from the first level to the failures. A margin of NaN never enters a level.
class SubsetRun {
 public:
  SubsetRun(const SubsetOptions& options, std::uint32_t number);
  /// Probability of failure; NaN with `refused()` where it was not reached.
  double run(MarginCalls& calls);
  const std::string& refused() const { return refused_; }
  /// Points in failure after run(): one more level of chains that start from those of the last one.
  LevelPoints sample_failures(MarginCalls& calls);

 private:
  void draw_first(MarginCalls& calls);
  double next_threshold() const;
  int count_below(double threshold) const;
  void walk(MarginCalls& calls, double threshold, int seeds);
  void adapt(int accepted, int asked, int step);

  SubsetOptions options_;
  math::RandomStream random_;
  LevelPoints level_;  // sorted by margin
  double spread_ = kFirstSpread;
  std::string refused_;

  static constexpr double kFirstSpread =
      0.6;  // s of the first step: lambda of Papaioannou et al., section 3.3.2
};

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Which inputs matter at all, by few runs: elementary effects along random paths (Morris, Technometrics 33
// (1991)).
//   EE_i = (y(x + Delta e_i) - y(x))/Delta, Delta = p/(2 (p - 1)) on a grid of p levels, p even
// A path has d + 1 rows, each of which moves one input; r paths are r (d + 1) runs. Reported for each input:
//   mean           mu: the effect with its sign
//   mean_absolute  mu*: effects that change sign do not cancel  (Campolongo, Cariboni & Saltelli, Environ.
//                  Modell. Softw. 22 (2007))
//   deviation      sigma: how much the effect depends on where it is (curvature, interaction)
// Paths are independent, so intervals come from drawing paths again.
#pragma once
#include "grouser/mission/statistics/unit_plan.hpp"

namespace grouser {

struct MorrisOptions {
  int dimensions = 1;
  int paths = 20;
  int levels = 4;  ///< even
  std::uint64_t seed = 0;
};
/// Throws InputError for options without sense.
UnitPlan morris_plan(const MorrisOptions&);

struct ElementaryEffect {
  Ranged mean, mean_absolute, deviation;
  int count = 0;  ///< paths that have this effect
};
struct ElementaryEffects {
  std::vector<ElementaryEffect> inputs;  ///< per unit of the cube; empty where refused
  std::size_t failed_runs = 0;
  /// Reason for refusal, or empty: more than kMostFailedShare of the rows have no result, or an input has
  /// fewer than two effects.
  std::string refused;
};
/// `values`: one per row of the plan; NaN means no result, and the effects that use it are lost. Throws
/// InputError for other sizes.
ElementaryEffects elementary_effects(const UnitPlan&, std::span<const double> values,
                                     const BootstrapOptions&);

}  // namespace grouser

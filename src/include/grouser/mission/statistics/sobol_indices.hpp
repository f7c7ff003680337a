// SPDX-License-Identifier: BSD-3-Clause
// Shares of a number's variance that come from each input (Sobol', Math. Model. Comput. Exp. 1 (1993)):
//   first order S_i = V(E(y | x_i))/V(y)        alone
//   total       T_i = E(V(y | x_~i))/V(y)       with all interactions that it takes part in
// Plan of Saltelli: two independent samples A, B of N rows and for each input A with its column from B: N
// (d + 2) runs. Estimators
//   S_i V = 1/N sum y_B (y_ABi - y_A)      Saltelli et al., Comput. Phys. Commun. 181 (2010), table 2 (b)
//   T_i V = 1/(2N) sum (y_A - y_ABi)^2     Jansen, Comput. Phys. Commun. 117 (1999); the same table, (f)
// with the mean of all taken off y first, which leaves the mean of (b) and takes most of its spread where y
// is far from zero.
//
// A row of base points is one row of A and B; the rows of the plan stand together: A, B, AB_1 ... AB_d, so
// that a campaign that is cut short has whole rows. Base points are Sobol's sequence in 2d dimensions
// (boost::random::sobol, directions of Joe & Kuo, SIAM J. Sci. Comput. 30 (2008)), shifted by random bits
// of the seed (digital shift: Owen, in Monte Carlo and Quasi-Monte Carlo Methods 2002, section 3), or
// independent. N should be a power of two for the former. Intervals come from drawing base rows again:
// honest for independent ones, too wide for Sobol's.
#pragma once
#include "grouser/mission/statistics/unit_plan.hpp"

namespace grouser {

enum class BasePoints { sobol, independent };

struct SaltelliOptions {
  int dimensions = 1;
  std::size_t base_rows = 1024;  ///< N
  BasePoints points = BasePoints::sobol;
  std::uint64_t seed = 0;
};
/// Throws InputError for options without sense.
UnitPlan saltelli_plan(const SaltelliOptions&);

struct SobolIndex {
  Ranged first, total;
};
struct SobolIndices {
  double mean = kUnset, variance = kUnset;  ///< of the rows A and B
  std::vector<SobolIndex> inputs;           ///< empty where refused
  std::size_t failed_runs = 0;
  /// Reason for refusal, or empty: more than kMostFailedShare of the runs have no result, or the result does
  /// not vary.
  std::string refused;
};
/// `values`: one per row of the plan; NaN means no result, and the base row is then lost for the indices that
/// need it (all inputs for A and B, one for AB_i). Throws InputError for other sizes.
SobolIndices sobol_indices(const UnitPlan&, std::span<const double> values, const BootstrapOptions&);

}  // namespace grouser

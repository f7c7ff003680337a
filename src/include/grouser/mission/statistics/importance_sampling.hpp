// SPDX-License-Identifier: BSD-3-Clause
// Importance sampling in standard normal space: points from a density q that lies where failures are,
// weighted back,
//   P = mean of w [g <= 0], w = phi(x)/q(x)      (Kahn & Marshall, J. Oper. Res. Soc. Am. 1 (1953))
// q is a mixture of normal densities of one width s about some centres and of phi itself with a share a_0,
// which bounds every weight by 1/a_0 (Hesterberg, Technometrics 37 (1995): defensive mixture).
//   w = 1/(a_0 + (1 - a_0)/K sum s^-d exp(|x|^2/2 - |x - c_k|^2/(2 s^2)))
// Failures are found by a short subset simulation. Two proposals are made of them. Modes: means of groups
// (k-means), of unit width; groups with failure midway between them are one. Only means are fitted, since
// in 20 dimensions a few hundred correlated failures do not carry a covariance. Kernels: the failures
// themselves, of one width (Ang, Ang & Tang, J. Eng. Mech. 118 (1992)), for few dimensions and failures in
// many directions. The spread of an estimate follows the mean of w over failures,
//   E_q[w^2 I] = P E[w | failure],
// so the proposal with the least such mean is used. For kernels it is estimated from failures of other roots
// (points of the pilot that their chains began at). A mode that the pilot does not find is seen by the share
// a_0 alone, as by plain Monte Carlo with that share of the runs.
//
// The figure is refused below kLeastEffectiveSize = (sum w)^2 / sum w^2 over the failures: beyond that a
// few weights make the sum, and its spread is not known (Kong, Liu & Wong, J. Am. Stat. Assoc. 89 (1994)
// for the measure).
#pragma once
#include "grouser/mission/statistics/subset_simulation.hpp"

namespace grouser {

inline constexpr double kLeastEffectiveSize = 100.0;

struct NormalMixture {
  int dimensions = 0;
  double plain_share = 0.1;     ///< a_0
  std::vector<double> centres;  ///< one after the other
  double width = 1.0;           ///< s

  /// w of a point.
  double weight(std::span<const double> point) const;
};

struct ProposalOptions {
  int dimensions = 1;
  int points = 1000;  ///< of a level of the pilot
  double level_share = 0.1;
  int centres = 4;    ///< of modes, at most
  int kernels = 400;  ///< at most; 0: modes only
  double plain_share = 0.1;
  int most_levels = 20;
  std::uint64_t seed = 0;
};
struct Proposal {
  NormalMixture mixture;
  std::size_t runs = 0, failed_runs = 0;  ///< that finding it took
  std::string refused;
};
/// From the failures of one run of subset simulation and of one more level within them. Throws InputError.
Proposal find_proposal(const MarginModel&, const ProposalOptions&);

struct ImportanceOptions {
  std::size_t runs = 5000;
  std::size_t batch = 1000;
  std::uint64_t seed = 0;
  double confidence = 0.95;
};
struct ImportanceEstimate : RareEstimate {
  std::vector<double> weights, margins;  ///< of each weighted run, without those of the pilot
};
/// `runs` of the estimate contain those of the proposal; the first weighted point has the number
/// proposal.runs.
ImportanceEstimate estimate_by_importance(const MarginModel&, const Proposal&, const ImportanceOptions&);

}  // namespace grouser

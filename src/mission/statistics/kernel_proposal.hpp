// SPDX-License-Identifier: BSD-3-Clause
// Importance sampling's proposal of one kernel per failure, and a measure of how good a proposal is.
#pragma once
#include "grouser/mission/statistics/importance_sampling.hpp"
#include "subset_run.hpp"

namespace grouser {

/// Mean weight of points that fail, which the mean squared weight of an estimate is proportional to.
double mean_weight(const NormalMixture&, std::span<const double> points);

struct KernelProposal {
  NormalMixture mixture;
  double mean_weight = kUnset;  ///< of failures of other roots than the kernels
};
/// Kernels of the best of some widths about at most `most` of the failures; mean_weight is NaN where these
/// have too few roots.
KernelProposal find_kernels(const LevelPoints& failures, int dimensions, double plain_share, int most);

}  // namespace grouser

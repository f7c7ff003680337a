// SPDX-License-Identifier: BSD-3-Clause
// Correlation length, noise and variance of heights by marginal likelihood.
#pragma once
#include <vector>

#include "grouser/base/workers.hpp"
#include "grouser/survey/clean/gaussian_process.hpp"

namespace grouser {

/// Limits of the search, in the unit of the coordinates and as a share of the variance.
struct MaternBounds {
  double least_length = 1.0, most_length = 5000.0;
  double least_noise = 1e-8, most_noise = 1.0;
};

/// Log marginal likelihood of heights without a trend, at the most likely variance, and its derivatives.
struct ProfileLikelihood {
  double value = 0.0;
  double by_log_length = 0.0, by_log_noise = 0.0;
  double variance = 0.0;  ///< the most likely one, m2
};
ProfileLikelihood profile_likelihood(const HeightSamples&, double length, double noise);

struct MaternFit {
  MaternParams params;
  double log_likelihood = 0.0;
  int evaluations = 0;
};

/// The parameters that maximise the joint likelihood of the groups of samples. Length and noise are common;
/// each group has its own variance (the mean, weighted by the samples, is returned), so rough and smooth
/// places may stand side by side. A least-squares plane is removed from each group first. Throws InputError:
/// fewer than eight samples in all, or what GaussianProcess refuses; RunError: stopped. Flat ground gives
/// variance 0.
MaternFit fit_matern(const std::vector<HeightSamples>& groups, const MaternBounds& = {}, const Workers& = {});

}  // namespace grouser

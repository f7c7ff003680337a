// SPDX-License-Identifier: BSD-3-Clause
// Uncertainty of the values: draws of the posterior, or its form from the derivatives. The prior is uniform
// over each range, along its logarithm where the key's scale is logarithmic.
#pragma once
#include "fit/fit_search.hpp"

namespace grouser {

/// Points from 0 to 1 per key.
struct FitPosterior {
  PosteriorKind kind = PosteriorKind::none;
  std::vector<VecX> draws;  ///< of the ensemble; empty: linear
  VecX low, high;           ///< 95 % interval of each key
  MatX covariance;
  double independent = 0.0, acceptance = 0.0;
};

/// From the derivatives, with Student's width for noise that was found from the residuals.
FitPosterior linear_posterior(const FitProblem& problem, const FoundMinimum& minimum);
/// From draws of the ensemble sampler, 24 walkers or six per key. Throws Interrupted.
FitPosterior ensemble_posterior(const FitProblem& problem, const FoundMinimum& minimum, const FitSpec& spec,
                                const FitRunOptions& options);

/// J^T J of the minimum, J over the noise.
MatX fisher_information(const FoundMinimum& minimum);
/// Its inverse with that of a uniform prior's variance, 1/12, so that directions without information stay
/// finite.
MatX bounded_covariance(const MatX& information);

/// The quantile of sorted numbers, linear between them.
double sorted_quantile(const std::vector<double>& sorted, double share);

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Nonlinear least squares within bounds: the trust-region method of Levenberg and Marquardt.
//
// Sources: Marquardt, J. SIAM 11 (1963); Moré, "The Levenberg-Marquardt algorithm: implementation and
// theory", Lecture Notes in Mathematics 630 (1978), whose scaling by the largest column norms so far is
// taken; Nielsen, report IMM-REP-1999-05 (1999), for the update of the damping; Kanzow, Yamashita &
// Fukushima, J. Comput. Appl. Math. 172 (2004), for the projection on the bounds. Variables that lie at a
// bound against which the gradient presses are left out of a step.
//
// It calls no library of the C compiler but sqrt, so that a fit has the same bits on every computer
// (docs/fit.md says why it stands here in place of Ceres or NLopt).
#pragma once
#include <functional>

#include "grouser/math/types.hpp"

namespace grouser {

/// Residuals of a point; an empty vector: the model has no value there.
using ResidualFunction = std::function<VecX(const VecX& x)>;
/// Their derivatives; `residuals` are those at x. An empty matrix: there are none.
using JacobianFunction = std::function<MatX(const VecX& x, const VecX& residuals)>;

struct LeastSquaresOptions {
  int most_iterations = 100;
  double least_decrease = 1e-14;  ///< of the cost in an accepted step, relative
  double least_step = 1e-10;      ///< of the variables, whose ranges are of the order of 1
};

struct LeastSquaresResult {
  VecX x, residuals;
  MatX jacobian;       ///< at x; empty where there is none
  double cost = 0.0;   ///< half of the sum of squares
  int iterations = 0;  ///< accepted and refused steps
  bool converged = false;
  bool valid = false;  ///< false: the start has no residuals
};

/// Minimises half of the sum of squares within low <= x <= high, from `start`, which lies there.
LeastSquaresResult minimise_squares(const ResidualFunction& residuals, const JacobianFunction& jacobian,
                                    const VecX& start, const VecX& low, const VecX& high,
                                    const LeastSquaresOptions& options = {});

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/math/eigenvalues.hpp"

#include <Eigen/Eigenvalues>

namespace grouser {

// The one place that compiles Eigen's solver, ten seconds of any build.
Eigen::VectorXcd calc_eigenvalues(const MatX& A) { return Eigen::EigenSolver<MatX>(A, false).eigenvalues(); }

double spectral_radius(const MatX& A) { return calc_eigenvalues(A).cwiseAbs().maxCoeff(); }

}  // namespace grouser

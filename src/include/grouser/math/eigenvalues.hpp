// SPDX-License-Identifier: BSD-3-Clause
// Eigenvalues of dense matrices, for questions of stability. Never called in a step: they allocate.
#pragma once
#include "grouser/math/types.hpp"

namespace grouser {

/// Eigenvalues of a real square matrix, in the order that Eigen finds them.
Eigen::VectorXcd calc_eigenvalues(const MatX& A);

/// Largest absolute eigenvalue.
double spectral_radius(const MatX& A);

}  // namespace grouser

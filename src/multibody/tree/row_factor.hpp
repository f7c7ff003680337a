// SPDX-License-Identifier: BSD-3-Clause
// Cholesky's factor of the small matrix of some rows, with a look at each pivot: how much of a row the rows
// before it leave.
#pragma once
#include "grouser/math/types.hpp"

namespace grouser {

/// A pivot of A, divided by its diagonal entry, is sin^2 of the angle between a row and the space of the rows
/// before it, measured by H^-1. Rounding leaves about 1e-15 of a dependent row; 1e-10 is 0.6 millidegrees.
inline constexpr double kSmallestPivot = 1e-10;

/// Factors the leading n x n part in place (lower triangle). Returns the first row whose pivot is too
/// small, or -1. pivot: sin^2 of the angle between that row and the space of the rows before it. least: a
/// row whose diagonal entry is below counts as one of this size.
int factor_rows(MatX& A, Eigen::Index n, double least, double& pivot);
/// b <- L^-1 b and b <- L^-T b, the first n entries.
void substitute_forward(const MatX& L, Eigen::Index n, Eigen::Ref<VecX> b);
void substitute_backward(const MatX& L, Eigen::Index n, Eigen::Ref<VecX> b);

}  // namespace grouser

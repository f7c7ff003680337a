// SPDX-License-Identifier: BSD-3-Clause
// Solvers of A x = b for the multipliers' matrix, symmetric positive definite of n rows with non-zeros
// within `band` of the diagonal. They are the thesis's, for comparison; only what the scenario asks for by
// name runs them.
#pragma once
#include <vector>

#include "grouser/math/types.hpp"
#include "grouser/multibody/constrained/row_solver.hpp"

namespace grouser {

/// A factorised once, solved for several right sides.
class LinearSolver {
 public:
  void factor(RowSolver kind, const MatX& A, Eigen::Index band);
  /// x holds b on entry. Iterative solvers begin at zero: with the last solution as a guess, a run that
  /// goes on from a state would not have the bits of one without a break.
  SolverEffort solve(VecX& x);

 private:
  SolverEffort iterate(VecX& x);
  RowSolver kind_ = RowSolver::banded_cholesky;
  Eigen::Index band_ = 0;
  MatX A_, factor_;
  std::vector<Eigen::Index> pivot_;
};

/// Limits of iterative solvers: the residual over the right side at which they end, and the most iterations.
inline constexpr double kIterativeTolerance = 1e-12;
inline constexpr int kMostDescents = 20'000;

}  // namespace grouser

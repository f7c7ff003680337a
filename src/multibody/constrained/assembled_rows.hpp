// SPDX-License-Identifier: BSD-3-Clause
// The same system as body_elimination.hpp, solved with the matrix of its multipliers,
//   (J M^-1 J^T + C) lambda = b - J M^-1 p
// which is formed and solved as the caller names it (Wachlin 2018, chapters 3 and 4).
#pragma once
#include <vector>

#include "body_elimination.hpp"
#include "grouser/multibody/constrained/joint_numbering.hpp"
#include "linear_solvers.hpp"

namespace grouser {

class AssembledRows {
 public:
  AssembledRows(const Model& forest, RowProduct product, RowSolver solver, Numbering numbering);
  /// As factor_bodies() and solve_bodies().
  void factor(std::vector<BodyBlock>& blocks);
  void solve(std::vector<BodyBlock>& blocks, Targets targets);
  const SolverEffort& effort() const { return effort_; }
  const JointOrder& order() const { return order_; }

 private:
  void place_rows(const std::vector<BodyBlock>& blocks);
  void multiply_dense(const std::vector<BodyBlock>& blocks);
  void multiply_sparse(const std::vector<BodyBlock>& blocks);
  void multiply_blocks(const std::vector<BodyBlock>& blocks);
  Eigen::Index band() const;

  RowProduct product_;
  RowSolver kind_;
  JointOrder order_;
  std::vector<std::vector<int>> joints_of_;  // of each body: its own joint, then its children's
  std::vector<int> first_row_;               // of each joint
  std::vector<Mat6> inverse_inertia_;
  MatX matrix_;
  VecX x_;
  LinearSolver solver_;
  SolverEffort effort_;
};

}  // namespace grouser

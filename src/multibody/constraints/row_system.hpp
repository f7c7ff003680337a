// SPDX-License-Identifier: BSD-3-Clause
// The rows of a model at one instant: Jacobians, what they move through the recursion, and multipliers lambda
// with
//   A lambda = right,   A = J H^-1 J^T
// for equality rows. Limits l <= lambda <= u make it a complementarity problem: where lambda is at a limit,
// w = A lambda - right may have the sign that leads away from it.
#pragma once
#include <cstdint>
#include <vector>

#include "grouser/multibody/constraints/row_failure.hpp"
#include "grouser/multibody/tree/dynamics.hpp"

namespace grouser {

/// out: the row takes no part (a rope that hangs slack), its multiplier is zero.
enum class RowState : std::uint8_t { out, free, at_lower, at_upper };

/// Whether a row acts: a one-sided one only while its gap is closed and does not open.
bool takes_part(const Row& row, const VecX& q, const VecX& v, const Kinematics& kinematics);

struct RowSystem {
  /// Over the forest's nv velocities.
  explicit RowSystem(const Model& model);
  /// Over `width` velocities of another kind; the caller fills in J and response.
  RowSystem(const Model& model, Eigen::Index width);
  /// Jacobians of the rows that are not out; those of coordinate rows are constant.
  void set_jacobians(const Model& model, const Kinematics& kinematics);
  /// Their responses; the workspace must hold the inertia.
  /// seen(row) is called after each.
  template <class Seen>
  void respond(const Model& model, const Kinematics& kinematics, TreeWorkspace& tree, Seen seen) {
    for (std::size_t r = 0; r < state.size(); ++r) {
      if (state[r] == RowState::out) continue;
      respond_to(model, kinematics, tree, r);
      seen(r);
    }
  }
  /// Multipliers for `right`.
  RowFailure solve(const Model& model);

  MatX J;                          // nv (or width) x rows: column r is the Jacobian of row r
  MatX response, response_effort;  // nv x rows: H^-1 J^T, and the change of the prescribed joints' efforts
  VecX right, multipliers;
  std::vector<RowState> state;

 private:
  void respond_to(const Model& model, const Kinematics& kinematics, TreeWorkspace& tree, std::size_t row);
  RowFailure solve_free();
  /// Moves the first row on the wrong side of a limit; false if there is none.
  bool move_first_wrong(const Model& model);

  double least_mobility_;  // 1/kg
  MatX A_, factor_;
  VecX part_, unit_a_, unit_effort_;
  std::vector<int> free_;
  std::vector<Eigen::Index> prescribed_;
  bool limited_ = false;  // some row is one-sided
};

}  // namespace grouser

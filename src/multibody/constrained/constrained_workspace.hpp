// SPDX-License-Identifier: BSD-3-Clause
// Scratch memory of constrained_dynamics().
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "assembled_rows.hpp"
#include "body_elimination.hpp"
#include "constraints/row_system.hpp"
#include "grouser/multibody/constrained/constrained_dynamics.hpp"
#include "joint_columns.hpp"
#include "tree/joint_passive.hpp"

namespace grouser {

struct ConstrainedWorkspace::Impl {
  Impl(const Model& forest, const RowChoice& choice);
  void factor() { assembled ? assembled->factor(blocks) : elimination.factor(); }
  void solve(Targets targets) { assembled ? assembled->solve(blocks, targets) : elimination.solve(targets); }
  // A joint's entries are found by the body that it carries.
  Indexed<BodyId, JointTriads> triads;
  Indexed<BodyId, JointColumns> columns;
  BodyElimination elimination;
  Indexed<BodyId, BodyBlock>& blocks = elimination.blocks();
  std::optional<AssembledRows> assembled;  ///< another solver than the elimination

  /// The column to which each of a joint's rows belongs.
  Indexed<BodyId, std::array<int, 6>> column_of_row;
  std::vector<PassiveTerm> passive;  ///< one per coordinate
  RowSystem border;                  ///< couplings and loop joints, over 6 accelerations a body
  Indexed<BodyId, Vec6> own_force;   ///< before the border acts
};

}  // namespace grouser

// Scratch memory of constrained_dynamics().
#pragma once
#include <vector>

#include "body_elimination.hpp"
#include "constraints/row_system.hpp"
#include "grouser/multibody/constrained/constrained_dynamics.hpp"
#include "joint_columns.hpp"
#include "tree/joint_passive.hpp"

namespace grouser {

struct ConstrainedWorkspace::Impl {
  explicit Impl(const Model& forest);
  std::vector<JointTriads> triads;
  std::vector<JointColumns> columns;  ///< one a joint
  std::vector<BodyBlock> blocks;      ///< one a body
  /// Of each joint: the column that each of its rows stands for.
  std::vector<std::array<int, 6>> column_of_row;
  std::vector<PassiveTerm> passive;  ///< one a coordinate
  RowSystem border;                  ///< couplings and loop joints, over 6 accelerations a body
  std::vector<Vec6> own_force;       ///< of each body, before the border acts
};

}  // namespace grouser

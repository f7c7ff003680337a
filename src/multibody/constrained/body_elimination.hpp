// SPDX-License-Identifier: BSD-3-Clause
// Bodies and joints (body_block.hpp) eliminated from the leaves to the roots, a body before its joint (Baraff
// 1996): M_i, with what its children add, is positive definite, and so is N_i^T M_i^-1 N_i + C_i. Nothing
// fills in. Bodies as far from the world as each other know nothing of each other: those whose joints have as
// many rows, as a lander's legs, are taken side by side in the lanes of a register. Which bodies these are is
// found once. Sums run in the same order at every level, so bits do not depend on it.
#pragma once
#include <deque>
#include <vector>

#include "body_block.hpp"
#include "grouser/math/simd_level.hpp"
#include "grouser/multibody/tree/model.hpp"

namespace grouser {

enum class Targets { given, zero };

class BodyElimination {
 public:
  explicit BodyElimination(const Model& forest, SimdLevel level = simd_level());
  BodyElimination(const BodyElimination&) = delete;  // blocks know where their numbers are
  BodyElimination& operator=(const BodyElimination&) = delete;
  /// Members that the caller sets: all but results and factors, rows and force.
  Indexed<BodyId, BodyBlock>& blocks() { return blocks_; }
  /// Destroys `inertia`.
  void factor();
  /// Results for `force` and `target`, which stay as they are, or for targets of zero. Needs factor().
  void solve(Targets targets);

 private:
  /// A body by itself, or a group.
  struct Turn {
    BodyBlock* block = nullptr;
    LaneGroup* group = nullptr;
    NumbersOf parent = {};  ///< of a body by itself
    BodyNumbers<double>& numbers() const {
      return *reinterpret_cast<BodyNumbers<double>*>(block->numbers.of);
    }
  };
  void find_turns(const Model& forest);
  void make_group(const int* bodies, int count);
  void find_parents();
  void level_rows(LaneGroup& group);
  NumbersOf numbers_of(LaneGroup& group, int lane) const;
  BodyBlock& block_of(const LaneGroup& group, int lane) { return blocks_[BodyId{group.bodies[lane]}]; }
  NumbersOf parent_of(const BodyBlock& block) const {
    return block.parent < 0 ? NumbersOf{} : blocks_[BodyId{block.parent}].numbers;
  }

  const LanePasses& passes_;
  Indexed<BodyId, BodyBlock> blocks_;
  std::vector<BodyNumbers<double>> alone_;
  std::deque<LaneGroup> groups_;  ///< which blocks and turns point at
  std::vector<Turn> turns_;       ///< parents before their children
};

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// The six directions in which a joint's child can move relative to its parent, as columns of twists: first
// those that the joint forbids (Haug 1989, section 9.4, made of the basic constraints), then one for each
// of its coordinates. With r = p_B - p_P, w_rel = w_B - w_P and d' = v_B - v_P - w_P x r, a column (n, l)
// has
//   rate          n . w_rel + l . d'
//   acceleration  n . (w_B' - w_P') + l . (v_B' - v_P' - w_P' x r) + bias
// and a multiplier exerts the wrench (n, l) about B's origin on the child, and its opposite in the same
// place on the parent: D = M^-1 J^T, against (2.19), (2.20) of Wachlin 2018, whose parent's arm and moments
// are right on the surface for hinges, ball and fixed joints only.
#pragma once
#include "grouser/multibody/tree/dynamics.hpp"

namespace grouser {

struct JointColumns {
  Vec3 angular[6], linear[6];
  double bias[6] = {}, rate[6] = {};
  double value[6] =
      {};             ///< a forbidden direction's gap, m or rad; of turns and slides the coordinate, wrapped
  int forbidden = 0;  ///< columns before the coordinates'
  Vec3 r;             ///< from the parent's origin to the child's, m
};

/// A joint's axes as its two bodies carry them, at its coordinates zero: x, y and the joint's own axis; of
/// two turns y is the first axis and z the second.
struct JointTriads {
  explicit JointTriads(const Joint& joint);
  Mat3 on_parent, on_child;
};

void calc_joint_columns(const Joint& joint, const JointTriads& triads, const Kinematics& bodies,
                        JointColumns& out);

/// Component along column k of the child's acceleration relative to the parent, without its bias.
inline double along_column(const JointColumns& columns, int k, const BodyMotion& parent,
                           const BodyMotion& child) {
  return columns.angular[k].dot(child.w_dot - parent.w_dot) +
         columns.linear[k].dot(child.v_dot - parent.v_dot - parent.w_dot.cross(columns.r));
}

}  // namespace grouser

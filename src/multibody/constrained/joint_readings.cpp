// SPDX-License-Identifier: BSD-3-Clause
// Joint positions, rates and accelerations as readings of the bodies' motions; angles go on counting whole
// turns from their last value.
#include <cmath>
#include <numbers>

#include "constrained_workspace.hpp"
#include "tree/joint_motion.hpp"

namespace grouser {
namespace {

void set_quat(const Quat& from, Eigen::Index at, VecX& q) {
  const Eigen::Vector4d numbers(from.w(), from.x(), from.y(), from.z());
  const double sign =
      numbers.dot(q.segment<4>(at)) < 0.0 ? -1.0 : 1.0;  // both mean one orientation: the nearer one
  q.segment<4>(at) = sign * numbers;
}

// The angle nearest to `last` that differs from `wrapped` by whole turns.
double unwrapped(double wrapped, double last) {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  return wrapped + kTurn * std::round((last - wrapped) / kTurn);
}

/// Reads a joint's coordinates into q, which holds the last reading on entry.
void read_position(const Joint& joint, const JointColumns& columns, const Kinematics& bodies, VecX& q) {
  const JointKind& kind = joint.kind;
  for (int k = kind.ball ? 3 : 0; k < kind.nv; ++k) {
    double& at = q[joint.q_index + kind.q_place(k)];
    const double value = columns.value[columns.forbidden + k];
    at = kind.is_angular(k) ? unwrapped(value, at) : value;
  }
  if (!kind.ball) return;
  const Mat3 R_WJ = parent_motion(bodies, joint).X_WB.R * joint.X_PJ.R;
  const Mat3& R_WB = bodies.body[joint.child].X_WB.R;
  set_quat(normalised(to_quat(R_WJ.transpose() * R_WB)), joint.q_index, q);
}

}  // namespace

JointReadings::JointReadings(const Model& forest)
    : q(forest.neutral_q()), v(VecX::Zero(forest.nv())), v_base(v), q_told(q), v_told(v) {}

void read_joints(const Model& forest, const Kinematics& bodies, ConstrainedWorkspace& workspace,
                 JointReadings& joints) {
  ConstrainedWorkspace::Impl& impl = workspace.impl();
  for (const Joint& joint : forest.joints()) {
    const BodyId i = joint.child;
    JointColumns& columns = impl.columns[i];
    calc_joint_columns(joint, impl.triads[i], bodies, columns);
    if (joint.nv == 0) continue;
    read_position(joint, columns, bodies, joints.q);
    for (int k = 0; k < joint.nv; ++k) joints.v[joint.v_index + k] = columns.rate[columns.forbidden + k];
  }
}

void read_joint_rates(const Model& forest, const Kinematics& bodies, const ConstrainedWorkspace& workspace,
                      VecX& v) {
  const ConstrainedWorkspace::Impl& impl = workspace.impl();
  for (const Joint& joint : forest.joints()) {
    const BodyId i = joint.child;
    const JointColumns& columns = impl.columns[i];
    const BodyMotion &parent = parent_motion(bodies, joint), &child = bodies.body[i];
    const Vec3 w_rel = child.w - parent.w, d_dot = child.v - parent.v - parent.w.cross(columns.r);
    for (int k = 0; k < joint.nv; ++k) {
      const int column = columns.forbidden + k;
      v[joint.v_index + k] = columns.angular[column].dot(w_rel) + columns.linear[column].dot(d_dot);
    }
  }
}

void read_joint_accelerations(const Model& forest, const Kinematics& bodies,
                              const ConstrainedWorkspace& workspace, VecX& a) {
  for (const Joint& joint : forest.joints()) {
    const BodyId i = joint.child;
    const JointColumns& columns = workspace.impl().columns[i];
    for (int k = 0; k < joint.nv; ++k) {
      const int column = columns.forbidden + k;
      a[joint.v_index + k] =
          along_column(columns, column, parent_motion(bodies, joint), bodies.body[i]) + columns.bias[column];
    }
  }
}

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Every body of a forest as a free body of its own: 7 positions (quaternion, centre of mass) and 6 rates
// (spin in body axes, velocity of the centre of mass in world axes), and the conversion from and to motions
// about the bodies' origins.
#include "grouser/multibody/constrained/free_bodies.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/multibody/build/model_builder.hpp"
#include "tree/joint_motion.hpp"

namespace grouser {
namespace {

constexpr Eigen::Index kQ = 7, kV = 6;  // numbers a free body

Quat quat_at(const VecX& q, Eigen::Index at) { return {q[at], q[at + 1], q[at + 2], q[at + 3]}; }

}  // namespace

Model make_free_bodies(const Model& forest) {
  ModelBuilder builder;
  for (const Body& body : forest.bodies()) {
    builder.add_body({body.name, body.mass, Vec3::Zero(), body.inertia});
    JointSpec joint;
    joint.name = body.name;
    joint.type = JointType::free;
    joint.parent = "world";
    joint.child = body.name;
    builder.add_joint(joint);
  }
  return builder.build("free bodies");
}

void take_apart(const Model& forest, const Kinematics& motion, VecX& q, VecX& v) {
  const auto n = static_cast<Eigen::Index>(forest.bodies().size());
  q.resize(kQ * n);
  v.resize(kV * n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const BodyMotion& body = motion.body[static_cast<std::size_t>(i)];
    const Vec3 com = body.X_WB * forest.bodies()[static_cast<std::size_t>(i)].com;
    const Quat turn = to_quat(body.X_WB.R);
    q.segment<7>(kQ * i) << turn.w(), turn.x(), turn.y(), turn.z(), com;
    v.segment<3>(kV * i) = body.X_WB.R.transpose() * body.w;
    v.segment<3>(kV * i + 3) = body.velocity_at(com);
  }
}

void calc_free_kinematics(const Model& forest, const VecX& q, const VecX& v, Kinematics& out) {
  GROUSER_ASSERT(q.size() == kQ * static_cast<Eigen::Index>(forest.bodies().size()));
  for (std::size_t i = 0; i < forest.bodies().size(); ++i) {
    const auto at = kQ * static_cast<Eigen::Index>(i);
    RigidTransform& X_WB = out.body[i].X_WB;
    X_WB.R = to_matrix(quat_at(q, at));
    X_WB.p = q.segment<3>(at + 4) - X_WB.R * forest.bodies()[i].com;
  }
  calc_free_velocities(forest, v, out);
}

void calc_free_velocities(const Model& forest, const VecX& v, Kinematics& inout) {
  for (std::size_t i = 0; i < forest.bodies().size(); ++i) {
    const auto at = kV * static_cast<Eigen::Index>(i);
    BodyMotion& body = inout.body[i];
    body.w = body.X_WB.R * v.segment<3>(at);
    body.v = v.segment<3>(at + 3) - body.w.cross(body.X_WB.R * forest.bodies()[i].com);
  }
}

void read_free_accelerations(const Model& forest, const Kinematics& bodies, VecX& a) {
  for (std::size_t i = 0; i < forest.bodies().size(); ++i) {
    const auto at = kV * static_cast<Eigen::Index>(i);
    const BodyMotion& body = bodies.body[i];
    const Vec3 arm = body.X_WB.R * forest.bodies()[i].com;
    a.segment<3>(at) = body.X_WB.R.transpose() * body.w_dot;
    a.segment<3>(at + 3) = body.v_dot + body.w_dot.cross(arm) + body.w.cross(body.w.cross(arm));
  }
}

void set_free_accelerations(const Model& forest, const VecX& a, Kinematics& inout) {
  for (std::size_t i = 0; i < forest.bodies().size(); ++i) {
    const auto at = kV * static_cast<Eigen::Index>(i);
    BodyMotion& body = inout.body[i];
    const Vec3 arm = body.X_WB.R * forest.bodies()[i].com;
    body.w_dot = body.X_WB.R * a.segment<3>(at);
    body.v_dot = a.segment<3>(at + 3) - body.w_dot.cross(arm) - body.w.cross(body.w.cross(arm));
  }
}

JointError calc_joint_error(const Model& forest, int index, const Kinematics& bodies) {
  const Joint& joint = forest.joints()[static_cast<std::size_t>(index)];
  const RigidTransform X_WJ = parent_motion(bodies, joint).X_WB * joint.X_PJ;
  const RigidTransform& X_WB = bodies.body[joint.child].X_WB;
  Vec3 d = X_WJ.R.transpose() * (X_WB.p - X_WJ.p);
  const Mat3 R_JB = X_WJ.R.transpose() * X_WB.R;
  JointError error{index};
  const JointKind& kind = joint.kind;
  if (kind.is_free()) return error;
  // A slider may move along its axis; a ball has no error of angle.
  if (kind.slides == 1) d -= joint.axis.dot(d) * joint.axis;
  error.gap = d.norm();
  if (kind.ball) return error;
  if (kind.turns == 0) error.angle = quat_log(normalised(to_quat(R_JB))).norm();
  // One turn: the angle between the joint's axes on both bodies. Two turns: how far the axes are from
  // square.
  if (kind.turns == 1) {
    const Vec3 axis = R_JB * joint.axis;
    error.angle = math::atan2(axis.cross(joint.axis).norm(), axis.dot(joint.axis));
  }
  if (kind.turns == 2) {
    const Vec3 second = R_JB * joint.second_axis;
    error.angle = math::atan2(std::fabs(second.dot(joint.axis)), second.cross(joint.axis).norm());
  }
  return error;
}

JointError worst_joint(const Model& forest, const Kinematics& bodies) {
  JointError worst;
  for (int i = 0; i < static_cast<int>(forest.joints().size()); ++i) {
    const JointError error = calc_joint_error(forest, i, bodies);
    if (worst.joint < 0 || std::max(error.angle, error.gap) > std::max(worst.angle, worst.gap)) worst = error;
  }
  return worst;
}

}  // namespace grouser

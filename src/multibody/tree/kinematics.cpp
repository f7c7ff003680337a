// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "joint_motion.hpp"

namespace grouser {

RigidTransform joint_pose(const Joint& joint, const double* q) {
  switch (joint.type) {
    case JointType::fixed:
      return {};
    case JointType::revolute:
      return {rotation_about(joint.axis, q[0]), Vec3::Zero()};
    case JointType::prismatic:
      return {Mat3::Identity(), q[0] * joint.axis};
    case JointType::spherical:
      return {to_matrix(Quat(q[0], q[1], q[2], q[3])), Vec3::Zero()};
    case JointType::free:
      return {to_matrix(Quat(q[0], q[1], q[2], q[3])), Vec3(q[4], q[5], q[6])};
  }
  return {};
}

JointRate joint_rate(const Joint& joint, const double* rates) {
  switch (joint.type) {
    case JointType::fixed:
      return {};
    case JointType::revolute:
      return {rates[0] * joint.axis, Vec3::Zero()};
    case JointType::prismatic:
      return {Vec3::Zero(), rates[0] * joint.axis};
    case JointType::spherical:
      return {Vec3(rates[0], rates[1], rates[2]), Vec3::Zero()};
    case JointType::free:
      return {Vec3(rates[0], rates[1], rates[2]), Vec3(rates[3], rates[4], rates[5])};
  }
  return {};
}

MotionColumn motion_column(const Joint& joint, const Mat3& R_WP, const Mat3& R_WB, int k) {
  double unit[6] = {0, 0, 0, 0, 0, 0};
  unit[k] = 1.0;
  const JointRate rate = joint_rate(joint, unit);
  return {R_WB * rate.angular_B, R_WP * (joint.X_PJ.R * rate.linear_J)};
}

namespace {

// R_WJ rotated by an angle about the k-th axis: that column stays, the other two rotate in their plane.
Mat3 turned_about_unit(const Mat3& R_WJ, int k, double s, double c) {
  const int i = k == 2 ? 0 : k + 1, j = k == 0 ? 2 : k - 1;
  Mat3 R;
  R.col(k) = R_WJ.col(k);
  R.col(i) = c * R_WJ.col(i) + s * R_WJ.col(j);
  R.col(j) = c * R_WJ.col(j) - s * R_WJ.col(i);
  return R;
}

void set_pose(const Joint& joint, const double* q, const RigidTransform& X_WP, Kinematics::Turn& turn,
              RigidTransform& X_WB) {
  X_WB.p = X_WP.p;
  X_WB.p.noalias() += X_WP.R * joint.X_PJ.p;
  const Mat3 turned = joint.aligned ? Mat3(Mat3::Zero()) : Mat3(X_WP.R * joint.X_PJ.R);
  const Mat3& R_WJ = joint.aligned ? X_WP.R : turned;
  if (joint.type == JointType::revolute) {
    const double angle = q[0] + 0.0;  // turns -0 into 0, which compares equal but has another sine
    if (turn.angle != angle) {
      const auto [s, c] = math::sincos(angle);
      turn = {angle, s, c};
    }
    if (turn.sin == 0.0 && turn.cos == 1.0)
      X_WB.R = R_WJ;
    else if (joint.unit >= 0)
      X_WB.R = turned_about_unit(R_WJ, joint.unit, turn.sin, turn.cos);
    else
      X_WB.R.noalias() = R_WJ * rotation_about(joint.axis, turn.sin, turn.cos);
    return;
  }
  if (joint.nq == 0) {
    X_WB.R = R_WJ;
    return;
  }
  const RigidTransform X_JB = joint_pose(joint, q);
  X_WB.p += R_WJ * X_JB.p;
  X_WB.R.noalias() = R_WJ * X_JB.R;
}

Vec3 linear_in_world(const Joint& joint, const Mat3& R_WP, const Vec3& linear_J) {
  return joint.aligned ? Vec3(R_WP * linear_J) : Vec3(R_WP * (joint.X_PJ.R * linear_J));
}

}  // namespace

void place_body(const Joint& joint, const VecX& q, Kinematics& inout) {
  const auto i = static_cast<std::size_t>(joint.child.index);
  set_pose(joint, q.data() + joint.q_index, parent_motion(inout, joint).X_WB, inout.turn[i],
           inout.body[i].X_WB);
}

void copy_poses(const Kinematics& from, Kinematics& to) {
  GROUSER_ASSERT(from.body.size() == to.body.size());
  for (std::size_t i = 0; i < from.body.size(); ++i) to.body[i].X_WB = from.body[i].X_WB;
}

void calc_kinematics(const Model& model, const VecX& q, const VecX& v, Kinematics& out) {
  GROUSER_ASSERT(q.size() == model.nq() && out.body.size() == model.bodies().size());
  for (std::size_t i = 0; i < model.joints().size(); ++i) {
    const Joint& joint = model.joints()[i];
    set_pose(joint, q.data() + joint.q_index, parent_motion(out, joint).X_WB, out.turn[i], out.body[i].X_WB);
  }
  calc_velocities(model, v, out);
}

void calc_velocities(const Model& model, const VecX& v, Kinematics& inout) {
  GROUSER_ASSERT(v.size() == model.nv() && inout.body.size() == model.bodies().size());
  for (std::size_t i = 0; i < model.joints().size(); ++i) {
    const Joint& joint = model.joints()[i];
    const BodyMotion& parent = parent_motion(inout, joint);
    BodyMotion& body = inout.body[i];
    const Vec3 r = body.X_WB.p - parent.X_WB.p;
    body.w = parent.w;
    body.v = parent.v + parent.w.cross(r);
    if (joint.nv == 0) continue;
    const double* rates = v.data() + joint.v_index;
    if (joint.type == JointType::revolute) {
      if (rates[0] != 0.0) body.w += rates[0] * axis_in_world(joint, body.X_WB.R);
      continue;
    }
    const JointRate rate = joint_rate(joint, rates);
    body.w += body.X_WB.R * rate.angular_B;
    body.v += linear_in_world(joint, parent.X_WB.R, rate.linear_J);
  }
}

void calc_accelerations(const Model& model, const VecX& q, const VecX& v, const VecX& a, Kinematics& inout) {
  GROUSER_ASSERT(q.size() == model.nq() && v.size() == model.nv() && a.size() == model.nv());
  (void)q, (void)v;  // only the results of calc_kinematics are needed here
  for (const Joint& joint : model.joints()) {
    const BodyMotion& parent = parent_motion(inout, joint);
    BodyMotion& body = inout.body[static_cast<std::size_t>(joint.child.index)];
    const JointRate rate = joint_rate(joint, a.data() + joint.v_index);
    const Vec3 r = body.X_WB.p - parent.X_WB.p;
    const BiasAcceleration bias = bias_acceleration(joint, parent, body, r);
    body.w_dot = parent.w_dot + bias.angular + body.X_WB.R * rate.angular_B;
    body.v_dot =
        parent.v_dot + parent.w_dot.cross(r) + bias.linear + parent.X_WB.R * (joint.X_PJ.R * rate.linear_J);
  }
}

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Poses, velocities and accelerations of all bodies, from roots to leaves (Featherstone 2008, chapter 5),
// in world axes about each body's origin. A joint's motion is its turns and slides as joint_kinds.hpp
// counts them; hinges, the most frequent kind, have short cuts.
#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "joint_motion.hpp"

namespace grouser {

RigidTransform joint_pose(const Joint& joint, const double* q) {
  const JointKind& kind = joint.kind;
  RigidTransform X_JB;
  if (kind.ball) {
    X_JB.R = to_matrix(Quat(q[0], q[1], q[2], q[3]));
    q += 4;
  }
  if (kind.turns > 0) X_JB.R = rotation_about(joint.axis, q[0]);
  if (kind.turns > 1) X_JB.R = Mat3(X_JB.R * rotation_about(joint.second_axis, q[1]));
  q += kind.turns;
  if (kind.slides == 1) X_JB.p = q[0] * joint.axis;
  if (kind.slides == 3) X_JB.p = Vec3(q[0], q[1], q[2]);
  return X_JB;
}

JointRate joint_rate(const Joint& joint, const double* rates) {
  const JointKind& kind = joint.kind;
  JointRate rate;
  if (kind.ball) {
    rate.angular_B = Vec3(rates[0], rates[1], rates[2]);
    rates += 3;
  }
  if (kind.turns == 1) rate.angular_B = rates[0] * joint.axis;
  if (kind.turns == 2) {
    rate.angular_J = rates[0] * joint.axis;
    rate.angular_B = rates[1] * joint.second_axis;
  }
  rates += kind.turns;
  if (kind.slides == 1) rate.linear_J = rates[0] * joint.axis;
  if (kind.slides == 3) rate.linear_J = Vec3(rates[0], rates[1], rates[2]);
  return rate;
}

MotionColumn in_world(const Joint& joint, const JointRate& rate, const Mat3& R_WP, const Mat3& R_WB) {
  MotionColumn motion{R_WB * rate.angular_B, to_world(joint, R_WP, rate.linear_J)};
  if (joint.kind.turns == 2) motion.angular += to_world(joint, R_WP, rate.angular_J);
  return motion;
}

MotionColumn motion_column(const Joint& joint, const Mat3& R_WP, const Mat3& R_WB, int k) {
  double unit[6] = {0, 0, 0, 0, 0, 0};
  unit[k] = 1.0;
  return in_world(joint, joint_rate(joint, unit), R_WP, R_WB);
}

/// s1 x s2 q1' q2': the acceleration that a universal joint gains because its second axis turns about the
/// first.
Vec3 turning_of_second_axis(const Joint& joint, const BodyMotion& parent, const BodyMotion& body) {
  const Vec3 first = to_world(joint, parent.X_WB.R, joint.axis), second = body.X_WB.R * joint.second_axis;
  const Vec3 w_rel = body.w - parent.w;
  return first.dot(w_rel) * second.dot(w_rel) * first.cross(second);
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

/// X_WB from the parent's pose. `turn` keeps sine and cosine of a hinge whose angle has not changed.
void set_pose(const Joint& joint, const double* q, const RigidTransform& X_WP, Kinematics::Turn& turn,
              RigidTransform& X_WB) {
  X_WB.p = X_WP.p;
  X_WB.p.noalias() += X_WP.R * joint.X_PJ.p;
  // Aligned joints skip the product with their frame's rotation.
  const Mat3 turned = joint.aligned ? Mat3(Mat3::Zero()) : Mat3(X_WP.R * joint.X_PJ.R);
  const Mat3& R_WJ = joint.aligned ? X_WP.R : turned;
  if (joint.kind.hinge) {
    const double angle = q[0] + 0.0;  // turns -0 into 0, which compares equal but has another sine
    if (turn.angle != angle) {
      const auto [s, c] = math::sincos(angle);
      turn = {angle, s, c};
    }
    // Angle 0 and coordinate axes give the general formula's result with fewer products.
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
    if (joint.kind.hinge) {
      if (rates[0] != 0.0) body.w += rates[0] * axis_in_world(joint, body.X_WB.R);
      continue;
    }
    const MotionColumn added = in_world(joint, joint_rate(joint, rates), parent.X_WB.R, body.X_WB.R);
    body.w += added.angular;
    body.v += added.linear;
  }
}

void calc_accelerations(const Model& model, const VecX& q, const VecX& v, const VecX& a, Kinematics& inout) {
  GROUSER_ASSERT(q.size() == model.nq() && v.size() == model.nv() && a.size() == model.nv());
  (void)q, (void)v;  // only the results of calc_kinematics are needed here
  for (const Joint& joint : model.joints()) {
    const BodyMotion& parent = parent_motion(inout, joint);
    BodyMotion& body = inout.body[joint.child];
    const MotionColumn added =
        in_world(joint, joint_rate(joint, a.data() + joint.v_index), parent.X_WB.R, body.X_WB.R);
    const Vec3 r = body.X_WB.p - parent.X_WB.p;
    const BiasAcceleration bias = bias_acceleration(joint, parent, body, r);
    body.w_dot = parent.w_dot + bias.angular + added.angular;
    body.v_dot = parent.v_dot + parent.w_dot.cross(r) + bias.linear + added.linear;
  }
}

}  // namespace grouser

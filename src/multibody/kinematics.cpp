#include "grouser/base/error.hpp"
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

void calc_kinematics(const Model& model, const VecX& q, const VecX& v, Kinematics& out) {
  GROUSER_ASSERT(q.size() == model.nq() && v.size() == model.nv() &&
                 out.body.size() == model.bodies().size());
  for (const Joint& joint : model.joints()) {
    const BodyMotion& parent = parent_motion(out, joint);
    BodyMotion& body = out.body[static_cast<std::size_t>(joint.child.index)];
    const Mat3 R_WJ = parent.X_WB.R * joint.X_PJ.R;
    const RigidTransform X_JB = joint_pose(joint, q.data() + joint.q_index);
    const JointRate rate = joint_rate(joint, v.data() + joint.v_index);
    const Vec3 r = parent.X_WB.R * joint.X_PJ.p + R_WJ * X_JB.p;
    body.X_WB.R.noalias() = R_WJ * X_JB.R;
    body.X_WB.p = parent.X_WB.p + r;
    body.w = parent.w + body.X_WB.R * rate.angular_B;
    body.v = parent.v + parent.w.cross(r) + R_WJ * rate.linear_J;
  }
}

void calc_accelerations(const Model& model, const VecX& q, const VecX& v, const VecX& a, Kinematics& inout) {
  GROUSER_ASSERT(q.size() == model.nq() && v.size() == model.nv() && a.size() == model.nv());
  (void)q, (void)v;  // the pass needs only what calc_kinematics made of them
  for (const Joint& joint : model.joints()) {
    const BodyMotion& parent = parent_motion(inout, joint);
    BodyMotion& body = inout.body[static_cast<std::size_t>(joint.child.index)];
    const JointRate rate = joint_rate(joint, a.data() + joint.v_index);
    const Vec3 r = body.X_WB.p - parent.X_WB.p;
    const BiasAcceleration bias = bias_acceleration(parent, body, r);
    body.w_dot = parent.w_dot + bias.angular + body.X_WB.R * rate.angular_B;
    body.v_dot =
        parent.v_dot + parent.w_dot.cross(r) + bias.linear + parent.X_WB.R * (joint.X_PJ.R * rate.linear_J);
  }
}

}  // namespace grouser

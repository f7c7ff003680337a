// SPDX-License-Identifier: BSD-3-Clause
#include "joint_columns.hpp"

#include "grouser/math/elementary.hpp"
#include "tree/axis_frame.hpp"
#include "tree/joint_motion.hpp"

namespace grouser {
namespace {

// Parent and child of a joint at one instant, and the joint's triads fixed in both.
struct Pair {
  const BodyMotion &parent, &child;
  Mat3 A, B;  // columns: x, y and the joint's axis, in world axes, as the parent and as the child carry them
  Vec3 d;     // from the joint's place on the parent to the child's origin
  Vec3 w_rel, d_dot, turning;
  Pair(const Joint& joint, const JointTriads& triads, const Kinematics& bodies)
      : parent(parent_motion(bodies, joint)),
        child(bodies.body[static_cast<std::size_t>(joint.child.index)]),
        A(parent.X_WB.R * triads.on_parent),
        B(child.X_WB.R * triads.on_child),
        d(child.X_WB.p - parent.X_WB.p - parent.X_WB.R * joint.X_PJ.p),
        w_rel(child.w - parent.w) {
    const Vec3 r = child.X_WB.p - parent.X_WB.p;
    d_dot = child.v - parent.v - parent.w.cross(r);
    turning = parent.w.cross(child.v - parent.v + d_dot);
  }
};

// A direction of displacement that the parent carries; its value is the displacement along it.
void add_linear(const Pair& pair, int k, const Vec3& l, JointColumns& out) {
  out.angular[k].setZero();
  out.linear[k] = l;
  out.rate[k] = l.dot(pair.d_dot);
  out.bias[k] = -l.dot(pair.turning);
  out.value[k] = l.dot(pair.d);
}

// u_a . u_b = 0, with u_a of the parent and u_b of the child:   rate (u_b x u_a) . w_rel
void add_square(const Pair& pair, int k, const Vec3& a, const Vec3& b, JointColumns& out) {
  const Vec3 n = b.cross(a);
  const Vec3 n_dot = pair.child.w.cross(b).cross(a) + b.cross(pair.parent.w.cross(a));
  out.angular[k] = n;
  out.linear[k].setZero();
  out.rate[k] = n.dot(pair.w_rel);
  out.bias[k] = n_dot.dot(pair.w_rel);
  out.value[k] = a.dot(b);
}

// A turn about an axis that the child carries.
void add_turn(const Pair& pair, int k, const Vec3& n, JointColumns& out) {
  out.angular[k] = n;
  out.linear[k].setZero();
  out.rate[k] = n.dot(pair.w_rel);
  out.bias[k] = pair.child.w.cross(n).dot(pair.w_rel);
}

// The gap of a point is a vector: it is told in world axes, its rates as seen from the parent.
void add_point(const Pair& pair, JointColumns& out) {
  for (int k = 0; k < 3; ++k) add_linear(pair, k, Vec3::Unit(k), out);
}

}  // namespace

JointTriads::JointTriads(const Joint& joint) {
  const bool has_axis = joint.type == JointType::revolute || joint.type == JointType::prismatic;
  on_child = has_axis ? frame_about(joint.axis) : Mat3(Mat3::Identity());
  on_parent = joint.X_PJ.R * on_child;
}

void calc_joint_columns(const Joint& joint, const JointTriads& triads, const Kinematics& bodies,
                        JointColumns& out) {
  const Pair pair(joint, triads, bodies);
  const Mat3 &A = pair.A, &B = pair.B;
  out.r = pair.child.X_WB.p - pair.parent.X_WB.p;
  out.forbidden = 6 - joint.nv;
  switch (joint.type) {
    case JointType::revolute:
      add_point(pair, out);
      add_square(pair, 3, A.col(0), B.col(2), out);
      add_square(pair, 4, A.col(1), B.col(2), out);
      add_turn(pair, 5, B.col(2), out);
      out.value[5] = math::atan2(A.col(1).dot(B.col(0)), A.col(0).dot(B.col(0)));
      return;
    case JointType::prismatic:
      add_linear(pair, 0, A.col(0), out);
      add_linear(pair, 1, A.col(1), out);
      add_square(pair, 2, A.col(0), B.col(2), out);
      add_square(pair, 3, A.col(1), B.col(2), out);
      add_square(pair, 4, A.col(0), B.col(1), out);
      add_linear(pair, 5, A.col(2), out);
      return;
    case JointType::spherical:
      add_point(pair, out);
      for (int k = 0; k < 3; ++k) add_turn(pair, 3 + k, pair.child.X_WB.R.col(k), out);
      return;
    case JointType::fixed:
      add_point(pair, out);
      add_square(pair, 3, A.col(0), B.col(2), out);
      add_square(pair, 4, A.col(1), B.col(2), out);
      add_square(pair, 5, A.col(0), B.col(1), out);
      return;
    case JointType::free:
      for (int k = 0; k < 3; ++k) add_turn(pair, k, pair.child.X_WB.R.col(k), out);
      for (int k = 0; k < 3; ++k) add_linear(pair, 3 + k, A.col(k), out);
      return;
  }
}

}  // namespace grouser

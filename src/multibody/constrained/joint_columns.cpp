// SPDX-License-Identifier: BSD-3-Clause
// The six rows of a joint: first those that it forbids, then its coordinates. Displacements, squares of
// axes and turns after Haug 1989, section 9.4; rates and biases are true time derivatives
// (docs/theory_constrained.md, "Equations").
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
        child(bodies.body[joint.child]),
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
inline void add_linear(const Pair& pair, int k, const Vec3& l, JointColumns& out) {
  out.angular[k].setZero();
  out.linear[k] = l;
  out.rate[k] = l.dot(pair.d_dot);
  out.bias[k] = -l.dot(pair.turning);
  out.value[k] = l.dot(pair.d);
}

// u_a . u_b = 0, with u_a of the parent and u_b of the child:   rate (u_b x u_a) . w_rel
inline void add_square(const Pair& pair, int k, const Vec3& a, const Vec3& b, JointColumns& out) {
  const Vec3 n = b.cross(a);
  const Vec3 n_dot = pair.child.w.cross(b).cross(a) + b.cross(pair.parent.w.cross(a));
  out.angular[k] = n;
  out.linear[k].setZero();
  out.rate[k] = n.dot(pair.w_rel);
  out.bias[k] = n_dot.dot(pair.w_rel);
  out.value[k] = a.dot(b);
}

// A turn about an axis that a body carries.
inline void add_turn(const Pair& pair, int k, const Vec3& n, const BodyMotion& carrier, JointColumns& out) {
  out.angular[k] = n;
  out.linear[k].setZero();
  out.rate[k] = n.dot(pair.w_rel);
  out.bias[k] = carrier.w.cross(n).dot(pair.w_rel);
}

// Directions in which the child's origin cannot move. The gap of a point is a vector: it is written in world
// axes, its rates as seen from the parent.
int add_forbidden_slides(const JointKind& kind, const Pair& pair, JointColumns& out) {
  const int n = kind.slides == 0 ? 3 : kind.slides == 1 ? 2 : 0;
  for (int k = 0; k < n; ++k) add_linear(pair, k, n == 3 ? Vec3(Vec3::Unit(k)) : Vec3(pair.A.col(k)), out);
  return n;
}

// Pairs of axes that stay square: of one turn its axis to both others, of two turns the axes themselves.
void add_forbidden_turns(const JointKind& kind, const Pair& pair, int k, JointColumns& out) {
  const Mat3 &A = pair.A, &B = pair.B;
  if (kind.ball) return;
  if (kind.turns < 2) add_square(pair, k++, A.col(0), B.col(2), out);
  add_square(pair, k++, A.col(1), B.col(2), out);
  if (kind.turns == 0) add_square(pair, k++, A.col(0), B.col(1), out);
}

/// Rows of the joint's free turns; their values are the angles, rad. A ball's have rates but no value.
void add_turns(const JointKind& kind, const Pair& pair, int k, JointColumns& out) {
  const Mat3 &A = pair.A, &B = pair.B;
  if (kind.ball)
    for (int i = 0; i < 3; ++i) add_turn(pair, k++, pair.child.X_WB.R.col(i), pair.child, out);
  if (kind.turns == 1) {
    add_turn(pair, k, B.col(2), pair.child, out);
    out.value[k] = math::atan2(A.col(1).dot(B.col(0)), A.col(0).dot(B.col(0)));
  }
  if (kind.turns == 2) {
    add_turn(pair, k, A.col(1), pair.parent, out);
    out.value[k] = math::atan2(A.col(0).dot(B.col(2)), A.col(2).dot(B.col(2)));
    add_turn(pair, k + 1, B.col(2), pair.child, out);
    out.value[k + 1] = math::atan2(A.col(1).dot(B.col(0)), A.col(1).dot(B.col(1)));
  }
}

}  // namespace

JointTriads::JointTriads(const Joint& joint) {
  on_child = joint.kind.has_axis() ? frame_about(joint.axis) : Mat3(Mat3::Identity());
  if (joint.kind.turns == 2) on_child << joint.axis.cross(joint.second_axis), joint.axis, joint.second_axis;
  on_parent = joint.X_PJ.R * on_child;
}

void calc_joint_columns(const Joint& joint, const JointTriads& triads, const Kinematics& bodies,
                        JointColumns& out) {
  const Pair pair(joint, triads, bodies);
  const JointKind& kind = joint.kind;
  out.r = pair.child.X_WB.p - pair.parent.X_WB.p;
  out.forbidden = 6 - kind.nv;
  add_forbidden_turns(kind, pair, add_forbidden_slides(kind, pair, out), out);
  add_turns(kind, pair, out.forbidden, out);
  const int first = 6 - kind.slides;
  for (int k = first; k < 6; ++k) add_linear(pair, k, pair.A.col(kind.slides == 1 ? 2 : k - first), out);
}

}  // namespace grouser

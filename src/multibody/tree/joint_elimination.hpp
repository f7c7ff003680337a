// SPDX-License-Identifier: BSD-3-Clause
// Elimination of one joint in the pass from the leaves to the roots (Featherstone 2008, section 7.3 and 9.2):
// the inertia and force of the body, with all that hangs on it, at its parent. Private to tree_dynamics.cpp,
// which inlines it.
#pragma once
#include <Eigen/Cholesky>
#include <type_traits>

#include "articulated.hpp"
#include "inertial_wrench.hpp"
#include "joint_motion.hpp"

namespace grouser {

// The children's share, zero when asked for first.
inline SpatialInertia& flexible_part(ArticulatedBody& body) {
  if (!body.has_flexible) body.flexible = {};
  body.has_flexible = true;
  return body.flexible;
}

inline void add_wrench_to_parent(const Joint& joint, const ArticulatedBody& body, const Vec3& moment,
                                 const Vec3& force, TreeWorkspace::Impl& impl) {
  if (joint.parent == kWorld) return;
  ArticulatedBody& parent = impl.body[joint.parent];
  parent.force += force;
  parent.moment += moment + body.r.cross(force);
}

// I_A (x, y) + p_A: what it takes to move the body and all that hangs on it at accelerations x, y. Without
// p_A it is what x, y are times the inertia.
inline Vec3 moment_for(const ArticulatedBody& body, const Vec3& x, const Vec3& y, Vec3 moment) {
  if (body.rigid.m > 0.0) moment += body.rigid.J * x + body.rigid.h.cross(y);
  if (body.has_flexible) {
    moment += body.flexible.J * x;
    moment.noalias() += body.flexible.H * y;
  }
  return moment;
}
inline Vec3 moment_for(const ArticulatedBody& body, const Vec3& x, const Vec3& y) {
  return moment_for(body, x, y, body.moment);
}
inline Vec3 force_for(const ArticulatedBody& body, const Vec3& x, const Vec3& y, Vec3 force) {
  if (body.rigid.m > 0.0) force += body.rigid.m * y - body.rigid.h.cross(x);
  if (body.has_flexible) {
    force.noalias() += body.flexible.H.transpose() * x;
    force += body.flexible.M * y;
  }
  return force;
}
inline Vec3 force_for(const ArticulatedBody& body, const Vec3& x, const Vec3& y) {
  return force_for(body, x, y, body.force);
}

// Motion that the joint's coordinates `a` add, world axes, on top of (angular, linear).
inline void add_joint_acceleration(const Joint& joint, const ArticulatedBody& body,
                                   const TreeWorkspace::Impl& impl, const VecX& a, Vec3& angular,
                                   Vec3& linear) {
  if (joint.kind.hinge) {
    angular += a[joint.v_index] * body.s;
  } else if (joint.kind.slider) {
    linear += a[joint.v_index] * body.s;
  } else if (joint.nv > 1) {
    const MultiJoint& multi = impl.multi[static_cast<std::size_t>(body.multi)];
    for (int k = 0; k < joint.nv; ++k) {
      angular += a[joint.v_index + k] * multi.S.col(k).head<3>();
      linear += a[joint.v_index + k] * multi.S.col(k).tail<3>();
    }
  }
}

// Prescribed and fixed joints pass inertia on in full.
inline void pass_through(const Joint& joint, const VecX& a, ArticulatedBody& body,
                         TreeWorkspace::Impl& impl) {
  if (joint.parent == kWorld) return;
  if (body.rigid.m == 0.0 && !body.has_flexible) {  // its mass is among the carrier's
    add_wrench_to_parent(joint, body, body.moment, body.force, impl);
    return;
  }
  Vec3 x = body.bias_angular, y = body.bias_linear;
  add_joint_acceleration(joint, body, impl, a, x, y);
  ArticulatedBody& parent = impl.body[joint.parent];
  if (body.rigid.m > 0.0) add_shifted(body.rigid, body.r, parent.rigid);
  if (body.has_flexible) add_shifted(body.flexible, body.r, flexible_part(parent));
  add_wrench_to_parent(joint, body, moment_for(body, x, y), force_for(body, x, y), impl);
}

// The whole articulated inertia of a body.
inline SpatialInertia whole_inertia(const ArticulatedBody& body) {
  SpatialInertia inertia;
  if (body.has_flexible) inertia = body.flexible;
  add_rigid(body.rigid, inertia);
  return inertia;
}

inline void eliminate_single(const Joint& joint, const PassiveTerm& passive, ArticulatedBody& body,
                             TreeWorkspace::Impl& impl) {
  SpatialInertia inertia = whole_inertia(body);
  if (joint.kind.hinge) {
    body.U_angular = inertia.J * body.s;
    body.U_linear.noalias() = inertia.H.transpose() * body.s;
    body.inverse_D = 1.0 / (body.s.dot(body.U_angular) + passive.damping);
    body.u = passive.given - body.s.dot(body.moment);
  } else {
    body.U_angular.noalias() = inertia.H * body.s;
    body.U_linear = inertia.M * body.s;
    body.inverse_D = 1.0 / (body.s.dot(body.U_linear) + passive.damping);
    body.u = passive.given - body.s.dot(body.force);
  }
  if (joint.parent == kWorld) return;
  const Vec3 Ua = body.inverse_D * body.U_angular, Ul = body.inverse_D * body.U_linear;
  inertia.J.add_outer(-Ua, body.U_angular);
  inertia.H.noalias() -= Ua * body.U_linear.transpose();
  inertia.M.add_outer(-Ul, body.U_linear);
  const Vec3 &x = body.bias_angular, &y = body.bias_linear;
  const Vec3 moment = body.moment + inertia.J * x + inertia.H * y + body.u * Ua;
  const Vec3 force = body.force + inertia.H.transpose() * x + inertia.M * y + body.u * Ul;
  add_shifted(inertia, body.r, flexible_part(impl.body[joint.parent]));
  add_wrench_to_parent(joint, body, moment, force, impl);
}

inline Mat6 to_matrix6(const SpatialInertia& inertia) {
  Mat6 I;
  I << inertia.J.matrix(), inertia.H, inertia.H.transpose(), inertia.M.matrix();
  return I;
}
inline SpatialInertia from_matrix6(const Mat6& I) {
  return {Symmetric3(Mat3(I.topLeftCorner<3, 3>())), I.topRightCorner<3, 3>(),
          Symmetric3(Mat3(I.bottomRightCorner<3, 3>()))};
}
inline Vec6 stacked(const Vec3& angular, const Vec3& linear) {
  Vec6 result;
  result << angular, linear;
  return result;
}

// Calls f with a joint's number of coordinates, if there are several, as a constant.
template <typename F>
void with_coordinates(const Joint& joint, F&& f) {
  if (joint.nv == 2) return f(std::integral_constant<int, 2>());
  if (joint.nv == 3) return f(std::integral_constant<int, 3>());
  f(std::integral_constant<int, 6>());
}

template <int N>
void eliminate_multi(const Joint& joint, const PassiveTerm* passive, ArticulatedBody& body,
                     TreeWorkspace::Impl& impl) {
  MultiJoint& multi = impl.multi[static_cast<std::size_t>(body.multi)];
  Mat6 I = to_matrix6(whole_inertia(body));
  const Eigen::Matrix<double, 6, N> S = multi.S.leftCols<N>();
  const Eigen::Matrix<double, 6, N> U = I * S;
  Eigen::Matrix<double, N, N> D = S.transpose() * U;
  Eigen::Matrix<double, N, 1> u = -S.transpose() * stacked(body.moment, body.force);
  for (int k = 0; k < N; ++k) {
    D(k, k) += passive[k].damping;
    u[k] += passive[k].given;
  }
  const Eigen::Matrix<double, N, N> inverse_D = D.llt().solve(Eigen::Matrix<double, N, N>::Identity());
  multi.U.leftCols<N>() = U;
  multi.inverse_D.topLeftCorner<N, N>() = inverse_D;
  multi.u.head<N>() = u;
  if (joint.parent == kWorld) return;
  const Eigen::Matrix<double, 6, N> V = U * inverse_D;
  I.noalias() -= V * U.transpose();
  const Vec6 p = stacked(body.moment, body.force) + I * stacked(body.bias_angular, body.bias_linear) + V * u;
  add_shifted(from_matrix6(I), body.r, flexible_part(impl.body[joint.parent]));
  add_wrench_to_parent(joint, body, p.head<3>(), p.tail<3>(), impl);
}

inline bool floats(const Joint& joint, const PassiveTerm* passive) {
  if (joint.nv != 6) return false;
  for (int k = 0; k < 6; ++k)
    if (passive[k].damping != 0.0) return false;
  return true;
}

// A free joint without dampers. With S orthogonal U D^-1 U^T is I itself: the parent feels the given efforts
// and nothing else, and the body's acceleration is I^-1 (S u - p).
inline void eliminate_floating(const Joint& joint, const PassiveTerm* passive, ArticulatedBody& body,
                               TreeWorkspace::Impl& impl) {
  MultiJoint& multi = impl.multi[static_cast<std::size_t>(body.multi)];
  const SpatialInertia I = whole_inertia(body);
  const Mat3& H = I.H;
  multi.factor.factor(small::Symmetric<double, 6>{{I.J.xx,  I.J.xy,  I.J.yy,  I.J.xz, I.J.yz, I.J.zz,  //
                                                   H(0, 0), H(1, 0), H(2, 0), I.M.xx,                  //
                                                   H(0, 1), H(1, 1), H(2, 1), I.M.xy, I.M.yy,          //
                                                   H(0, 2), H(1, 2), H(2, 2), I.M.xz, I.M.yz, I.M.zz}});
  Vec3 moment = Vec3::Zero(), force = Vec3::Zero();
  for (int k = 0; k < 3; ++k) {
    moment += passive[k].given * multi.S.col(k).head<3>();
    force += passive[3 + k].given * multi.S.col(3 + k).tail<3>();
  }
  multi.motion = multi.moved_by(stacked(moment - body.moment, force - body.force));
  add_wrench_to_parent(joint, body, moment, force, impl);
}

}  // namespace grouser

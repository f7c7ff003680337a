// SPDX-License-Identifier: BSD-3-Clause
// A linkage as one joint: with the driver's angle as its only coordinate, coupler and follower move as the
// closed form says (grouser/multibody/tree/four_bar.hpp), and the recursion stays one (A. Jain 2012;
// Chignoli et al. 2023, as in loop_clusters.hpp).
//
// Body k of the linkage moves, seen from the anchor at rest, with s_k for 1 rad/s of the driver, and
// accelerates with s_k a + c_k. c_k are the velocity products, those of the closed form among them: a
// follower's joint has f' a + f'' w^2. With I_k and p_k the body's articulated inertia and bias, X_k the
// shift to the anchor's origin, f_k the slope of its joint, d_k its implicit dampers and tau_k its effort:
//   D = sum s_k^T I_k s_k + f_k^2 d_k,   U = sum X_k^T I_k s_k
//   u = sum f_k (tau_k - d_k c_joint,k) - s_k^T (I_k c_k + p_k)
//   a = (u - U^T A)/D
// with the anchor's acceleration A; the anchor feels the inertia sum X_k^T I_k X_k - U U^T/D and the bias
// sum X_k^T (I_k c_k + p_k) + U u/D.
// The two joints that are not driven give the pin's load: its rows exert J^T lambda, which is the effort that
// they lack. Private to tree_dynamics.cpp, which inlines it.
#pragma once
#include "joint_elimination.hpp"
#include "row_factor.hpp"

namespace grouser {

inline ArticulatedBody& member_body(TreeWorkspace::Impl& impl, const LoopCluster& cluster, std::size_t k) {
  return impl.body[static_cast<std::size_t>(cluster.joints[k])];
}
inline const Joint& member_joint(const Model& model, const LoopCluster& cluster, std::size_t k) {
  return model.joints()[static_cast<std::size_t>(cluster.joints[k])];
}

// Slopes and velocity products of the three joints.
inline void set_rates(const Model& model, const Kinematics& kinematics, const VecX& v,
                      TreeWorkspace::Impl& impl, LoopCluster& cluster) {
  const EmbeddedLoop& loop = model.embedded_loops()[static_cast<std::size_t>(cluster.embedded)];
  const auto turn = [&](int joint) {
    const Kinematics::Turn& t = kinematics.turn[static_cast<std::size_t>(joint)];
    return math::SinCos{t.sin, t.cos};
  };
  FourBarRates rates = calc_bar_rates(
      loop.bars, place_bars(loop.bars, turn(loop.driver), turn(loop.coupler), turn(loop.follower)));
  if (!(rates.leverage > kSmallestPivot)) {
    if (impl.failed_row < 0 || cluster.rows[1] < impl.failed_row)
      impl.failed_row = cluster.rows[1], impl.failed_pivot = rates.leverage;
    rates = {};  // and the step fails
  }
  const double rate = v[model.joints()[static_cast<std::size_t>(loop.driver)].v_index];
  for (std::size_t k = 0; k < cluster.joints.size(); ++k) {
    EmbeddedMember& member = cluster.members[k];
    if (cluster.joints[k] == loop.driver)
      member.slope = 1.0, member.bias = 0.0;
    else if (cluster.joints[k] == loop.coupler)
      member.slope = rates.coupler, member.bias = rates.coupler_curve * rate * rate;
    else
      member.slope = rates.follower, member.bias = rates.follower_curve * rate * rate;
  }
}

// One body's share in D, u and U, and what the anchor gets of it. x, y: the body's velocity products.
inline void gather_member(const PassiveTerm& passive, const Vec3& x, const Vec3& y, ArticulatedBody& body,
                          EmbeddedMember& member, LoopCluster& cluster, double& D, ArticulatedBody* anchor) {
  const Vec3 angular = moment_for(body, member.w, member.v, Vec3::Zero()),
             linear = force_for(body, member.w, member.v, Vec3::Zero());
  const Vec3 moment = moment_for(body, x, y), force = force_for(body, x, y);
  member.given = passive.given;
  D += member.w.dot(angular) + member.v.dot(linear) + member.slope * member.slope * passive.damping;
  cluster.effort += member.slope * (passive.given - passive.damping * member.bias) - member.w.dot(moment) -
                    member.v.dot(force);
  if (!anchor) return;
  cluster.U_angular += angular + member.R.cross(linear);
  cluster.U_linear += linear;
  if (body.rigid.m > 0.0) add_shifted(body.rigid, member.R, anchor->rigid);
  if (body.has_flexible) add_shifted(body.flexible, member.R, flexible_part(*anchor));
  anchor->moment += moment + member.R.cross(force);
  anchor->force += force;
}

// Leaves to roots, when all that hangs on the three bodies has been eliminated.
inline void embed(const Model& model, const Kinematics& kinematics, const VecX& v, TreeWorkspace::Impl& impl,
                  LoopCluster& cluster) {
  set_rates(model, kinematics, v, impl, cluster);
  ArticulatedBody* anchor =
      cluster.anchor < 0 ? nullptr : &impl.body[static_cast<std::size_t>(cluster.anchor)];
  double D = 0.0;
  cluster.effort = 0.0;
  cluster.U_angular.setZero(), cluster.U_linear.setZero();
  for (std::size_t k = 0; k < cluster.joints.size(); ++k) {
    EmbeddedMember& member = cluster.members[k];
    ArticulatedBody& body = member_body(impl, cluster, k);
    Vec3 &x = cluster.moment[k], &y = cluster.force[k];
    member.w = member.slope * body.s;
    member.v.setZero();
    member.R = body.r;
    x = body.bias_angular + member.bias * body.s;
    y = body.bias_linear;
    if (const int parent = cluster.parents[k]; parent >= 0) {
      const auto before = static_cast<std::size_t>(parent);
      const EmbeddedMember& carrier = cluster.members[before];
      member.w += carrier.w;
      member.v = carrier.v + carrier.w.cross(body.r);
      member.R += carrier.R;
      x += cluster.moment[before];
      y += cluster.force[before] + cluster.moment[before].cross(body.r);
    }
    const Joint& joint = member_joint(model, cluster, k);
    gather_member(impl.passive[static_cast<std::size_t>(joint.v_index)], x, y, body, member, cluster, D,
                  anchor);
  }
  cluster.inverse_D = 1.0 / D;
  if (!anchor) return;
  const Vec3 Ua = cluster.inverse_D * cluster.U_angular, Ul = cluster.inverse_D * cluster.U_linear;
  SpatialInertia& inertia = flexible_part(*anchor);
  inertia.J.add_outer(-Ua, cluster.U_angular);
  inertia.H.noalias() -= Ua * cluster.U_linear.transpose();
  inertia.M.add_outer(-Ul, cluster.U_linear);
  anchor->moment += cluster.effort * Ua;
  anchor->force += cluster.effort * Ul;
}

// The same for efforts on the joints and what the bodies' children hand on, with the inertia at hand.
inline void embed_response(const Model& model, const Eigen::Ref<const VecX>& effort,
                           TreeWorkspace::Impl& impl, LoopCluster& cluster) {
  Vec3 moment_at_anchor = Vec3::Zero(), force_at_anchor = Vec3::Zero();
  cluster.effort = 0.0;
  for (std::size_t k = 0; k < cluster.joints.size(); ++k) {
    EmbeddedMember& member = cluster.members[k];
    const ArticulatedBody& body = member_body(impl, cluster, k);
    member.given = effort[member_joint(model, cluster, k).v_index];
    cluster.effort += member.slope * member.given - member.w.dot(body.moment) - member.v.dot(body.force);
    moment_at_anchor += body.moment + member.R.cross(body.force);
    force_at_anchor += body.force;
  }
  if (cluster.anchor < 0) return;
  ArticulatedBody& anchor = impl.body[static_cast<std::size_t>(cluster.anchor)];
  const double share = cluster.inverse_D * cluster.effort;
  anchor.moment += moment_at_anchor + share * cluster.U_angular;
  anchor.force += force_at_anchor + share * cluster.U_linear;
}

// Roots to leaves, when the anchor's acceleration is known: those of the three joints.
template <bool unit_response>
void follow_driver(const Model& model, TreeWorkspace::Impl& impl, LoopCluster& cluster, VecX& a) {
  double left = cluster.effort;
  if (cluster.anchor >= 0) {
    const ArticulatedBody& anchor = impl.body[static_cast<std::size_t>(cluster.anchor)];
    left -= cluster.U_angular.dot(anchor.w_dot) + cluster.U_linear.dot(anchor.v_dot);
  }
  const double driven = cluster.inverse_D * left;
  for (std::size_t k = 0; k < cluster.joints.size(); ++k) {
    const EmbeddedMember& member = cluster.members[k];
    a[member_joint(model, cluster, k).v_index] = member.slope * driven + (unit_response ? 0.0 : member.bias);
  }
}

// The pin's multipliers, once the bodies' accelerations are known.
inline void find_pin_load(const Model& model, TreeWorkspace::Impl& impl, LoopCluster& cluster,
                          const VecX& a) {
  const int driver = model.embedded_loops()[static_cast<std::size_t>(cluster.embedded)].driver;
  double J[2][2] = {}, lacking[2] = {};
  int row = 2;
  for (std::size_t k = 0; k < cluster.joints.size(); ++k)
    cluster.moment[k].setZero(), cluster.force[k].setZero();
  for (std::size_t k = cluster.joints.size(); k-- > 0;) {
    const ArticulatedBody& body = member_body(impl, cluster, k);
    const Joint& joint = member_joint(model, cluster, k);
    const Vec3 moment = cluster.moment[k] + moment_for(body, body.w_dot, body.v_dot),
               force = cluster.force[k] + force_for(body, body.w_dot, body.v_dot);
    if (const int parent = cluster.parents[k]; parent >= 0) {
      cluster.moment[static_cast<std::size_t>(parent)] += moment + body.r.cross(force);
      cluster.force[static_cast<std::size_t>(parent)] += force;
    }
    if (cluster.joints[k] == driver) continue;
    --row;
    lacking[row] = body.s.dot(moment) - cluster.members[k].given +
                   impl.passive[static_cast<std::size_t>(joint.v_index)].damping * a[joint.v_index];
    for (int r = 0; r < 2; ++r) J[row][r] = cluster.J(static_cast<Eigen::Index>(k), r);
  }
  const double determinant = J[0][0] * J[1][1] - J[0][1] * J[1][0];
  cluster.multipliers[0] = (lacking[0] * J[1][1] - J[0][1] * lacking[1]) / determinant;
  cluster.multipliers[1] = (J[0][0] * lacking[1] - lacking[0] * J[1][0]) / determinant;
}

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Elimination of the loops of one cluster at its anchor; the equations are in loop_clusters.hpp. Private to
// tree_dynamics.cpp, which inlines it.
#pragma once
#include "joint_elimination.hpp"
#include "row_factor.hpp"

namespace grouser {

// One pass with the efforts of one row: u, and the wrench that arrives at the anchor.
inline Vec6 pass_row(const Model& model, const TreeWorkspace::Impl& impl, LoopCluster& cluster,
                     Eigen::Index row) {
  Vec3 moment_at_anchor = Vec3::Zero(), force_at_anchor = Vec3::Zero();
  for (std::size_t k = 0; k < cluster.joints.size(); ++k)
    cluster.moment[k].setZero(), cluster.force[k].setZero();
  for (std::size_t k = cluster.joints.size(); k-- > 0;) {
    const auto at = static_cast<std::size_t>(cluster.joints[k]);
    const ArticulatedBody& body = impl.body[at];
    const bool turns = model.joints()[at].kind.hinge;
    const auto place = static_cast<Eigen::Index>(k);
    const double u = cluster.J(place, row) - body.s.dot(turns ? cluster.moment[k] : cluster.force[k]);
    cluster.u(place, row) = u;
    // The wrench on the parent of the joint: what passes through, and the joint's own share.
    const Vec3 moment = cluster.moment[k] + body.inverse_D * u * body.U_angular;
    const Vec3 force = cluster.force[k] + body.inverse_D * u * body.U_linear;
    const int parent = cluster.parents[k];
    (parent < 0 ? moment_at_anchor : cluster.moment[static_cast<std::size_t>(parent)]) +=
        moment + body.r.cross(force);
    (parent < 0 ? force_at_anchor : cluster.force[static_cast<std::size_t>(parent)]) += force;
  }
  return stacked(moment_at_anchor, force_at_anchor);
}

// S and its factor, p as z, and what they add to the anchor's inertia.
inline void factor_cluster(const Model& model, TreeWorkspace::Impl& impl, LoopCluster& cluster) {
  const auto n = static_cast<Eigen::Index>(cluster.rows.size());
  for (Eigen::Index r = 0; r < n; ++r) cluster.z.row(r) = pass_row(model, impl, cluster, r).transpose();
  for (Eigen::Index r = 0; r < n; ++r)
    for (Eigen::Index s = 0; s <= r; ++s) {
      double sum = 0.0;
      for (std::size_t k = 0; k < cluster.joints.size(); ++k) {
        const auto place = static_cast<Eigen::Index>(k);
        sum += cluster.u(place, r) * impl.body[static_cast<std::size_t>(cluster.joints[k])].inverse_D *
               cluster.u(place, s);
      }
      cluster.factor(r, s) = sum;
    }
  double pivot = 0.0;
  // A dependent row leaves the loop open; the step reports the lowest such row.
  if (const int bad = factor_rows(cluster.factor, n, impl.least_mobility, pivot); bad >= 0) {
    const int row = cluster.rows[static_cast<std::size_t>(bad)];
    if (impl.failed_row < 0 || row < impl.failed_row) impl.failed_row = row, impl.failed_pivot = pivot;
    cluster.factor.setIdentity();  // the loop stays open, and the step fails
    cluster.u.setZero();
    cluster.z.setZero();
    return;
  }
  for (int c = 0; c < 6; ++c) substitute_forward(cluster.factor, n, cluster.z.col(c));
  if (cluster.anchor < 0) return;
  SpatialInertia& inertia = flexible_part(impl.body[static_cast<std::size_t>(cluster.anchor)]);
  for (Eigen::Index r = 0; r < n; ++r) {
    const Vec3 angular = cluster.z.row(r).head<3>(), linear = cluster.z.row(r).tail<3>();
    inertia.J.add_outer(angular, angular);
    inertia.H.noalias() += angular * linear.transpose();
    inertia.M.add_outer(linear, linear);
  }
}

// The effort u of a joint, less what the velocity products of the joints from the anchor to it take. They
// are summed up in x and y, the acceleration that they alone would give its body.
inline double effort_at_rest(const TreeWorkspace::Impl& impl, LoopCluster& cluster, std::size_t k) {
  const ArticulatedBody& body = impl.body[static_cast<std::size_t>(cluster.joints[k])];
  Vec3 &x = cluster.moment[k], &y = cluster.force[k];
  x = body.bias_angular;
  y = body.bias_linear;
  if (const int parent = cluster.parents[k]; parent >= 0) {
    const auto before = static_cast<std::size_t>(parent);
    x += cluster.moment[before];
    y += cluster.force[before] + cluster.moment[before].cross(body.r);
  }
  return body.u - body.U_angular.dot(x) - body.U_linear.dot(y);
}

// right = L_S^-1 (gamma + J a_0), and what it takes off the anchor's bias.
template <bool unit_response>
void drive_cluster(TreeWorkspace::Impl& impl, LoopCluster& cluster) {
  const auto n = static_cast<Eigen::Index>(cluster.rows.size());
  cluster.right = cluster.offset;
  for (std::size_t k = 0; k < cluster.joints.size(); ++k) {
    const ArticulatedBody& body = impl.body[static_cast<std::size_t>(cluster.joints[k])];
    const double given = unit_response ? body.u : effort_at_rest(impl, cluster, k);
    if (given == 0.0) continue;
    const double a = body.inverse_D * given;
    for (Eigen::Index r = 0; r < n; ++r) cluster.right[r] += cluster.u(static_cast<Eigen::Index>(k), r) * a;
  }
  substitute_forward(cluster.factor, n, cluster.right);
  if (cluster.anchor < 0) return;
  ArticulatedBody& anchor = impl.body[static_cast<std::size_t>(cluster.anchor)];
  for (Eigen::Index r = 0; r < n; ++r) {
    anchor.moment -= cluster.right[r] * Vec3(cluster.z.row(r).head<3>());
    anchor.force -= cluster.right[r] * Vec3(cluster.z.row(r).tail<3>());
  }
}

// The multipliers, once the anchor's acceleration is known, as efforts of the cluster's joints.
inline void solve_cluster(TreeWorkspace::Impl& impl, LoopCluster& cluster) {
  const auto n = static_cast<Eigen::Index>(cluster.rows.size());
  Vec6 motion = Vec6::Zero();
  if (cluster.anchor >= 0) {
    const ArticulatedBody& anchor = impl.body[static_cast<std::size_t>(cluster.anchor)];
    motion = stacked(anchor.w_dot, anchor.v_dot);
  }
  for (Eigen::Index r = 0; r < n; ++r)
    cluster.multipliers[r] = cluster.z.row(r).dot(motion) - cluster.right[r];
  substitute_backward(cluster.factor, n, cluster.multipliers);
  for (std::size_t k = 0; k < cluster.joints.size(); ++k) {
    ArticulatedBody& body = impl.body[static_cast<std::size_t>(cluster.joints[k])];
    for (Eigen::Index r = 0; r < n; ++r)
      body.u += cluster.u(static_cast<Eigen::Index>(k), r) * cluster.multipliers[r];
  }
}

// Visits clusters in their order while those of one anchor last.
template <class Visit>
void at_anchor(std::vector<LoopCluster>& clusters, int anchor, std::size_t& next, Visit visit) {
  for (; next < clusters.size() && clusters[next].anchor == anchor; ++next) visit(clusters[next]);
}
template <class Visit>
void at_anchor_from_root(std::vector<LoopCluster>& clusters, int anchor, std::size_t& left, Visit visit) {
  for (; left > 0 && clusters[left - 1].anchor == anchor; --left) visit(clusters[left - 1]);
}

}  // namespace grouser

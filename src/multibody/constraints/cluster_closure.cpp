// SPDX-License-Identifier: BSD-3-Clause
// Closing of the clusters' loops by their own joints, the anchor held, in the metric of their mass matrix
// in the neutral position; linkages that are one joint of the recursion follow their driver in closed form
// (docs/theory_multibody.md, "Closing").
#include "cluster_closure.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/multibody/constraints/row_laws.hpp"
#include "loop_rows.hpp"
#include "tree/joint_motion.hpp"
#include "tree/row_factor.hpp"

namespace grouser {
namespace {

constexpr int kMostLooks = 50;  // quadratic from within the step limit; the rest is for first guesses
constexpr double kLongestMove =
    0.3;  // rad or m of any coordinate in one round, so that far guesses do not overshoot

/// Inverse of the mass matrix of the cluster's joints alone.
MatX inverse_of_part(const MatX& H, const Model& model, const LoopCluster& cluster) {
  const auto n = static_cast<Eigen::Index>(cluster.joints.size());
  const auto coordinate = [&](Eigen::Index k) {
    return model.joints()[static_cast<std::size_t>(cluster.joints[static_cast<std::size_t>(k)])].v_index;
  };
  MatX part(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index k = 0; k < n; ++k) part(i, k) = H(coordinate(i), coordinate(k));
  return part.llt().solve(MatX::Identity(n, n));
}

}  // namespace

ClusterClosure::ClusterClosure(const Model& model)
    : model_(model),
      clusters_(find_loop_clusters(model)),
      kinematics_(model),
      least_mobility_(1.0 / model.total_mass()) {
  if (clusters_.empty()) return;
  calc_kinematics(model, model.neutral_q(), VecX::Zero(model.nv()), kinematics_);
  const MatX H = calc_mass_matrix(model, model.neutral_q(), kinematics_);
  Eigen::Index most = 0;
  for (const LoopCluster& cluster : clusters_) {
    metrics_.push_back({inverse_of_part(H, model, cluster), cluster.J});
    poses_.push_back({Vec2::Zero(), Vec2::Zero(), Vec2::Zero()});
    most = std::max(most, cluster.J.rows());
  }
  change_ = VecX::Zero(most);
  seen_ = VecX::Constant(model.nq(), std::numeric_limits<double>::quiet_NaN());
}

// Poses of the cluster's bodies, and the Jacobian.
void ClusterClosure::look(LoopCluster& cluster, const VecX& q) {
  if (cluster.anchor >= 0) kinematics_.body[static_cast<std::size_t>(cluster.anchor)].X_WB = {};
  for (const int j : cluster.joints) place_body(model_.joints()[static_cast<std::size_t>(j)], q, kinematics_);
  set_cluster_jacobian(model_, kinematics_, cluster);
}

// The change that takes cluster.right off the gaps or rates.
RowFailure ClusterClosure::solve(std::size_t c) {
  LoopCluster& cluster = clusters_[c];
  Metric& metric = metrics_[c];
  const Eigen::Index n = cluster.J.cols(), joints = cluster.J.rows();
  metric.moved.noalias() = metric.inverse.lazyProduct(cluster.J);
  for (Eigen::Index r = 0; r < n; ++r)
    for (Eigen::Index s = 0; s <= r; ++s) cluster.factor(r, s) = cluster.J.col(r).dot(metric.moved.col(s));
  double pivot = 0.0;
  if (const int bad = factor_rows(cluster.factor, n, least_mobility_, pivot); bad >= 0)
    return {RowFailure::Kind::singular, cluster.rows[static_cast<std::size_t>(bad)], pivot};
  substitute_forward(cluster.factor, n, cluster.right);
  substitute_backward(cluster.factor, n, cluster.right);
  change_.head(joints).setZero();
  for (Eigen::Index r = 0; r < n; ++r) change_.head(joints) -= cluster.right[r] * metric.moved.col(r);
  return {};
}

RowFailure ClusterClosure::close_gaps(std::size_t c, VecX& q, double closed) {
  LoopCluster& cluster = clusters_[c];
  for (int round = 0;; ++round) {
    look(cluster, q);
    RowFailure widest;
    // The gaps, and the row that is open by most.
    for (std::size_t r = 0; r < cluster.rows.size(); ++r) {
      const double gap = calc_gap(model_.rows()[static_cast<std::size_t>(cluster.rows[r])], q, kinematics_);
      cluster.right[static_cast<Eigen::Index>(r)] = gap;
      if (!(std::fabs(gap) <= closed) && !(std::fabs(gap) <= widest.size))
        widest = {RowFailure::Kind::open, cluster.rows[r], std::fabs(gap)};
    }
    if (!widest) return {};
    if (round == kMostLooks) return widest;
    if (const RowFailure failure = solve(c)) return failure;
    // One Newton step of the joints, shortened where a first guess is far off.
    const Eigen::Index joints = cluster.J.rows();
    const double longest = change_.head(joints).lpNorm<Eigen::Infinity>();
    const double share = longest > kLongestMove ? kLongestMove / longest : 1.0;
    for (Eigen::Index k = 0; k < joints; ++k)
      q[model_.joints()[static_cast<std::size_t>(cluster.joints[static_cast<std::size_t>(k)])].q_index] +=
          share * change_[k];
  }
}

RowFailure ClusterClosure::close_rates(std::size_t c, VecX& v) {
  LoopCluster& cluster = clusters_[c];
  const auto coordinate = [&](std::size_t k) {
    return model_.joints()[static_cast<std::size_t>(cluster.joints[k])].v_index;
  };
  // Rates of the gaps, J v.
  cluster.right.setZero();
  for (std::size_t k = 0; k < cluster.joints.size(); ++k)
    cluster.right += v[coordinate(k)] * cluster.J.row(static_cast<Eigen::Index>(k)).transpose();
  if (const RowFailure failure = solve(c)) return failure;
  for (std::size_t k = 0; k < cluster.joints.size(); ++k)
    v[coordinate(k)] += change_[static_cast<Eigen::Index>(k)];
  return {};
}

FourBarPose ClusterClosure::pose_of(std::size_t c, const VecX& q) const {
  return pose_at(model_, model_.embedded_loops()[static_cast<std::size_t>(clusters_[c].embedded)], q);
}

RowFailure ClusterClosure::place_follower(std::size_t c, VecX& q, double closed) {
  const EmbeddedLoop& loop = model_.embedded_loops()[static_cast<std::size_t>(clusters_[c].embedded)];
  poses_[c] = pose_of(c, q);
  if (open_by(loop.bars, poses_[c]) <= closed) return {};
  const FourBarMove move = close_bars(loop.bars, poses_[c]);
  if (move.missing != 0.0) return {RowFailure::Kind::open, clusters_[c].rows[0], move.missing};
  q[model_.joints()[static_cast<std::size_t>(loop.coupler)].q_index] += move.coupler;
  q[model_.joints()[static_cast<std::size_t>(loop.follower)].q_index] += move.follower;
  return {};
}

RowFailure ClusterClosure::drive_follower(std::size_t c, VecX& v) const {
  const EmbeddedLoop& loop = model_.embedded_loops()[static_cast<std::size_t>(clusters_[c].embedded)];
  const FourBarRates rates = calc_bar_rates(loop.bars, poses_[c]);
  if (!(rates.leverage > kSmallestPivot))
    return {RowFailure::Kind::singular, clusters_[c].rows[1], rates.leverage};
  const auto rate_of = [&](int joint) -> double& {
    return v[model_.joints()[static_cast<std::size_t>(joint)].v_index];
  };
  rate_of(loop.coupler) = rates.coupler * rate_of(loop.driver);
  rate_of(loop.follower) = rates.follower * rate_of(loop.driver);
  return {};
}

RowFailure ClusterClosure::close_positions(VecX& q, double closed) {
  if (clusters_.empty()) return {};
  for (std::size_t c = 0; c < clusters_.size(); ++c)
    if (const RowFailure failure = embedded(c) ? place_follower(c, q, closed) : close_gaps(c, q, closed)) {
      seen_.setConstant(std::numeric_limits<double>::quiet_NaN());
      return failure;
    }
  seen_ = q;
  return {};
}

RowFailure ClusterClosure::close_velocities(const VecX& q, VecX& v) {
  if (clusters_.empty()) return {};
  // Poses and Jacobians of close_positions() hold where it has just closed the same positions.
  const bool seen = seen_ == q;
  for (std::size_t c = 0; c < clusters_.size(); ++c) {
    if (!seen && embedded(c)) poses_[c] = pose_of(c, q);
    if (!seen && !embedded(c)) look(clusters_[c], q);
    if (const RowFailure failure = embedded(c) ? drive_follower(c, v) : close_rates(c, v)) return failure;
  }
  return {};
}

RowFailure ClusterClosure::place_followers(VecX& q, double closed) {
  seen_.setConstant(std::numeric_limits<double>::quiet_NaN());
  for (std::size_t c = 0; c < clusters_.size(); ++c)
    if (const RowFailure failure = embedded(c) ? place_follower(c, q, closed) : RowFailure{}) return failure;
  return {};
}

RowFailure ClusterClosure::drive_followers(const VecX& q, VecX& v) {
  for (std::size_t c = 0; c < clusters_.size(); ++c) {
    if (!embedded(c)) continue;
    poses_[c] = pose_of(c, q);
    if (const RowFailure failure = drive_follower(c, v)) return failure;
  }
  return {};
}

}  // namespace grouser

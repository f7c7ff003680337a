// SPDX-License-Identifier: BSD-3-Clause
// Closes the loops of clusters (tree/loop_clusters.hpp) by moving their own joints alone, seen from the
// anchor at rest: of all small changes of a cluster's coordinates that close its gaps, the one with the
// least kinetic energy, measured by the cluster's mass matrix in the model's neutral position,
//   dq = -M^-1 J^T (J M^-1 J^T)^-1 g
// A fixed metric closes as well as the present one: it only determines how a gap of the integrator's own
// error is shared among the joints of the loop. Bodies that hang outside of the loop do not move. An embedded
// linkage has coupler and follower put at the places of its closed form; its driver stays.
#pragma once
#include <vector>

#include "grouser/multibody/constraints/row_failure.hpp"
#include "tree/loop_clusters.hpp"

namespace grouser {

class ClusterClosure {
 public:
  explicit ClusterClosure(const Model& model);
  bool empty() const { return clusters_.empty(); }
  /// Newton's method from q, each cluster by itself; closed: m or rad.
  RowFailure close_positions(VecX& q, double closed);
  /// One linear solution at closed positions.
  RowFailure close_velocities(const VecX& q, VecX& v);
  /// The same of embedded linkages alone: their followers are placed, and their velocities set.
  RowFailure place_followers(VecX& q, double closed);
  RowFailure drive_followers(const VecX& q, VecX& v);

 private:
  struct Metric {
    MatX inverse;  // M^-1, joints x joints
    MatX moved;    // M^-1 J^T, joints x rows
  };
  void look(LoopCluster& cluster, const VecX& q);
  RowFailure solve(std::size_t cluster);
  RowFailure close_gaps(std::size_t cluster, VecX& q, double closed);
  RowFailure close_rates(std::size_t cluster, VecX& v);
  RowFailure place_follower(std::size_t cluster, VecX& q, double closed);
  RowFailure drive_follower(std::size_t cluster, VecX& v) const;
  bool embedded(std::size_t cluster) const { return clusters_[cluster].embedded >= 0; }
  FourBarPose pose_of(std::size_t cluster, const VecX& q) const;
  const Model& model_;
  std::vector<LoopCluster> clusters_;
  std::vector<Metric> metrics_;     // of each cluster
  std::vector<FourBarPose> poses_;  // of each cluster that is a linkage, at `seen_`
  Kinematics kinematics_;           // of the clusters' bodies, their anchors at rest in the origin
  VecX change_;                     // of one cluster's coordinates
  VecX seen_;                       // positions to which the Jacobians belong
  double least_mobility_;
};

}  // namespace grouser

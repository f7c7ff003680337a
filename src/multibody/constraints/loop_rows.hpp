// SPDX-License-Identifier: BSD-3-Clause
// The rows of a model in two lots: those of loops that the recursion closes (tree/loop_clusters.hpp), and the
// rest, which act through the whole forest and are solved together (row_system.hpp).
#pragma once
#include "row_system.hpp"
#include "tree/loop_clusters.hpp"

namespace grouser {

/// J of a cluster; the poses of its bodies must be current.
void set_cluster_jacobian(const Model& model, const Kinematics& kinematics, LoopCluster& cluster);

class LoopRows {
 public:
  LoopRows(const Model& model, TreeWorkspace& tree);

  bool has_clusters() const { return !clusters_->empty(); }
  /// Whether some cluster is closed by its rows, and needs their offsets.
  bool needs_offsets() const { return needs_offsets_; }
  /// Whether the recursion closes the row.
  bool on_the_way(std::size_t row) const { return on_the_way_[row] != 0; }
  /// Whether the recursion closes all rows.
  bool all_on_the_way() const { return rest_ == 0; }
  /// Whether some row of the rest acts on bodies.
  bool rest_acts_on_bodies() const { return rest_on_bodies_; }

  /// Sets the Jacobians of the clusters' rows.
  void set_jacobians(const Model& model, const Kinematics& kinematics);
  /// Sets the change that the clusters' gaps need: offset(row) is subtracted. For tree_dynamics() it is the
  /// gaps' second derivative at a = 0, for a response the gap or its rate.
  template <class Offset>
  void set_offsets(const Model& model, Offset offset) {
    for (LoopCluster& cluster : *clusters_)
      for (std::size_t r = 0; r < cluster.rows.size(); ++r)
        cluster.offset[static_cast<Eigen::Index>(r)] =
            offset(model.rows()[static_cast<std::size_t>(cluster.rows[r])]);
  }
  void clear_offsets();
  /// A row that depends on the others of its cluster.
  RowFailure failure(TreeWorkspace& tree) const;

  /// Responses to the rest, with the loops closed; clears the offsets.
  void respond(const Model& model, const Kinematics& kinematics, TreeWorkspace& tree, RowSystem& rest);
  /// Multipliers of the clusters after the last pass.
  void read_multipliers(VecX& multipliers) const;
  /// Adds to them what the multipliers of the rest make of them.
  void add_multipliers(const RowSystem& rest, VecX& multipliers) const;

 private:
  std::vector<LoopCluster>* clusters_;  // of the tree's workspace, which does not move its own
  std::vector<char> on_the_way_;
  std::size_t rest_ = 0;
  bool rest_on_bodies_ = false, needs_offsets_ = false;
  MatX made_;  // rows x rows: of clusters, by a multiplier of 1 of the rest
  VecX column_;
};

}  // namespace grouser

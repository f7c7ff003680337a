// SPDX-License-Identifier: BSD-3-Clause
// The split of a model's rows: those in clusters are closed within the recursion, the rest is a dense
// system whose passes have the clusters closed. Multipliers of both are put together afterwards.
#include "loop_rows.hpp"

#include "grouser/multibody/constraints/row_laws.hpp"
#include "tree/joint_motion.hpp"

namespace grouser {

LoopRows::LoopRows(const Model& model, TreeWorkspace& tree) : on_the_way_(model.rows().size(), 0) {
  close_loops_on_the_way(model, tree);
  clusters_ = &clusters_of(tree);
  for (const LoopCluster& cluster : *clusters_) {
    needs_offsets_ |= cluster.embedded < 0;
    for (const int row : cluster.rows) on_the_way_[static_cast<std::size_t>(row)] = 1;
  }
  for (std::size_t r = 0; r < on_the_way_.size(); ++r) {
    if (on_the_way(r)) continue;
    ++rest_;
    rest_on_bodies_ = rest_on_bodies_ || model.rows()[r].kind != RowKind::coordinates;
  }
  const auto rows = static_cast<Eigen::Index>(model.rows().size());
  // made_: multipliers that a unit of each remaining row causes in the clusters.
  made_ = has_clusters() && rest_ > 0 ? MatX::Zero(rows, rows) : MatX();
  column_ = VecX::Zero(rows);
}

// A row's unit wrench on body b, and its opposite on a, as efforts of the joints between.
void set_cluster_jacobian(const Model& model, const Kinematics& kinematics, LoopCluster& cluster) {
  for (std::size_t r = 0; r < cluster.rows.size(); ++r) {
    const Row& row = model.rows()[static_cast<std::size_t>(cluster.rows[r])];
    // A joint's entry is the work of the row's wrench on a unit of the joint's motion.
    const Wrench on_b = calc_unit_wrenches(row, kinematics).on_b;
    const Vec3 origin = row.body_b == kWorld ? Vec3::Zero().eval() : kinematics.body[row.body_b].X_WB.p;
    const auto column = static_cast<Eigen::Index>(r);
    for (std::size_t k = 0; k < cluster.joints.size(); ++k) {
      const auto place = static_cast<Eigen::Index>(k);
      const double side = cluster.side(place, column);
      if (side == 0.0) continue;
      const Joint& joint = model.joints()[static_cast<std::size_t>(cluster.joints[k])];
      const RigidTransform& X = kinematics.body[static_cast<std::size_t>(cluster.joints[k])].X_WB;
      const Vec3 axis = axis_in_world(joint, X.R);
      const double effort =
          joint.kind.hinge ? axis.dot(on_b.moment + (origin - X.p).cross(on_b.force)) : axis.dot(on_b.force);
      cluster.J(place, column) = side * effort;
    }
  }
}

void LoopRows::set_jacobians(const Model& model, const Kinematics& kinematics) {
  for (LoopCluster& cluster : *clusters_) set_cluster_jacobian(model, kinematics, cluster);
}

void LoopRows::clear_offsets() {
  for (LoopCluster& cluster : *clusters_) cluster.offset.setZero();
}

RowFailure LoopRows::failure(TreeWorkspace& tree) const {
  double pivot = 0.0;
  const int row = failed_row(tree, pivot);
  if (row < 0) return {};
  return {RowFailure::Kind::singular, row, pivot};
}

void LoopRows::respond(const Model& model, const Kinematics& kinematics, TreeWorkspace& tree,
                       RowSystem& rest) {
  clear_offsets();
  rest.respond(model, kinematics, tree, [&](std::size_t row) {
    if (!has_clusters()) return;
    read_multipliers(column_);
    made_.col(static_cast<Eigen::Index>(row)) = column_;
  });
}

void LoopRows::read_multipliers(VecX& multipliers) const {
  for (const LoopCluster& cluster : *clusters_)
    for (std::size_t r = 0; r < cluster.rows.size(); ++r)
      multipliers[cluster.rows[r]] = cluster.multipliers[static_cast<Eigen::Index>(r)];
}

void LoopRows::add_multipliers(const RowSystem& rest, VecX& multipliers) const {
  if (!has_clusters()) return;
  for (std::size_t r = 0; r < on_the_way_.size(); ++r) {
    if (on_the_way(r) || rest.state[r] == RowState::out) continue;
    const auto row = static_cast<Eigen::Index>(r);
    for (const LoopCluster& cluster : *clusters_)
      for (const int own : cluster.rows) multipliers[own] += made_(own, row) * rest.multipliers[row];
  }
}

}  // namespace grouser

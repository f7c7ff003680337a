// SPDX-License-Identifier: BSD-3-Clause
// Loops that the recursion closes at their anchor: rows whose joints all lie behind one body are gathered,
// rows that share a joint become one cluster, and each cluster gets its matrices once, so that steps
// allocate nothing. Theory: docs/theory_multibody.md, "Loops behind one body".
#include "loop_clusters.hpp"

#include <algorithm>
#include <optional>

#include "articulated.hpp"
#include "grouser/base/error.hpp"

namespace grouser {
namespace {

/// Joints that one row touches, and the body that they lie behind.
struct Reach {
  int anchor;
  std::vector<int> joints;
};

// The joints between a row's bodies and the body on which both chains meet.
std::optional<Reach> reach_of(const Model& model, const Row& row) {
  // Couplings, one-sided rows and rows within one body are left to the dense system.
  if (row.kind == RowKind::coordinates || row.one_sided() || row.body_a == row.body_b) return std::nullopt;
  Reach reach{-1, {}};
  int a = row.body_a.index, b = row.body_b.index;
  while (a != b) {
    // Children have higher indices, so the higher one is the body to step inwards from.
    int& outer = a > b ? a : b;
    const Joint& joint = model.joints()[static_cast<std::size_t>(outer)];
    if (joint.nv != 1 || joint.mode != CoordinateMode::dynamic) return std::nullopt;
    reach.joints.push_back(outer);
    outer = joint.parent.index;
  }
  reach.anchor = a;
  return reach;
}

/// Orders joints and rows, finds each joint's place, and sizes the matrices.
void finish(const Model& model, LoopCluster& cluster) {
  std::ranges::sort(cluster.joints);
  std::ranges::sort(cluster.rows);
  // The place of each joint's parent within the cluster; -1: the parent is the anchor.
  for (const int j : cluster.joints) {
    const int parent = model.joints()[static_cast<std::size_t>(j)].parent.index;
    const auto found = std::ranges::find(cluster.joints, parent);
    cluster.parents.push_back(
        found == cluster.joints.end() ? -1 : static_cast<int>(found - cluster.joints.begin()));
  }
  const auto joints = static_cast<Eigen::Index>(cluster.joints.size()),
             rows = static_cast<Eigen::Index>(cluster.rows.size());
  cluster.J = cluster.u = cluster.side = MatX::Zero(joints, rows);
  // side: +1 where the joint lies inwards of the row's body b, -1 of a; joints inwards of both cancel to 0.
  for (Eigen::Index r = 0; r < rows; ++r) {
    const Row& row = model.rows()[static_cast<std::size_t>(cluster.rows[static_cast<std::size_t>(r)])];
    for (const int end : {row.body_a.index, row.body_b.index})
      for (int b = end; b >= 0; b = model.joints()[static_cast<std::size_t>(b)].parent.index)
        if (const auto at = std::ranges::find(cluster.joints, b); at != cluster.joints.end())
          cluster.side(at - cluster.joints.begin(), r) += end == row.body_b.index ? 1.0 : -1.0;
  }
  cluster.factor = MatX::Zero(rows, rows);
  cluster.z = MatX::Zero(rows, 6);
  cluster.offset = cluster.right = cluster.multipliers = VecX::Zero(rows);
  cluster.moment.resize(cluster.joints.size());
  cluster.force.resize(cluster.joints.size());
  // A linkage that is one joint of the recursion is a cluster of three joints and a pin's two rows.
  for (std::size_t k = 0; k < model.embedded_loops().size(); ++k)
    if (model.rows()[static_cast<std::size_t>(cluster.rows[0])].constraint ==
        model.embedded_loops()[k].constraint)
      cluster.embedded = static_cast<int>(k);
  GROUSER_ASSERT(cluster.embedded < 0 || (cluster.joints.size() == 3 && cluster.rows.size() == 2));
  cluster.members.resize(cluster.embedded < 0 ? 0 : cluster.joints.size());
}

// Whether a coupling gives or takes a coordinate of the cluster.
bool is_coupled(const Model& model, const LoopCluster& cluster) {
  return std::ranges::any_of(model.rows(), [&](const Row& row) {
    return row.kind == RowKind::coordinates && std::ranges::any_of(cluster.joints, [&](int j) {
             const int c = model.joints()[static_cast<std::size_t>(j)].v_index;
             return c == row.dependent_v || c == row.independent_v;
           });
  });
}

}  // namespace

std::vector<LoopCluster> join_loop_rows(const Model& model) {
  std::vector<LoopCluster> clusters;
  for (std::size_t r = 0; r < model.rows().size(); ++r) {
    std::optional<Reach> reach = reach_of(model, model.rows()[r]);
    if (!reach || reach->joints.empty()) continue;
    LoopCluster joined;
    joined.anchor = reach->anchor;
    joined.joints = std::move(reach->joints);
    joined.rows = {static_cast<int>(r)};
    // rows that share a joint belong together; the innermost of their anchors holds them all
    for (std::size_t c = clusters.size(); c-- > 0;) {
      LoopCluster& other = clusters[c];
      const auto shared = [&](int j) { return std::ranges::find(joined.joints, j) != joined.joints.end(); };
      if (std::ranges::none_of(other.joints, shared)) continue;
      joined.anchor = std::min(joined.anchor, other.anchor);
      for (const int j : other.joints)
        if (!shared(j)) joined.joints.push_back(j);
      joined.rows.insert(joined.rows.end(), other.rows.begin(), other.rows.end());
      clusters.erase(clusters.begin() + static_cast<std::ptrdiff_t>(c));
    }
    clusters.push_back(std::move(joined));
  }
  return clusters;
}

std::vector<LoopCluster> find_loop_clusters(const Model& model) {
  std::vector<LoopCluster> clusters = join_loop_rows(model);
  for (LoopCluster& cluster : clusters) finish(model, cluster);
  std::erase_if(clusters, [&](const LoopCluster& cluster) {
    return cluster.embedded < 0 && is_coupled(model, cluster);
  });
  // Outer anchors come first, as the passes from leaves to roots meet them.
  std::ranges::stable_sort(clusters, std::greater{}, &LoopCluster::anchor);
  return clusters;
}

void close_loops_on_the_way(const Model& model, TreeWorkspace& tree) {
  TreeWorkspace::Impl& impl = tree.impl();
  impl.clusters = find_loop_clusters(model);
  for (const LoopCluster& cluster : impl.clusters)
    if (cluster.embedded >= 0)
      for (const int j : cluster.joints) impl.body[static_cast<std::size_t>(j)].in_linkage = true;
  impl.least_mobility = 1.0 / model.total_mass();
}

std::vector<LoopCluster>& clusters_of(TreeWorkspace& tree) { return tree.impl().clusters; }

int failed_row(TreeWorkspace& tree, double& pivot) {
  pivot = tree.impl().failed_pivot;
  return tree.impl().failed_row;
}

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Loops that the recursion closes. If all coordinates that some rows touch lie behind one body, the anchor,
// the rows do not concern the rest of the tree: they are eliminated when the recursion reaches the anchor, as
// joints are, so that one leg's linkage never enlarges another's (A. Jain, "Multibody graph transformations
// and analysis, part II: closed-chain constraint embedding", Nonlinear Dynamics 67, 2012; Chignoli et al., "A
// Propagation Perspective on Recursive Forward Dynamics for Systems with Kinematic Loops", 2023).
//
// With A_P the anchor's acceleration, the accelerations of the cluster's joints are
//   a = a_0 - H^-1 F^T A_P + H^-1 J^T lambda
// H = L D L^T is factored by the recursion up to the anchor. One pass with the efforts J^T gives u = L^-1 J^T
// and the wrench p = F H^-1 J^T that arrives at the anchor. With gamma the gaps' second derivatives at a = 0,
// the rows give
//   S = u^T D^-1 u:     S lambda = p^T A_P - (gamma + J a_0)
// and the anchor, which feels p lambda, has p S^-1 p^T more inertia and p S^-1 (gamma + J a_0) less bias.
//
// A cluster that is an EmbeddedLoop is one joint of one coordinate instead (embedded_elimination.hpp); its
// rows are looked at only for their multipliers.
#pragma once
#include <vector>

#include "grouser/multibody/tree/dynamics.hpp"

namespace grouser {

/// Motion of a body of an embedded linkage with the driver, world axes.
struct EmbeddedMember {
  double slope = 0.0, bias = 0.0;  ///< its joint accelerates with slope * a_driver + bias
  double given = 0.0;              ///< effort on its joint, N m
  Vec3 w = Vec3::Zero(),
       v = Vec3::Zero();  ///< at 1 rad/s of the driver, anchor at rest: of the body and of its origin
  Vec3 R = Vec3::Zero();  ///< from the anchor's origin to the body's, m
};

struct LoopCluster {
  int anchor = -1;           ///< a body; -1: the world
  std::vector<int> joints;   ///< of one coordinate each, a parent before its children
  std::vector<int> parents;  ///< of each: the place of its parent's joint in `joints`, -1: the anchor
  std::vector<int> rows;     ///< of the model
  MatX side;                 ///< joints x rows: -1 on the chain to the row's body a, 1 to b, 0: on neither
  MatX J, u;                 ///< joints x rows
  MatX factor;               ///< of S
  MatX z;                    ///< rows x 6: L_S^-1 p^T, moment first
  VecX offset;               ///< gamma, set before a pass; of a response that leaves the gaps alone 0
  VecX right, multipliers;
  std::vector<Vec3> moment, force;  ///< scratch, one per joint

  int embedded = -1;  ///< index in Model::embedded_loops(); then of the one joint that the three are:
  std::vector<EmbeddedMember> members;                     ///< in the order of `joints`
  Vec3 U_angular = Vec3::Zero(), U_linear = Vec3::Zero();  ///< I_A s at the anchor's origin
  double inverse_D = 0.0, effort = 0.0;
};

/// Rows that share joints, as clusters of which only anchor, joints and rows are set.
std::vector<LoopCluster> join_loop_rows(const Model&);
/// Clusters of a model, those of outer anchors first. Rows that are one-sided, or touch coordinates that are
/// prescribed or of joints with several, form none.
std::vector<LoopCluster> find_loop_clusters(const Model&);

/// From here on tree_dynamics() and tree_response() close the loops of all clusters.
void close_loops_on_the_way(const Model&, TreeWorkspace&);
std::vector<LoopCluster>& clusters_of(TreeWorkspace&);
/// The row that was found to depend on the others of its cluster in the last tree_dynamics(), which left it
/// open; -1: none.
int failed_row(TreeWorkspace&, double& pivot);

}  // namespace grouser

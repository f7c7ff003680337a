// SPDX-License-Identifier: BSD-3-Clause
// Scratch memory of the articulated-body algorithm. Everything is written in world axes and taken about the
// body's own origin, so moving an inertia to the parent is a translation only; no 6x6 rotations.
#pragma once
#include <vector>

#include "composite_bodies.hpp"
#include "grouser/math/small/factor.hpp"
#include "grouser/multibody/tree/dynamics.hpp"
#include "joint_passive.hpp"
#include "loop_clusters.hpp"
#include "spatial_inertia.hpp"

namespace grouser {

struct ArticulatedBody {
  Carriage carriage = Carriage::own;
  /// The body and its children behind prescribed or fixed joints; empty for a body that is included in a
  /// carrier
  RigidInertia rigid;
  SpatialInertia flexible;         ///< contribution of children behind solved joints
  bool has_flexible = false;       ///< there is such a contribution
  bool in_linkage = false;         ///< its joint is eliminated with those of an embedded linkage
  Vec3 r;                          ///< from the parent's origin to this body's, m
  Vec3 bias_angular, bias_linear;  ///< velocity-product accelerations
  Vec3 moment, force;              ///< bias wrench p_A
  Vec3 w_dot, v_dot;               ///< result
  Vec3 w_B, w_dot_B, fall_B;       ///< for a carrier: w, w' and v' - g in its own axes
  // One-coordinate joints: motion (rotation about `s` or translation along it), U = I_A s, 1/(s^T U + gamma
  // d), effort.
  Vec3 s, U_angular, U_linear;
  double inverse_D = 0.0, u = 0.0;
  int multi = -1;  ///< index in Impl::multi for joints of several coordinates
};

/// The same for joints with several coordinates (columns beyond joint.nv are unused).
struct MultiJoint {
  Mat6 S, U, inverse_D;
  Vec6 u;
  // A free joint without dampers: S is orthogonal, so the motion depends only on the body's own inertia.
  bool floats = false;
  small::Ldlt<double, 6> factor;  ///< of the whole inertia
  Vec6 motion;                    ///< I^-1 (S u - p): angular, linear
  Vec6 moved_by(const Vec6& wrench) const {
    small::Matrix<double, 6> x;
    Eigen::Map<Vec6> result(&x[0]);
    result = wrench;
    factor.solve(x);
    return result;
  }
};

struct TreeWorkspace::Impl {
  explicit Impl(const Model& model) : composites(model), body(model.bodies().size()) {}
  CompositeBodies composites;
  Indexed<BodyId, ArticulatedBody> body;
  std::vector<MultiJoint> multi;
  std::vector<PassiveTerm> passive;   ///< one per coordinate
  std::vector<LoopCluster> clusters;  ///< those of outer anchors first
  double least_mobility = 0.0;        ///< 1/kg
  int failed_row = -1;                ///< that depends on others of its cluster
  double failed_pivot = 0.0;
};

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Effective mass of a model at a point that is pushed.
#pragma once
#include <Eigen/Cholesky>

#include "grouser/multibody/tree/dynamics.hpp"

namespace grouser {

/// Effective masses of a model in one pose, with the free (dynamic, coupled) coordinates. The mass matrix
/// is assembled and decomposed once for all points. Keeps references to the model and its kinematics.
/// Throws nothing.
class EffectiveMasses {
 public:
  EffectiveMasses(const Model& model, const VecX& q, const Kinematics& kinematics);
  /// At a world point fixed in a body, along unit direction d, kg:
  ///   1 / (d^T J G (G^T H G)^-1 G^T J^T d)
  /// with J of calc_point_jacobian() and G of calc_tangent_basis(). Infinity if nothing can move.
  double at(BodyId body, const Vec3& p_W, const Vec3& d) const;
  /// Mobility of a body: the matrix from a unit impulse (moment about its origin, force) to the change of
  /// (angular velocity, velocity of the origin), in the body's axes. Along d at a point p the change is w^T W
  /// w, w = (p x d, d), which is 1 / at(). Zero for the world.
  Mat6 mobility_of(BodyId body) const;

 private:
  const Model& model_;
  const VecX q_;
  const Kinematics& kinematics_;
  MatX G_;  ///< nv x free coordinates
  Eigen::LLT<MatX> reduced_;
};

}  // namespace grouser

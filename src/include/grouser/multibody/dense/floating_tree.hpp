// SPDX-License-Identifier: BSD-3-Clause
// The equation of motion of one free-floating tree of a forest as dense matrices, for controllers that
// choose accelerations and forces together:
//   H a + bias = tau + sum J^T F,      momentum = A v,      d(momentum)/dt = A a + A' v
// Composite bodies (Featherstone 2008, section 6.2) about the tree's centre of mass, in world axes, so that
// a column of H's momentum is a column of the centroidal momentum matrix A (Orin, Goswami & Lee, Autonomous
// Robots 35, 2013). Nothing is allocated after the constructor. Springs, dampers and limits of joints are
// left out: who controls must know that.
#pragma once
#include <vector>

#include "grouser/multibody/tree/dynamics.hpp"

namespace grouser {

using Mat6X = Eigen::Matrix<double, 6, Eigen::Dynamic>;
using Mat3X = Eigen::Matrix<double, 3, Eigen::Dynamic>;

class FloatingTree {
 public:
  /// Throws InputError where the root's joint is not free, another is neither revolute and dynamic nor
  /// fixed, or rows hold the tree.
  FloatingTree(const Model&, BodyId root);

  /// Whether the body hangs on the tree's root. The functions below need a body that does.
  bool has(BodyId id) const { return own_[static_cast<std::size_t>(id.index)] >= 0; }
  Eigen::Index size() const { return static_cast<Eigen::Index>(velocity_.size()); }
  /// Place in the model's v of each of the tree's coordinates: six of the root, then one per joint.
  const std::vector<int>& velocities() const { return velocity_; }
  /// Index in the model of the joint that moves coordinate 6 + k.
  const std::vector<int>& joints() const { return joint_; }

  void update(const VecX& q, const VecX& v, const Kinematics&, const Vec3& gravity);

  const MatX& mass_matrix() const { return H_; }
  /// Velocity products and weight.
  const VecX& bias() const { return bias_; }
  double mass() const { return mass_; }
  const Vec3& center() const { return center_; }
  const Vec3& center_velocity() const { return center_velocity_; }
  /// Rows: angular about the centre of mass, linear.
  const Mat6X& momentum_matrix() const { return A_; }
  const Vec6& momentum() const { return momentum_; }
  /// A' v.
  const Vec6& momentum_bias() const { return momentum_bias_; }
  const BodyMotion& body(BodyId id) const { return at_rest_.body[static_cast<std::size_t>(id.index)]; }
  /// Angular acceleration of a body, and that of one of its points (world), without any of the coordinates'.
  Vec3 turning_bias(BodyId id) const { return body(id).w_dot; }
  Vec3 point_bias(BodyId, const Vec3& p) const;
  /// Jacobians of a body's angular velocity and of the velocity of one of its points (world), 3 x size().
  void turning_jacobian(BodyId, Mat3X& J) const;
  void point_jacobian(BodyId, const Vec3& p, Mat3X& J) const;
  /// Efforts of a wrench on a body (moment about the centre of mass, force): J^T of it.
  void efforts(BodyId, const Vec6& wrench, Eigen::Ref<VecX> tau) const;

 private:
  struct Composite {
    double mass = 0.0;
    Vec3 moment = Vec3::Zero();  // first, about the centre of mass of the tree
    Mat3 inertia = Mat3::Zero();
    Vec3 force = Vec3::Zero(),
         torque = Vec3::Zero();  // that its motion takes without the coordinates' accelerations
  };
  bool carries(Eigen::Index coordinate, std::size_t body) const {
    return carries_[static_cast<std::size_t>(coordinate) * bodies_.size() + body];
  }
  std::size_t own(BodyId id) const {
    return static_cast<std::size_t>(own_[static_cast<std::size_t>(id.index)]);
  }
  void find_columns();
  void find_composites();

  const Model& model_;
  std::vector<int> bodies_;  // of the model, parents first
  std::vector<int> own_;     // number among them of each body of the model, or -1
  std::vector<int> velocity_, joint_;
  std::vector<int> mover_;  // own number of the body that each coordinate moves
  std::vector<bool> carries_;
  Kinematics at_rest_;
  VecX no_a_;
  std::vector<Composite> composite_;
  Mat6X S_;  // angular velocity, and velocity of the point at the centre of mass, for unit rates
  Mat6X A_;
  MatX H_;
  VecX bias_;
  Vec3 center_ = Vec3::Zero(), center_velocity_ = Vec3::Zero();
  Vec6 momentum_ = Vec6::Zero(), momentum_bias_ = Vec6::Zero();
  double mass_ = 0.0;
};

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Bodies that need no dynamics of their own at the moment. A body rides on its parent if its joint is fixed,
// or prescribed and at rest: both move as one rigid body. A body of revolution at the end of a prescribed
// joint along its axis spins on its parent: its mass moves with the parent too, and the spin only adds the
// moment of a gyrostat.
#pragma once
#include <cstdint>
#include <vector>

#include "grouser/multibody/tree/dynamics.hpp"
#include "spatial_inertia.hpp"

namespace grouser {

enum class Carriage : std::uint8_t { own, rides, spins };

class CompositeBodies {
 public:
  /// For a carried body: the moment about its joint's axis a that it and everything it carries require, in
  /// axes of the carrier at the end of the chain (w, w' and f = v' - g are those there):
  ///   A . w' + B . f + w . K w
  /// With m, h, J of the carried part about the joint's origin, which is at p, this moment is
  ///   a . (J w' + h x (f + w' x p + w x (w x p)) + w x J w)
  /// so that
  ///   A = J a + p x B,   B = a x h,   K = (B p^T) - (B . p) 1 - (a x J), symmetric parts
  struct JointShare {
    Vec3 A = Vec3::Zero(), B = Vec3::Zero();
    Symmetric3 K;
  };

  explicit CompositeBodies(const Model& model);
  /// Updates for the position, rate and acceleration of the prescribed joints. Composites are rebuilt only
  /// where a joint has stopped, started or is at another position, and only from the joints' coordinates: the
  /// bits are the same whatever came before.
  void update(const Model& model, const VecX& q, const VecX& v, const VecX& a);
  Carriage carriage(std::size_t body) const { return carriage_[body]; }
  /// The body with everything it carries as one rigid body about its origin, in its own axes.
  const RigidInertia& inertia(std::size_t body) const { return inertia_[body]; }
  /// Inertia of a spinning body about its joint, kg m2.
  double spin_inertia(std::size_t body) const { return spin_[body]; }
  const JointShare& share(std::size_t body) const { return share_[body]; }
  /// The end of the chain of carriers; a body that is not carried returns itself.
  std::size_t carrier(std::size_t body) const { return carrier_[body]; }
  bool carries(std::size_t body) const { return carries_[body] != 0; }
  /// True for a carried body that in turn has a body with its own dynamics on it, which must know how it
  /// moves.
  bool leads_on(std::size_t body) const { return leads_on_[body] != 0; }

 private:
  void build(const Model& model);
  void set_share(const Joint& joint, std::size_t body);

  std::vector<RigidInertia> inertia_;
  std::vector<JointShare> share_;
  std::vector<RigidTransform> in_carrier_;
  std::vector<double> spin_;
  std::vector<std::size_t> carrier_;
  std::vector<std::uint8_t> carries_, leads_on_;
  std::vector<Carriage> carriage_;
  std::vector<double> angle_;           // joint angle of a body that rides
  std::vector<std::uint8_t> can_ride_;  // revolute and prescribed, on a body
  // Also a body of revolution about the joint's axis, with nothing on it
  std::vector<std::uint8_t> revolves_;
};

/// The inertia in axes rotated by R.
GROUSER_INLINE RigidInertia rotated(const RigidInertia& inertia, const Mat3& R) {
  const Vec3 a = inertia.J * Vec3(R.row(0)), b = inertia.J * Vec3(R.row(1)), c = inertia.J * Vec3(R.row(2));
  RigidInertia result{inertia.m, R * inertia.h, {}};
  result.J.xx = R.row(0).dot(a), result.J.xy = R.row(1).dot(a), result.J.xz = R.row(2).dot(a);
  result.J.yy = R.row(1).dot(b), result.J.yz = R.row(2).dot(b), result.J.zz = R.row(2).dot(c);
  return result;
}

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Kinematics and dynamics of a Model. All functions take their scratch memory as an argument and do not
// allocate.
//
// Equation of motion (equation (1) of Oettershagen et al., DynRPAT, completed by the gyroscopic terms it
// omits; derivation in docs/theory_multibody.md):
//   H(q) a + C(q, v) = tau + sum J^T F
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "grouser/multibody/tree/model.hpp"

namespace grouser {

/// A wrench on a body: moment about the body frame's origin and force, both written in world axes.
struct Wrench {
  Vec3 moment = Vec3::Zero();  ///< N m
  Vec3 force = Vec3::Zero();   ///< N
};

/// Motion of one body, world axes.
struct BodyMotion {
  RigidTransform X_WB;        ///< pose of the body in the world
  Vec3 w = Vec3::Zero();      ///< angular velocity, rad/s
  Vec3 v = Vec3::Zero();      ///< velocity of the body frame's origin, m/s
  Vec3 w_dot = Vec3::Zero();  ///< angular acceleration, rad/s2; filled by calc_accelerations
  Vec3 v_dot = Vec3::Zero();  ///< true acceleration of the origin (gravity not subtracted), m/s2

  /// Velocity of the point of the body that is at p_W (m, world), m/s.
  Vec3 velocity_at(const Vec3& p_W) const { return v + w.cross(p_W - X_WB.p); }
};

/// Poses, velocities and accelerations of all bodies.
struct Kinematics {
  Indexed<BodyId, BodyMotion> body;  ///< by the model's bodies

  /// Sine and cosine of each joint's last angle: many joints do not move from one call to the next.
  struct Turn {
    double angle = 0.0;  ///< rad
    double sin = 0.0;    ///< of the angle
    double cos = 1.0;    ///< of the angle
  };
  std::vector<Turn> turn;  ///< by the model's joints

  /// Memory for one model; filled by calc_kinematics().
  explicit Kinematics(const Model& model) : body(model.bodies().size()), turn(model.joints().size()) {}
};

/// Poses alone, for velocities of another v.
void copy_poses(const Kinematics& from, Kinematics& to);
/// Poses and velocities.
void calc_kinematics(const Model&, const VecX& q, const VecX& v, Kinematics& out);
/// Velocities only, if the poses already belong to the intended q: bit-identical to calc_kinematics.
void calc_velocities(const Model&, const VecX& v, Kinematics& inout);
/// Fills w_dot and v_dot from joint accelerations; q, v as in calc_kinematics, which must have been called
/// with them.
void calc_accelerations(const Model&, const VecX& q, const VecX& v, const VecX& a, Kinematics& inout);

/// A wrench on a body proportional to its acceleration, about the body frame's origin, world axes:
///   moment = -(J w_dot + H v_dot),   force = -(H^T w_dot + M v_dot)
/// J and M are symmetric. An implicit damper of a contact is an example: see ContactSystem.
struct AddedInertia {
  Mat3 J = Mat3::Zero();  ///< by w_dot, kg m2
  Mat3 H = Mat3::Zero();  ///< by v_dot in the moment, by w_dot in the force, kg m
  Mat3 M = Mat3::Zero();  ///< by v_dot, kg
};

/// The loads on the forest besides its own joints.
struct Loads {
  Vec3 gravity = Vec3(0, 0, -9.81);  ///< m/s2, world
  Indexed<BodyId, Wrench> on_body;   ///< external wrenches
  VecX generalized;                  ///< nv: efforts added on joints (motors of dynamic coordinates)
  VecX damping;  ///< nv: N m s/rad, N s/m; subtracts damping * v, implicitly like joint dampers
  std::vector<std::uint8_t> released;   ///< one per model spring: 1 = cut, no force
  Indexed<BodyId, AddedInertia> added;  ///< or empty (needs a workspace made for it)

  /// Wrenches of the constraint rows as calc_reactions() found them, or empty. Read by calc_joint_loads()
  /// only.
  Indexed<BodyId, Wrench> reaction;  ///< about the body frames' origins, world axes

  /// No loads but gravity, for one model.
  explicit Loads(const Model& m)
      : on_body(m.bodies().size()),
        generalized(VecX::Zero(m.nv())),
        damping(VecX::Zero(m.nv())),
        released(m.springs().size(), 0) {}
  /// Removes wrenches and efforts; gravity and cut springs stay.
  void clear() {
    for (Wrench& wrench : on_body) wrench = Wrench{};
    generalized.setZero();
    damping.setZero();
    for (AddedInertia& inertia : added) inertia = AddedInertia{};
  }
};

/// Dampers are implicit. With the velocity at the end of the step v_end = v_base + gamma a, joint damping d
/// enters as
///   (H + gamma d) a = ... - d v_base
/// Beeman: gamma = 5/12 dt, and v_base is its corrector without the new acceleration, so the order is kept.
/// Explicit: gamma = 0 and v_base = v.
struct ImplicitDamping {
  double gamma = 0.0;            ///< s; 0: explicit
  const VecX* v_base = nullptr;  ///< nullptr: use v
};

/// Opaque scratch memory of the recursion.
class TreeWorkspace {
 public:
  explicit TreeWorkspace(const Model&);  ///< memory for one model

  /// Needed by the implementation.
  ~TreeWorkspace();
  TreeWorkspace(TreeWorkspace&&) noexcept;  ///< movable

  /// Layout of the memory, known to the recursion alone.
  struct Impl;
  Impl& impl() { return *impl_; }  ///< the memory, for the recursion

 private:
  std::unique_ptr<Impl> impl_;
};

/// Forward dynamics of the forest without its constraint rows, by the O(n) articulated-body algorithm
/// (Featherstone 2008, ch. 7 and 9.2: hybrid dynamics). On entry a holds the accelerations of the prescribed
/// coordinates; on exit it holds all accelerations. effort (nv): on exit the effort that prescribed joints
/// had to supply, 0 elsewhere. Kinematics must be current. Springs (joint and point-to-point), dampers,
/// limits and friction are included.
void tree_dynamics(const Model&, const VecX& q, const VecX& v, const Kinematics&, const Loads&,
                   const ImplicitDamping&, TreeWorkspace&, VecX& a, VecX& effort);
/// The change by efforts (nv) on the solved coordinates alone: a = H^-1 effort, with the inertia, implicit
/// dampers and added inertia of the last tree_dynamics(). Prescribed entries: a is left as it is, `held` gets
/// the effort that they must supply; held is 0 elsewhere.
void tree_response(const Model&, const Kinematics&, TreeWorkspace&, Eigen::Ref<const VecX> effort, VecX& a,
                   VecX& held);

/// The result of forward_dynamics() of multibody/constraints, assembled densely from 3 x nv Jacobians as
/// equation (1) is written, one-sided rows as equalities: the reference, not fast (may allocate).
void forward_dynamics_reference(const Model&, const VecX& q, const VecX& v, const Kinematics&, const Loads&,
                                const ImplicitDamping&, VecX& a, VecX& effort);
/// The dense mass matrix (nv x nv) from Jacobians.
MatX calc_mass_matrix(const Model&, const VecX& q, const Kinematics&);
/// Point Jacobian (3 x nv) of a world point fixed in a body: v_p = J v.
MatX calc_point_jacobian(const Model&, const VecX& q, const Kinematics&, BodyId, const Vec3& p_W);
/// The mass (kg) that a point of a body shows along a unit vector d: EffectiveMasses::at() for one point
/// alone.
double calc_effective_mass(const Model&, const VecX& q, const Kinematics&, BodyId, const Vec3& p_W,
                           const Vec3& d);

/// Loads of a free-body cut at each joint: the six components that the joint transmits from its parent to its
/// child body, at the joint frame's origin, written in J axes (moment, force), one per joint. Accelerations
/// must be current.
void calc_joint_loads(const Model&, const Kinematics& with_accelerations, const Loads&,
                      std::vector<Wrench>& out);

/// Mechanical energy of the forest.
struct MechanicalEnergy {
  /// J; springs: joint springs, limits, point-to-point springs
  double kinetic = 0.0;  ///< J
  double gravity = 0.0;  ///< J; 0 at the world's origin
  double springs = 0.0;  ///< J
};

/// `released` as in Loads (empty: no spring is cut): a cut spring stores nothing.
MechanicalEnergy calc_energy(const Model&, const VecX& q, const Kinematics&, const Vec3& gravity,
                             std::span<const std::uint8_t> released = {});
/// Power dissipated by dampers, limit dampers and friction on joints and springs, W (>= 0 is dissipated), for
/// the energy ledger.
double calc_joint_dissipation(const Model&, const VecX& q, const VecX& v, const Kinematics&,
                              std::span<const std::uint8_t> released = {});
/// State of a point-to-point spring while it is intact; the caller must know whether it is cut. Its energy is
/// lost to the ledger at the instant it is cut.
struct SpringReading {
  double tension = 0.0;  ///< N, + pulls the ends together, damper included
  double length = 0.0;   ///< m
  double energy = 0.0;   ///< J
};

/// The state of the spring with this index among Model::springs().
SpringReading calc_spring_reading(const Model&, int spring, const Kinematics&);
/// Linear momentum, and angular momentum about the world origin.
struct Momentum {
  Vec3 linear;   ///< kg m/s
  Vec3 angular;  ///< kg m2/s
};
Momentum calc_momentum(const Model&, const Kinematics&);  ///< momentum of all bodies

}  // namespace grouser

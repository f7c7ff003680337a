// SPDX-License-Identifier: BSD-3-Clause
// The coordinates in which a world is integrated: those of its joints (TreeCoordinates), or those of every
// body on its own with joints as rows (BodyCoordinates). Loads, contacts and step elements see bodies and
// joints and need not know which.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "grouser/multibody/constraints/forward_dynamics.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"
#include "step_element.hpp"

namespace grouser {

/// Interface of both kinds: motion of bodies, readings of joints, and the dynamics. The defaults are those
/// of joint coordinates, whose readings are the integrated coordinates themselves.
class Coordinates {
 public:
  virtual ~Coordinates() = default;
  /// The model of the coordinates that are integrated.
  virtual const Model& model() const = 0;
  virtual bool of_bodies() const = 0;
  /// Call before a step of length dt, s.
  virtual void begin(const SimulationState&, double /*dt*/) {}

  // Motion of bodies from coordinates:
  virtual void calc_poses(const VecX& q, const VecX& v, Kinematics& out) const = 0;
  virtual void calc_velocities(const VecX& v, Kinematics& inout) const = 0;
  virtual void calc_accelerations(const VecX& q, const VecX& v, const VecX& a, Kinematics& inout) const = 0;
  void calc_velocities_at_poses_of(const Kinematics& from, const VecX& v, Kinematics& out) const {
    copy_poses(from, out);
    calc_velocities(v, out);
  }

  // Joints, at the last evaluation:
  /// Reads what joints have at these poses, and what elements prescribe for them.
  virtual void read_joints(double /*time*/, const Kinematics&, const StepElements&) {}
  virtual const VecX& joint_q(const VecX& q) const { return q; }
  virtual const VecX& joint_v(const VecX& v) const { return v; }
  virtual const VecX& joint_a(const VecX& a) const { return a; }
  /// Rates of the joints for v_base (ImplicitDamping), at these poses.
  virtual const VecX& joint_base(const Kinematics&, const VecX& v_base) { return v_base; }

  /// Accelerations from all loads; `effort` of prescribed coordinates.
  virtual RowFailure solve(const VecX& q, const VecX& v, Kinematics& kinematics, const Loads& loads,
                           const ImplicitDamping& damping, VecX& a, VecX& effort) = 0;
  /// Multipliers of the model's rows at the last solve().
  virtual const VecX& multipliers() const = 0;
  /// Call after a step: what joints read, into the state's `motion`.
  virtual void show(Kinematics&, SimulationState&) {}
  /// Names the joint that has come apart; empty if none has.
  virtual std::string broken_joint(const Kinematics&) const { return {}; }
  /// Loads that joints transmit at the last evaluation, in joint axes. False where they follow from the
  /// accelerations.
  virtual bool read_joint_loads(const Kinematics&, std::vector<Wrench>&) const { return false; }
};

/// The coordinates of a formulation; the world must outlive them.
std::unique_ptr<Coordinates> make_coordinates(const World& world, Formulation formulation);

}  // namespace grouser

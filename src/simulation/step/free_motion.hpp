// SPDX-License-Identifier: BSD-3-Clause
// A world in constrained coordinates: every body moves on its own, and joints are rows that hold and lead them. What
// ContactSystem needs for it beside the forest.
#pragma once
#include "grouser/multibody/constrained/constrained_dynamics.hpp"
#include "grouser/multibody/constrained/free_bodies.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// A joint whose axes are off by more than this has left what its rows can say: their errors saturate at 90 deg, and on
/// the turned-over branch they are zero again, rad.
inline constexpr double kWorstJoint = 0.3;

class FreeMotion {
 public:
  explicit FreeMotion(const World& world);
  const Model& bodies() const { return bodies_; }
  const VecX& multipliers() const { return workspace.multipliers(); }

  /// Call before a step of length dt: readings go on from the state's.
  void begin(const SimulationState& state, double dt);
  /// Accelerations of the bodies' coordinates, and of the joints into joint_a; on entry that holds those of the
  /// prescribed ones. `joints` must be read.
  RowFailure solve(Kinematics& kinematics, const Loads& loads, double gamma, VecX& a, VecX& effort);
  /// What the joints read at the end of a step, into the state's `motion`.
  void show(Kinematics& kinematics, SimulationState& state);
  /// Names the joint that has come apart; empty if none has.
  std::string broken_joint(const Kinematics& kinematics) const;

  JointReadings joints;
  VecX joint_a;
  ConstrainedWorkspace workspace;

 private:
  const Model& forest_;
  Model bodies_;
  DriftControl control_;
};

/// Makes the state's bodies from the motion of its joints, once both rest or move together.
void take_bodies_apart(const World& world, SimulationState& state);

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Robots under whole-body control in a step and between steps; pushes on bodies.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "contact_system.hpp"

namespace grouser {

class WholeBodyController;
struct WholeBodyGoal;

/// Adds the torques that joints give at the step's start, and holds them over it.
void apply_torques(const World&, const std::vector<HumanoidMemory>&, Loads&);
void apply_pushes(const World&, double time, const Kinematics&, Loads&);
/// W.
double torque_power(const World&, const SimulationState&);
double push_power(const World&, double time, const Kinematics&);
/// What a robot's control is asked for at this moment; the memory takes what its course goes on from.
WholeBodyGoal goal_now(const World&, const Humanoid&, const Kinematics&, double time, HumanoidMemory&);
/// Where a robot's centre of mass is to be, world, m.
Vec3 planned_center(const Humanoid&, const HumanoidMemory&, double time);
/// Of the first robot.
std::optional<Verdict> balance_verdict(const World&, const SimulationState&);
/// Whether the first robot fell: a run in which it stands goes on to its duration.
bool balance_is_over(const World&, const SimulationState&);

/// The controllers of a world, with their scratch memory.
class Balancing {
 public:
  explicit Balancing(const World&);
  ~Balancing();
  Balancing(const Balancing&) = delete;
  Balancing& operator=(const Balancing&) = delete;

  /// Memory of the start, with the first torques. `kinematics` are those of the state.
  void start(const Kinematics&, SimulationState&);
  /// Call after a step of dt: watches, and decides where a period is due.
  void update(const StepOutput&, const Kinematics&, double dt, SimulationState&);

 private:
  void decide(std::size_t robot, const Kinematics&, SimulationState&);
  const World& world_;
  std::vector<std::unique_ptr<WholeBodyController>> controllers_;
};

}  // namespace grouser

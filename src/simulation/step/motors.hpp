// SPDX-License-Identifier: BSD-3-Clause
// Limited motors in the loop: torques of the drives whose wheel joints are solved for dynamically.
#pragma once
#include <span>
#include <vector>

#include "drive_control.hpp"
#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

class Motors {
 public:
  explicit Motors(const World& world) : world_(world) {}

  /// While true, the drives are told to stand still (settling).
  void hold(bool holding) { holding_ = holding; }
  /// Takes the commands and the motors' memory before a step.
  void begin(const SimulationState& state);
  DriveMemory drive() const { return {segments_, hand_}; }

  /// Adds the torques at time t to the loads. implicit: the damping share is left to the dynamics.
  void apply(double t, const VecX& q, const VecX& v, bool implicit, Loads& loads);
  /// Call after the dynamics: computes what the drives gave, at v_end = v_base + gamma a. advance: the
  /// motors' memory is advanced.
  void finish(double t, const VecX& q, const VecX& v, double gamma, const VecX& v_base, const VecX& a,
              bool advance, const Loads& loads, VecX& effort, StepOutput& output);
  void accept(SimulationState& state) const { state.motors = next_; }

 private:
  MotorLaw law_of(const WheelDrive& wheel) const;
  CoordinateCommand command(std::size_t wheel, double t) const;

  const World& world_;
  bool holding_ = false;
  std::vector<DriveSegment> segments_;
  HandDriveMemory hand_;
  std::vector<MotorMemory> start_, next_;
};

}  // namespace grouser

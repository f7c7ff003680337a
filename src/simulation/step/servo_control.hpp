// SPDX-License-Identifier: BSD-3-Clause
// Angles that servos are told from outside within a run (vehicle/legs/servo_command.hpp). From the first ones on the gait says
// nothing more.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "contact_system.hpp"
#include "grouser/simulation/step/servos.hpp"

namespace grouser {

class ServoControl {
 public:
  explicit ServoControl(const World& world);

  /// To be told at the start of the next step, in place of those that wait. As many as the main vehicle has servos.
  void command(std::span<const double> angles) { waiting_.emplace(angles.begin(), angles.end()); }
  void forget() { waiting_.reset(); }
  /// Call before a step: tells the servos what waits, or what the scenario tells them from now on.
  void begin_step(SimulationState& state);
  /// The step failed: the state is again as it was before begin_step().
  void revert(SimulationState& state) const;

 private:
  std::span<WalkLegMemory> legs_of_main(SimulationState& state) const;
  bool take_next(SimulationState& state);
  void tell(std::span<const double> angles, SimulationState& state) const;

  const World& world_;
  const Walker* walker_;
  std::optional<std::vector<double>> waiting_;
  bool taken_ = false;  // in this step
  ServoMemory before_;
  std::vector<WalkLegMemory> legs_before_;
  double power_before_ = 0.0;  // motor_power of the ledger
};

}  // namespace grouser

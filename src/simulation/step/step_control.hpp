// SPDX-License-Identifier: BSD-3-Clause
// The length of each step of an adaptive run (Oettershagen et al., DynRPAT, section 3.1, 'Adaptive time
// step'): the length that changes a contact's penetration (the hub displacement) by at most a set amount, the
// smallest over the contacts. It is predicted from the present rates, then verified: a step that changed more
// is rejected and repeated with a shorter length, which also finds the moment of touch instead of stepping
// over it.
#pragma once
#include "step_chooser.hpp"

namespace grouser {

/// Chooser of steps for Euler, Beeman and RK4; see the top of this file.
class StepControl final : public StepChooser {
 public:
  StepControl(const World& world, const StepLoads& system);

  double first_step() const override;
  double next_step(const SimulationState& state, const StepLoads& system,
                   const Kinematics& kinematics) const override;
  double other_step(const SimulationState& tried, const StepLoads& system, double dt) override;

 private:
  /// Longest step that springs and end stops of joints allow, s.
  double joint_step(const SimulationState& state) const;

  double spring_step_;             // longest step that the springs of joints and between bodies allow, s
  std::vector<double> stop_step_;  // the same for the end stops, one per joint, s
};

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// What walkers do in a step and between steps.
#pragma once
#include <optional>

#include "contact_system.hpp"

namespace grouser {

/// Memory of all walkers on their stance, with servos told the angles that the joints have.
void start_walkers(const World&, SimulationState&);
/// The margins on which walkers stand.
void look_at_walkers(const World&, const StepOutput&, const Kinematics&, SimulationState&);
/// Adds the servos' torques, at the angles told at the step's start. implicit: what falls with speed is left to the step's
/// method.
void apply_servos(const World&, const std::vector<WalkLegMemory>&, const VecX& q, const VecX& v,
                  bool implicit, Loads&);
/// Torque of one motor of a leg, N m.
double servo_torque_now(const Walker::Motor& motor, double told, const VecX& q, const VecX& v);
/// Power of all servos, W.
double servo_power(const World&, const SimulationState&);
/// Call after a step of dt, when the ledger is up to date: watches, and tells the servos their next angles where a pulse is due.
void update_walkers(const World&, const StepOutput&, const Kinematics&, double dt, SimulationState&);
/// Call when servos were told other angles between two steps. `before`: their power at the angles told before, W.
void note_told_jump(const World&, double before, SimulationState&);
/// Of the first walker.
std::optional<Verdict> walking_verdict(const World&, const SimulationState&);
/// Whether a walker fell, or stands where it was to go.
bool walk_is_over(const World&, const SimulationState&);

}  // namespace grouser

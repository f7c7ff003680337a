// SPDX-License-Identifier: BSD-3-Clause
// Limits that no sensible run reaches. A step that exceeds one is not accepted: the run ends at the last good
// state and names the wheel, the time and the limit.
#pragma once
#include <string>

#include "step_loads.hpp"

namespace grouser {

/// Limit of the force on a wheel: the force that would give the whole model 100 times Earth's standard
/// gravity. Landers and rovers are built for tens of it; a micro-gravity landing has no weight to compare
/// with.
inline constexpr double kMostWheelAcceleration = 100.0 * 9.80665;  // m/s2
/// Limit of a hub's speed, m/s: ten times that of the fastest landing on airbags (about 15 m/s).
inline constexpr double kMostHubSpeed = 150.0;
/// Limit of the hub displacement over the radius: at 2 the whole wheel is below the surface. (At 1 it has
/// sunk to its axle, which weak soil allows and the run reports.)
inline constexpr double kMostPenetration = 2.0;

/// The first limit that the step just tried exceeded, in words; empty if none. `motion` and `kinematics` are
/// those at its end.
std::string broken_limit(const World& world, const StepLoads& system, const MotionState& motion,
                         const Kinematics& kinematics);

/// "; the load on body NAME is not a number" for the first body of which that is so; empty if none.
std::string lost_body(const Model& model, const Loads& loads);
/// "; largest force at wheel NAME: F N"; empty where there are no wheels.
std::string largest_wheel_force(const World& world, const StepOutput& output);

}  // namespace grouser

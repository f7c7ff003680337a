// What no run that makes sense reaches. A step that goes beyond is not accepted: the run ends at the last
// good state and names the wheel, the time and the limit.
#pragma once
#include <string>

#include "contact_system.hpp"

namespace grouser {

/// Force on a wheel: that which would give the whole model 100 times Earth's standard gravity. Landers and
/// rovers are built for tens of it; a micro-gravity landing has no weight to compare with.
inline constexpr double kMostWheelAcceleration = 100.0 * 9.80665;  // m/s2
/// Speed of a hub, m/s: ten times that of the fastest landing on airbags (about 15 m/s).
inline constexpr double kMostHubSpeed = 150.0;
/// Hub displacement over the radius: at 2 the whole wheel is under the surface, through the ground. (At 1 it
/// has sunk to its axle, which weak soil allows and the run tells.)
inline constexpr double kMostPenetration = 2.0;

/// The first limit that the step just tried broke, in words; empty where none. `motion` and `kinematics` of
/// its end.
std::string broken_limit(const World& world, const ContactSystem& system, const MotionState& motion,
                         const Kinematics& kinematics);

}  // namespace grouser

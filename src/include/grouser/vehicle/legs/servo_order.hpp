// SPDX-License-Identifier: BSD-3-Clause
// Codes of the servo link's frames (docs/servo_link.md). The seed leaves the codes open but for the form of
// two examples, 207 without reals and 209 with one; these are ours.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grouser/vehicle/legs/servo_command.hpp"
#include "grouser/vehicle/legs/servo_frame.hpp"

namespace grouser {

enum class ServoCode : std::uint8_t {
  identify = 200,
  state = 201,
  feet = 202,
  power = 203,
  stop = 207,
  angles = 208,
  advance = 209,
  leg = 210,
  bye = 211
};

struct ServoCodeEntry {
  ServoCode code;
  const char* name;
  const char* reals;    ///< reals that come with it
  const char* meaning;  ///< of the reply, or of what is done
};
inline constexpr ServoCodeEntry kServoCodes[] = {
    {ServoCode::identify, "identify", "", "who it is: legs, motors, limits of the angles"},
    {ServoCode::state, "state", "", "time, pose and speed of the body, angles, commanded angles, verdict"},
    {ServoCode::feet, "feet", "", "where the feet are and what they bear"},
    {ServoCode::power, "power", "", "torque and speed of each servo, their power"},
    {ServoCode::stop, "stop", "", "servos stop where they are"},
    {ServoCode::angles, "angles", "one for each servo (rad)", "tells all servos their angles"},
    {ServoCode::advance, "advance", "seconds", "lets simulated time go on (lockstep)"},
    {ServoCode::leg, "leg", "leg, roll, hip, knee (rad)",
     "tells the servos of one leg, from 0, their angles"},
    {ServoCode::bye, "bye", "", "ends the robot's run"},
};
/// Null where there is none.
const ServoCodeEntry* find_servo_code(std::uint8_t code);
const ServoCodeEntry* find_servo_code(std::string_view name);

/// Longest time by which one frame advances the simulation, s.
inline constexpr double kLongestAdvance = 3600.0;

enum class ServoTime { wall_clock, lockstep };

/// Why a robot does nothing on a frame, in one line: an unknown code, another number of reals, one that is
/// not finite, an angle out of its limits, a leg that is not there. Empty where it does. `limits`: of its
/// angles, leg by leg.
std::string frame_refusal(const ServoFrame& frame, std::span<const AngleRange> limits, ServoTime time);

/// The number with the fewest digits that is this real: 0.3 for the real nearest to 0.3. Such numbers are
/// commanded to servos, as they stay short in run files and scenarios.
double shortest_number(float real);

/// Replaces, in the angles commanded so far, those that a frame (`angles` or `leg`, not refused) commands.
void put_angles(const ServoFrame& frame, std::span<double> told);

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// A vehicle file of a new rover from a few numbers: wheels, suspension, mass. Its places are chosen so that
// on level ground every wheel bears the same load, whatever its masses; every number that was not given is
// listed as assumed in the file.
#pragma once
#include <string>

#include "grouser/soil/laws/soil_number.hpp"

namespace grouser {

/// Suspensions of the wheels on the chassis.
enum class RoverSuspension {
  rocker_bogie,  ///< six wheels: two rockers with a differential, a bogie behind on each
  triple_bogie,  ///< six wheels: a bogie on each side in front, one across at the rear
  rocker,        ///< four wheels: an arm on each side, with a differential
  rigid          ///< four or six wheels: fixed to the chassis
};
/// Words of the suspensions, in the order of the enum.
inline constexpr const char* kRoverSuspensions[] = {"rocker-bogie", "triple-bogie", "rocker", "rigid"};

/// Which wheels steer.
enum class RoverSteering {
  corners,  ///< the first and the last of each side
  all,      ///< every wheel
  none      ///< no wheel: it turns like a tank
};
/// Words of the steerings, in the order of the enum.
inline constexpr const char* kRoverSteerings[] = {"corners", "all", "none"};

/// The numbers of a new rover. Those that are NaN are assumed from the mass: lengths grow with its cube root
/// from Curiosity's (899 kg, wheels of 0.25 m, hubs 2.26 m apart along and 2.13 m across).
struct RoverRecipe {
  std::string name = "rover";                                  ///< snake_case
  int wheels = 6;                                              ///< 4 or 6
  RoverSuspension suspension = RoverSuspension::rocker_bogie;  ///< of these wheels
  RoverSteering steering = RoverSteering::corners;             ///< of these wheels
  double mass = 180.0;                                         ///< of all bodies, kg
  double wheel_radius = kUnset;                                ///< rim, m
  double wheel_width = kUnset;                                 ///< m
  double wheelbase = kUnset;  ///< from the first to the last hub of a side, m
  double track = kUnset;      ///< between the middles of left and right wheels, m
  double clearance = kUnset;  ///< from the ground to the chassis' belly, m
  double gravity = 3.71;      ///< that the wheels' stiffness is meant for, m/s2
};

/// The text of the vehicle file, which load_vehicle() reads. Throws InputError with the key of the recipe: a
/// name that is no word, numbers out of range, a suspension that does not fit the number of wheels, wheels
/// that overlap.
std::string rover_text(const RoverRecipe& recipe);

}  // namespace grouser

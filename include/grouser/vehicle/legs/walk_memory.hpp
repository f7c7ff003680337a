// SPDX-License-Identifier: BSD-3-Clause
// Memory of a walker's controller (walk_controller.hpp): part of the state of a run.
#pragma once
#include "grouser/base/packed.hpp"
#include "grouser/vehicle/legs/leg_angles.hpp"

namespace grouser {

enum class WalkPhase { standing, shifting, swinging, arrived };
enum class LegMode { stands, swings, seeks_ground };

/// Memory of one leg, plain doubles.
struct WalkLegMemory {
  Packed<LegMode> mode{};
  double angle[kMostLegJoints] = {};          ///< at which its foot is at its target, rad
  double told[kMostLegJoints] = {};           ///< commanded to the servos, rad
  double bears = 0.0;                         ///< load that is counted on, N
  double hold[3] = {}, hold_turn[4] = {1.0};  ///< place where it stands, command frame, m; its attitude
  double lean = 0.0, roll = 0.0;              ///< of the shank when it came to stand, rad
  double from[3] = {}, from_turn[4] = {1.0}, to[3] = {}, to_turn[4] = {1.0};  ///< ends of a swing, world
  double start = 0.0, lift = 0.0;
};

/// Memory of one walker, plain doubles.
struct WalkMemory {
  Packed<bool> begun{};
  double next_time = 0.0;  ///< s
  Packed<WalkPhase> phase{};
  double until = 0.0;  ///< end of the shift, s
  double order = 0.0;  ///< steps begun so far
  double tries = 0.0;  ///< shifts before this step
  double from_p[3] = {}, from_q[4] = {1.0}, to_p[3] = {},
         to_q[4] = {1.0};                                     ///< command frame to body: two ends of a motion
  double path_start = 0.0, path_time = 1.0, path_even = 0.0;  ///< even: at one speed, else from rest to rest
  double line[3] = {};     ///< its beginning and heading: x, y (m), yaw (rad)
  double progress = 0.0;   ///< of the mean foot along the line, m
  double steps = 0.0;      ///< made
  double late = 0.0;       ///< steps that found no ground where it was expected
  double unreached = 0.0;  ///< pulses for which a leg was too short
};

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Part of a campaign's file about estimates whose rows depend on the rows before them (docs/campaigns.md):
// rare events, and the line between upright and not.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace grouser {

enum class RareMethod { importance, subset, plain };
const char* to_string(RareMethod);

/// [rare]: how probable it is that a metric goes beyond a limit.
struct RareSpec {
  std::string metric;
  double limit = 0.0;
  bool above = true;  ///< failure at or above the limit; else at or below it
  RareMethod method = RareMethod::importance;
  int points = 500;  ///< of a level of subset simulation, also of the one that finds a proposal
  int repeats = 8;   ///< of subset simulation
  int centres = 4;   ///< of importance sampling's proposal, at most
};

struct SpeedRange {
  double from = 0.0, to = 1.0;  ///< m/s
};

/// Keys of a landing that an envelope sets: of the velocity in m/s, and angles in degrees.
inline constexpr const char* kTouchdownKeys[] = {"initial_lander.velocity.0", "initial_lander.velocity.1",
                                                 "initial_lander.velocity.2", "initial_lander.heading_deg",
                                                 "initial_lander.roll_deg",   "initial_lander.pitch_deg"};

/// [envelope]: a plane of touchdown speeds, and the cases that each of its points is run in.
struct EnvelopeSpec {
  SpeedRange horizontal, vertical;  ///< vertical: downwards
  int resolution = 32;              ///< cells along each side
  double least_island = 0.125;      ///< share of a side; smaller parts of the plane may be missed
  std::vector<double> directions;   ///< of travel, deg from +x towards +y
  std::vector<double> headings, rolls, pitches;  ///< deg
  std::vector<std::string> failures;             ///< verdicts that count as not upright
};

}  // namespace grouser

// How a run ended for the one who asked: an egress came out, tipped, hung up...
#pragma once
#include <optional>
#include <string>

#include "grouser/simulation/step/egress_verdict.hpp"

namespace grouser {

struct Verdict {
  std::string name;    ///< out, tipped, hung_up, slid_off, stuck, timed_out
  double time = 0.0;   ///< when it was found, s
  std::string reason;  ///< one sentence with the numbers
};

/// What a scenario wants judged: always where there is a lander, elsewhere where it has a [verdict] table.
struct VerdictSettings {
  EgressLimits limits;
  bool stop = true;  ///< the run ends kVerdictHold after the verdict
};
inline constexpr double kVerdictHold = 2.0;  // s

/// What the watch carries from step to step; part of the state, without influence on the motion. Plain
/// doubles.
struct EgressMemory {
  EgressState watch;
  double anchor_x = 0.0, anchor_y = 0.0;   ///< where the way was last added up, m
  double started = 0.0;                    ///< 1: the anchor is set
  double progress = 0.0, commanded = 0.0;  ///< m since the start
};
inline constexpr int kEgressMemorySize = sizeof(EgressMemory) / sizeof(double);

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// The verdict on a run, as a scenario defines it: an egress came out, tipped, hung up, ...
#pragma once
#include <optional>
#include <string>

#include "grouser/base/packed.hpp"
#include "grouser/simulation/step/egress_verdict.hpp"
#include "grouser/simulation/step/element_memory.hpp"
#include "grouser/simulation/step/goal.hpp"

namespace grouser {

struct Verdict {
  /// success, failure (of the scenario's own goals), out, tipped, hung_up, slid_off, stuck, timed_out
  std::string name;
  double time = 0.0;   ///< when the verdict was found, s
  std::string reason;  ///< one sentence with the numbers
};

/// Settings of the verdict: judged always if there is a lander, otherwise if the scenario has a [verdict]
/// table.
struct VerdictSettings {
  EgressLimits limits;
  Goals goals;       ///< the scenario's own; they come before the rules of an egress
  int vehicle = 0;   ///< index of the one that is judged
  bool stop = true;  ///< the run ends kVerdictHold after the verdict
};
inline constexpr double kVerdictHold = 2.0;  // s

/// Memory of the watch from step to step; part of the state, without influence on the motion. Plain doubles.
struct EgressMemory {
  EgressState watch;
  double anchor_x = 0.0, anchor_y = 0.0;   ///< position at which the distance was last added up, m
  Packed<bool> started{};                  ///< the anchor is set
  double progress = 0.0, commanded = 0.0;  ///< m since the start
};

template <>
struct MemoryOf<EgressMemory> {
  static constexpr MemoryBlock block{"egress", BlockRole::verdict};
};

}  // namespace grouser

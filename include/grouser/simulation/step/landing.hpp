// SPDX-License-Identifier: BSD-3-Clause
// Verdict on a landing, decided step by step: the first that holds stays.
//
//   rolled_over  the lander's z axis is more than `tilt_limit` from the vertical
//   belly        it has come to rest, and lies on its hull
//   struck       it has come to rest on its feet, but its hull touched something before
//   upright      it has come to rest on its feet, and its hull touched nothing
//   timed_out    the duration is over
// At rest: for `rest_hold` its root was slower than `rest_speed` and `rest_spin`, and something of it
// touched.
#pragma once
#include "grouser/base/packed.hpp"
#include "grouser/simulation/step/element_memory.hpp"

namespace grouser {

struct LandingSettings {
  double tilt_limit = 1.5707963267948966;  ///< rad
  double rest_speed = 0.05;                ///< m/s
  double rest_spin = 0.05;                 ///< rad/s
  double rest_hold = 1.0;                  ///< s
  bool stop = true;                        ///< the run ends with the verdict
};

enum class LandingVerdict { none, rolled_over, belly, struck, upright, timed_out };

/// Part of the state, without influence on the motion. Plain doubles.
struct LandingMemory {
  Packed<LandingVerdict> verdict{};
  double time = 0.0;          ///< of the verdict, s
  double tilt = 0.0;          ///< at the verdict, rad
  double still_since = -1.0;  ///< s; -1: it moves
  Packed<bool> struck{};      ///< its hull has touched something
};

template <>
struct MemoryOf<LandingMemory> {
  static constexpr MemoryBlock block{"landing", BlockRole::verdict};
};

}  // namespace grouser

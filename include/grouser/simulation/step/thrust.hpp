// SPDX-License-Identifier: BSD-3-Clause
// A descent engine that is cut off at touchdown: a force along the z axis of the lander's root body,
// through its origin,
//   F(t) = F until `delay` after something of the lander first touches,
//          from then on F exp(-(t - t_off)/tail)      (tail 0: none)
// Engines are cut by a probe below the feet or by the first foot, and tail off over tenths of a second,
// which presses a bouncing lander on or turns it over (W. F. Rogers, NASA TN D-6850, 1972). Mass and jet
// are left out: the fuel of the last second is nothing of a lander's mass, and what a jet does to the
// ground is another matter.
#pragma once
#include "grouser/simulation/step/element_memory.hpp"

namespace grouser {

struct ThrustSettings {
  double force = 0.0;  ///< N
  double delay = 0.0;  ///< s
  double tail = 0.0;   ///< time constant, s
};

/// Part of the state. Plain doubles.
struct ThrustMemory {
  double touched_at = 1e300;  ///< s; far in the future until then
};

/// N, at a time.
double thrust_at(const ThrustSettings& settings, const ThrustMemory& memory, double time);

template <>
struct MemoryOf<ThrustMemory> {
  static constexpr MemoryBlock block{"thrust"};
};

}  // namespace grouser

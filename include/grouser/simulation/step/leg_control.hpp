// SPDX-License-Identifier: BSD-3-Clause
// The controllers of a lander's legs (vehicle/spec/leg_control.hpp), put on a world's joints.
#pragma once
#include <vector>

#include "grouser/base/packed.hpp"
#include "grouser/simulation/step/element_memory.hpp"
#include "grouser/vehicle/spec/leg_control.hpp"

namespace grouser {

struct LegJoint {
  int q = -1, v = -1;
  double stiffness = 0.0, rest = 0.0, damping = 0.0;  ///< of its own
  int foot = -1;                                      ///< index of its leg's foot among the world's parts
};
struct LegControl {
  LegControlSpec settings;
  std::vector<int> feet;  ///< among the world's parts
  std::vector<LegJoint> joints;
};

/// Memory of one joint of one controller: plain doubles.
struct LegControlMemory {
  double share = 0.0;     ///< of the change that is in force now
  Packed<bool> wanted{};  ///< while its condition holds
  double since = 0.0;     ///< when that last changed, s
  double target = 0.0;    ///< that is in force after the delay
};

template <>
struct MemoryOf<LegControlMemory> {
  static constexpr MemoryBlock block{"legs"};
};

}  // namespace grouser

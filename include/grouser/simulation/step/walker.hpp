// SPDX-License-Identifier: BSD-3-Clause
// A vehicle that walks, put on a world's joints and feet, and what is watched while it does.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "grouser/base/packed.hpp"
#include "grouser/multibody/tree/model.hpp"
#include "grouser/simulation/step/element_memory.hpp"
#include "grouser/vehicle/legs/servo.hpp"
#include "grouser/vehicle/legs/walk_memory.hpp"

namespace grouser {

class WalkController;

struct Walker {
  struct Motor {
    int q = -1, v = -1;
    ServoSpec servo;
  };
  struct Leg {
    std::string name;
    std::vector<Motor> motors;  ///< roll, hip, knee; of a limb from the body outwards
    BodyId foot_body;
    Vec3 foot_center = Vec3::Zero();  ///< on that body, m
    int record = -1;                  ///< of the foot among the world's parts
    bool ankle = false;               ///< its sole lies on the ground and does not roll
    bool limb = false;                ///< its foot is a wheel
  };
  int vehicle = 0;
  BodyId root;
  std::shared_ptr<const WalkController> controller;
  std::vector<Leg> legs;  ///< as many as the controller has, in its order
  int first_leg = 0;      ///< among those of all walkers
};

enum class WalkVerdict { none, fallen, arrived };
enum class WalkFall { none, hull_touched, tipped };

/// Observations of one walker; part of the state, without influence on the motion. Plain doubles.
struct WalkWatch {
  Packed<WalkVerdict> verdict{};
  double time = 0.0;  ///< of the verdict, s
  Packed<WalkFall> cause{};
  double falling_since = -1.0;  ///< s; -1: it stands
  double least_margin = 1e300;  ///< static stability margin since it set out, m
  double margin = 0.0;          ///< now, m
};

/// Observations of one foot.
struct FootWatch {
  Packed<bool> stands = true;              ///< while its controller has it stand
  double slip[3] = {};                     ///< of its sole on the ground since it came to stand, world, m
  double stances = 0.0;                    ///< that have ended
  double slip_sum = 0.0, most_slip = 0.0;  ///< over those, m
  double most_torque = 0.0;                ///< of its leg's motors, N m
};

template <>
struct MemoryOf<WalkMemory> {
  static constexpr MemoryBlock block{"walks"};
};
template <>
struct MemoryOf<WalkWatch> {
  static constexpr MemoryBlock block{"walk_watch", BlockRole::verdict};
};
template <>
struct MemoryOf<WalkLegMemory> {
  static constexpr MemoryBlock block{"walk_legs"};
};
template <>
struct MemoryOf<FootWatch> {
  static constexpr MemoryBlock block{"feet", BlockRole::tally};
};

}  // namespace grouser

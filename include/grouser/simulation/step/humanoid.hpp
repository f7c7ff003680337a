// SPDX-License-Identifier: BSD-3-Clause
// A robot on two feet under whole-body control, put on a world's joints and soles; what is remembered and
// watched while it moves.
#pragma once
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "grouser/base/packed.hpp"
#include "grouser/multibody/tree/model.hpp"
#include "grouser/simulation/step/element_memory.hpp"
#include "grouser/vehicle/legs/stepup_course.hpp"
#include "grouser/vehicle/legs/whole_body_memory.hpp"

namespace grouser {

struct WholeBodyPlaces;
struct WholeBodySpec;

struct Humanoid {
  /// A joint that gives its commanded torque with a lag.
  struct Motor {
    std::string name;
    int q = -1, v = -1;
    double most_torque = 0.0;         ///< N m
    double lag = 0.0;                 ///< s, of first order; 0: none
    double lower = 0.0, upper = 0.0;  ///< rad
    double stance = 0.0;              ///< rad
  };
  struct Sole {
    std::string name;
    BodyId body;
    std::array<int, kSoleCorners> records{};     ///< of the pads at its corners, among the world's parts
    Vec3 middle = Vec3::Zero();                  ///< on that body, m
    double half_length = 0.0, half_width = 0.0;  ///< m
  };
  int vehicle = 0;
  BodyId root;
  std::vector<Motor> motors;  ///< in the order of the controller's joints
  std::array<Sole, kSoles> soles;
  std::shared_ptr<const WholeBodyPlaces> places;
  std::shared_ptr<const WholeBodySpec> control;
  std::shared_ptr<const StepupCourse> course;    ///< null: it stands
  double pelvis_pitch = 0.0, chest_pitch = 0.0;  ///< that it keeps, nose down positive, rad
  double hold = 5.0;                             ///< s that it must stand at the end
};

/// A force on a body's centre of mass for some time.
struct Push {
  std::string name;
  BodyId body;
  Vec3 force = Vec3::Zero();           ///< world axes, N
  double start = 0.0, duration = 0.0;  ///< s
};

/// Plain doubles, part of the state.
struct HumanoidMemory {
  WholeBodyMemory control;
  double given[kMostBodyJoints] = {};  ///< torques of the joints, N m
  CourseStart start;
  double lifted_from[kSoles][3] = {};  ///< start of a swing, world, m
  double phase = -1.0;                 ///< of the course
  double next = 0.0;                   ///< time of the next period, s
};

enum class BalanceVerdict { none, fallen, stood };
enum class BalanceFall { none, touched, tilted, sank };

/// Observations of a humanoid; part of the state, without influence on the motion.
struct HumanoidWatch {
  Packed<BalanceVerdict> verdict{};
  double time = 0.0;  ///< of the verdict, s
  Packed<BalanceFall> cause{};
  double peak[kMostBodyJoints] = {};    ///< largest torque of each joint, N m
  double most_share = 0.0;              ///< largest torque over its limit
  double beyond_range = 0.0;            ///< farthest a joint was beyond its range, rad
  double pressure_margin[kSoles] = {};  ///< of the centre of pressure from the sole's edge, now, m
  double least_pressure_margin[kSoles] = {1e300, 1e300};
  double off_course = 0.0, most_off_course = 0.0;  ///< of the centre of mass, m
};

template <>
struct MemoryOf<HumanoidMemory> {
  static constexpr MemoryBlock block{"humanoids"};
};
template <>
struct MemoryOf<HumanoidWatch> {
  static constexpr MemoryBlock block{"humanoid_watch", BlockRole::verdict};
};

}  // namespace grouser

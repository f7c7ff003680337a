// SPDX-License-Identifier: BSD-3-Clause
// A scenario's own conditions of success and failure ([verdict.success], [verdict.failure]). Success asks for
// all of its conditions, failure for any one of its own.
//
// Conditions on the place and on the moment's numbers are looked at after every step. A success that asks
// for something to be reached (a place, a number above a limit) stands from the first moment at which all of
// them hold. One that only asks to stay below limits stands if no step was above them; it is decided when the
// duration is over, as one of failures alone is. Slip is above a limit once it has been there for `hold`;
// without a wheel that turns there is none. Conditions on metrics of the run are looked at when it ends
// (simulation/observe/goal_verdict.hpp).
#pragma once
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "grouser/base/packed.hpp"
#include "grouser/math/types.hpp"
#include "grouser/simulation/step/element_memory.hpp"

namespace grouser {

/// Numbers of a moment, of the vehicle that is judged.
enum class GoalQuantity {
  time,          ///< s
  climb,         ///< height of the root's origin above that at the start, m
  distance,      ///< length of its path in plan, m
  displacement,  ///< straight from the start in plan, m
  tilt,          ///< of its z axis from the vertical, rad
  slip,    ///< mean over the wheels that touch and turn; a limit counts once it has been passed for `hold`
  sinkage  ///< of the deepest wheel, m
};
struct GoalName {
  const char *key, *unit;  ///< as a file names it
  double scale;            ///< from SI to that unit
};
inline constexpr std::array<GoalName, 7> kGoalNames{{{"time", "s", 1.0},
                                                     {"climb", "m", 1.0},
                                                     {"distance", "m", 1.0},
                                                     {"displacement", "m", 1.0},
                                                     {"tilt_deg", "deg", 57.29577951308232},
                                                     {"slip", "-", 1.0},
                                                     {"sinkage", "m", 1.0}}};

/// A range that a number must lie in; ends count as inside, NaN never does.
struct GoalRange {
  double above = -std::numeric_limits<double>::infinity(), below = std::numeric_limits<double>::infinity();
  bool holds(double x) const { return x >= above && x <= below; }
  bool must_be_reached() const { return above > -std::numeric_limits<double>::infinity(); }
};
struct GoalLimit {
  GoalQuantity quantity = GoalQuantity::time;
  GoalRange range;  ///< SI
};
struct GoalMetric {
  std::string name;  ///< of `grouser run`
  GoalRange range;   ///< in the metric's unit
  std::string place;
};
struct GoalPlace {
  Vec2 at = Vec2::Zero();  ///< of the root's origin in plan, m
  double within = 0.2;     ///< m
};

struct Goal {
  std::optional<GoalPlace> place;
  std::vector<GoalLimit> limits;
  std::vector<GoalMetric> metrics;

  bool empty() const { return !place && limits.empty() && metrics.empty(); }
  /// Whether something of it is looked at step by step.
  bool momentary() const { return place || !limits.empty(); }
  bool must_be_reached() const {
    bool reached = place.has_value();
    for (const GoalLimit& limit : limits) reached = reached || limit.range.must_be_reached();
    return reached;
  }
};
struct Goals {
  Goal success, failure;
  bool empty() const { return success.empty() && failure.empty(); }
  bool ask_for_metrics() const { return !success.metrics.empty() || !failure.metrics.empty(); }
};

enum class GoalVerdict { none, success, failure };

/// Part of the state, without influence on the motion. Plain doubles; a time of -1: not the case.
struct GoalMemory {
  Packed<GoalVerdict> verdict{};
  double time = 0.0;                                   ///< of the verdict, s
  double cause = -1.0;                                 ///< of a failure: the limit's number, -1 the place
  double found = 0.0;                                  ///< of a failure: the value found for that limit, SI
  double reached_at = -1.0;                            ///< when all momentary conditions of success held, s
  double start_x = 0.0, start_y = 0.0, start_z = 0.0;  ///< m
  double last_x = 0.0, last_y = 0.0;                   ///< of the step before, m
  double distance = 0.0;                               ///< m
  double slip_good_since = -1.0,
         slip_bad_since = -1.0;  ///< since when slip is within the limits of success (below alone: beyond
                                 ///< them), within those of failure, s
};

/// Progress of one condition of success up to now: an entry for each quantity, and one for the place.
struct GoalReach {
  static constexpr double kNone = 1e300;
  double least = kNone, most = -kNone;  ///< of the quantity, SI; of the place: distance in plan, m
  Packed<bool> held{}, broken{};        ///< at any step
};

/// "climb above 0.12 m, place within 0.3 m of (2.2, 0) m": conditions in words.
std::string describe(const Goal& goal);
/// "above 0.12 m", "between 1 and 2 m"
std::string describe(const GoalRange& range, const char* unit, double scale = 1.0);

template <>
struct MemoryOf<GoalMemory> {
  static constexpr MemoryBlock block{"goals", BlockRole::verdict};
};
template <>
struct MemoryOf<GoalReach> {
  static constexpr MemoryBlock block{"goal_reach", BlockRole::tally};
};

}  // namespace grouser

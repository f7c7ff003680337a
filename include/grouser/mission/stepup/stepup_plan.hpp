// SPDX-License-Identifier: BSD-3-Clause
// The plan of a step up: the motion of a variable-height double pendulum (seed 004, (8)) with two feet that
// push from their centres of pressure, found by an interior point (docs/theory_stepup.md).
#pragma once
#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"
#include "grouser/mission/stepup/stepup_spec.hpp"

namespace grouser {

/// One foot at the end of an interval; all 0 while it is lifted.
struct StepupFootState {
  bool down = false;  ///< it is on the ground

  /// Middle of the sole, m: x forward, y left, z up, from the point between the feet at the start.
  std::array<double, 3> foothold{};
  double multiplier = 0.0;  ///< lambda, 1/s2: force per mass and per metre from the centre of pressure
  std::array<double, 2> pressure_centre{};  ///< m, from the foot's middle
  double leg_length = 0.0;                  ///< m
  double torque = 0.0;                      ///< tau of (22), m/s2: takes the place of the knee's
};

/// The plan at one time.
struct StepupInstant {
  double time = 0.0;                 ///< s
  int phase = 0;                     ///< from 0
  std::array<double, 3> position{};  ///< of the centre of mass, m
  std::array<double, 3> velocity{};  ///< of the centre of mass, m/s
  StepupFootState left;              ///< the left foot
  StepupFootState right;             ///< the right foot
};

/// A limit that cannot be kept: the worst instant of a family, foot and phase where as little as possible is
/// broken in all.
struct StepupShortfall {
  std::string family;      ///< "leg_length", "friction", "torsion" or "foot"
  std::string foot;        ///< "left" or "right"
  int phase = 0;           ///< from 1
  int interval = 0;        ///< from 0, over all phases
  int instants = 0;        ///< number of the phase's instants that break it
  double time = 0.0;       ///< of the instant, s
  double value = 0.0;      ///< as a person would measure it, in `unit`
  double limit = 0.0;      ///< the bound, in `unit`
  double shortfall = 0.0;  ///< distance between value and limit, >= 0, in `unit`
  std::string unit;        ///< "m" or "-"
};

/// The motion that the search has found, and how good it is.
struct StepupPlan {
  bool feasible = false;                          ///< all limits are kept
  bool found = false;                             ///< false: the search ended without an answer
  int iterations = 0;                             ///< of the interior point
  double objective = 0.0;                         ///< sum of the weighted costs, -
  std::array<double, kStepupPhases> durations{};  ///< s
  double most_multiplier = 0.0;                   ///< 1/s2
  double most_torque_left = 0.0;                  ///< largest |tau| of the left foot, m/s2
  double most_torque_right = 0.0;                 ///< largest |tau| of the right foot, m/s2
  double lowest = 0.0;                            ///< least height of the centre of mass, m
  double fastest_rise = 0.0;                      ///< its largest speed upwards, m/s
  double position_gap = 0.0;  ///< m: an interval's end against the exact motion under its held controls
  double velocity_gap = 0.0;  ///< the same of the velocity, m/s
  std::vector<StepupInstant> instants;      ///< the start, then the end of each interval
  std::vector<StepupShortfall> shortfalls;  ///< limits that are broken, if it is not feasible
};

/// Throws InputError for numbers without sense: crossed bounds, negative weights, a foot without a sole.
void check_stepup(const StepupSpec& spec, const std::string& place);

/// Plans for one robot and one kind of step; another start or height is planned without building anything
/// anew.
class StepupPlanner {
 public:
  /// Builds the problem. Throws InputError as check_stepup() does.
  explicit StepupPlanner(StepupSpec spec);
  /// Needed by the implementation.
  ~StepupPlanner();
  StepupPlanner(StepupPlanner&&) noexcept;             ///< movable
  StepupPlanner& operator=(StepupPlanner&&) noexcept;  ///< movable

  const StepupSpec& spec() const;  ///< the robot and the step, with the start that was set last

  /// Another start: height of the platform (m), position of the centre of mass from (0, 0, start height) (m),
  /// and its velocity (m/s).
  void set_start(double height, const std::array<double, 3>& start_offset,
                 const std::array<double, 3>& start_velocity);
  /// Plans from a first guess by statics; where that finds nothing, after an elastic solve.
  StepupPlan plan();
  /// Plans from the plan before, which must have been feasible; as plan() where that finds nothing.
  StepupPlan plan_again();
  /// Plans from another first guess: each number of the one by statics times 1 + share * (a number from -1 to
  /// 1).
  StepupPlan plan_from(const std::function<double()>& uniform, double share);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The least change of one setting that makes an infeasible step feasible, the others as they are.
struct StepupRemedy {
  std::string setting;                   ///< member of StepupSpec, "friction"
  std::string unit;                      ///< of the setting, "m" or "-"
  double from = 0.0;                     ///< the value that it has
  double to = 0.0;                       ///< the value that suffices, or the end of its range
  bool helps = false;                    ///< false: not up to `to`
  double StepupSpec::*number = nullptr;  ///< the member that it is
};

/// Remedies by bisection, to a hundredth of the distance to the end of each setting's range. `go_on` gets the
/// part that is done and returns false to stop; throws Interrupted then.
std::vector<StepupRemedy> find_stepup_remedies(const StepupSpec& spec,
                                               const std::function<bool(double)>& go_on);

/// The settings by which a scenario's [stepup] follows a plan, every digit of it: durations in s, lengths in
/// m, and of each instant the time (s), position (m) and velocity (m/s) of the centre of mass.
std::vector<Override> stepup_settings(const StepupSpec& spec, const StepupPlan& plan);

/// Reads a file of assets/stepups with these settings on top. Throws InputError.
StepupSpec read_stepup(const std::filesystem::path& path, const std::vector<Override>& settings);

}  // namespace grouser

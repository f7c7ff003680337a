// SPDX-License-Identifier: BSD-3-Clause
// The plan of a step up: the motion of a variable-height double pendulum (seed 004, (8)) with two feet that push from their centres of
// pressure, found by an interior point (docs/theory_stepup.md).
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

/// Of one foot at the end of an interval; all 0 while it is lifted.
struct StepupFootState {
  bool down = false;
  std::array<double, 3> foothold{};  ///< m
  double multiplier = 0.0;  ///< lambda, 1/s2: force per mass and per metre from the centre of pressure
  std::array<double, 2> pressure_centre{};  ///< m, from the foot's middle
  double leg_length = 0.0;                  ///< m
  double torque = 0.0;                      ///< tau of (22), m/s2: stands for the knee's
};

struct StepupInstant {
  double time = 0.0;  ///< s
  int phase = 0;
  std::array<double, 3> position{}, velocity{};  ///< of the centre of mass, m and m/s
  StepupFootState left, right;
};

/// A limit that cannot be kept: the worst instant of a family, foot and phase where as little as possible is broken in all.
struct StepupShortfall {
  std::string family, foot;                   ///< "leg_length", "friction", "torsion", "foot"; "left"
  int phase = 0, interval = 0, instants = 0;  ///< instants: how many of the phase break it
  double time = 0.0, value = 0.0, limit = 0.0, shortfall = 0.0;
  std::string unit;
};

struct StepupPlan {
  bool feasible = false;
  bool found = false;  ///< false: the search ended without an answer
  int iterations = 0;
  double objective = 0.0;
  std::array<double, kStepupPhases> durations{};           ///< s
  double most_multiplier = 0.0;                            ///< 1/s2
  double most_torque_left = 0.0, most_torque_right = 0.0;  ///< m/s2
  double lowest = 0.0, fastest_rise = 0.0;                 ///< m, m/s
  double position_gap = 0.0,
         velocity_gap = 0.0;  ///< m, m/s: an interval's end against the exact motion under its held controls
  std::vector<StepupInstant> instants;      ///< the start, then the end of each interval
  std::vector<StepupShortfall> shortfalls;  ///< where it is not feasible
};

/// Throws InputError for numbers without sense: crossed bounds, negative weights, a foot without a sole.
void check_stepup(const StepupSpec& spec, const std::string& place);

/// Plans for one robot and one kind of step; another start or height is planned without building anything anew.
class StepupPlanner {
 public:
  /// Throws InputError.
  explicit StepupPlanner(StepupSpec spec);
  ~StepupPlanner();
  StepupPlanner(StepupPlanner&&) noexcept;
  StepupPlanner& operator=(StepupPlanner&&) noexcept;

  const StepupSpec& spec() const;
  /// m, m/s
  void set_start(double height, const std::array<double, 3>& start_offset,
                 const std::array<double, 3>& start_velocity);
  /// From a first guess by statics; where that finds nothing, by way of an elastic solve.
  StepupPlan plan();
  /// From the plan before, which must have been feasible; from the start where that finds nothing.
  StepupPlan plan_again();
  /// From another first guess: each number of the one by statics times 1 + share * (a number from -1 to 1).
  StepupPlan plan_from(const std::function<double()>& uniform, double share);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The least change of one setting that makes an infeasible step feasible, the others as they are.
struct StepupRemedy {
  std::string setting, unit;
  double from = 0.0, to = 0.0;
  bool helps = false;  ///< false: not up to `to`
  double StepupSpec::*number = nullptr;
};
/// By bisection, to a hundredth of the way to the end of each setting's range. `go_on` gets the part that is done and returns false to
/// stop; throws Interrupted then.
std::vector<StepupRemedy> find_stepup_remedies(const StepupSpec& spec,
                                               const std::function<bool(double)>& go_on);

/// The settings by which a scenario's [stepup] follows a plan, every digit of it: durations in s, lengths in m, and of each instant the time
/// (s), position (m) and velocity (m/s) of the centre of mass.
std::vector<Override> stepup_settings(const StepupSpec& spec, const StepupPlan& plan);

/// Reads assets/stepups/*.toml. Throws InputError.
StepupSpec read_stepup(const std::filesystem::path& path, const std::vector<Override>& settings);

}  // namespace grouser

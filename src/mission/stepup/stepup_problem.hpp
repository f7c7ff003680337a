// SPDX-License-Identifier: BSD-3-Clause
// The planner's problem as a polynomial program, and the meaning of its rows.
#pragma once
#include <Eigen/Core>
#include <vector>

#include "grouser/mission/stepup/stepup_spec.hpp"
#include "stepup/polynomial.hpp"

namespace grouser {

enum class StepupFoot { left, right };
enum class StepupFamily { leg_length, friction, torsion, foot, pull, duration, bound };

/// The quantity that an inequality limits: of one foot (or a phase's duration) under an interval's controls,
/// with the centre of mass at a state.
struct StepupRow {
  StepupFamily family = StepupFamily::bound;
  StepupFoot foot = StepupFoot::left;
  int phase = 0, interval = 0, at = 0;
  bool upper = false;   ///< of two limits, the greater one
  bool middle = false;  ///< between the state and the one before
};

/// Numbers of the variables. The start and the platform's height are variables too, held by equalities at
/// their given values: another start changes no coefficient.
class StepupLayout {
 public:
  explicit StepupLayout(const StepupSpec& spec);
  int intervals() const { return kStepupPhases * instants_; }
  int phase_of(int interval) const { return interval / instants_; }
  bool on_ground(int interval, StepupFoot foot) const;
  /// lambda, c_x, c_y of a foot on the ground; `which` 0 to 2.
  int control(int interval, StepupFoot foot, int which) const;
  /// position (0 to 2) and velocity (3 to 5) at the end of an interval; of interval -1: at the start.
  int state(int interval, int which) const {
    return interval < 0 ? which : states_[static_cast<std::size_t>(interval)] + which;
  }
  int duration(int phase) const { return globals_ + phase; }
  int most_torque() const { return globals_ + kStepupPhases; }
  int most_multiplier() const { return globals_ + kStepupPhases + 1; }
  int height() const { return globals_ + kStepupPhases + 2; }
  int variables() const { return globals_ + kStepupPhases + 3; }

 private:
  int instants_;
  std::array<StepupStance, kStepupPhases> stances_;
  std::vector<int> controls_, states_;  // first of each interval
  int globals_ = 6;                     // behind the start and all intervals
};

/// Whether a foot that is down in a phase stands on the platform: it was lifted before.
bool is_on_platform(const StepupSpec& spec, int phase, StepupFoot foot);
bool is_down(StepupStance stance, StepupFoot foot);
/// Position of a foot that stands in a phase, m.
std::array<double, 3> stepup_foothold(const StepupSpec& spec, int phase, StepupFoot foot);
/// Half the length of the part of the sole that may be used, half its width at the heel and at the toe, and
/// its shift in y, m.
struct StepupSole {
  double half_length, half_heel, half_toe, shift;
};
StepupSole stepup_sole(const StepupSpec& spec, StepupFoot foot);

struct StepupProblem {
  StepupLayout layout;
  PolynomialProgram program;
  std::vector<StepupRow> rows;  ///< one per inequality
};
/// Number of values that the first equalities hold: six of the start, then the height.
inline constexpr int kStepupGiven = 7;
std::array<double, kStepupGiven> stepup_given(const StepupSpec& spec);
StepupProblem make_stepup_problem(const StepupSpec& spec);

/// First guess from statics: the centre of mass moves smoothly over the stance foot, multipliers carry it
/// there.
Eigen::VectorXd guess_stepup(const StepupSpec& spec, const StepupLayout& layout);

}  // namespace grouser

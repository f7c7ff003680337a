// SPDX-License-Identifier: BSD-3-Clause
// A large step up onto a platform, left foot first, as a planner gets it: seed 004 (bipedal step-up with a
// variable-height double pendulum), section II to IV. Defaults are the settings that its authors published,
// where the text leaves them open (docs/theory_stepup.md).
#pragma once
#include <array>
#include <string>

namespace grouser {

/// Phases of a step up, from standing below to standing on the platform.
inline constexpr int kStepupPhases = 5;

/// The feet that are on the ground in a phase.
enum class StepupStance {
  both,   ///< both feet
  left,   ///< the left foot alone
  right,  ///< the right foot alone
  none    ///< no foot: a flight
};

/// Weights of the costs; N: instants in all, for sums as they were published.
struct StepupWeights {
  double terminal = 10.0;         ///< (21) state over the last part of the last phase
  double most_torque = 4.0;       ///< (22) largest |tau| of all
  double torque = 0.1;            ///< (22) tau^2
  double control_change = 200.0;  ///< (23)
  double multiplier = 0.1;        ///< (24) lambda^2
  double pressure_centre = 1.0;   ///< (24) c^2
  double most_multiplier = 0.1;   ///< largest lambda
  double final_control = 1.0;     ///< to (0, 0, g/(2 z)) at the last instant
  double duration = 1.0;          ///< (24), to the desired durations
};

/// A robot on two feet and the step that it is to make.
struct StepupSpec {
  double height = 0.308;            ///< m, of the platform
  double step = 0.55;               ///< m, forward, of both feet
  double half_width = 0.125;        ///< m, from the middle to each foot
  double start_height = 1.10;       ///< m, of the centre of mass above the soles
  double gravity = 9.81;            ///< m/s2
  double mass = 172.6;              ///< kg, of reports only: the plan does not depend on it
  int instants = 30;                ///< of a phase
  double shortest_leg = 0.75;       ///< from sole to centre of mass, m
  double longest_leg = 1.15;        ///< from sole to centre of mass, m
  double reference_leg = 1.05;      ///< height of the centre of mass above the sole at which tau is 0, m
  double foot_length = 0.22;        ///< m
  double heel_width = 0.11;         ///< at the heel, m
  double toe_width = 0.085;         ///< at the toe, m
  double foot_scale = 0.3;          ///< share of the sole that the centre of pressure may use
  double inward = 0.01;             ///< m, that this part lies nearer to the other foot
  double friction = 0.7;            ///< mu of (15), -
  double torsional_friction = 0.1;  ///< mu_t of (18), m

  /// Each foot is lifted once, and stands up on the platform from then on; `none` is a flight.
  std::array<StepupStance, kStepupPhases> stances{StepupStance::both, StepupStance::right, StepupStance::both,
                                                  StepupStance::left, StepupStance::both};
  std::array<double, kStepupPhases> shortest{1.8, 1.8, 1.8, 1.8, 1.4};  ///< least duration of each phase, s
  std::array<double, kStepupPhases> longest{2.0, 2.0, 2.0, 2.0, 2.0};   ///< largest duration of each phase, s
  std::array<double, kStepupPhases> desired{1.8, 1.8, 1.8, 1.8, 1.4};   ///< duration that costs nothing, s
  std::array<double, 3> start_offset{};                                 ///< m, from (0, 0, start_height)
  std::array<double, 3> start_velocity{};                               ///< m/s
  StepupWeights weights;                                                ///< of the costs

  /// Costs as sums over instants, as they were published: the plan then depends on how many instants there
  /// are.
  bool published_costs = false;
  /// The motion by Hermite and Simpson's rule (fourth order) in place of the mean of both ends; not with
  /// published costs.
  bool simpson = false;
};

}  // namespace grouser

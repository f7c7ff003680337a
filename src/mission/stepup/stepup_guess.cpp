// SPDX-License-Identifier: BSD-3-Clause
// The first guess: a statically balanced motion over the feet in the desired durations. Multipliers carry
// the weight at each instant and centres of pressure stay at the middle of the sole, so inertia is
// neglected.
#include <algorithm>
#include <cmath>

#include "stepup/stepup_problem.hpp"

namespace grouser {
namespace {

/// The quintic from 0 to 1 with first and second derivatives of 0 at both ends.
double smooth(double part) {
  const double t = std::clamp(part, 0.0, 1.0);
  return t * t * t * (10.0 + t * (6.0 * t - 15.0));
}

/// Position of the centre of mass at a share (0 to 1) of a phase, m: over the middle, the stance foot, and
/// the middle above.
std::array<double, 3> place_at(const StepupSpec& spec, int phase, double part) {
  const auto left_up = stepup_foothold(spec, 2, StepupFoot::left),
             right = stepup_foothold(spec, 0, StepupFoot::right);
  const std::array<std::array<double, 2>, kStepupPhases + 1> stops{{{0.0, 0.0},
                                                                    {right[0], right[1]},
                                                                    {right[0], right[1]},
                                                                    {left_up[0], left_up[1]},
                                                                    {left_up[0], left_up[1]},
                                                                    {spec.step, 0.0}}};
  const auto at = static_cast<std::size_t>(phase);
  const double s = smooth(part);
  // Low while the feet are far apart, so that neither leg is too long.
  const double low =
      std::min(spec.start_height, 0.5 * (spec.shortest_leg + spec.longest_leg) + 0.3 * spec.height);
  const double top = spec.start_height + spec.height;
  const double heights[kStepupPhases + 1] = {
      spec.start_height, spec.start_height, low, std::max(low, spec.shortest_leg + spec.height), top, top};
  return {stops[at][0] + s * (stops[at + 1][0] - stops[at][0]),
          stops[at][1] + s * (stops[at + 1][1] - stops[at][1]),
          heights[at] + s * (heights[at + 1] - heights[at])};
}

}  // namespace

Eigen::VectorXd guess_stepup(const StepupSpec& spec, const StepupLayout& layout) {
  Eigen::VectorXd x = Eigen::VectorXd::Zero(layout.variables());
  double most_torque = 0.0, most_multiplier = 0.0;
  for (int k = 0; k < layout.intervals(); ++k) {
    const int phase = layout.phase_of(k);
    const double step = spec.desired[static_cast<std::size_t>(phase)] / spec.instants;
    const double part = static_cast<double>(k % spec.instants + 1) / spec.instants;
    const auto now = place_at(spec, phase, part), before = place_at(spec, phase, part - 1.0 / spec.instants);
    for (int axis = 0; axis < 3; ++axis) {
      const auto at = static_cast<std::size_t>(axis);
      x[layout.state(k, axis)] = now[at];
      x[layout.state(k, 3 + axis)] = (now[at] - before[at]) / step;
    }
    // The load moves from foot to foot with the displacement along the line between them.
    const auto left = stepup_foothold(spec, phase, StepupFoot::left),
               right = stepup_foothold(spec, phase, StepupFoot::right);
    const double along_x = left[0] - right[0], along_y = left[1] - right[1];
    double on_left = ((now[0] - right[0]) * along_x + (now[1] - right[1]) * along_y) /
                     (along_x * along_x + along_y * along_y);
    on_left = std::clamp(on_left, 0.02, 0.98);
    if (!layout.on_ground(k, StepupFoot::left)) on_left = 0.0;
    if (!layout.on_ground(k, StepupFoot::right)) on_left = 1.0;
    for (const StepupFoot foot : {StepupFoot::left, StepupFoot::right}) {
      if (!layout.on_ground(k, foot)) continue;
      const bool is_left = foot == StepupFoot::left;
      const double height = now[2] - (is_left ? left : right)[2];
      const double lambda = (is_left ? on_left : 1.0 - on_left) * spec.gravity / height;
      x[layout.control(k, foot, 0)] = lambda;
      most_multiplier = std::max(most_multiplier, lambda);
      most_torque = std::max(most_torque, std::fabs((height - spec.reference_leg) * lambda));
    }
  }
  // The start, the height and the durations are those that the specification gives.
  const std::array<double, kStepupGiven> given = stepup_given(spec);
  for (int which = 0; which < 6; ++which) x[layout.state(-1, which)] = given[static_cast<std::size_t>(which)];
  x[layout.height()] = spec.height;
  for (int phase = 0; phase < kStepupPhases; ++phase)
    x[layout.duration(phase)] = std::clamp(spec.desired[static_cast<std::size_t>(phase)],
                                           spec.shortest[static_cast<std::size_t>(phase)],
                                           spec.longest[static_cast<std::size_t>(phase)]);
  // The bounds of the largest torque and multiplier begin above all values, so that their slacks are
  // positive.
  constexpr double kAbove = 1.1;
  x[layout.most_torque()] = kAbove * most_torque;
  x[layout.most_multiplier()] = kAbove * most_multiplier;
  return x;
}

}  // namespace grouser

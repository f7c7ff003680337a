// SPDX-License-Identifier: BSD-3-Clause
// Reads a plan out of the solution's variables, measures how far each interval's end is from the exact
// motion, and lists the limits that an elastic solve has broken.
#include "stepup/stepup_report.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace grouser {
namespace {

/// State of a foot at the end of interval k; all 0 while it is lifted.
StepupFootState foot_state(const StepupSpec& spec, const StepupLayout& layout, const Eigen::VectorXd& x,
                           int k, StepupFoot foot) {
  StepupFootState state;
  if (!layout.on_ground(k, foot)) return state;
  state.down = true;
  state.foothold = stepup_foothold(spec, layout.phase_of(k), foot);
  state.multiplier = x[layout.control(k, foot, 0)];
  state.pressure_centre = {x[layout.control(k, foot, 1)], x[layout.control(k, foot, 2)]};
  double length = 0.0;
  for (int axis = 0; axis < 3; ++axis) {
    const double along = x[layout.state(k, axis)] - state.foothold[static_cast<std::size_t>(axis)];
    length += along * along;
  }
  state.leg_length = std::sqrt(length);
  state.torque = (x[layout.state(k, 2)] - state.foothold[2] - spec.reference_leg) * state.multiplier;
  return state;
}

/// Largest distance of an interval's end from the exact motion under its held controls, in position and
/// velocity.
void find_gaps(const StepupSpec& spec, StepupPlan& plan) {
  for (std::size_t k = 1; k < plan.instants.size(); ++k) {
    const StepupInstant &from = plan.instants[k - 1], &to = plan.instants[k];
    double position = 0.0, velocity = 0.0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      double a = 0.0, b = axis == 2 ? spec.gravity : 0.0;
      for (const StepupFootState* foot : {&to.left, &to.right}) {
        a += foot->multiplier;
        b += foot->multiplier * (foot->foothold[axis] + (axis < 2 ? foot->pressure_centre[axis] : 0.0));
      }
      const auto [x, v] = held_motion(from.position[axis], from.velocity[axis], a, b, to.time - from.time);
      position += (x - to.position[axis]) * (x - to.position[axis]);
      velocity += (v - to.velocity[axis]) * (v - to.velocity[axis]);
    }
    plan.position_gap = std::max(plan.position_gap, std::sqrt(position));
    plan.velocity_gap = std::max(plan.velocity_gap, std::sqrt(velocity));
  }
}

/// The quantity that a row limits, in units that can be measured: value, limit, unit.
std::tuple<double, double, const char*> measured(const StepupSpec& spec, const StepupRow& row,
                                                 const StepupPlan& plan, double broken) {
  const StepupInstant& pushes = plan.instants[static_cast<std::size_t>(row.interval) + 1];
  const StepupInstant& instant = plan.instants[static_cast<std::size_t>(row.at) + 1];
  const StepupFootState& foot = row.foot == StepupFoot::left ? pushes.left : pushes.right;
  std::array<double, 3> r{};
  // From the foothold to the centre of mass, at the row's state or midway to the one before.
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double before = plan.instants[static_cast<std::size_t>(row.at)].position[axis];
    r[axis] =
        (row.middle ? 0.5 * (before + instant.position[axis]) : instant.position[axis]) - foot.foothold[axis];
  }
  const auto [x, y, z] = r;
  const auto [cx, cy] = foot.pressure_centre;
  switch (row.family) {
    case StepupFamily::leg_length:
      return {std::sqrt(x * x + y * y + z * z), row.upper ? spec.longest_leg : spec.shortest_leg, "m"};
    case StepupFamily::friction:
      return {std::hypot(x - cx, y - cy) / z, spec.friction, "-"};
    case StepupFamily::torsion:
      return {std::fabs(cx * y - cy * x) / z, spec.torsional_friction, "m"};
    default:
      return {broken, 0.0, "m"};  // distance of the centre of pressure outside
  }
}

const char* family_name(StepupFamily family) {
  switch (family) {
    case StepupFamily::leg_length:
      return "leg_length";
    case StepupFamily::friction:
      return "friction";
    case StepupFamily::torsion:
      return "torsion";
    default:
      return "foot";
  }
}

}  // namespace

std::pair<double, double> held_motion(double x, double v, double a, double b, double t) {
  // Below this the exponential form divides by nearly 0, and the motion is a flight.
  constexpr double kFlight = 1e-9;  // 1/s2
  if (a < kFlight) return {x + v * t - 0.5 * b * t * t, v - b * t};
  const double w = std::sqrt(a), rest = b / a;
  return {rest + (x - rest) * std::cosh(w * t) + v / w * std::sinh(w * t),
          (x - rest) * w * std::sinh(w * t) + v * std::cosh(w * t)};
}

StepupPlan make_stepup_plan(const StepupSpec& spec, const StepupProblem& problem, const Eigen::VectorXd& x) {
  const StepupLayout& layout = problem.layout;
  StepupPlan plan;
  for (int phase = 0; phase < kStepupPhases; ++phase)
    plan.durations[static_cast<std::size_t>(phase)] = x[layout.duration(phase)];
  double time = 0.0;
  // Interval -1 is the start; it shows the feet of interval 0.
  for (int k = -1; k < layout.intervals(); ++k) {
    StepupInstant instant;
    instant.phase = layout.phase_of(std::max(k, 0));
    if (k >= 0) time += plan.durations[static_cast<std::size_t>(instant.phase)] / spec.instants;
    instant.time = time;
    for (int axis = 0; axis < 3; ++axis) {
      instant.position[static_cast<std::size_t>(axis)] = x[layout.state(k, axis)];
      instant.velocity[static_cast<std::size_t>(axis)] = x[layout.state(k, 3 + axis)];
    }
    instant.left = foot_state(spec, layout, x, std::max(k, 0), StepupFoot::left);
    instant.right = foot_state(spec, layout, x, std::max(k, 0), StepupFoot::right);
    if (k < 0) {
      plan.instants.push_back(instant);
      plan.lowest = instant.position[2];
      continue;
    }
    plan.lowest = std::min(plan.lowest, instant.position[2]);
    plan.fastest_rise = std::max(plan.fastest_rise, instant.velocity[2]);
    plan.most_torque_left = std::max(plan.most_torque_left, std::fabs(instant.left.torque));
    plan.most_torque_right = std::max(plan.most_torque_right, std::fabs(instant.right.torque));
    plan.most_multiplier =
        std::max({plan.most_multiplier, instant.left.multiplier, instant.right.multiplier});
    plan.instants.push_back(instant);
  }
  find_gaps(spec, plan);
  return plan;
}

std::vector<StepupShortfall> find_shortfalls(const StepupSpec& spec, const StepupProblem& problem,
                                             const StepupPlan& plan, const Eigen::VectorXd& broken) {
  // The worst instant of each family, foot, phase and side is kept, and how many instants break it.
  std::map<std::tuple<StepupFamily, StepupFoot, int, bool>, StepupShortfall> worst;
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    const double by = broken[static_cast<Eigen::Index>(i)];
    if (!problem.program.soft[i] || by < kKept) continue;
    const StepupRow& row = problem.rows[i];
    const StepupInstant& instant = plan.instants[static_cast<std::size_t>(row.at) + 1];
    const auto [value, limit, unit] = measured(spec, row, plan, by);
    StepupShortfall& found = worst[{row.family, row.foot, row.phase, row.upper}];
    ++found.instants;
    if (found.instants > 1 && std::fabs(value - limit) <= found.shortfall) continue;
    const int instants = found.instants;
    found = {family_name(row.family),
             row.foot == StepupFoot::left ? "left" : "right",
             row.phase + 1,
             row.interval,
             instants,
             instant.time,
             value,
             limit,
             std::fabs(value - limit),
             unit};
  }
  std::vector<StepupShortfall> shortfalls;
  for (const auto& [key, found] : worst) shortfalls.push_back(found);
  return shortfalls;
}

}  // namespace grouser

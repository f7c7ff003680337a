// SPDX-License-Identifier: BSD-3-Clause
#include "stepup_playback.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "stepup/stepup_report.hpp"

namespace grouser {
namespace {

constexpr double kStep = 1e-3;      // s
constexpr double kFrequency = 4.0;  // 1/s, of the controller; above the pendulum's 3.1

struct Motion {
  std::array<double, 3> x{}, v{};
};

/// lambda and centre of pressure (in the world) of each foot.
struct Pull {
  std::array<double, 2> multiplier{};
  std::array<std::array<double, 3>, 2> from{};
};

Pull planned_pull(const StepupInstant& instant) {
  Pull pull;
  for (std::size_t foot = 0; foot < 2; ++foot) {
    const StepupFootState& state = foot == 0 ? instant.left : instant.right;
    pull.multiplier[foot] = state.multiplier;
    pull.from[foot] = {state.foothold[0] + state.pressure_centre[0],
                       state.foothold[1] + state.pressure_centre[1], state.foothold[2]};
  }
  return pull;
}

std::array<double, 3> acceleration(const Pull& pull, const std::array<double, 3>& x, double gravity) {
  std::array<double, 3> a{0.0, 0.0, -gravity};
  for (std::size_t foot = 0; foot < 2; ++foot)
    for (std::size_t axis = 0; axis < 3; ++axis)
      a[axis] += pull.multiplier[foot] * (x[axis] - pull.from[foot][axis]);
  return a;
}

Motion moved(const Motion& from, const Pull& pull, double gravity, double time) {
  Motion to;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    double a = 0.0, b = axis == 2 ? gravity : 0.0;
    for (std::size_t foot = 0; foot < 2; ++foot) {
      a += pull.multiplier[foot];
      b += pull.multiplier[foot] * pull.from[foot][axis];
    }
    std::tie(to.x[axis], to.v[axis]) = held_motion(from.x[axis], from.v[axis], a, b, time);
  }
  return to;
}

/// Where a foot pushes from, moved by as much of a wish as stays on its sole.
void move_centre(const StepupSpec& spec, const StepupInstant& instant, std::size_t foot,
                 const std::array<double, 2>& wish, std::array<double, 3>& from) {
  const StepupFootState& state = foot == 0 ? instant.left : instant.right;
  const StepupSole sole = stepup_sole(spec, foot == 0 ? StepupFoot::left : StepupFoot::right);
  const double cx = std::clamp(from[0] + wish[0] - state.foothold[0], -sole.half_length, sole.half_length);
  const double room =
      sole.half_heel - (sole.half_heel - sole.half_toe) * (cx + sole.half_length) / (2.0 * sole.half_length);
  const double cy = std::clamp(from[1] + wish[1] - state.foothold[1], sole.shift - room, sole.shift + room);
  from[0] = state.foothold[0] + cx;
  from[1] = state.foothold[1] + cy;
}

/// The planned pull, changed so that the acceleration is the planned one less w^2 e + 2 w e'; `change`: of the multipliers.
Pull stabilised_pull(const StepupSpec& spec, const StepupInstant& instant, const Motion& plan,
                     const Motion& now, double& change) {
  Pull pull = planned_pull(instant);
  std::array<double, 3> wanted = acceleration(pull, plan.x, spec.gravity);
  for (std::size_t axis = 0; axis < 3; ++axis)
    wanted[axis] -= kFrequency * kFrequency * (now.x[axis] - plan.x[axis]) +
                    2.0 * kFrequency * (now.v[axis] - plan.v[axis]);
  // upwards by scaling both multipliers, sideways by moving both centres of pressure alike
  const double given = acceleration(pull, now.x, spec.gravity)[2] + spec.gravity;
  const double scale = given > 0.0 ? std::clamp((wanted[2] + spec.gravity) / given, 0.5, 2.0) : 1.0;
  change = std::fabs(scale - 1.0);
  for (double& multiplier : pull.multiplier) multiplier *= scale;
  const double all = pull.multiplier[0] + pull.multiplier[1];
  if (all <= 0.0) return pull;
  const std::array<double, 3> a = acceleration(pull, now.x, spec.gravity);
  const std::array<double, 2> wish{(a[0] - wanted[0]) / all, (a[1] - wanted[1]) / all};
  for (std::size_t foot = 0; foot < 2; ++foot)
    if (pull.multiplier[foot] > 0.0) move_centre(spec, instant, foot, wish, pull.from[foot]);
  return pull;
}

double distance(const Motion& a, const Motion& b) {
  return std::hypot(a.x[0] - b.x[0], a.x[1] - b.x[1], a.x[2] - b.x[2]);
}

}  // namespace

StepupPlayback play_stepup(const StepupSpec& spec, const StepupPlan& plan, bool stabilised,
                           const std::array<double, 3>& start_error) {
  StepupPlayback played;
  StepupSpec whole_sole = spec;  // the plan keeps to a part of it, and leaves the rest to the controller
  whole_sole.foot_scale = 1.0;
  whole_sole.inward = 0.0;
  Motion now{plan.instants.front().position, plan.instants.front().velocity};
  for (std::size_t axis = 0; axis < 3; ++axis) now.x[axis] += start_error[axis];
  for (std::size_t k = 1; k < plan.instants.size(); ++k) {
    const StepupInstant &from = plan.instants[k - 1], &to = plan.instants[k];
    Motion wanted{from.position, from.velocity};
    const Pull held = planned_pull(to);
    const double whole = to.time - from.time;
    const int steps = std::max(1, static_cast<int>(std::ceil(whole / kStep)));
    for (int step = 0; step < steps; ++step) {
      double change = 0.0;
      const Pull pull = stabilised ? stabilised_pull(whole_sole, to, wanted, now, change) : held;
      now = moved(now, pull, spec.gravity, whole / steps);
      wanted = moved(wanted, held, spec.gravity, whole / steps);
      played.farthest = std::max(played.farthest, distance(now, wanted));
      played.most_change = std::max(played.most_change, change);
    }
    played.end_error = distance(now, {to.position, to.velocity});
  }
  return played;
}

}  // namespace grouser

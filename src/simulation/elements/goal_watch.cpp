// SPDX-License-Identifier: BSD-3-Clause
// Watches what a scenario itself counts as success or failure (simulation/step/goal.hpp). Every condition is
// evaluated at every step, so that its memory is kept; a failure precedes a success of the same step.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "grouser/math/elementary.hpp"
#include "grouser/simulation/step/goal.hpp"
#include "step/element_tools.hpp"
#include "step/step_element.hpp"

namespace grouser {
namespace {

constexpr double kTurning = 1e-4;  // m/s of the rim from which a wheel counts as driving

/// The quantities of goals at one moment, in the order of GoalQuantity.
using Moment = std::array<double, kGoalNames.size()>;

/// Mean slip of the wheels that touch and turn, positive where they dig, or NaN.
double driven_slip(const World& world, const VehicleRuntime& rover, const StepOutput& output, const VecX& v) {
  double sum = 0.0;
  int turning = 0;
  for (int i = rover.first_wheel; i < rover.first_wheel + rover.wheel_count; ++i) {
    const auto wheel = static_cast<std::size_t>(i);
    const WheelOutput& w = output.wheels[wheel];
    const double rim = v[world.drives[wheel].drive_v] * world.wheels[wheel].spec.geometry.radius;
    if (!(std::fabs(rim) > kTurning) || w.contacts == 0 || !std::isfinite(w.slip)) continue;
    sum += rim < 0.0 ? -w.slip : w.slip;
    ++turning;
  }
  return turning > 0 ? sum / turning : kUnset;
}

/// Time, s, height gained, distances along the path and from the start, m, tilt, rad, slip, deepest sinkage,
/// m.
Moment moment_of(const World& world, const VehicleRuntime& rover, const StepOutput& output,
                 const RigidTransform& root, const SimulationState& state) {
  const GoalMemory& m = *state.first<GoalMemory>();
  const double dx = root.p.x() - m.start_x, dy = root.p.y() - m.start_y;
  double sinkage = 0.0;
  for (int i = rover.first_wheel; i < rover.first_wheel + rover.wheel_count; ++i)
    sinkage = std::max(sinkage, output.wheels[static_cast<std::size_t>(i)].sinkage);
  return {state.motion.time,
          root.p.z() - m.start_z,
          m.distance,
          std::sqrt(dx * dx + dy * dy),
          math::acos(std::clamp(root.R(2, 2), -1.0, 1.0)),
          driven_slip(world, rover, output, state.motion.v),
          sinkage};
}

/// Whether something has been so for `hold`: slip jumps from step to step.
bool has_lasted(bool is_so, double time, double hold, double& since) {
  if (!is_so) since = -1.0;
  if (is_so && since < 0.0) since = time;
  return is_so && time - since >= hold;
}

/// Whether a limit holds; one on slip counts once it has been passed for `hold`, s.
bool limit_holds(const GoalLimit& limit, const Moment& now, double hold, double& slip_since) {
  const bool within = limit.range.holds(now[static_cast<std::size_t>(limit.quantity)]);
  return limit.quantity == GoalQuantity::slip ? has_lasted(within, now[0], hold, slip_since) : within;
}

/// The same of a limit of success, where slip that must stay below one does so until it has been beyond it
/// for `hold`. Without a wheel that turns there is no slip.
bool success_holds(const GoalLimit& limit, const Moment& now, double hold, double& slip_since) {
  if (limit.quantity != GoalQuantity::slip || limit.range.must_be_reached())
    return limit_holds(limit, now, hold, slip_since);
  const double slip = now[static_cast<std::size_t>(limit.quantity)];
  return !has_lasted(!std::isnan(slip) && !limit.range.holds(slip), now[0], hold, slip_since);
}

double distance_to(const GoalPlace& place, const Vec3& p) {
  const double dx = p.x() - place.at.x(), dy = p.y() - place.at.y();
  return std::sqrt(dx * dx + dy * dy);
}
bool is_at(const GoalPlace& place, const Vec3& p) { return distance_to(place, p) <= place.within; }

/// Enters a verdict; cause: number of the limit, -1: the place; found: the value that decided.
void decide(GoalVerdict verdict, double time, double cause, double found, GoalMemory& m) {
  m.verdict = verdict;
  m.time = time;
  m.cause = cause;
  m.found = found;
}

/// Checks all conditions of failure; the first that holds decides, and the others keep their memory.
void look_for_failure(const Goal& failure, const Moment& now, const Vec3& p, double hold, GoalMemory& m) {
  if (failure.place && is_at(*failure.place, p)) decide(GoalVerdict::failure, now[0], -1.0, 0.0, m);
  for (std::size_t i = 0; i < failure.limits.size(); ++i) {
    const bool holds = limit_holds(failure.limits[i], now, hold, m.slip_bad_since);
    if (holds && m.verdict == GoalVerdict::none)
      decide(GoalVerdict::failure, now[0], static_cast<double>(i),
             now[static_cast<std::size_t>(failure.limits[i].quantity)], m);
  }
}

/// Keeps whether a condition ever held or broke, and the extremes of its quantity, which NaN leaves as they
/// are.
void take_in(double x, bool holds, GoalReach& reach) {
  if (holds) reach.held = true;
  if (!holds) reach.broken = true;
  if (std::isnan(x)) return;
  reach.least = std::min(reach.least, x);
  reach.most = std::max(reach.most, x);
}

/// All conditions of success: now, or, where nothing must be reached, at all steps up to now.
bool all_hold(const Goal& success, const Moment& now, const Vec3& p, double hold, GoalMemory& m,
              std::span<GoalReach> reach) {
  const bool must_stay = !success.must_be_reached();
  bool all = true;
  if (success.place) {
    all = is_at(*success.place, p);
    take_in(distance_to(*success.place, p), all, reach.back());
  }
  for (const GoalLimit& limit : success.limits) {
    const auto quantity = static_cast<std::size_t>(limit.quantity);
    const bool holds = success_holds(limit, now, hold, m.slip_good_since);
    // A short peak of slip within `hold` does not break a limit, so it is no extreme either.
    const bool counts = limit.quantity != GoalQuantity::slip || !must_stay || !holds;
    take_in(counts ? now[quantity] : kUnset, holds, reach[quantity]);
    all = all && (must_stay ? !reach[quantity].broken : holds);
  }
  return all;
}

/// "sinkage reached 0.0023 m, not below 0.001 m"
std::string miss_of(const GoalLimit& limit, const GoalReach& reach, double hold, bool must_stay) {
  const GoalName& name = kGoalNames[static_cast<std::size_t>(limit.quantity)];
  // A value that stayed above the range missed it from above; otherwise the largest value is named.
  const bool too_much = !must_stay && reach.least > limit.range.below;
  const double value = too_much ? reach.least : reach.most;
  const std::string range = describe(limit.range, name.unit, name.scale);
  if (std::fabs(value) >= GoalReach::kNone) return fmt::format("{} had no value, not {}", name.key, range);
  std::string text = fmt::format("{} reached {:.4g} {}, ", name.key, name.scale * value, name.unit);
  if (limit.quantity == GoalQuantity::slip) text += fmt::format("for {:.3g} s ", hold);
  return text + "not " + range;
}

/// Names the place or the limit that decided a failure, with the value found.
std::string failure_reason(const Goal& failure, const GoalMemory& m) {
  if (m.cause < 0.0)
    return fmt::format("it came within {:.3g} m of ({:.4g}, {:.4g}) m", failure.place->within,
                       failure.place->at.x(), failure.place->at.y());
  const GoalLimit& limit = failure.limits.at(static_cast<std::size_t>(m.cause));
  const GoalName& name = kGoalNames[static_cast<std::size_t>(limit.quantity)];
  return fmt::format("{} {:.4g} {}, {}", name.key, name.scale * m.found, name.unit,
                     describe(limit.range, name.unit, name.scale));
}

}  // namespace

std::string describe(const GoalRange& range, const char* unit, double scale) {
  if (std::isinf(range.below)) return fmt::format("above {:.6g} {}", scale * range.above, unit);
  if (std::isinf(range.above)) return fmt::format("below {:.6g} {}", scale * range.below, unit);
  return fmt::format("between {:.6g} and {:.6g} {}", scale * range.above, scale * range.below, unit);
}

std::string describe(const Goal& goal) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (goal.place)
    add(fmt::format("place within {:.3g} m of ({:.4g}, {:.4g}) m", goal.place->within, goal.place->at.x(),
                    goal.place->at.y()));
  for (const GoalLimit& limit : goal.limits) {
    const GoalName& name = kGoalNames[static_cast<std::size_t>(limit.quantity)];
    add(fmt::format("{} {}", name.key, describe(limit.range, name.unit, name.scale)));
  }
  for (const GoalMetric& metric : goal.metrics)
    add(fmt::format("{} {}", metric.name, describe(metric.range, "")));
  return text;
}

namespace {

/// Keeps distance, verdict and reach of each condition in the state.
class GoalWatch final : public StepElement {
 public:
  explicit GoalWatch(const World& world)
      : world_(world), judged_(world.vehicles[static_cast<std::size_t>(world.verdict->vehicle)]) {}

  // One reach per quantity, and one for the place at the end.
  void make_memory(SimulationState& state) const override {
    state.memory.assign<GoalMemory>(1);
    state.memory.assign<GoalReach>(kGoalNames.size() + 1);
  }
  void start(const Kinematics& kinematics, SimulationState& state) override;
  void check(const SimulationState& state, const std::string& place) const override;
  void finish(const StepMoment& now, SimulationState& state) override;
  std::optional<Verdict> verdict(const SimulationState& state) const override;
  VerdictRank rank() const override { return VerdictRank::goal; }
  std::string missed(const SimulationState& state) const override;
  bool ends_run(const SimulationState& state) const override;

 private:
  const World& world_;
  const VehicleRuntime& judged_;
};

void GoalWatch::start(const Kinematics& kinematics, SimulationState& state) {
  const Vec3& p = kinematics.body[judged_.root.index].X_WB.p;
  GoalMemory m;
  m.start_x = m.last_x = p.x();
  m.start_y = m.last_y = p.y();
  m.start_z = p.z();
  *state.first<GoalMemory>() = m;
  std::ranges::fill(state.all<GoalReach>(), GoalReach{});
}

void GoalWatch::check(const SimulationState& state, const std::string& place) const {
  const GoalMemory& goal = *state.first<GoalMemory>();
  const Goal& failure = world_.verdict->goals.failure;
  const double first = goal.verdict == GoalVerdict::failure && !failure.place ? 0.0 : -1.0;
  need(is_index(goal.verdict.number(), 0.0, static_cast<double>(GoalVerdict::failure)) &&
           is_index(goal.cause, first, static_cast<double>(failure.limits.size()) - 1.0),
       place, fmt::format("verdict {:g} by condition {:g}", goal.verdict.number(), goal.cause),
       "a verdict, and a condition of the scenario");
}

void GoalWatch::finish(const StepMoment& step, SimulationState& state) {
  GoalMemory& m = *state.first<GoalMemory>();
  if (m.verdict != GoalVerdict::none) return;
  const RigidTransform& root = step.kinematics.body[judged_.root.index].X_WB;
  // Distance along the path of the judged vehicle, in the plane.
  const double dx = root.p.x() - m.last_x, dy = root.p.y() - m.last_y;
  m.distance += std::sqrt(dx * dx + dy * dy);
  m.last_x = root.p.x();
  m.last_y = root.p.y();
  const Moment now = moment_of(world_, judged_, step.output, root, state);
  const Goals& goals = world_.verdict->goals;
  const double hold = world_.verdict->limits.hold;
  look_for_failure(goals.failure, now, root.p, hold, m);
  // Conditions that only must not break are judged at the end; others at the first moment they hold.
  const bool ends = now[0] >= world_.verdict->limits.duration;
  const bool looks = goals.success.must_be_reached() ? m.reached_at < 0.0 : ends;
  const bool all = all_hold(goals.success, now, root.p, hold, m, state.all<GoalReach>());
  if (looks && all) m.reached_at = now[0];
  // Goals on metrics are judged by final_verdict() once the run is over.
  const bool decided = m.reached_at >= 0.0 && !goals.ask_for_metrics();
  if (m.verdict == GoalVerdict::none && decided) decide(GoalVerdict::success, m.reached_at, -1.0, 0.0, m);
}

std::optional<Verdict> GoalWatch::verdict(const SimulationState& state) const {
  const GoalMemory& m = *state.first<GoalMemory>();
  if (m.verdict == GoalVerdict::none) return std::nullopt;
  const Goals& goals = world_.verdict->goals;
  if (m.verdict == GoalVerdict::failure) return Verdict{"failure", m.time, failure_reason(goals.failure, m)};
  return Verdict{
      "success", m.time,
      goals.success.empty() ? "no failure: none of " + describe(goals.failure) : describe(goals.success)};
}

std::string GoalWatch::missed(const SimulationState& state) const {
  const GoalMemory& m = *state.first<GoalMemory>();
  const Goal& success = world_.verdict->goals.success;
  if (m.verdict != GoalVerdict::none || m.reached_at >= 0.0 || !success.momentary()) return "";
  const std::span<const GoalReach> reach = state.all<GoalReach>();
  const bool must_stay = !success.must_be_reached();
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  // List each condition that was not met, with the nearest value.
  if (success.place && !reach.back().held)
    add(fmt::format("place no nearer than {:.4g} m to ({:.4g}, {:.4g}) m, not within {:.3g} m",
                    reach.back().least, success.place->at.x(), success.place->at.y(), success.place->within));
  for (const GoalLimit& limit : success.limits) {
    const GoalReach& r = reach[static_cast<std::size_t>(limit.quantity)];
    const bool met = must_stay ? !r.broken : r.held == true;
    if (!met) add(miss_of(limit, r, world_.verdict->limits.hold, must_stay));
  }
  return "success not met: " + (text.empty() ? "never at the same time: " + describe(success) : text);
}

bool GoalWatch::ends_run(const SimulationState& state) const {
  const GoalMemory& m = *state.first<GoalMemory>();
  const double at = m.verdict != GoalVerdict::none ? m.time : m.reached_at;
  return world_.verdict->stop && at >= 0.0 && state.motion.time >= at + kVerdictHold;
}

}  // namespace

std::unique_ptr<StepElement> make_goal_watch(const World& world) {
  if (!world.verdict || world.verdict->goals.empty()) return nullptr;
  return std::make_unique<GoalWatch>(world);
}

}  // namespace grouser

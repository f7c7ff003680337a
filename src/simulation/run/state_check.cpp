// SPDX-License-Identifier: BSD-3-Clause
#include "state_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {
namespace {

/// A whole number from low to high. False for NaN.
bool is_index(double x, double low, double high) { return x >= low && x <= high && x == std::floor(x); }

void need(bool as_written, const std::string& place, const std::string& found, const std::string& expected) {
  if (!as_written) throw InputError(place, found, expected);
}

void check_slots(const World& world, const SimulationState& state, const std::string& place) {
  // contact_patch(): the base ground, the shapes, then the base ground of each material
  const auto most = static_cast<double>(world.terrain->shapes().size() + world.materials.size());
  for (const ContactSlot& slot : state.contacts.slots) {
    need(is_index(slot.surface, -1.0, most), place, fmt::format("a wheel on surface {:g}", slot.surface),
         fmt::format("-1 (none) to {:g}, the surfaces of this world", most));
    need(is_index(slot.memory.past_count, 0.0, kMaxStencilPoints - 1), place,
         fmt::format("a contact with {:g} past values", slot.memory.past_count),
         fmt::format("0 to {}", kMaxStencilPoints - 1));
  }
}

void check_egress(const World& world, const SimulationState& state, const std::string& place) {
  for (const EgressMemory& memory : state.egress) {
    const EgressState& watch = memory.watch;
    // of these the reason of a verdict names a wheel
    const bool names_wheel = watch.verdict == EgressVerdict::slid_off;
    const double first = names_wheel ? 0.0 : -1.0;  // -1: none
    const VehicleRuntime& rover = world.vehicles[static_cast<std::size_t>(world.verdict->vehicle)];
    need(is_index(watch.verdict.number(), 0.0, static_cast<double>(EgressVerdict::timed_out)) &&
             is_index(watch.wheel, first, rover.wheel_count - 1.0),
         place, fmt::format("verdict {:g} by wheel {:g}", watch.verdict.number(), watch.wheel),
         "a verdict, and a wheel of the rover");
  }
}

void check_goals_of(const World& world, const SimulationState& state, const std::string& place) {
  for (const GoalMemory& goal : state.goals) {
    const auto limits = static_cast<double>(world.verdict->goals.failure.limits.size());
    const bool failed = goal.verdict == GoalVerdict::failure;
    const double first = failed && !world.verdict->goals.failure.place ? 0.0 : -1.0;
    need(is_index(goal.verdict.number(), 0.0, static_cast<double>(GoalVerdict::failure)) &&
             is_index(goal.cause, first, limits - 1.0),
         place, fmt::format("verdict {:g} by condition {:g}", goal.verdict.number(), goal.cause),
         "a verdict, and a condition of the scenario");
  }
}

void check_landing(const SimulationState& state, const std::string& place) {
  for (const LandingMemory& landing : state.landing)
    need(is_index(landing.verdict.number(), 0.0, static_cast<double>(LandingVerdict::timed_out)), place,
         fmt::format("verdict {:g} of a landing", landing.verdict.number()), "one that there is");
}

void check_walks(const SimulationState& state, const std::string& place) {
  constexpr double kMostSteps = 1e9;
  for (const WalkMemory& walk : state.walks)
    need(is_index(walk.phase.number(), 0.0, static_cast<double>(WalkPhase::arrived)) &&
             is_index(walk.order, 0.0, kMostSteps),
         place, fmt::format("phase {:g} of a walk after {:g} steps", walk.phase.number(), walk.order),
         "a phase that there is, after 0 to 1e9 steps");
  for (const WalkLegMemory& leg : state.walk_legs)
    need(is_index(leg.mode.number(), 0.0, 2.0), place, fmt::format("a leg in mode {:g}", leg.mode.number()),
         "0, 1 or 2");
}

void check_humanoids(const SimulationState& state, const std::string& place) {
  for (const HumanoidMemory& robot : state.humanoids) {
    const WholeBodyMemory& memory = robot.control;
    const bool known = is_index(memory.active_count, 0.0, kMostActive) &&
                       std::all_of(std::begin(memory.active), std::end(memory.active),
                                   [](double row) { return is_index(row, 0.0, 1e6); });
    need(known, place, fmt::format("{:g} active rows of a controller", memory.active_count),
         fmt::format("0 to {}, by number", kMostActive));
  }
  for (const HumanoidWatch& watch : state.humanoid_watch)
    need(is_index(watch.verdict.number(), 0.0, static_cast<double>(BalanceVerdict::stood)) &&
             is_index(watch.cause.number(), 0.0, 3.0),
         place,
         fmt::format("verdict {:g} of a robot, by cause {:g}", watch.verdict.number(), watch.cause.number()),
         "ones that there are");
}

void check_hand(const SimulationState& state, const std::string& place) {
  if (!state.hand.begun()) return;
  const HandDriveState& hand = state.hand.state;
  const auto last = static_cast<double>(DriveMode::point_turn);
  need(is_index(hand.on.number(), 0.0, 1.0) && is_index(hand.aligned.number(), 0.0, 1.0) &&
           is_index(hand.wanted.mode.number(), 0.0, last) && is_index(hand.now.mode.number(), 0.0, last),
       place, "driving by hand in a mode that there is not", "arc, crab or point turn, on or off");
  for (const HandWheel& wheel : state.hand.wheels)
    need(wheel.segment.duration > 0.0, place,
         fmt::format("a wheel's segment of {:g} s", wheel.segment.duration), "a duration > 0 s");
}

}  // namespace

void check_state(const World& world, const SimulationState& state, const std::string& place) {
  const std::vector<double> numbers = state.pack();
  need(std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); }), place,
       "a number that is not finite", "finite numbers");
  constexpr double kFarthest = 1e6;  // m or rad: a step that goes beyond is refused
  need(state.motion.q.cwiseAbs().maxCoeff() <= kFarthest, place,
       fmt::format("a coordinate of {:g}", state.motion.q.cwiseAbs().maxCoeff()),
       fmt::format("at most {:g} m or rad", kFarthest));
  need(state.motion.time >= 0.0, place, fmt::format("a time of {:g} s", state.motion.time), "a time >= 0 s");
  need(state.follower.reached >= 0.0 && state.follower.reached <= kFarthest, place,
       fmt::format("{:g} waypoints reached", state.follower.reached), "0 to a million");
  check_slots(world, state, place);
  check_egress(world, state, place);
  check_goals_of(world, state, place);
  check_landing(state, place);
  check_walks(state, place);
  check_humanoids(state, place);
  check_hand(state, place);
}

}  // namespace grouser

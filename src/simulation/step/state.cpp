// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/simulation/step/state.hpp"

#include <algorithm>
#include <string>

#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"

namespace grouser {
namespace {

// The only place that knows the order of the numbers: visit(part, double*, n) for each block of them.
template <class State, class Visit>
void visit_numbers(State& s, Visit visit) {
  auto& m = s.motion;
  visit("time", &m.time, 1);
  visit("q", m.q.data(), m.q.size());
  visit("v", m.v.data(), m.v.size());
  visit("a", m.a.data(), m.a.size());
  visit("a_prev", m.a_prev.data(), m.a_prev.size());
  visit("dt_prev", &m.dt_prev, 1);
  visit("aux", m.aux.data(), m.aux.size());
  if (s.in_bodies()) {
    visit("bodies_q", s.bodies.q.data(), s.bodies.q.size());
    visit("bodies_v", s.bodies.v.data(), s.bodies.v.size());
    visit("bodies_a", s.bodies.a.data(), s.bodies.a.size());
    visit("bodies_a_prev", s.bodies.a_prev.data(), s.bodies.a_prev.size());
  }
  visit_contact_memory(s.contacts, visit);
  for (auto& release : s.releases) visit("releases", &release.due, 2);
  for (auto& motor : s.motors) visit("motors", &motor.given_up, kMotorMemorySize);
  if (!s.segments.empty()) visit("follower", &s.follower.next_time, kFollowerStateSize);
  for (auto& segment : s.segments) visit("segments", &segment.t0, kDriveSegmentSize);
  for (auto& egress : s.egress) visit("egress", &egress.watch.verdict, kEgressMemorySize);
  for (auto& goal : s.goals) visit("goals", &goal.verdict, kGoalMemorySize);
  for (auto& landing : s.landing) visit("landing", &landing.verdict, kLandingMemorySize);
  for (auto& leg : s.legs) visit("legs", &leg.share, kLegControlMemorySize);
  for (auto& strut : s.struts) visit("struts", &strut.compressed, kStrutMemorySize);
  for (auto& thrust : s.thrust) visit("thrust", &thrust.touched_at, kThrustMemorySize);
  for (auto& walk : s.walks) visit("walks", &walk.begun, kWalkMemorySize);
  for (auto& watch : s.walk_watch) visit("walk_watch", &watch.verdict, kWalkWatchSize);
  for (auto& leg : s.walk_legs) visit("walk_legs", &leg.mode, kWalkLegMemorySize);
  for (auto& foot : s.feet) visit("feet", &foot.stands, kFootWatchSize);
  for (auto& humanoid : s.humanoids) visit("humanoids", &humanoid.control.torque[0], kHumanoidMemorySize);
  for (auto& watch : s.humanoid_watch) visit("humanoid_watch", &watch.verdict, kHumanoidWatchSize);
  visit("ledger", &s.ledger.kinetic, kEnergyLedgerSize);
  if (s.next_dt > 0.0) visit("next_dt", &s.next_dt, 1);  // a fixed step is not part of the state
}

template <class State, class Visit>
void visit_hand(State& s, Visit visit) {
  visit("hand_drive", &s.hand.state.taken_at, kHandDriveStateSize);
  for (auto& wheel : s.hand.wheels) visit("hand_wheels", &wheel.segment.t0, kHandWheelSize);
}

template <class State, class Visit>
void visit_soils(State& s, Visit visit) {
  visit("soil_strokes", &s.soils.taken_at, kSoilNumbersSize);
}

template <class State, class Visit>
void visit_servos(State& s, Visit visit) {
  visit("servo_commands", &s.servos.taken_at, 1);
}

/// All numbers that count.
template <class State, class Visit>
void visit_all(State& s, Visit visit) {
  visit_numbers(s, visit);
  if (s.hand.begun()) visit_hand(s, visit);
  if (s.soils.begun()) visit_soils(s, visit);
  if (s.servos.begun()) visit_servos(s, visit);
}

constexpr std::size_t kLeading = 2;  // the step count and the history stand before the other numbers

static_assert(sizeof(ReleaseMemory) == 2 * sizeof(double), "plain doubles");
static_assert(sizeof(FollowerState) == kFollowerStateSize * sizeof(double));
static_assert(sizeof(DriveSegment) == kDriveSegmentSize * sizeof(double));
static_assert(sizeof(HandDriveState) == kHandDriveStateSize * sizeof(double));
static_assert(sizeof(HandWheel) == kHandWheelSize * sizeof(double));
static_assert(kSoilNumbersSize > 1, "told from one number of servos");
static_assert(sizeof(SoilNumbers) == kSoilNumbersSize * sizeof(double));
static_assert(sizeof(EgressMemory) == kEgressMemorySize * sizeof(double));
static_assert(sizeof(GoalMemory) == kGoalMemorySize * sizeof(double));
static_assert(sizeof(LandingMemory) == kLandingMemorySize * sizeof(double));
static_assert(sizeof(LegControlMemory) == kLegControlMemorySize * sizeof(double));
static_assert(sizeof(WalkMemory) == kWalkMemorySize * sizeof(double));
static_assert(sizeof(WalkWatch) == kWalkWatchSize * sizeof(double));
static_assert(sizeof(WalkLegMemory) == kWalkLegMemorySize * sizeof(double));
static_assert(sizeof(FootWatch) == kFootWatchSize * sizeof(double));
static_assert(sizeof(HumanoidMemory) == kHumanoidMemorySize * sizeof(double));
static_assert(sizeof(HumanoidWatch) == kHumanoidWatchSize * sizeof(double));
static_assert(sizeof(EnergyLedger) == kEnergyLedgerSize * sizeof(double));

}  // namespace

std::size_t SimulationState::packed_size() const {
  std::size_t n = kLeading;
  visit_all(*this, [&](const char*, const double*, auto count) { n += static_cast<std::size_t>(count); });
  return n;
}

std::size_t SimulationState::hand_size() const {
  return kHandDriveStateSize + hand.wheels.size() * kHandWheelSize;
}

bool SimulationState::takes(std::size_t numbers) const {
  const std::size_t without = packed_size() - (hand.begun() ? hand_size() : 0) -
                              (soils.begun() ? kSoilNumbersSize : 0) - (servos.begun() ? 1 : 0);
  const auto fits = [&](std::size_t with_hand) {
    const std::size_t least = without + with_hand, most = least + kSoilNumbersSize;
    return numbers == least || numbers == most ||
           (!walk_legs.empty() && (numbers == least + 1 || numbers == most + 1));
  };
  return fits(0) || (fits(hand_size()) && !hand.wheels.empty());
}

std::string SimulationState::layout() const {
  std::string text = "version " + std::to_string(kStateLayoutVersion), part;
  std::size_t blocks = 0, size = 0;
  const auto end_part = [&] {
    if (part.empty()) return;
    text += ", " + part + " " + (blocks > 1 ? std::to_string(blocks) + " x " : "") + std::to_string(size);
  };
  visit_numbers(*this, [&](const char* name, const double*, auto count) {
    if (part != name) {
      end_part();
      part = name;
      blocks = 0;
    }
    ++blocks;
    size = static_cast<std::size_t>(count);
  });
  end_part();
  return text;
}

std::vector<double> SimulationState::pack() const {
  std::vector<double> numbers;
  numbers.reserve(packed_size());
  numbers.push_back(static_cast<double>(step));
  numbers.push_back(motion.history);
  visit_all(*this,
            [&](const char*, const double* x, auto count) { numbers.insert(numbers.end(), x, x + count); });
  return numbers;
}

void SimulationState::unpack(std::span<const double> numbers) {
  if (!takes(numbers.size()))
    throw InputError("packed state", std::to_string(numbers.size()) + " numbers",
                     std::to_string(packed_size()) + ", as many as a state of this world has");
  constexpr double kMostSteps = 9e15;  // whole numbers up to here are exact
  if (!(numbers[0] >= 0.0 && numbers[0] <= kMostSteps) || !(numbers[1] >= 0.0 && numbers[1] <= 2.0))
    throw InputError("packed state",
                     std::to_string(numbers[0]) + " steps and a history of " + std::to_string(numbers[1]),
                     "a number of steps, and a history from 0 to 2");
  std::size_t at = kLeading;
  step = static_cast<std::int64_t>(numbers[0]);
  motion.history = static_cast<int>(numbers[1]);
  const auto copy = [&](const char*, double* x, auto count) {
    std::copy_n(numbers.data() + at, count, x);  // a model without such numbers has no place for them
    at += static_cast<std::size_t>(count);
  };
  visit_numbers(*this, copy);
  bodies.time = motion.time;
  bodies.dt_prev = motion.dt_prev;
  bodies.history = motion.history;
  bodies.aux = motion.aux;
  hand.state = {};
  soils = {};
  servos = {};
  if (numbers.size() - at >= hand_size() && !hand.wheels.empty()) visit_hand(*this, copy);
  if (numbers.size() - at >= kSoilNumbersSize) visit_soils(*this, copy);
  if (at < numbers.size()) visit_servos(*this, copy);
}

std::uint64_t SimulationState::hash() const {
  Hasher hasher;
  hasher.add(static_cast<std::uint64_t>(step));
  hasher.add(static_cast<std::uint64_t>(motion.history));
  visit_all(*this, [&](const char*, const double* x, auto count) {
    hasher.add(std::span<const double>(x, static_cast<std::size_t>(count)));
  });
  hasher.add(ground.hash());
  if (soils.painted) hasher.add(soils.painted->map_hash);
  return hasher.value();
}

}  // namespace grouser

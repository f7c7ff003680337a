// SPDX-License-Identifier: BSD-3-Clause
// The state as numbers: one visit defines their order for packing, unpacking, layout and hash. Blocks of
// optional memory follow at the end and count in the hash once they have begun.
#include "grouser/simulation/step/state.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <type_traits>

#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"

namespace grouser {
namespace {

/// Visits a memory that consists of doubles (and Packed ones) alone, as an array of them.
template <class Visit, class Memory>
void visit_entry(Visit& visit, const MemoryBlock& block, Memory& memory) {
  static_assert(std::is_standard_layout_v<Memory> && std::is_trivially_copyable_v<Memory>);
  static_assert(sizeof(Memory) % sizeof(double) == 0 && alignof(Memory) == alignof(double));
  using Number = std::conditional_t<std::is_const_v<Memory>, const double, double>;
  visit(block, reinterpret_cast<Number*>(&memory), sizeof(Memory) / sizeof(double));
}

/// Visits visit(block, double*, n) for each entry of each block. Only here is the order of the numbers
/// defined.
template <class State, class Visit>
void visit_blocks(State& s, Visit visit) {
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
  s.memory.visit_always(visit);
  visit_entry(visit, "ledger", s.ledger);
  if (s.next_dt > 0.0) visit("next_dt", &s.next_dt, 1);  // a fixed step is not part of the state
}

/// Visits the memory of driving by hand, which counts in the hash once something was commanded.
template <class State, class Visit>
void visit_hand(State& s, Visit visit) {
  if (s.hand.wheels.empty()) return;  // nothing can be driven by hand
  visit_entry(visit, {"hand_drive", BlockRole::optional}, s.hand.state);
  for (auto& wheel : s.hand.wheels) visit_entry(visit, {"hand_wheels", BlockRole::optional}, wheel);
}

/// Visits the numbers of soil strokes, which count in the hash once a stroke was taken.
template <class State, class Visit>
void visit_soils(State& s, Visit visit) {
  using Numbers = std::conditional_t<std::is_const_v<State>, const SoilNumbers, SoilNumbers>;
  visit_entry(visit, {"soil_strokes", BlockRole::optional}, static_cast<Numbers&>(s.soils));
}

/// Visits all blocks in the order in which a packed state has them.
template <class State, class Visit>
void visit_all(State& s, Visit visit) {
  visit_blocks(s, visit);
  visit_hand(s, visit);
  visit_soils(s, visit);
  s.memory.visit_optional(visit);
}

/// The step count and the history are whole numbers of the state; packed they precede all blocks.
constexpr MemoryBlock kStep = "step", kHistory = "history";
constexpr double kMostStepsOfAState = 9e15;  // whole numbers up to here are exact

/// Version 2 of the layout hashed the observations that there were then.
bool hashed_in_version_2(const MemoryBlock& block) {
  static constexpr std::string_view kThen[] = {"egress",     "goals", "landing",
                                               "walk_watch", "feet",  "humanoid_watch"};
  return std::ranges::find(kThen, block.name) != std::end(kThen);
}

/// Appends a block with one entry of `size` numbers.
StateBlock& add_block(StateLayout& layout, const MemoryBlock& block, std::size_t size) {
  return layout.blocks.emplace_back(
      StateBlock{.name = block.name, .role = block.role, .version = block.version, .count = 1, .size = size});
}

/// The first of a stored block's numbers; null where the state has no such block.
const double* numbers_of(const StateLayout& stored, std::span<const double> numbers, const char* name) {
  std::size_t at = 0;
  for (const StateBlock& block : stored.blocks) {
    if (block.name == name) return numbers.data() + at;
    at += block.numbers();
  }
  return nullptr;
}

}  // namespace

StateLayout SimulationState::layout() const {
  StateLayout layout;
  add_block(layout, kStep, 1);
  add_block(layout, kHistory, 1);
  visit_all(*this, [&](const MemoryBlock& block, const double*, auto count) {
    const auto size = static_cast<std::size_t>(count);
    // Entries of one block follow each other and have one size.
    if (layout.blocks.back().name == block.name)
      ++layout.blocks.back().count;
    else
      add_block(layout, block, size);
  });
  return layout;
}

std::vector<double> SimulationState::pack() const {
  std::vector<double> numbers;
  numbers.push_back(static_cast<double>(step));
  numbers.push_back(motion.history);
  visit_all(*this, [&](const MemoryBlock&, const double* x, auto count) {
    numbers.insert(numbers.end(), x, x + count);
  });
  return numbers;
}

void SimulationState::unpack(std::span<const double> numbers) {
  const StateLayout own = layout();
  if (numbers.size() != own.numbers())
    throw InputError("packed state", std::to_string(numbers.size()) + " numbers",
                     std::to_string(own.numbers()) + ", as many as a state of this world has");
  unpack(numbers, own, "packed state");
}

std::vector<std::string> SimulationState::unpack(std::span<const double> numbers, const StateLayout& stored,
                                                 const std::string& place) {
  const StateLayout own = layout();
  std::vector<std::string> anew = check_layout(stored, own, place);
  // Numbers that are converted to integers must be in range.
  const double steps = *numbers_of(stored, numbers, kStep.name);
  const double past = *numbers_of(stored, numbers, kHistory.name);
  if (!(steps >= 0.0 && steps <= kMostStepsOfAState) || !(past >= 0.0 && past <= 2.0))
    throw InputError(place, std::to_string(steps) + " steps and a history of " + std::to_string(past),
                     "a number of steps, and a history from 0 to 2");
  step = static_cast<std::int64_t>(steps);
  motion.history = static_cast<int>(past);
  // Optional blocks that the stored state lacks are as in a world in which nothing was commanded.
  hand.state = {};
  soils = {};
  memory.forget_optional();
  // Entry by entry, each block from where `stored` has it.
  const double* next = nullptr;
  std::string_view name;
  visit_all(*this, [&](const MemoryBlock& block, double* x, auto count) {
    if (name != block.name) {
      name = block.name;
      const bool begins_anew = std::find(anew.begin(), anew.end(), name) != anew.end();
      next = begins_anew ? nullptr : numbers_of(stored, numbers, block.name);
    }
    if (!next) return;
    std::copy_n(next, count, x);
    next += count;
  });
  // The packed numbers hold these once, in the motion of the joints.
  bodies.time = motion.time;
  bodies.dt_prev = motion.dt_prev;
  bodies.history = motion.history;
  bodies.aux = motion.aux;
  return anew;
}

std::uint64_t SimulationState::hash(int layout_version) const {
  Hasher hasher;
  const auto add = [&](const MemoryBlock& block, const double* x, auto count) {
    // Observations do not change the motion; only the former version hashed some of them.
    if (is_observation(block.role) && (layout_version > 2 || !hashed_in_version_2(block))) return;
    hasher.add(std::span<const double>(x, static_cast<std::size_t>(count)));
  };
  hasher.add(static_cast<std::uint64_t>(step));
  hasher.add(static_cast<std::uint64_t>(motion.history));
  visit_blocks(*this, add);
  if (hand.begun()) visit_hand(*this, add);
  if (soils.begun()) visit_soils(*this, add);
  memory.visit_optional([&](const MemoryBlock& block, const double* x, std::size_t count) {
    if (x[0] >= 0.0) add(block, x, count);  // it has begun
  });
  hasher.add(ground.hash());
  if (soils.painted) hasher.add(soils.painted->map_hash);
  return hasher.value();
}

}  // namespace grouser

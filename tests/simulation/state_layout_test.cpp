// SPDX-License-Identifier: BSD-3-Clause
// A packed state is read back block by block: some may be missing, some are left out, others are refused, and
// watches do not change the hash.
#include "grouser/simulation/step/state_layout.hpp"

#include <algorithm>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/verdict.hpp"
#include "grouser/simulation/step/walker.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;

namespace {

/// A packed state with its layout, of which blocks are taken away, added or changed.
struct Stored {
  explicit Stored(const SimulationState& state) : layout(state.layout()), numbers(state.pack()) {}

  void remove(const std::string& name) {
    std::size_t at = 0;
    for (auto block = layout.blocks.begin(); block != layout.blocks.end(); ++block) {
      if (block->name == name) {
        const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(at);
        numbers.erase(first, first + static_cast<std::ptrdiff_t>(block->numbers()));
        layout.blocks.erase(block);
        return;
      }
      at += block->numbers();
    }
    FAIL("no block " << name);
  }
  /// Puts a block of zeros before all others.
  void add_first(StateBlock block) {
    numbers.insert(numbers.begin(), block.numbers(), 0.0);
    layout.blocks.insert(layout.blocks.begin(), std::move(block));
  }
  StateBlock& block(const std::string& name) {
    return *std::find_if(layout.blocks.begin(), layout.blocks.end(),
                         [&](const StateBlock& b) { return b.name == name; });
  }

  StateLayout layout;
  std::vector<double> numbers;
};

Simulation walked_for(double seconds) {
  Simulation s = start("walker_crawl_flat");
  REQUIRE(run_until(s, seconds));
  return s;
}

}  // namespace

TEST_CASE("the text of a layout is read back to the same blocks", "[state]") {
  for (const char* scenario : {"egress_level", "walker_crawl_flat", "atlas_stand", "traverse_mars"}) {
    CAPTURE(scenario);
    const SimulationState state = start(scenario).state();
    const StateLayout layout = state.layout();
    const StateLayout read = read_state_layout(layout.text(), layout.numbers(), layout, "here");
    CHECK(read.text() == layout.text());
    CHECK(read.numbers() == state.pack().size());
    CHECK(check_layout(read, layout, "here").empty());
  }
}

TEST_CASE("text that is not a layout is refused with its place", "[state]") {
  const StateLayout own = start("free_fall").state().layout();
  const std::string good = own.text();
  const auto refused = [&](const std::string& text, const std::string& words) {
    CAPTURE(text);
    CHECK_THROWS_WITH(read_state_layout(text, own.numbers(), own, "keyframe 3"),
                      ContainsSubstring("keyframe 3") && ContainsSubstring(words));
  };
  refused("", "layout version 1");
  refused("version 4, q 7", "layout version 3 or one before");
  refused("abacus", "abacus");
  refused(good + ", slots", "'slots'");
  refused(good + ", slots -3", "'slots -3'");
  refused(good + ", slots 3 y 4", "'slots 3 y 4'");
  refused(good + ", slots 99999999999 x 99999999999", "99999999999");
  refused(good + ", slots 5", "as many as its layout says");
}

TEST_CASE("blocks are taken by name, in whatever order a file has them", "[state]") {
  const Simulation s = walked_for(0.3);
  Stored stored(s.state());
  stored.remove("ledger");
  StateBlock ledger = *s.state().layout().find("ledger");
  stored.add_first(ledger);
  const EnergyLedger& book = s.state().ledger;
  std::copy_n(&book.kinetic, ledger.numbers(), stored.numbers.begin());
  SimulationState state = start("walker_crawl_flat").state();
  CHECK(state.unpack(stored.numbers, stored.layout, "here").empty());
  CHECK(state.pack() == s.state().pack());
}

TEST_CASE("an observation that this version does not know is left out", "[state]") {
  const Simulation s = walked_for(0.3);
  Stored stored(s.state());
  stored.add_first({.name = "wheel_wear", .role = BlockRole::tally, .count = 4, .size = 3});
  SimulationState state = start("walker_crawl_flat").state();
  CHECK(state.unpack(stored.numbers, stored.layout, "here").empty());
  CHECK(state.pack() == s.state().pack());
}

TEST_CASE("sums that a file lacks or counts otherwise begin anew, and the hash stays", "[state]") {
  const Simulation s = walked_for(0.3);
  const auto check = [&](const Stored& stored) {
    SimulationState state = start("walker_crawl_flat").state();
    CHECK(state.unpack(stored.numbers, stored.layout, "here") == std::vector<std::string>{"feet"});
    state.ground = s.state().ground;
    CHECK(state.hash() == s.state_hash());
  };
  Stored missing(s.state()), other(s.state());
  missing.remove("feet");
  check(missing);
  other.block("feet").version = 2;
  check(other);
}

TEST_CASE("what the next step reads, and what leads to a verdict, must be there as this version has it",
          "[state]") {
  const Simulation s = walked_for(0.1);
  const SimulationState before = start("walker_crawl_flat").state();
  const auto refused = [&](const Stored& stored, const std::string& found, const std::string& expected) {
    SimulationState state = before;
    CHECK_THROWS_WITH(state.unpack(stored.numbers, stored.layout, "keyframe 3"),
                      ContainsSubstring("keyframe 3: found a state with " + found) &&
                          ContainsSubstring("expected " + expected));
    CHECK(state.pack() == before.pack());
  };
  for (const std::string name : {"walks", "walk_legs", "walk_watch", "ledger", "step"}) {
    CAPTURE(name);
    Stored stored(s.state());
    stored.remove(name);
    refused(stored, "no " + name, s.state().layout().find(name)->text());
  }
  Stored older(s.state());
  older.block("walk_legs").version = 7;
  refused(older, "walk_legs v7 4 x ", "walk_legs 4 x ");
  Stored unknown(s.state());
  unknown.add_first({.name = "tethers", .count = 2, .size = 5});
  refused(unknown, "tethers 2 x 5", "no tethers");
}

TEST_CASE("the hash does not count what only watches", "[state]") {
  SimulationState walker = walked_for(0.3).state();
  const std::uint64_t hash = walker.hash(), former = walker.hash(2);
  walker.first<FootWatch>()->slip_sum += 1.0;
  walker.first<WalkWatch>()->least_margin = -1.0;
  CHECK(walker.hash() == hash);
  CHECK(walker.hash(2) != former);
  walker.first<WalkLegMemory>()->mode = LegMode::seeks_ground;
  CHECK(walker.hash() != hash);

  SimulationState rover = start("egress_level").state();
  const std::uint64_t at_rest = rover.hash();
  rover.first<EgressMemory>()->progress += 1.0;
  CHECK(rover.hash() == at_rest);
  rover.contacts.slots[0].memory.u_wheel += 1e-9;
  CHECK(rover.hash() != at_rest);
}

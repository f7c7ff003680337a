// SPDX-License-Identifier: BSD-3-Clause
// Settling and repeating a run ask whether to go on: nothing of it takes long once a person said stop.

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/simulation/build/start.hpp"
#include "scratch_folder.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;

namespace {

/// Says stop from the n-th question on, and counts them.
struct StopAt {
  int n, asked = 0;
  std::function<bool()> question() {
    return [this] { return ++asked >= n; };
  }
};

RunOptions options_with(std::function<bool()> cancelled) {
  RunOptions options;
  options.now = [] { return 0.0; };
  options.cancelled = std::move(cancelled);
  return options;
}

}  // namespace

TEST_CASE("settling asks all along whether to go on, and says where it was stopped") {
  const auto world = load_world("drive_flat_soft");
  StopAt never{1000000};
  CHECK_NOTHROW(start_simulation(world, never.question()));
  CHECK(never.asked > 20);  // of some thousand steps
  for (const int n : {1, 5, never.asked}) {
    StopAt stop{n};
    CHECK_THROWS_WITH(start_simulation(world, stop.question()),
                      ContainsSubstring("settling") && ContainsSubstring("had not begun"));
    CHECK(stop.asked == n);  // at once
  }
  StopAt first{1};
  CHECK_THROWS_AS(start_simulation(world, first.question()), Interrupted);
}

TEST_CASE("to be asked changes nothing in how a run starts") {
  const auto world = load_world("drive_flat_soft");
  CHECK(start_simulation(world, [] { return false; }).state_hash() == start_simulation(world).state_hash());
}

TEST_CASE("a rerun stops while it settles and between frames that lie far apart") {
  const test::ScratchFolder folder("stopped");
  const std::filesystem::path file = folder / "run.h5";
  {
    Simulation s = start("drive_flat_soft", {"duration=3", "recording.interval=1000"});
    RunOptions options = options_with({});
    options.out = file;
    run_scenario(s, options);
  }
  StopAt count{1000000};
  CHECK(rerun(file, options_with(count.question())).frames_compared == 2);
  StopAt settling{3};
  CHECK_THROWS_AS(rerun(file, options_with(settling.question())), Interrupted);
  StopAt late{count.asked};  // the last question is asked between the two frames
  const RerunResult stopped = rerun(file, options_with(late.question()));
  CHECK(stopped.interrupted);
  CHECK(stopped.frames_compared == 1);
  CHECK_FALSE(stopped.first_difference);
}

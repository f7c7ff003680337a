// SPDX-License-Identifier: BSD-3-Clause
// What a run tells of itself: ties that are cut at the moments the scenario names.
#include "grouser/simulation/observe/event_watch.hpp"

#include <map>

#include "catch.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/step/simulation.hpp"
#include "grouser/simulation/step/world.hpp"

using namespace grouser;

TEST_CASE("each tie of the egress is told once, in the step after the moment of its release") {
  const auto world = load_world("egress_level", {parse_override("duration=9.5")});
  std::map<std::string, double> wanted;
  for (const Release& release : world->releases) {
    for (const int spring : release.springs)
      wanted["tie " + world->scene.ties[static_cast<std::size_t>(spring)].name] = release.time;
  }
  REQUIRE(wanted.size() >= 4);
  Simulation simulation = start_simulation(world);
  EventWatch watch(simulation);
  while (!simulation.finished()) {
    REQUIRE(simulation.step() == StepStatus::ok);
    watch.observe(simulation);
  }
  std::map<std::string, double> told;
  for (const RunEvent& event : watch.events()) {
    if (event.kind != "release") continue;
    CHECK(told.emplace(event.text, event.time).second);
  }
  REQUIRE(told.size() == wanted.size());
  for (const auto& [tie, time] : wanted) {
    INFO(tie);
    REQUIRE(told.count(tie) == 1);
    // Found at the end of a step: one step late at most, and rounding of the sum of steps.
    CHECK(told[tie] >= time - 1e-9);
    CHECK(told[tie] <= time + 2.0 * world->settings.dt);
  }
}

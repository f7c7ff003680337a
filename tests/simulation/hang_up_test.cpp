// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <string>
#include <utility>

#include "catch.hpp"
#include "grouser/simulation/step/verdict.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {
const std::string kBlock =
    "terrain.shape=[{type=\"box\", name=\"block\", position=[0.0, 0.0, 0.5], size=[0.7, 0.5, 1.0], "
    "soil=\"bedrock\"}]";
}

TEST_CASE("a rover on its belly is hung up: wheels turn in the air and it stays where it is") {
  const auto [by, kind] = GENERATE(std::pair("spheres", "sphere"), std::pair("meshes", "mesh"));
  CAPTURE(by);
  Simulation s = start("drive_flat_soft",
                       {kBlock, "drive.speed=0.05", "duration=20", "rover.touches_by=" + std::string(by)});
  REQUIRE(run_until(s, 1.0));
  const Vec3 before = chassis(s);
  REQUIRE(run_until(s, 15.0));
  double carried = 0.0;
  for (const ContactRecord& record : records_of(s, kind)) carried += record.force.z();
  CHECK(carried == Approx(weight(s)).epsilon(0.01));
  CHECK(vertical_sum(s) == 0.0);  // no wheel touches
  CHECK((chassis(s) - before).norm() < 2e-3);
}

TEST_CASE("what a rover is hung up on belongs to the state: another run names it, another verdict does not") {
  const auto begin = [] {
    return start("drive_flat_soft",
                 {kBlock, "drive.speed=0.05", "duration=20", "rover.touches_by=spheres",
                  "verdict.vehicle=rover", "verdict.window=2", "verdict.least_commanded=0.01"});
  };
  Simulation s = begin();
  REQUIRE(run_until(s, 3.0));
  REQUIRE(s.verdict());
  const Verdict hung = *s.verdict();
  CHECK(hung.name == "hung_up");
  CHECK_THAT(hung.reason, Catch::Matchers::ContainsSubstring(": sphere of chassis on block"));
  // a run that goes on from this state
  Simulation resumed = begin();
  SimulationState read = resumed.state();
  read.unpack(s.state().pack());
  read.ground = s.state().ground;
  resumed.restore(read);
  REQUIRE(resumed.verdict());
  CHECK(resumed.verdict()->reason == hung.reason);
  // the same simulation at a state with another verdict
  SimulationState stuck = s.state();
  stuck.first<EgressMemory>()->watch.verdict = EgressVerdict::stuck;
  s.restore(stuck);
  REQUIRE(s.verdict());
  CHECK(s.verdict()->name == "stuck");
  CHECK_THAT(s.verdict()->reason, !Catch::Matchers::ContainsSubstring("block"));
}

TEST_CASE("a belly on a slippery block slides off") {
  Simulation s = start("drive_flat_soft", {kBlock, "rover.contact_sphere.friction=0.0",
                                           "initial.settle=false", "initial.pitch_deg=3.0", "duration=20"});
  const Vec3 before = chassis(s);
  REQUIRE(run_until(s, 6.0));
  CHECK((chassis(s) - before).norm() > 0.05);
}

TEST_CASE("shipped vehicles touch by spheres or by true shapes, never by both") {
  const auto [scenario, key] = GENERATE(std::pair("drive_flat_soft", "rover.touches_by"),
                                        std::pair("four_bar_rover_rocks", "rover.touches_by"),
                                        std::pair("strut_landing", "lander.touches_by"));
  CAPTURE(scenario);
  const auto count = [&](const char* by, const std::string& kind) {
    const auto world = load_world(scenario, {{key, by}});
    return std::count_if(world->parts.begin(), world->parts.end(),
                         [&](const ContactPart& part) { return part.kind == kind; });
  };
  const auto spheres = count("spheres", "sphere");
  const auto others = count("meshes", "sphere");
  CHECK(spheres > others);
  CHECK(count("spheres", "mesh") == 0);
  CHECK(count("meshes", "mesh") > 0);
}

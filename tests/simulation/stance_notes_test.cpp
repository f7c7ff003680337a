// SPDX-License-Identifier: BSD-3-Clause
// How a rover stands at the start: what is odd is said, what is right is not.
#include "grouser/simulation/observe/stance_notes.hpp"

#include "catch.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

std::vector<std::string> notes_of(const std::string& rover, std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"rover=" + rover, "terrain.soil=bedrock", "integration.step=0.001"});
  return stance_notes(start("drive_flat_soft", more));
}

bool says(const std::vector<std::string>& notes, const std::string& part, const std::string& other) {
  return std::any_of(notes.begin(), notes.end(), [&](const std::string& note) {
    return note.find(part) != std::string::npos && note.find(other) != std::string::npos;
  });
}

}  // namespace

TEST_CASE("stance: shipped rovers stand as they should, on level ground and across a slope") {
  for (const char* rover :
       {"exomars_lvm", "rocker_bogie", "rocker_bogie_bar", "four_wheel_fast", "four_bar_rover", "viper"})
    for (const double roll : {0.0, 8.0}) {
      CAPTURE(rover, roll);
      const std::vector<std::string> notes = notes_of(
          rover, {"terrain.kind=plane", fmt::format("terrain.slope_deg={}", roll), "terrain.uphill_deg=90"});
      CHECK(notes == std::vector<std::string>{});
    }
}

TEST_CASE("stance: a differential that turns the wrong way stands on its stops") {
  const std::vector<std::string> notes = notes_of("rocker_bogie", {"rover.coupling.differential.ratio=1"});
  CHECK(says(notes, "joint 'left_rocker' stands on its stop at rest", "_deg = "));
  CHECK(says(notes, "joint 'right_rocker' stands on its stop at rest", "couplings"));
}

TEST_CASE("stance: pivots far too high put the chassis under the ground") {
  const std::vector<std::string> notes =
      notes_of("four_wheel_fast", {"rover.touch=none", "rover.joint.left_arm.position=[0, 0.34, 4.8]",
                                   "rover.joint.right_arm.position=[0, -0.34, 4.8]", "initial.settle=false"});
  CHECK(says(notes, "body 'chassis' is under the ground", "centre of mass lies"));
}

TEST_CASE("stance: wheels that bear nothing, and a centre of mass that no wheel is beside") {
  // the weight at the front axle's place and beyond it
  const std::vector<std::string> beyond =
      notes_of("four_wheel_fast", {"rover.body.chassis.com=[2.5, 0, 0.5]", "initial.settle=false"});
  CHECK(says(beyond, "centre of mass lies", "outside of the wheels"));
  // with pivots that high it lies on the spheres of its belly, and its wheels hang
  const std::vector<std::string> lifted = notes_of(
      "four_wheel_fast",
      {"rover.joint.left_arm.position=[0, 0.34, 4.8]", "rover.joint.right_arm.position=[0, -0.34, 4.8]"});
  CHECK(says(lifted, "wheel 'front_left' bears no load", "N"));
}

TEST_CASE("stance: the run's own notes and its recording tell it") {
  Simulation s = start("drive_flat_soft", {"rover=rocker_bogie", "terrain.soil=bedrock", "duration=0.05",
                                           "rover.coupling.differential.ratio=1"});
  const RunSummary summary = run_scenario(s, timeless());
  CHECK(says(summary.notes, "stands on its stop", "left_rocker"));
}

TEST_CASE("a vehicle that reaches more than 5 m below its root is put on the ground, not into it") {
  const Simulation s =
      start("flywheel_hop", {"rover.sphere.0.position=[0.0, 0.0, -5.5]", "initial.settle=false"});
  CHECK(chassis(s).z() == Approx(5.52).margin(1e-6));  // that ball has a radius of 0.02 m
}

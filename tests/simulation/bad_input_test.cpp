// SPDX-License-Identifier: BSD-3-Clause

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("wrong overrides and scenarios are refused with place, finding and expectation") {
  CHECK_THROWS_AS(start("no_such_scenario"), InputError);
  CHECK_THROWS_WITH(start("no_such_scenario"),
                    ContainsSubstring("'no_such_scenario'") && ContainsSubstring("grouser scenarios"));
  CHECK_THROWS_WITH(start("wheel_drop_20"), ContainsSubstring("wheel_drop_200"));  // lists the known ones
  CHECK_THROWS_WITH(start("wheel_drop_200", {"duraton=3"}),
                    ContainsSubstring("duraton") && ContainsSubstring("duration"));
  CHECK_THROWS_WITH(start("wheel_drop_200", {"duration=-3"}),
                    ContainsSubstring("duration") && ContainsSubstring("-3"));
  CHECK_THROWS_WITH(start("wheel_drop_200", {"duration=1e15"}), ContainsSubstring("duration"));
  CHECK_THROWS_WITH(start("wheel_drop_200", {"rover.wheel.raduis=0.2"}), ContainsSubstring("raduis"));
  CHECK_THROWS_WITH(start("wheel_drop_200", {"rover.body.0.mass=-1"}),
                    ContainsSubstring("mass") && ContainsSubstring("-1"));
  CHECK_THROWS_WITH(start("wheel_drop_200", {"terrain.soil=cheese"}), ContainsSubstring("cheese"));
  CHECK_THROWS_WITH(start("wheel_drop_200", {"initial.position=[nan, 0]"}), ContainsSubstring("position"));
  CHECK_THROWS_WITH(start("wheel_drop_200", {"rover=none"}), ContainsSubstring("no rover and no lander"));
  CHECK_THROWS_WITH(start("wheel_drop_200", {"view.plots=[\"wheel/none/load\"]"}),
                    ContainsSubstring("wheel/none/load"));
  CHECK_THROWS_WITH(start("traverse_mars", {"initial.position=[500, 0]"}),
                    ContainsSubstring("outside the terrain"));
  CHECK_THROWS_WITH(start("drive_flat_soft", {"initial.on_ground=false", "initial.position=[0, 0, -1]"}),
                    ContainsSubstring("inside the ground"));
  CHECK_THROWS_WITH(start("egress_level", {"soil.cheese.phi_deg=30"}),
                    ContainsSubstring("soil.cheese.phi_deg") && ContainsSubstring("hard_plate") &&
                        ContainsSubstring("wong_LETE_sand"));
  CHECK_THROWS_WITH(start("egress_level", {"soil.hard_plate.phi_deg=30"}), ContainsSubstring("phi_deg"));
  CHECK_THROWS_WITH(start("traverse_mars", {"terrain.file=no_such.tif"}), ContainsSubstring("no_such.tif"));
}

TEST_CASE("view.plots takes patterns, and each channel once") {
  const std::vector<std::string> shown =
      start("wheel_drop_200", {"view.plots=[\"wheel/rear_left/load\", \"wheel/rear_*/load\"]"})
          .world()
          .scene.shown_channels;
  CHECK(shown == std::vector<std::string>{"wheel/rear_left/load", "wheel/rear_right/load"});
}

TEST_CASE("a motor too stiff for the step is refused in fixed steps and bounds adaptive ones") {
  // 50 N m at 0.3 rad/s on a wheel without a rotor: 0.0001 s at most
  const std::vector<std::string> stiff = {"rover.motor.mode=limited", "rover.motor.stall_torque=50",
                                          "rover.motor.no_load_speed=0.3", "duration=0.05"};
  CHECK_THROWS_WITH(start("drive_flat_soft", stiff), ContainsSubstring("rotor_inertia"));
  std::vector<std::string> adaptive = stiff;
  adaptive.insert(adaptive.end(),
                  {"integration.adaptive.max_hub_displacement=1e-4", "integration.adaptive.min_step=1e-5"});
  const RunSummary run = run_all("drive_flat_soft", adaptive);
  REQUIRE(run.status == RunStatus::completed);
  CHECK(run.metrics.at("largest_step").value < 1.5e-3);
  CHECK(run.metrics.at("energy_ledger_error").value < 0.01);
}

TEST_CASE("a clearance below the first touch is refused, for the rover and for the lander") {
  const std::string refused =
      "--set initial.position=[0,0,-0.5]: found z = -0.5 m, expected >= 0 m (clearance above the first "
      "touch)";
  CHECK_THROWS_WITH(start("drive_flat_soft", {"initial.position=[0,0,-0.5]"}), ContainsSubstring(refused));
  CHECK_THROWS_WITH(start("drive_flat_soft", {"initial.position=[0,0,-0.5]", "initial.settle=false"}),
                    ContainsSubstring(refused));
  CHECK_THROWS_WITH(
      start("egress_level", {"initial_lander.position=[0,0,-0.5]", "initial_lander.settle=false"}),
      ContainsSubstring("initial_lander.position=[0,0,-0.5]: found z = -0.5 m"));
  CHECK_THROWS_WITH(start("hopper", {"initial.position=[0,0,-0.2]"}), ContainsSubstring("found z = -0.2 m"));
}

TEST_CASE("a path that leaves the terrain is refused with the waypoint and the extent") {
  CHECK_THROWS_WITH(start("waypoints", {"drive.follow.waypoints=[[0,0],[1000,1000]]"}),
                    ContainsSubstring("waypoint 2 of 2 at x = 1000.00 m, y = 1000.00 m") &&
                        ContainsSubstring("leaves the terrain") && ContainsSubstring("x from -"));
  const Simulation s = start("waypoints");
  const double edge = s.world().terrain->heightfield()->max_x();
  const auto towards_edge = [&](double left) {
    return std::vector<std::string>{"drive.follow.waypoints=[[0,0],[" + std::to_string(edge - left) + ",0]]"};
  };
  CHECK_THROWS_WITH(start("waypoints", towards_edge(0.1)),
                    ContainsSubstring("waypoint 2 of 2"));  // the front hubs lie ahead
  CHECK_NOTHROW(start("waypoints", towards_edge(2.0)));
  CHECK_NOTHROW(start("waypoints", {"terrain={kind=\"flat\",soil=\"wong_LETE_sand\"}",
                                    "drive.follow.waypoints=[[0,0],[1000,1000]]"}));  // endless
}

TEST_CASE("a start that does not come to rest names what moves, when, how fast and the limit") {
  CHECK_THROWS_WITH(
      start("egress_level", {"integration.step=0.05", "integration.refuse_unstable=false"}),
      ContainsSubstring("m/s, over the limit of 150 m/s") && ContainsSubstring("s into settling") &&
          ContainsSubstring("smaller integration.step than 0.05 s") && !ContainsSubstring("too large"));
  CHECK_THROWS_WITH(start("egress_level", {"lander.pad_contact.stiffness=1e9"}),
                    ContainsSubstring("still shakes at") &&
                        ContainsSubstring("over the limit of 0.001 m/s") &&
                        ContainsSubstring("softer contacts") && !ContainsSubstring("slope"));
  CHECK_THROWS_WITH(
      start("park_on_slope", {"terrain.slope_deg=60"}),
      ContainsSubstring("body chassis still moves steadily at") && ContainsSubstring("gentler slope"));
}

TEST_CASE("a start without rest tells how the vehicle stood when the search for one ended") {
  // one pivot is far too high: the rover hangs on its other side, and neither ground nor step are to blame
  CHECK_THROWS_WITH(
      start("drive_flat_soft", {"rover=four_wheel_fast", "rover.joint.left_arm.position=[0, 0.34, 5]"}),
      ContainsSubstring("no rest at the start") && ContainsSubstring("at the end of the settling: ") &&
          ContainsSubstring("bears no load there") && ContainsSubstring("or else softer contacts"));
}

TEST_CASE("a wheel that cannot carry its load is told so, and not to take a smaller step") {
  for (const std::string soil : {"wong_LETE_sand", "hard_plate"}) {
    CAPTURE(soil);
    const std::string ground = "terrain.soil=" + soil;
    // 507 N on 1 N/m: half a kilometre
    CHECK_THROWS_WITH(start("drive_flat_soft", {ground, "rover.wheel.stiffness=1"}),
                      ContainsSubstring("wheel 'front_left'") && ContainsSubstring("1 N/m") &&
                          ContainsSubstring("press in by 507 m") && ContainsSubstring("over 3.56e+03 N/m") &&
                          !ContainsSubstring("step"));
    CHECK_THROWS_WITH(start("drive_flat_soft", {ground, "rover.wheel.radius=0.001"}),
                      ContainsSubstring("radius 0.001 m") && !ContainsSubstring("step"));
    CHECK_THROWS_WITH(start("drive_flat_soft", {ground, "rover.wheel.stiffness=3000"}),
                      ContainsSubstring("press in by 0.169 m"));
    // enough for a sixth of the weight, too little for what a wheel carries on a slope: told by where it
    // comes to rest
    CHECK_THROWS_WITH(start("park_on_slope", {ground, "rover.wheel.stiffness=3800"}),
                      ContainsSubstring("yields by 0.1") && ContainsSubstring("its radius, 0.1425 m") &&
                          !ContainsSubstring("step"));
    CHECK_NOTHROW(start("drive_flat_soft", {ground, "rover.wheel.stiffness=8000"}));
  }
}

TEST_CASE("a start on its back is refused where it is to stand") {
  for (const std::string key : {"initial.roll_deg", "initial.pitch_deg"})
    for (const std::string angle : {"180", "-91", "269"}) {
      CAPTURE(key, angle);
      CHECK_THROWS_WITH(load_world("drive_flat_soft", sets({key + "=" + angle})),
                        ContainsSubstring(key) && ContainsSubstring("on its back"));
      CHECK_NOTHROW(load_world("drive_flat_soft", sets({key + "=" + angle, "initial.on_ground=false",
                                                        "initial.position=[0, 0, 5]"})));
    }
  CHECK_NOTHROW(load_world("drive_flat_soft", sets({"initial.roll_deg=60"})));
  CHECK_THROWS_WITH(load_world("egress_level", sets({"initial_lander.roll_deg=180"})),
                    ContainsSubstring("initial_lander.roll_deg"));
}

TEST_CASE("an override's error gives the key as it was written") {
  CHECK_THROWS_WITH(start("egress_level", {"lander.body.no_hull.mass=-5"}),
                    Catch::Matchers::StartsWith("--set lander.body.no_hull.mass=-5: found"));
  CHECK_THROWS_WITH(start("drive_flat_soft", {"rover.joint.nope.stiffness=1"}),
                    Catch::Matchers::StartsWith("--set rover.joint.nope.stiffness=1: found"));
}

TEST_CASE("an override of a soil goes to the ground's, or to the one it names") {
  const Simulation s = start(
      "egress_level", {"soil.phi_deg=20", "soil.hard_plate.friction_mu=0.25", "lander.body.0.mass=500"});
  REQUIRE(s.world().materials.size() == 2);
  CHECK(s.world().materials[0].phi == Approx(20.0 * 3.14159265358979323846 / 180.0));
  CHECK(s.world().materials[1].friction_mu == 0.25);
  CHECK(s.world().model->bodies()[s.world().vehicles[1].root.index].mass == 500.0);
}

TEST_CASE("a run on soil that does not carry the rover says so") {
  const RunSummary weak = run_all("drive_flat_soft", {"terrain.soil=wong_snow_Sweden", "duration=1"});
  REQUIRE(weak.notes.size() == 6);
  CHECK_THAT(weak.notes[0], ContainsSubstring("wheel front_left sank to its axle"));
  CHECK(run_all("drive_flat_soft", {"duration=1"}).notes.empty());
}

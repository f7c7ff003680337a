// SPDX-License-Identifier: BSD-3-Clause
// Edges of ramps as true shapes: what a ramp's end carries on its hinge, and rovers that drive over it or hang on it.
#include <array>
#include <numbers>

#include "catch.hpp"
#include "scratch_folder.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr double kRampGravity = 9.81;                 // m/s2
constexpr double kRampMass = 25.0, kEdgeLayer = 3e6;  // kg; Pa/m
constexpr double kHinge = 0.8;                        // m above the ground
constexpr double kReach = 2.07, kRodRadius = 0.03,
                 kLength = 1.3;  // m: of the edge from the hinge, and its rod

/// The shipped ramp on a post that only slides sideways, level at first.
std::string rig_text(double friction, double hinge_damping) {
  return fmt::format(R"(units = "SI"
name = "rig"
root = "post"
[root_joint]
type = "prismatic"
axis = [0.0, 1.0, 0.0]
[[body]]
name = "post"
mass = 500.0
inertia = [50.0, 50.0, 50.0]
[[body]]
name = "ramp"
mass = 25.0
com = [1.05, 0.0, -0.015]
inertia = [4.70, 9.19, 13.87]
[[joint]]
name = "hinge"
type = "revolute"
parent = "post"
child = "ramp"
axis = [0.0, 1.0, 0.0]
damping = {}
[mesh_contact]
stiffness = 3e6
damping = 6e3
friction = {}
sliding_friction = {}
[[mesh]]
name = "edge"
body = "ramp"
shape = "capsule"
radius = 0.03
length = 1.3
position = [2.07, 0.0, -0.03]
rpy_deg = [90, 0, 0]
edge = 0.06
)",
                     hinge_damping, friction, friction);
}

Simulation fall(const std::string& rig, double step, const std::string& below) {
  std::vector<std::string> all{"rover=" + rig,
                               "gravity=9.81",
                               "initial.position=[0.0,0.0,0.8]",
                               "initial.on_ground=false",
                               "initial.settle=false",
                               "terrain.soil=bedrock",
                               "duration=20",
                               fmt::format("integration.step={}", step)};
  if (!below.empty()) all.push_back("terrain.shape=[" + below + "]");
  return start("free_fall", all);
}

double angle_of(const Simulation& s) {
  const Model& model = *s.world().model;
  return s.state().motion.q[model.joints()[static_cast<std::size_t>(model.joint("hinge").index)].q_index];
}

/// Place in the world of a point of the ramp's section: along it and across it, m.
std::array<double, 2> placed(double angle, double x, double z) {
  return {x * std::cos(angle) + z * std::sin(angle), kHinge - x * std::sin(angle) + z * std::cos(angle)};
}

/// Integral of the depth below the ground along the sides of the rod's section, a polygon of 12 corners, m2.
double depth_along_sides(double angle) {
  double sum = 0.0;
  for (int k = 0; k < 12; ++k) {
    const auto corner = [&](int i) {
      const double turn = i * std::numbers::pi / 6.0;
      return placed(angle, kReach + kRodRadius * std::cos(turn), -0.03 + kRodRadius * std::sin(turn));
    };
    const auto a = corner(k), b = corner(k + 1);
    const double length = std::hypot(b[0] - a[0], b[1] - a[1]), s = -a[1], t = -b[1];
    if (std::max(s, t) <= 0.0) continue;
    const double below = std::min(s, t) >= 0.0 ? 1.0 : std::max(s, t) / std::fabs(s - t);
    sum += length * below * 0.5 * (std::max(s, 0.0) + std::max(t, 0.0));
  }
  return sum;
}

}  // namespace

TEST_CASE("a ramp falls on its hinge, and its edge carries what the balance of moments says") {
  const test::ScratchFolder folder("ramp_edge");
  const std::string rig = (folder / "rig.toml").string();
  std::ofstream(rig) << rig_text(0.0, 100.0);
  for (const double step : {0.003, 0.0015}) {
    CAPTURE(step);
    Simulation s = fall(rig, step, "");
    REQUIRE(run_until(s, 15.0));
    const double angle = angle_of(s), load = s.output().records.back().force.z();
    const double arm = placed(angle, kReach, -0.03)[0], weight_arm = placed(angle, 1.05, -0.015)[0];
    INFO("at " << angle << " rad, " << load << " N, book " << s.state().ledger.relative_error());
    CHECK(load == Approx(kRampMass * kRampGravity * weight_arm / arm)
                      .epsilon(2e-3));  // facets shift the middle by some mm
    // in the form by energy c_N times the depth over the rod's sides; its round ends, 2 mm deep, add up to 1 %
    CHECK(load == Approx(kEdgeLayer * kLength * depth_along_sides(angle)).epsilon(0.015));
    CHECK(s.state().ledger.relative_error() < 2e-3);
  }
}

TEST_CASE("a ramp's edge lies on boxes and rocks too") {
  const test::ScratchFolder folder("ramp_edge_rocks");
  const std::string rig = (folder / "rig.toml").string();
  std::ofstream(rig) << rig_text(0.5, 800.0);
  const auto [name, below] = GENERATE(
      std::pair(
          "block",
          R"({type="box", name="block", position=[2.0, 0.1, 0.15], size=[0.6, 0.3, 0.3], soil="bedrock"})"),
      std::pair(
          "rock",
          R"({type="hull", name="rock", points=[[-0.2,-0.2,0.0],[0.2,-0.2,0.0],[-0.2,0.2,0.0],[0.2,0.2,0.0],[-0.04,-0.05,0.3],[0.05,-0.03,0.31],[0.02,0.05,0.29],[-0.03,0.04,0.3]], position=[1.98, -0.2, 0.0], soil="bedrock"})"));
  CAPTURE(name);
  for (const double step : {0.003, 0.0015}) {
    CAPTURE(step);
    Simulation s = fall(rig, step, below);
    REQUIRE(run_until(s, 15.0));
    const ContactRecord& record = s.output().records.back();
    REQUIRE(record.surface > 0);
    const Vec3 arm = record.point - Vec3(0.0, 0.0, kHinge);
    const double moment = arm.cross(record.force).y() + record.moment.y();
    INFO("at " << angle_of(s) << " rad, " << record.force.transpose() << " N, " << record.depth
               << " m deep, book " << s.state().ledger.relative_error());
    CHECK(-moment ==
          Approx(kRampMass * kRampGravity * placed(angle_of(s), 1.05, -0.015)[0]).epsilon(1e-3));  // at rest
    CHECK(record.depth < kRodRadius);
    CHECK(s.state().ledger.relative_error() < 5e-3);
  }
}

TEST_CASE("ramps' edges as shapes carry a rover as their spheres do, and the book closes at 3 ms") {
  const auto leave = [](const char* by, const char* step) {
    return run_all("egress_level",
                   {"initial_lander.joints_deg.ramp_front=22.0", "initial_lander.joints_deg.ramp_rear=22.0",
                    "lander.spring.latch_front.free_length=5.0", "lander.spring.latch_rear.free_length=5.0",
                    "tie.0.free_length=9.0", "tie.1.free_length=9.0", "initial.position=[2.4,0.0]",
                    "initial.pitch_deg=22.0", "drive.start=0.0", "drive.speed=0.06", "duration=40.0",
                    std::string("lander.touches_by=") + by, std::string("rover.touches_by=") + by,
                    std::string("integration.step=") + step});
  };
  const RunSummary spheres = leave("spheres", "0.003");
  REQUIRE(spheres.verdict);
  for (const char* step : {"0.003", "0.0015"}) {
    const RunSummary meshes = leave("meshes", step);
    const auto value = [&](const RunSummary& s, const char* name) { return s.metrics.at(name).value; };
    REQUIRE(meshes.verdict);
    CHECK(meshes.verdict->name == spheres.verdict->name);
    CHECK(meshes.verdict->time == Approx(spheres.verdict->time).margin(0.3));
    CHECK(value(meshes, "energy_ledger_error") < 0.01);
    for (const char* metric : {"peak_ramp_load", "peak_wheel_force"}) {
      CAPTURE(step, metric);
      CHECK(value(meshes, metric) == Approx(value(spheres, metric)).epsilon(0.05));
    }
  }
}

TEST_CASE("a rover with its belly on a ramp's edge is hung up, and the verdict names both") {
  // a ramp between its wheels that its hinge holds up: its end, 0.98 m high, under the front of the belly
  const std::string scenario = write_scenario("hung_on_ramp", R"(units = "SI"
name = "hung_on_ramp"
title = "Hung on a ramp"
rover = "exomars_lvm"
lander = "exomars_platform"
duration = 60.0
gravity = 9.81
set = ["rover.touches_by=meshes", "lander.touches_by=meshes", "lander.joint.ramp_front.upper_deg=-5.0",
  "lander.joint.ramp_front.limit_stiffness=1e6", "lander.joint.ramp_front.limit_damping=2e3",
  "lander.surface.ramp_front.size=[2.1, 0.5]", "lander.body_mesh.ramp_front_edge.length=0.4",
  "lander.spring.latch_front.free_length=3.0"]
[integration]
step = 0.003
[terrain]
kind = "flat"
soil = "wong_LETE_sand"
[initial]
position = [2.9, 0.0, 0.475]
on_ground = false
settle = false
[initial_lander]
position = [0.0, 0.0]
max_ramp_drop = 2.0
settle = false
[initial_lander.joints_deg]
ramp_front = -5.0
ramp_rear = -80.0
[drive]
start = 2.0
speed = 0.02
[verdict]
vehicle = "rover"
)");
  const RunSummary s = run_all(scenario);
  INFO(s.message);
  REQUIRE(s.verdict);
  INFO(s.verdict->reason);
  CHECK(s.verdict->name == "hung_up");
  CHECK_THAT(s.verdict->reason, ContainsSubstring("mesh belly on ramp_front"));
  CHECK(s.metrics.at("energy_ledger_error").value < 0.01);
  // both are light where they touch: nothing shook them
  CHECK(s.metrics.at("belly_peak_force").value < 3.0 * s.metrics.at("weight").value);
}

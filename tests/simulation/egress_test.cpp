// SPDX-License-Identifier: BSD-3-Clause
// How an egress ends, from whole runs that start near their end; and what the lander's numbers say.

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

const std::vector<std::string> kUnfolded = {"initial_lander.joints_deg.ramp_front=22.0",
                                            "initial_lander.joints_deg.ramp_rear=22.0",
                                            "lander.spring.latch_front.free_length=5.0",
                                            "lander.spring.latch_rear.free_length=5.0",
                                            "tie.0.free_length=9.0",
                                            "tie.1.free_length=9.0"};

std::vector<std::string> unfolded(std::vector<std::string> more) {
  more.insert(more.end(), kUnfolded.begin(), kUnfolded.end());
  return more;
}

std::string verdict(const RunSummary& s) { return s.verdict ? s.verdict->name : "none"; }

std::string refusal(const std::vector<std::string>& sets) {
  try {
    start("egress_level", sets);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// A rover that leans by this much to its side, let go with its wheels on the plate.
RunSummary lean(double roll_deg) {
  return run_all("free_fall",
                 {"terrain.soil=hard_plate", "gravity=9.81", "duration=4.0", "initial.settle=false",
                  "initial.position=[0.0,0.0,0.001]", "initial.roll_deg=" + std::to_string(roll_deg),
                  "verdict.tilt_limit_deg=75.0"});
}

}  // namespace

TEST_CASE("off the ramp on to the ground: out, and the run ends") {
  const RunSummary s =
      run_all("egress_level", unfolded({"initial.position=[3.0,0.0]", "initial.pitch_deg=10.0",
                                        "drive.start=0.0", "drive.speed=0.06", "duration=40.0"}));
  INFO(s.message);
  REQUIRE(verdict(s) == "out");
  CHECK(s.simulated_s == Approx(s.verdict->time + kVerdictHold).margin(0.01));
  CHECK(s.verdict->reason.find("beyond the lander") != std::string::npos);
  CHECK(s.metrics.at("energy_ledger_error").value < 0.01);
  // the rear wheels went over the ramp with their share of 3 kN, and more than one of them at once
  CHECK(s.metrics.at("peak_ramp_load").value > 800.0);
  CHECK(s.metrics.at("peak_ramp_load").value < 310 * 9.81);
  CHECK(to_json(s).find("\"verdict\"") != std::string::npos);
}

TEST_CASE("a wheel on the crease between deck and ramp does not shake") {
  // Two surfaces under one slice: their bristle dampers together, each a whole one, were beyond the explicit
  // step.
  const RunSummary s =
      run_all("egress_level", unfolded({"initial.position=[1.60,0.0]", "initial.pitch_deg=12.0",
                                        "drive.start=0.5", "duration=12.0"}));
  INFO(s.message);
  // 11 mm/s over an edge of 22 degrees: radius 0.14 m, so bends in the bogies' path of some mrad/s within
  // seconds
  CHECK(s.metrics.at("peak_bogie_acceleration").value < 0.1);
  CHECK(s.metrics.at("energy_ledger_error").value < 0.01);
}

TEST_CASE("across the deck and over its side: slid off") {
  const RunSummary s =
      run_all("egress_level", unfolded({"initial.position=[0.0,0.1]", "initial.heading_deg=90.0",
                                        "drive.start=0.0", "drive.speed=0.1", "duration=10.0"}));
  INFO(s.message);
  REQUIRE(verdict(s) == "slid_off");
  CHECK(s.verdict->reason.find("front_") != std::string::npos);
}

TEST_CASE("a rover that leans beyond its outer wheels tips over, one that leans less comes back") {
  // Without suspension in that plane: outer edge of the wheels 0.66 m out, centre of mass at `com` high
  Simulation level = start("drive_flat_soft", {"terrain.soil=hard_plate"});
  Kinematics k(*level.world().model);
  calc_kinematics(*level.world().model, level.state().motion.q, level.state().motion.v, k);
  double height = 0.0;
  for (std::size_t i = 0; i < k.body.size(); ++i) {
    const Body& body = level.world().model->bodies()[i];
    height += body.mass / 310.0 * (k.body[i].X_WB * body.com).z();
  }
  const double critical = std::atan2(0.66, height) * 180.0 / M_PI;
  CAPTURE(height, critical);
  // wheels give some millimetres and the slices stand inside the edge: 3 degrees; the bogie at the back leans
  // by itself
  CHECK(verdict(lean(critical + 3.0)) == "tipped");
  CHECK(verdict(lean(critical - 8.0)) != "tipped");
}

TEST_CASE("the margin of a parked rover is the angle to its lower edge, less the slope") {
  const auto margin_of = [](double slope_deg) {
    Simulation s =
        start("tilt_bed", {"terrain.soil=hard_plate", "terrain.slope_deg=" + std::to_string(slope_deg),
                           "initial.pitch_deg=" + std::to_string(-slope_deg), "drive.speed=0.0"});
    REQUIRE(run_until(s, 0.1));
    return s.output().tip_over[0].margin;
  };
  Simulation s =
      start("tilt_bed", {"terrain.soil=hard_plate", "terrain.slope_deg=0.0", "initial.pitch_deg=0.0"});
  Kinematics k(*s.world().model);
  calc_kinematics(*s.world().model, s.state().motion.q, s.state().motion.v, k);
  Vec3 com = Vec3::Zero();
  for (std::size_t i = 0; i < k.body.size(); ++i) {
    const Body& body = s.world().model->bodies()[i];
    com += body.mass / 310.0 * (k.body[i].X_WB * body.com);
  }
  double rear = 1e9;
  for (const WheelOutput& w : s.output().wheels) rear = std::min(rear, w.point.x());
  // level: the nearest edge is a side (0.6 m) or an end; nose up by 12 degrees: the rear edge
  const double to_rear = std::atan2(com.x() - rear, com.z()), to_side = std::atan2(0.6, com.z());
  CHECK(margin_of(0.0) == Approx(std::min(to_rear, to_side)).margin(0.01));
  CHECK(margin_of(12.0) == Approx(to_rear - 12.0 * M_PI / 180.0).margin(0.01));
}

TEST_CASE("a ramp that cannot reach is refused, one that ends within the limit is not") {
  const std::string text = refusal({"lander.joint.ramp_front.upper_deg=2.0"});
  CHECK(text.find("ramp 'ramp_front' cannot reach") != std::string::npos);
  CHECK(text.find("0.7") != std::string::npos);  // 0.80 m less 2.1 m sin 2 deg, and some sinkage
  CHECK(text.find("max_ramp_drop") != std::string::npos);
  CHECK(text.find('\n') == std::string::npos);
  CHECK(refusal({"lander.joint.ramp_front.upper_deg=2.0", "initial_lander.max_ramp_drop=0.8"}).empty());
  CHECK(refusal({"lander.joint.ramp_front.upper_deg=12.0"}).empty());
}

TEST_CASE("a scenario's own changes come before those asked for, and only reach files it names") {
  Simulation own = start("egress_ramp_step");
  const World& world = own.world();
  CHECK(world.model->joints()[world.model->joint("ramp_front").index].forces.upper ==
        Approx(16.5 * M_PI / 180.0));
  Simulation asked = start("egress_ramp_step", {"lander.joint.ramp_front.upper_deg=15.0"});
  const World& other = asked.world();
  CHECK(other.model->joints()[other.model->joint("ramp_front").index].forces.upper ==
        Approx(15.0 * M_PI / 180.0));
  CHECK_THROWS_AS(start("egress_level", {"set=[\"gravity=1.0\"]"}), InputError);
}

TEST_CASE("the wheels fall off a ramp that ends too high by what its hinge leaves") {
  // The front axle from just before the end. A wheel that only rolled round the edge would have its rim's
  // speed.
  constexpr double kSpeed = 0.05;
  Simulation s =
      start("egress_ramp_step",
            unfolded({"initial_lander.joints_deg.ramp_front=16.5", "initial.position=[2.18,0.0]",
                      "initial.pitch_deg=14.0", "drive.start=0.0", "drive.speed=" + std::to_string(kSpeed)}));
  const int hub = s.world().wheels[wheel_index(s, "front_left")].body.index;
  Kinematics k(*s.world().model);
  const auto height = [&] {
    calc_kinematics(*s.world().model, s.state().motion.q, s.state().motion.v, k);
    return k.body[hub].X_WB.p.z();
  };
  const double before = height();
  const double end = (k.body[s.world().model->body("ramp_front").index].X_WB * Vec3(2.1, 0.0, 0.0)).z();
  // 0.80 m - 2.1 m sin 16.5 deg = 0.204 m, less the sinkage of the pads, what the hinge gives, and the
  // platform's nod under a rover on a ramp that nothing props up (1 degree, 3.1 m ahead of its middle: 0.05
  // m)
  CHECK(end > 0.10);
  CHECK(end < 0.15);
  double lowest = before, fastest = 0.0;
  REQUIRE(run_until(s, 6.0, [&] {
    const double now = height();
    fastest = std::max(fastest, -k.body[hub].v.z());
    lowest = std::min(lowest, now);
  }));
  CAPTURE(end, before - lowest, fastest);
  CHECK(before - lowest > end);  // on to the sand and some millimetres into it, from a little up the ramp
  CHECK(fastest > 2.0 * kSpeed);
  CHECK(s.state().ledger.relative_error() < 0.01);
}

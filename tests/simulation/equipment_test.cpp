// SPDX-License-Identifier: BSD-3-Clause
// Reaction wheels and winches by closed forms and conservation laws; the work and the wear of wheels.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/simulation/observe/frame_writer.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr double kPi = std::numbers::pi;

/// A box without contacts, with the tables of its equipment.
std::string write_box(const std::string& name, double mass, const std::string& inertia,
                      const std::string& equipment) {
  return write_scenario(
      name, fmt::format("units = \"SI\"\nname = \"{0}\"\nroot = \"{0}\"\ntouch = \"none\"\n[[body]]\n"
                        "name = \"{0}\"\nmass = {1}\ninertia = {2}\n{3}",
                        name, mass, inertia, equipment));
}

std::string vehicle(const std::string& name, const std::string& file, const std::string& initial) {
  return fmt::format(
      "[[vehicle]]\nname = \"{}\"\nrole = \"rover\"\nfile = \"{}\"\n[vehicle.initial]\n"
      "on_ground = false\nsettle = false\n{}\n",
      name, file, initial);
}

Simulation start_world(double gravity, double step, const std::string& vehicles,
                       const std::vector<std::string>& overrides = {}) {
  return start(
      write_scenario("equipment", fmt::format("units = \"SI\"\nname = \"equipment\"\nduration = 60.0\n"
                                              "gravity = {}\n[integration]\nstep = {}\n[terrain]\n"
                                              "kind = \"flat\"\nsoil = \"bedrock\"\n{}",
                                              gravity, step, vehicles)),
      overrides);
}

constexpr const char* kInertia = "[10.0, 10.0, 8.0]";  // kg m2, without the wheel's about its axis

/// A satellite afloat with one wheel along the axis. keys: of the wheel beyond what all need.
Simulation satellite(const std::string& axis, const std::string& keys, const std::string& spin = "[0, 0, 0]",
                     double step = 1e-3, const std::vector<std::string>& overrides = {}) {
  const std::string file =
      write_box("satellite", 100.0, kInertia,
                "[[reaction_wheel]]\nname = \"wheel\"\nbody = \"satellite\"\naxis = " + axis +
                    "\ninertia = 0.05\ntorque_limit = 5.0\nspeed_limit = 1000.0\n" + keys);
  return start_world(0.0, step, vehicle("satellite", file, "position = [0, 0, 50]\nspin = " + spin),
                     overrides);
}

const BodyMotion& body_of(const Simulation& s, std::size_t body = 0) { return s.kinematics().body[body]; }

double channel(const Simulation& s, const std::string& name) {
  FrameWriter writer(s.world());
  Frame frame;
  writer.fill(s, frame);
  const auto& channels = s.scene().channels;
  for (std::size_t i = 0; i < channels.size(); ++i)
    if (channels[i].name == name) return frame.channels[i];
  FAIL("no channel " + name);
  return 0.0;
}

double wheel_speed(const Simulation& s) { return channel(s, "reaction_wheel/wheel/speed"); }

/// Angular momentum of body and wheel together, about the centre of mass, world axes.
Vec3 angular_momentum(const Simulation& s, const Vec3& axis) {
  const BodyMotion& body = body_of(s);
  const Vec3 w = body.X_WB.R.transpose() * body.w;
  return body.X_WB.R *
         (Vec3(10.0 * w.x(), 10.0 * w.y(), 8.0 * w.z()) + channel(s, "reaction_wheel/wheel/momentum") * axis);
}

}  // namespace

TEST_CASE("reaction wheel: a constant torque turns the body the other way by T t^2 / 2I", "[equipment]") {
  const auto method = GENERATE(as<std::string>{}, "beeman", "rk4", "euler");
  const auto form = GENERATE(as<std::string>{}, "tree", "constrained");
  if (form == "constrained" && method == "euler") return;  // not offered
  CAPTURE(method, form);
  Simulation s = satellite("[0, 0, 1]", "torque = [[0.0, 0.4]]\n", "[0, 0, 0]", 1e-3,
                           {"integration.method=" + method, "integration.formulation=" + form});
  REQUIRE(run_until(s, 2.0));
  // the angle of a constant acceleration: Beeman and RK4 are exact, Euler is off by half a step
  const double angle = 0.4 * 2.0 * 2.0 / (2.0 * 8.0), off = method == "euler" ? 2e-3 : 1e-9;
  const Mat3& R = body_of(s).X_WB.R;
  CHECK(std::atan2(R(1, 0), R(0, 0)) == Approx(-angle).epsilon(off));
  CHECK(body_of(s).w.z() == Approx(-0.4 * 2.0 / 8.0).epsilon(1e-9));
  // the wheel's own equation: I_w (W' + w') = T
  CHECK(wheel_speed(s) == Approx(0.4 * 2.0 / 0.05 + 0.4 * 2.0 / 8.0).epsilon(1e-9));
  // work of the motor = kinetic energy of body and wheel
  CHECK(s.state().ledger.relative_error() < (method == "beeman" || method == "rk4" ? 1e-6 : 2e-3));
}

TEST_CASE("reaction wheel: a body with a spinning wheel nutates at h / I", "[equipment]") {
  // I w_x' = -h w_y, I w_y' = h w_x about a wheel along z: half a turn of the rates after pi I / h
  constexpr double kMomentum = 20.0, kRate = 0.01;
  Simulation s =
      satellite("[0, 0, 1]", fmt::format("speed = {}\n", kMomentum / 0.05), fmt::format("[{}, 0, 0]", kRate));
  REQUIRE(run_until(s, kPi * 10.0 / kMomentum));
  const Vec3 rate = body_of(s).X_WB.R.transpose() * body_of(s).w;
  CHECK(rate.x() == Approx(-kRate).epsilon(1e-5));
  CHECK(std::fabs(rate.y()) < 2e-3 * kRate);  // half a step of the end time turns it by 1e-3
  CHECK(std::fabs(rate.z()) < 1e-9);
}

TEST_CASE("reaction wheel: total angular momentum is conserved, to second order in the step", "[equipment]") {
  // a tumbling body held about a slanted axis; the bearing rubs
  const Vec3 axis = Vec3(1.0, 2.0, 2.0) / 3.0;
  const auto drift = [&](double step) {
    Simulation s = satellite("[0.3333333333333333, 0.6666666666666666, 0.6666666666666666]",
                             "speed = 200.0\nstiffness = 2.0\ndamping = 8.0\nfriction = 1e-3\n",
                             "[0.2, -0.1, 0.3]", step);
    const Vec3 first = angular_momentum(s, axis);
    REQUIRE(run_until(s, 5.0));
    CHECK(s.state().ledger.relative_error() < 1e-3);
    CHECK(s.state().ledger.joint_dissipation > 0.0);
    return (angular_momentum(s, axis) - first).norm() / first.norm();
  };
  const double coarse = drift(4e-3), fine = drift(2e-3);
  CHECK(fine < 1e-5);
  CHECK(coarse / fine > 3.0);  // second order: 4
}

TEST_CASE("reaction wheel: its bearing brings the speed down as exp(-c t (1/Iw + 1/I))", "[equipment]") {
  Simulation s = satellite("[0, 0, 1]", "speed = 100.0\nfriction = 0.01\n");
  REQUIRE(run_until(s, 3.0));
  CHECK(wheel_speed(s) == Approx(100.0 * std::exp(-0.01 * 3.0 * (1.0 / 0.05 + 1.0 / 8.0))).epsilon(1e-6));
  CHECK(s.state().ledger.relative_error() < 1e-5);
}

TEST_CASE("reaction wheel: attitude control settles, and a wheel at its limit says so", "[equipment]") {
  // critically damped about z: I a'' = -k a - d a', the rate dies with exp(-2 t)
  Simulation held = satellite("[0, 0, 1]", "stiffness = 32.0\ndamping = 32.0\n", "[0, 0, 0.01]");
  REQUIRE(run_until(held, 10.0));
  CHECK(std::fabs(body_of(held).w.z()) < 1e-7);
  CHECK(std::fabs(body_of(held).X_WB.R(1, 0)) < 1e-7);
  CHECK(wheel_speed(held) == Approx(0.01 * (8.0 + 0.05) / 0.05).epsilon(1e-5));  // took all

  Simulation weak = satellite("[0, 0, 1]", "torque = [[0.0, 4.0]]\nspeed = 999.0\n");
  const std::map<std::string, Metric> metrics = run_to_end(weak);
  CHECK(metrics.at("wheel_saturated").value > 59.0);
  CHECK(metrics.at("wheel_peak_speed").value == Approx(1000.0).epsilon(1e-3));
}

TEST_CASE("reaction wheels and winches go on from a packed state with the same bits", "[equipment]") {
  const std::string box = write_box(
      "lifted", 10.0, "[1.0, 1.0, 1.0]",
      "[[winch]]\nname = \"hoist\"\nbody = \"lifted\"\nto_point = [0, 0, 60]\nlength = 9.9\nstiffness = 2e4\n"
      "damping = 100.0\nforce_limit = 60.0\nspeed = [[0, 0], [1, -0.4]]\n[[reaction_wheel]]\nname = "
      "\"wheel\"\n"
      "body = \"lifted\"\naxis = [1, 0, 0]\ninertia = 0.01\ntorque_limit = 1.0\nspeed_limit = 500.0\n"
      "stiffness = 1.0\nspeed = 30.0\n");
  Simulation whole =
      start_world(3.71, 1e-3, vehicle("lifted", box, "position = [0, 0, 50]\nspin = [0, 0.3, 0]"));
  REQUIRE(run_until(whole, 1.0));
  SimulationState state = blank_state(whole.world());
  state.unpack(whole.state().pack());
  state.ground = whole.state().ground;
  Simulation second(whole.world().shared_from_this(), state);
  REQUIRE(run_until(whole, 2.0));
  REQUIRE(run_until(second, 2.0));
  CHECK(second.state_hash() == whole.state_hash());
}

TEST_CASE("winch: a hoisted mass rises by the cable reeled in, at the work m g h", "[equipment]") {
  constexpr double kMass = 10.0, kStiffness = 2e4;
  const double gravity = GENERATE(1.62, 9.81);
  const double stretch = kMass * gravity / kStiffness;
  const std::string box = write_box(
      "load", kMass, "[1.0, 1.0, 1.0]",
      fmt::format("[[winch]]\nname = \"hoist\"\nbody = \"load\"\nto_point = [0, 0, 60]\nlength = {}\n"
                  "stiffness = {}\ndamping = 200.0\nspeed = [[0, 0], [1, -0.5], [3, -0.5], [4, 0]]\n",
                  10.0 - stretch, kStiffness));
  Simulation s = start_world(gravity, 1e-3, vehicle("load", box, "position = [0, 0, 50]"));
  REQUIRE(run_until(s, 10.0));
  const double reeled = 0.5 * (0.5 + 2.0 + 0.5);  // m
  CHECK(body_of(s).X_WB.p.z() == Approx(50.0 + reeled).epsilon(1e-9));
  CHECK(channel(s, "winch/hoist/tension") == Approx(kMass * gravity).epsilon(1e-6));
  CHECK(channel(s, "winch/hoist/length") == Approx(10.0 - stretch - reeled).epsilon(1e-9));
  const EnergyLedger& book = s.state().ledger;  // the damper takes its share while the drum speeds up
  CHECK(book.motor_work - book.joint_dissipation == Approx(kMass * gravity * reeled).epsilon(1e-6));
  CHECK(s.state().ledger.relative_error() < 1e-4);
}

TEST_CASE("winch: a slack cable does not push, and its clutch stops a fall with constant force",
          "[equipment]") {
  constexpr double kMass = 10.0, kLimit = 100.0, kGravity = 3.71, kSlack = 1.0;
  const std::string box = write_box(
      "load", kMass, "[1.0, 1.0, 1.0]",
      fmt::format("[[winch]]\nname = \"brake\"\nbody = \"load\"\nto_point = [0, 0, 60]\nlength = {}\n"
                  "stiffness = 2e4\nforce_limit = {}\n",
                  10.0 + kSlack, kLimit));
  Simulation s = start_world(kGravity, 1e-4, vehicle("load", box, "position = [0, 0, 50]"));
  MetricsTracker tracker(s);
  const double taut = std::sqrt(2.0 * kSlack / kGravity);
  REQUIRE(run_until(s, 0.9 * taut));
  CHECK(50.0 - body_of(s).X_WB.p.z() == Approx(0.5 * kGravity * 0.81 * taut * taut).epsilon(1e-4));
  CHECK(channel(s, "winch/brake/tension") == 0.0);
  double lowest = 50.0;
  REQUIRE(run_until(s, 3.0, [&] {
    lowest = std::min(lowest, body_of(s).X_WB.p.z());
    tracker.observe(s);
  }));
  // m g (slack + d) = F (d - F/k) + F^2/2k, with d the path below the taut cable
  const double give = kLimit / 2e4;
  const double d = (kMass * kGravity * kSlack + 0.5 * kLimit * give) / (kLimit - kMass * kGravity);
  CHECK(50.0 - lowest == Approx(kSlack + d).epsilon(1e-3));
  const std::map<std::string, Metric> metrics = tracker.metrics(s);
  CHECK(metrics.at("brake_slipped").value == Approx(d - give).epsilon(1e-2));
  CHECK(metrics.at("brake_peak_tension").value == kLimit);
  CHECK(s.state().ledger.joint_dissipation == Approx(kLimit * (d - give)).epsilon(1e-2));
  CHECK(s.state().ledger.relative_error() < 1e-3);
}

TEST_CASE("winch: two bodies drawn together keep their momentum", "[equipment]") {
  const std::string tug =
      write_box("tug", 30.0, "[2.0, 2.0, 2.0]",
                "[[winch]]\nname = \"line\"\nbody = \"tug\"\npoint = [0.2, 0, 0]\n"
                "to = \"barge\"\nto_point = [-0.1, 0.1, 0]\nlength = 5.0\nstiffness = 5e3\n"
                "damping = 50.0\nspeed = [[0, -0.1]]\n");
  const std::string barge = write_box("barge", 90.0, "[5.0, 6.0, 7.0]", "");
  Simulation s =
      start_world(0.0, 1e-3,
                  vehicle("tug", tug, "position = [0, 0, 50]\nvelocity = [0, 0.1, 0]") +
                      vehicle("barge", barge, "position = [5.3, 0, 50]\nvelocity = [0.01, 0, -0.02]"));
  const auto momentum = [&] { return Vec3(30.0 * body_of(s, 0).v + 90.0 * body_of(s, 1).v); };
  const Vec3 first = momentum();
  REQUIRE(run_until(s, 10.0));
  CHECK((momentum() - first).norm() < 1e-9 * first.norm());
  CHECK(channel(s, "winch/line/length") == Approx(4.0).epsilon(1e-9));
  CHECK(channel(s, "winch/line/distance") < 4.1);
  CHECK(s.state().ledger.relative_error() < 1e-3);
}

TEST_CASE("equipment that cannot be is refused with its name", "[equipment]") {
  const auto refused = [](const std::string& equipment, const std::string& what) {
    const std::string box = write_box("box", 10.0, "[1.0, 1.0, 1.0]", equipment);
    try {
      start_world(1.62, 1e-3, vehicle("box", box, "position = [0, 0, 50]"));
      FAIL("was taken: " + equipment);
    } catch (const InputError& e) {
      CHECK_THAT(e.what(), ContainsSubstring(what));
    }
  };
  const std::string
      wheel = "[[reaction_wheel]]\nname = \"w\"\naxis = [0, 0, 1]\ninertia = 0.1\ntorque_limit = 1.0\n",
      winch = "[[winch]]\nname = \"w\"\nbody = \"box\"\nlength = 5.0\n";
  refused(wheel + "body = \"bx\"\nspeed_limit = 10.0\n", "no body 'bx'");
  refused(wheel + "body = \"box\"\nspeed_limit = 10.0\nspeed = 11.0\n", "speed_limit");
  refused(wheel + "body = \"box\"\nspeed_limit = 10.0\ntorque = [[1, 0.1], [1, 0.2]]\n", "rise");
  refused(winch + "stiffness = 1e3\nto = \"moon\"\n", "no body 'moon'");
  refused(winch + "stiffness = 1e8\n", "steps up to");
  refused(winch + "stiffness = 1e3\n" + winch + "stiffness = 1e3\n", "two [[winch]]");
}

TEST_CASE("wheels: their work is what the drives put in, and they wear by load times distance slid",
          "[equipment]") {
  Simulation s = start("drawbar_pull", {"duration=30"});
  MetricsTracker tracker(s);
  const WheelPart& wheel = s.world().wheels[0];
  double slid = 0.0;  // N m
  while (!s.finished()) {
    REQUIRE(s.step() == StepStatus::ok);
    tracker.observe(s);
    // level and straight ahead: the rim's path less that of the hub, once the wheel moves at 3 mm/s
    const BodyMotion& body = s.kinematics().body[static_cast<std::size_t>(wheel.body.index)];
    const double rim = wheel.spec.reference_radius() * body.w.y(), hub = body.v.x();
    if (s.output().wheels[0].has_slip())
      slid += s.state().motion.dt_prev * s.output().wheels[0].load * std::fabs(rim - hub);
  }
  const std::map<std::string, Metric> metrics = tracker.metrics(s);
  // steering stands still, so that all work of the book's motors is that of the drives
  CHECK(metrics.at("wheel_work").value == Approx(metrics.at("motor_work").value).epsilon(1e-9));
  REQUIRE(slid > 5.0);
  CHECK(channel(s, "wheel/" + wheel.spec.name + "/slid_load") == Approx(slid).epsilon(2e-3));
  CHECK(metrics.count("most_wheel_wear") == 0);  // no rate is given
}

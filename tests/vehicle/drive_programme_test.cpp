// SPDX-License-Identifier: BSD-3-Clause
// Speed and steering over time: the closed forms of RampedSignal against quadrature and differences, the
// steering against the motion of a rigid body about one centre.
#include "grouser/vehicle/drive/drive_programme.hpp"

#include <cmath>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/key_visitors.hpp"
#include "grouser/vehicle/drive/waypoint_follower.hpp"

using namespace grouser;

namespace {

const std::vector<double> kStarts = {0.0, 0.0, 1.0, 2.2, 2.7, 5.0};  // 2.2 and 2.7: exactly a ramp apart
const std::vector<double> kValues = {0.0, 1.5, -0.7, 2.0, 2.0, 0.0};
constexpr double kRamp = 0.5;

RampedSignal sample_signal() { return {kStarts, kValues, kRamp}; }

/// Simpson's rule is exact for cubics; between two knots the signal is one.
double quadrature(const RampedSignal& signal, double t) {
  std::vector<double> knots = {0.0, t};
  for (double s : kStarts)
    for (double knot : {s, s + kRamp})
      if (knot > 0.0 && knot < t) knots.push_back(knot);
  std::sort(knots.begin(), knots.end());
  double sum = 0.0;
  for (std::size_t i = 1; i < knots.size(); ++i) {
    const double a = knots[i - 1], b = knots[i];
    sum += (b - a) / 6.0 * (signal.value(a) + 4.0 * signal.value(0.5 * (a + b)) + signal.value(b));
  }
  return sum;
}

/// Times off the knots by more than the differences' step.
std::vector<double> sample_times() {
  std::vector<double> times;
  for (int i = 0; i < 300; ++i) times.push_back(0.0137 + 0.0199 * i);
  return times;
}

DrivePhase steady(double speed, double curvature) { return {0.0, speed, curvature}; }

/// A programme that has been at one speed and curvature for long.
DriveProgramme steady_programme(double speed, double curvature) {
  return {{{}, steady(speed, curvature)}, kRamp};
}
constexpr double kLate = 10.0;  // s, after every ramp

DriveProgramme read(const std::string& text) {
  const TomlTable drive = TomlTable::parse(text, "s.toml").table("drive");
  return read_keys<DriveSpec>(drive).programme(drive.place("phase"));
}

struct HubPlace {
  double x, y;
};
// Six wheels of a long rover.
const std::vector<HubPlace> kHubs = {{1.1, 1.0},  {1.1, -1.0}, {0.0, 1.2},
                                     {0.0, -1.2}, {-1.2, 1.0}, {-1.2, -1.0}};
constexpr double kRadius = 0.25;

/// Velocity of the hub that wheel and steering make, rolling without slip.
Vec2 rolled_velocity(const WheelProgramme& wheel, double t) {
  const double angle = wheel.steer_at(t).q, speed = kRadius * wheel.spin_at(t).v;
  return {speed * std::cos(angle), speed * std::sin(angle)};
}

}  // namespace

TEST_CASE("a ramped signal: value holds, integral and rates agree with quadrature and differences",
          "[vehicle]") {
  const RampedSignal signal = sample_signal();
  constexpr double h = 1e-4;
  for (const double t : sample_times()) {
    CAPTURE(t);
    CHECK(signal.integral(t) == Approx(quadrature(signal, t)).margin(1e-13));  // both exact but for rounding
    const auto slope = [&](auto f) { return (f(t + h) - f(t - h)) / (2.0 * h); };
    // A central difference errs by h^2/6 times the third derivative: here at most 12 * 2.7 / 0.5^3 = 260, so
    // 4e-7.
    CHECK(slope([&](double s) { return signal.integral(s); }) == Approx(signal.value(t)).margin(1e-6));
    CHECK(slope([&](double s) { return signal.value(s); }) == Approx(signal.rate(t)).margin(1e-6));
    CHECK(slope([&](double s) { return signal.rate(s); }) == Approx(signal.second_rate(t)).margin(1e-6));
  }
}

TEST_CASE("a ramped signal reaches its values and joins without a jump in value or rate", "[vehicle]") {
  const RampedSignal signal = sample_signal();
  CHECK(signal.value(0.0) == 0.0);
  CHECK(signal.integral(0.0) == 0.0);
  for (std::size_t i = 1; i < kStarts.size(); ++i) {
    CHECK(signal.value(kStarts[i] + kRamp) == kValues[i]);
    CHECK(signal.value(kStarts[i] + 0.5 * kRamp) ==
          Approx(0.5 * (kValues[i - 1] + kValues[i])));  // halfway at half time
    for (const double knot : {kStarts[i], kStarts[i] + kRamp}) {
      constexpr double e = 1e-9;  // the largest slope is 8/s, of the rate 65/s2
      CHECK(std::abs(signal.value(knot + e) - signal.value(knot - e)) < 1e-7);
      CHECK(std::abs(signal.rate(knot + e) - signal.rate(knot - e)) < 1e-6);
      CHECK(std::abs(signal.integral(knot + e) - signal.integral(knot - e)) < 1e-7);
      CHECK(signal.integral(knot) == Approx(quadrature(signal, knot)).margin(1e-13));
    }
  }
}

TEST_CASE("all hubs turn about one centre", "[vehicle]") {
  // Gentle and sharp turns to both sides; at 0.9/m the centre is between the wheels.
  for (const double curvature : {0.05, -0.2, 0.5, 0.9, -0.9, 3.0})
    for (const double speed : {0.04, -0.04}) {
      const Vec2 centre(0.0, 1.0 / curvature);
      for (const HubPlace& hub : kHubs) {
        CAPTURE(curvature, speed, hub.x, hub.y);
        const WheelProgramme wheel =
            wheel_programme(steady_programme(speed, curvature), hub.x, hub.y, kRadius, WheelMount::steered);
        // Rigid motion: yaw rate w = speed * curvature, the reference point at speed along x.
        const double yaw_rate = speed * curvature;
        const Vec2 rigid(speed - yaw_rate * hub.y, yaw_rate * hub.x);
        const Vec2 rolled = rolled_velocity(wheel, kLate);
        CHECK((rolled - rigid).norm() < 1e-15 + 1e-14 * rigid.norm());
        // The axle's line meets the centre.
        const double angle = wheel.steer_at(kLate).q;
        const Vec2 heading(std::cos(angle), std::sin(angle));
        CHECK(std::abs((centre - Vec2(hub.x, hub.y)).dot(heading)) < 1e-13 * (1.0 + centre.norm()));
        CHECK(std::abs(angle) <= 0.5 * std::acos(-1.0) + 1e-12);  // a wheel steers at most a quarter turn
      }
    }
}

TEST_CASE("straight ahead no wheel steers and all spin alike, backward they spin the other way",
          "[vehicle]") {
  for (const HubPlace& hub : kHubs)
    for (const WheelMount mount : {WheelMount::steered, WheelMount::fixed}) {
      const WheelProgramme ahead = wheel_programme(steady_programme(0.05, 0.0), hub.x, hub.y, kRadius, mount);
      const WheelProgramme back = wheel_programme(steady_programme(-0.05, 0.0), hub.x, hub.y, kRadius, mount);
      CHECK(ahead.steer_at(kLate).q == 0.0);
      CHECK(back.steer_at(kLate).q == 0.0);
      CHECK(ahead.spin_at(kLate).v == Approx(0.05 / kRadius).epsilon(1e-15));
      CHECK(back.spin_at(kLate).v == -ahead.spin_at(kLate).v);
      CHECK(back.spin_at(kLate).q == -ahead.spin_at(kLate).q);
      // Ramped from rest: half the ramp is lost of the way.
      CHECK(ahead.spin_at(kLate).q == Approx(0.05 / kRadius * (kLate - 0.5 * kRamp)).epsilon(1e-14));
      CHECK(ahead.spin_at(0.0).v == 0.0);
    }
}

TEST_CASE("backward along a curve the wheels keep their angles", "[vehicle]") {
  for (const HubPlace& hub : kHubs) {
    const WheelProgramme ahead =
        wheel_programme(steady_programme(0.05, 0.3), hub.x, hub.y, kRadius, WheelMount::steered);
    const WheelProgramme back =
        wheel_programme(steady_programme(-0.05, 0.3), hub.x, hub.y, kRadius, WheelMount::steered);
    CHECK(back.steer_at(kLate).q == ahead.steer_at(kLate).q);
    CHECK(back.spin_at(kLate).v == -ahead.spin_at(kLate).v);
  }
}

TEST_CASE("crabbing, all hubs move alike in the asked direction, whichever way the wheels point",
          "[vehicle]") {
  const double pi = std::acos(-1.0);
  for (const double degrees : {0.0, 30.0, -75.0, 90.0, -90.0, 120.0, 180.0})
    for (const double speed : {0.04, -0.04}) {
      const double direction = degrees * pi / 180.0;
      const DriveProgramme programme{{{}, {.speed = speed, .mode = DriveMode::crab, .crab = direction}},
                                     kRamp};
      for (const HubPlace& hub : kHubs) {
        CAPTURE(degrees, speed);
        const WheelProgramme wheel = wheel_programme(programme, hub.x, hub.y, kRadius, WheelMount::steered);
        const Vec2 expected = speed * Vec2(std::cos(direction), std::sin(direction));
        CHECK((rolled_velocity(wheel, kLate) - expected).norm() < 1e-16 + 1e-15 * std::abs(speed) * 4);
        CHECK(std::abs(wheel.steer_at(kLate).q) <= 0.5 * pi + 1e-15);
      }
    }
}

TEST_CASE("in a point turn every hub circles the reference point at the asked rate", "[vehicle]") {
  for (const double rate : {0.05, -0.05}) {
    const DriveProgramme programme{{{}, {.mode = DriveMode::point_turn, .turn_rate = rate}}, kRamp};
    for (const HubPlace& hub : kHubs) {
      CAPTURE(rate, hub.x, hub.y);
      const WheelProgramme steered = wheel_programme(programme, hub.x, hub.y, kRadius, WheelMount::steered);
      const Vec2 rigid(-rate * hub.y, rate * hub.x);  // w x r
      CHECK((rolled_velocity(steered, kLate) - rigid).norm() < 1e-14 * rigid.norm());
      CHECK(std::abs(steered.steer_at(kLate).q) <= 0.5 * std::acos(-1.0));
      // The other way round the wheels stand as they stood and spin backward.
      const DriveProgramme back{{{}, {.mode = DriveMode::point_turn, .turn_rate = -rate}}, kRamp};
      CHECK(wheel_programme(back, hub.x, hub.y, kRadius, WheelMount::steered).steer_at(kLate).q ==
            steered.steer_at(kLate).q);
      // Differential drive: left and right wheels spin oppositely, by their distance from the middle line.
      const WheelProgramme fixed = wheel_programme(programme, hub.x, hub.y, kRadius, WheelMount::fixed);
      CHECK(fixed.steer_at(kLate).q == 0.0);
      CHECK(kRadius * fixed.spin_at(kLate).v == Approx(-rate * hub.y).epsilon(1e-14));
    }
  }
}

TEST_CASE("a phase without speed steers first, and the drive that follows keeps the angles", "[vehicle]") {
  const DriveProgramme programme = read(
      "[drive]\n[[drive.phase]]\nstart = 1.0\nmode = \"point_turn\"\nturn_rate_deg = 0\n"
      "[[drive.phase]]\nstart = 3.0\nmode = \"point_turn\"\nturn_rate_deg = 2.0\n"
      "[[drive.phase]]\nstart = 9.0\nmode = \"crab\"\nspeed = 0.0\ncrab_deg = 20.0\n");
  REQUIRE(programme.phases.size() == 4);
  CHECK(programme.phases[2].turn_rate == Approx(2.0 * std::acos(-1.0) / 180.0).epsilon(1e-15));
  const WheelProgramme wheel = wheel_programme(programme, 1.1, 1.0, kRadius, WheelMount::steered);
  // The front left wheel along its circle: heading (-1, 1.1), turned round to stay within a quarter turn.
  const double tangent = std::atan2(-1.1, 1.0);
  CHECK(wheel.steer_at(1.5).q == Approx(tangent).epsilon(1e-15));
  CHECK(wheel.spin_at(2.9).q == 0.0);
  for (double t = 1.5; t < 9.0; t += 0.25) CHECK(wheel.steer_at(t).q == wheel.steer_at(1.5).q);
  CHECK(wheel.spin_at(4.0).v ==
        Approx(-programme.phases[2].turn_rate * std::hypot(1.1, 1.0) / kRadius).epsilon(1e-14));
  CHECK(wheel.steer_at(kLate).q == Approx(std::acos(-1.0) / 9.0).epsilon(1e-15));
  CHECK(wheel.spin_at(kLate).v == 0.0);
}

TEST_CASE("crabbing with an unsteered wheel is refused by its name", "[vehicle]") {
  const auto programme = [](const char* degrees) {
    return read(
        std::string("[drive]\n[[drive.phase]]\nstart = 1\nmode = \"crab\"\nspeed = 0.1\ncrab_deg = ") +
        degrees + "\n");
  };
  CHECK_NOTHROW(check_wheel_follows(programme("25"), "middle_left", WheelMount::steered));
  CHECK_NOTHROW(check_wheel_follows(programme("0"), "middle_left", WheelMount::fixed));
  CHECK_NOTHROW(
      check_wheel_follows(read("[drive]\nspeed = 0.1\ncurvature = 0.2\n"), "middle_left", WheelMount::fixed));
  try {
    check_wheel_follows(programme("25"), "middle_left", WheelMount::fixed);
    FAIL("not refused");
  } catch (const InputError& e) {
    CHECK(std::string(e.what()).rfind("s.toml", 0) == 0);
    CHECK(std::string(e.what()).find("'middle_left'") != std::string::npos);
  }
}

TEST_CASE("a phase takes its own mode's keys alone", "[vehicle]") {
  const auto refusal = [](const std::string& keys) -> std::string {
    try {
      const TomlTable file = TomlTable::parse("[drive]\n[[drive.phase]]\nstart = 1\n" + keys, "s.toml");
      read_keys<DriveSpec>(file.table("drive"));
      file.finish();
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  CHECK(refusal("mode = \"crab\"\nspeed = 0.1\ncrab_deg = -30\n").empty());
  CHECK(refusal("mode = \"crab\"\nspeed = 0.1\ncrab_deg = -30\ncurvature = 0.1\n").find("curvature") !=
        std::string::npos);
  CHECK(refusal("mode = \"crab\"\nspeed = 0.1\n").find("crab_deg") != std::string::npos);
  CHECK(refusal("mode = \"point_turn\"\nspeed = 0.1\n").find("turn_rate_deg") != std::string::npos);
  CHECK(refusal("mode = \"sideways\"\nspeed = 0.1\n").find("point_turn") != std::string::npos);
}

TEST_CASE("an unsteered wheel runs at its hub's speed along its heading", "[vehicle]") {
  constexpr double kSpeed = 0.04, kCurvature = 0.4;
  for (const HubPlace& hub : kHubs) {
    const WheelProgramme wheel =
        wheel_programme(steady_programme(kSpeed, kCurvature), hub.x, hub.y, kRadius, WheelMount::fixed);
    CHECK(wheel.steer_at(kLate).q == 0.0);
    // Rigid motion: x component of velocity at (x, y) is v - w y.
    CHECK(kRadius * wheel.spin_at(kLate).v == Approx(kSpeed - kSpeed * kCurvature * hub.y).epsilon(1e-14));
  }
}

TEST_CASE("a drive programme from its table", "[vehicle]") {
  const DriveProgramme short_form = read("[drive]\nspeed = 0.011\nstart = 2.0\n");
  REQUIRE(short_form.phases.size() == 2);
  CHECK(short_form.ramp == 0.5);
  CHECK(short_form.phases[0].speed == 0.0);
  CHECK(short_form.phases[1].start == 2.0);
  CHECK(short_form.phases[1].speed == 0.011);
  const DriveProgramme two = read(
      "[drive]\nramp = 1.0\n[[drive.phase]]\nstart = 0\nspeed = 0.1\n[[drive.phase]]\nstart = 1.0\nspeed = "
      "-0.1\ncurvature = 0.2\n");
  REQUIRE(two.phases.size() == 3);
  CHECK(two.ramp == 1.0);
  CHECK(two.phases[2].curvature == 0.2);
}

TEST_CASE("phases closer than the ramp, out of order or beyond reason are refused", "[vehicle]") {
  const auto refusal = [](const std::string& text) -> std::string {
    try {
      read(text);
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  const auto two_phases = [](const char* first, const char* second) {
    return std::string("[drive]\n[[drive.phase]]\nstart = ") + first +
           "\nspeed = 0.1\n[[drive.phase]]\nstart = " + second + "\nspeed = 0.2\n";
  };
  CHECK(refusal(two_phases("1.0", "1.5")).empty());  // exactly a ramp apart will do
  for (const std::string& text :
       {two_phases("1.0", "1.4"), two_phases("3.0", "1.0"), two_phases("1.0", "1.0")}) {
    const std::string message = refusal(text);
    CAPTURE(message);
    CHECK(message.rfind("s.toml", 0) == 0);
    CHECK(message.find("drive.phase") != std::string::npos);
    CHECK(message.find("at least the ramp of 0.5 s apart") != std::string::npos);
  }
  CHECK(refusal("[drive]\nspeed = 1000\n").find("m/s") != std::string::npos);
  CHECK(refusal("[drive]\nspeed = nan\n").find("m/s") != std::string::npos);
  CHECK(refusal("[drive]\nspeed = 0.1\nramp = 0\n").find("drive.ramp") != std::string::npos);
  CHECK(refusal("[drive]\nspeed = 0.1\nstart = -1\n").find("drive.start") != std::string::npos);
}

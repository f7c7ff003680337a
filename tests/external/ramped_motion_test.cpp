// SPDX-License-Identifier: BSD-3-Clause
// Motions of drives that are commanded from outside: bounded, continuous, and there at last.
#include "grouser/vehicle/drive/ramped_motion.hpp"

#include <cmath>
#include <initializer_list>

#include "catch.hpp"

using namespace grouser;

namespace {

constexpr MotionLimits kLimits{.rate = 0.4, .acceleration = 0.8};

/// Walks along a motion and compares rate and acceleration with the differences of positions and rates.
template <class At>
void check_smooth(const At& at, double from, double to) {
  constexpr double h = 1e-5;
  for (double t = from; t < to; t += 0.0137) {
    const CoordinateCommand before = at(t), after = at(t + h);
    CHECK(std::fabs(before.v) <= kLimits.rate * (1.0 + 1e-12));
    CHECK(std::fabs(before.a) <= kLimits.acceleration);
    CHECK(after.q - before.q == Approx(0.5 * h * (before.v + after.v)).margin(1e-9 * h + 2e-10));
    CHECK(std::fabs(after.v - before.v) <= kLimits.acceleration * h * (1.0 + 1e-6));
  }
}

}  // namespace

TEST_CASE("a rate is reached with the acceleration of its limits and then kept", "[ramped_motion]") {
  const RampedMotion motion{.t0 = 1.0, .q0 = 2.0, .v0 = -0.2, .target = 0.3};
  const auto at = [&](double t) { return towards_rate(motion, kLimits, t); };
  check_smooth(at, 1.0, 4.0);
  CHECK(at(1.0).q == 2.0);
  CHECK(at(1.25).v == Approx(0.0).margin(1e-12));
  CHECK(at(1.25).a == 0.8);
  // from -0.2 to 0.3 rad/s in 0.625 s, at 0.05 rad/s on the average
  CHECK(at(1.625).v == 0.3);
  CHECK(at(1.625).q == Approx(2.0 + 0.05 * 0.625));
  CHECK(at(3.625).q == Approx(2.0 + 0.05 * 0.625 + 0.6));
}

TEST_CASE("a position is reached by the fastest motion within the limits, and rests", "[ramped_motion]") {
  struct Case {
    double v0, target, duration;
  };
  // far: two ramps of 0.5 s and 0.1 rad each, and the rest at 0.4 rad/s; near: a triangle; past: brakes and
  // comes back
  const auto given =
      GENERATE(Case{0.0, 1.0, 3.0}, Case{0.0, -1.0, 3.0}, Case{0.0, 0.05, 0.5}, Case{0.4, 0.1, 0.5},
               Case{0.4, -0.1, 1.5}, Case{-0.4, 0.1, 1.5}, Case{0.0, 0.0, 0.0});
  CAPTURE(given.v0, given.target);
  const RampedMotion motion{.t0 = 0.5, .q0 = 0.0, .v0 = given.v0, .target = given.target};
  const auto at = [&](double t) { return towards_position(motion, kLimits, t); };
  check_smooth(at, 0.5, 5.0);
  const CoordinateCommand end = at(0.5 + given.duration + 1e-9);
  CHECK(end.q == given.target);
  CHECK(end.v == 0.0);
  if (given.duration > 0.0) CHECK(at(0.5 + given.duration - 1e-3).q != given.target);
}

TEST_CASE("a motion that is begun anew from where it is goes on as it would have", "[ramped_motion]") {
  const RampedMotion whole{.t0 = 0.0, .q0 = 0.3, .v0 = 0.1, .target = -0.7};
  for (const double again : {0.05, 0.4, 0.9, 2.0, 2.9}) {
    const CoordinateCommand there = towards_position(whole, kLimits, again);
    const RampedMotion rest{.t0 = again, .q0 = there.q, .v0 = there.v, .target = -0.7};
    for (double t = again; t < 5.0; t += 0.1) {
      CHECK(towards_position(rest, kLimits, t).q ==
            Approx(towards_position(whole, kLimits, t).q).margin(1e-12));
      CHECK(towards_position(rest, kLimits, t).v ==
            Approx(towards_position(whole, kLimits, t).v).margin(1e-7));
    }
  }
}

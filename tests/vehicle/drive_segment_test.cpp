// SPDX-License-Identifier: BSD-3-Clause
// Segments against quadrature and differences, and their joints.
#include "grouser/vehicle/drive/drive_segment.hpp"

#include <cmath>

#include "catch.hpp"

using namespace grouser;

namespace {

const DriveSegment kSegment{
    .t0 = 2.0, .duration = 0.8, .spin0 = 3.0, .rate0 = 0.5, .rate1 = -1.2, .steer0 = 0.1, .steer1 = 0.7};

}  // namespace

TEST_CASE("a segment's angle is the integral of its rate, and its rates are derivatives", "[vehicle]") {
  constexpr double h = 1e-4;
  for (double t = 1.5013; t < 3.5; t += 0.0191) {
    CAPTURE(t);
    // Simpson's rule is exact for the cubic rate; t0 and the end are knots.
    double angle = kSegment.spin0, a = kSegment.t0;
    for (const double knot : {kSegment.end(), t}) {
      const double b = t < kSegment.end() ? t : knot;
      angle += (b - a) / 6.0 *
               (kSegment.spin_at(a).v + 4.0 * kSegment.spin_at(0.5 * (a + b)).v + kSegment.spin_at(b).v);
      a = b;
    }
    CHECK(kSegment.spin_at(t).q == Approx(angle).margin(1e-14));
    const auto slope = [&](auto f) { return (f(t + h) - f(t - h)) / (2.0 * h); };
    // Central differences: h^2/6 times the third derivative, at most 12 * 1.7 / 0.8^3 = 40.
    CHECK(slope([&](double s) { return kSegment.spin_at(s).v; }) ==
          Approx(kSegment.spin_at(t).a).margin(1e-6));
    CHECK(slope([&](double s) { return kSegment.steer_at(s).q; }) ==
          Approx(kSegment.steer_at(t).v).margin(1e-6));
    CHECK(slope([&](double s) { return kSegment.steer_at(s).v; }) ==
          Approx(kSegment.steer_at(t).a).margin(1e-6));
  }
}

TEST_CASE("one segment follows another without a jump in angle or rate, also when it comes late",
          "[vehicle]") {
  for (const double late : {0.0, 0.013}) {
    const double t = kSegment.end() + late;
    const DriveSegment next = next_segment(kSegment, t, 0.5, {.steer = -0.3, .spin_rate = 0.9});
    CHECK(next.spin_at(t).q == kSegment.spin_at(t).q);
    CHECK(next.spin_at(t).v == kSegment.spin_at(t).v);
    CHECK(next.spin_at(t).a == kSegment.spin_at(t).a);
    CHECK(next.steer_at(t).q == kSegment.steer_at(t).q);
    CHECK(next.steer_at(t).v == 0.0);
    CHECK(kSegment.steer_at(t).v == 0.0);
    CHECK(next.spin_at(next.end()).v == 0.9);
    CHECK(next.steer_at(next.end()).q == Approx(-0.3).epsilon(1e-15));
  }
}

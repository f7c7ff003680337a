// SPDX-License-Identifier: BSD-3-Clause
#include "gradeability/pitch_mean.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include "catch.hpp"

using namespace grouser;

// A vehicle whose speed ripples with the grid, v = v0 (1 + a cos(k x)): it takes the time 2 pi / (k v0 sqrt(1 - a^2)) for a pitch, so
// that its mean speed is v0 sqrt(1 - a^2), and the mean of any function of x over time that of (function / v) over x.
TEST_CASE("means over a grid's pitch are those of the ripple, with any steps and start") {
  constexpr double kPitch = 0.02, kMean = 0.05, kRipple = 0.6;
  const double wave = 2.0 * std::numbers::pi / kPitch;
  for (const double step : {0.003, 0.0007})
    for (const double start : {0.0, 0.0131}) {
      PitchMean mean(kPitch, 2);
      double x = start, last = 0.0;
      int complete = 0;
      for (int i = 0; complete < 7; ++i) {
        const double speed = kMean * (1.0 + kRipple * std::cos(wave * x));
        const std::array<double, 2> now{speed, 3.0};
        if (mean.add(step * i, x, now)) {
          ++complete;
          const double expected = kMean * std::sqrt(1.0 - kRipple * kRipple);
          CHECK(mean.means()[0] == Approx(expected).epsilon(10.0 * step * step / 0.4));  // of a step's chords
          CHECK(mean.means()[1] == Approx(3.0).epsilon(1e-12));
          if (complete > 1) CHECK(mean.time() - last == Approx(kPitch / expected).epsilon(0.001));
          last = mean.time();
        }
        // exact to the third order (midpoint rule)
        const double middle = x + 0.5 * step * speed;
        x += step * kMean * (1.0 + kRipple * std::cos(wave * middle));
      }
    }
}

TEST_CASE("a pitch during which the vehicle slips back a little is one pitch") {
  PitchMean mean(1.0, 1);
  const std::array<double, 7> ways{0.5, 1.0, 1.6, 1.4, 1.9, 1.8, 2.2};
  int complete = 0;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const std::array<double, 1> now{static_cast<double>(i)};
    if (!mean.add(static_cast<double>(i), ways[i], now)) continue;
    ++complete;
    CHECK(mean.time() == Approx(5.5));                    // half way from 1.8 to 2.2
    CHECK(mean.means()[0] == Approx(0.5 * (1.0 + 5.5)));  // the numbers are the times
  }
  CHECK(complete == 1);
}

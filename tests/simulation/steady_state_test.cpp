// SPDX-License-Identifier: BSD-3-Clause
// Ramps, approaches, sines and noise, with their windows' means and lines in closed form.
#include "grouser/simulation/observe/steady_state.hpp"

#include <cmath>
#include <functional>
#include <random>

#include "catch.hpp"

using namespace grouser;

namespace {

/// Samples f at steps that change in turn, up to `end`.
void feed(SteadyState& detector, const std::function<double(double)>& f, double end, double step = 1e-3) {
  int n = 0;
  for (double t = 0.0; t <= end; t += step * (n++ % 3 == 0 ? 0.4 : 1.3)) detector.add(t, f(t));
}

}  // namespace

TEST_CASE("two windows are needed", "[simulation]") {
  SteadyState detector({.window = 2.0, .drift = 0.1, .trend = 0.1});
  CHECK(detector.verdict() == SteadyVerdict::too_short);
  feed(
      detector, [](double) { return 3.0; }, 3.99);
  CHECK(detector.verdict() == SteadyVerdict::too_short);
  CHECK(detector.mean() == Approx(3.0).epsilon(1e-14));
  detector.add(4.0, 3.0);
  CHECK(detector.settled());
  CHECK(detector.settled_since() == 4.0);
  CHECK(detector.drift() == Approx(0.0).margin(1e-11));  // rounding of 2000 sums
}

TEST_CASE("a ramp grows: its drift and its trend are the rise over a window", "[simulation]") {
  for (const double slope : {0.3, -0.3}) {
    SteadyState detector({.window = 2.0, .drift = 0.5, .trend = 0.5});
    feed(
        detector, [=](double t) { return 1.0 + slope * t; }, 7.0);
    CHECK(detector.verdict() == SteadyVerdict::growing);
    CHECK(detector.drift() == Approx(slope * 2.0).epsilon(1e-12));
    CHECK(detector.trend() == Approx(slope * 2.0).epsilon(1e-12));
    CHECK(detector.mean() == Approx(1.0 + slope * 5.0).epsilon(1e-12));  // third window: 4 to 6 s
    CHECK(detector.amplitude() == Approx(0.3).epsilon(1e-2));
    CHECK(std::isnan(detector.settled_since()));
    SteadyState patient({.window = 2.0, .drift = 0.61, .trend = 0.61});
    feed(
        patient, [=](double t) { return 1.0 + slope * t; }, 7.0);
    CHECK(patient.settled());
  }
}

TEST_CASE("an exponential approach settles in the window that the closed form gives", "[simulation]") {
  constexpr double kWindow = 1.5, kTau = 2.0, kStart = -4.0, kEnd = 1.2, kTolerance = 0.02;
  const double decay = std::exp(-kWindow / kTau);
  // Over window k (from 0): mean - end = A decay^k tau/W (1 - decay); the line's rise 12/W^2 times
  // integral (t - W/2) e^(-t/tau) = tau^2 (1 - decay) - tau W decay - W/2 tau (1 - decay).
  const auto mean = [&](int k) { return kStart * std::pow(decay, k) * kTau / kWindow * (1.0 - decay); };
  const auto rise = [&](int k) {
    const double moment =
        kTau * kTau * (1.0 - decay) - kTau * kWindow * decay - 0.5 * kWindow * kTau * (1.0 - decay);
    return 12.0 / (kWindow * kWindow) * kStart * std::pow(decay, k) * moment;
  };
  int expected = 1;
  while (std::abs(mean(expected) - mean(expected - 1)) > kTolerance || std::abs(rise(expected)) > kTolerance)
    ++expected;
  SteadyState detector({.window = kWindow, .drift = kTolerance, .trend = kTolerance});
  feed(
      detector, [&](double t) { return kEnd + kStart * std::exp(-t / kTau); },
      kWindow * (expected + 1) - 0.01);
  CHECK(detector.verdict() == SteadyVerdict::growing);
  // Trapezoids of 1 ms on a curve with second derivative 1: relative error step^2/12.
  CHECK(detector.trend() == Approx(rise(expected - 1)).epsilon(1e-6));
  CHECK(detector.mean() == Approx(kEnd + mean(expected - 1)).epsilon(1e-6));
  SteadyState longer({.window = kWindow, .drift = kTolerance, .trend = kTolerance});
  feed(
      longer, [&](double t) { return kEnd + kStart * std::exp(-t / kTau); }, kWindow * (expected + 3));
  CHECK(longer.settled());
  CHECK(longer.settled_since() == Approx(kWindow * (expected + 1)).epsilon(1e-12));
}

TEST_CASE("a slow sine oscillates, a fast one averages out to its line", "[simulation]") {
  constexpr double kWindow = 2.0, kPi = 3.14159265358979323846;
  const auto sine = [&](double period, double t) { return 5.0 + std::sin(2.0 * kPi * t / period); };
  SteadyState slow({.window = kWindow, .drift = 0.05, .trend = 0.05});
  feed(
      slow, [&](double t) { return sine(2.0 * kWindow, t); }, 12.5);
  CHECK(slow.verdict() == SteadyVerdict::oscillating);
  CHECK(std::abs(slow.drift()) == Approx(4.0 / kPi).epsilon(1e-5));  // mean of half a wave: 2/pi, then -2/pi
  // Whole waves in a window: equal means, a line of rise 6 A / (pi n).
  for (const int waves : {1, 40}) {
    SteadyState detector({.window = kWindow, .drift = 0.05, .trend = 0.05});
    feed(
        detector, [&](double t) { return sine(kWindow / waves, t); }, 12.5, 1e-4);
    CHECK(detector.drift() == Approx(0.0).margin(1e-5));
    CHECK(detector.trend() == Approx(-6.0 / (kPi * waves)).epsilon(1e-4));
    CHECK(detector.amplitude() == Approx(1.0).epsilon(1e-4));
    CHECK(detector.verdict() == (waves == 1 ? SteadyVerdict::oscillating : SteadyVerdict::settled));
  }
}

TEST_CASE("noise settles by its averages, and a later change is noticed", "[simulation]") {
  // White noise of deviation 1 at 1000 samples a window: the mean's deviation 0.032, the line's rise 3.46
  // times that.
  SteadyState detector({.window = 1.0, .drift = 0.2, .trend = 0.5});
  std::mt19937 engine(3);
  std::normal_distribution<double> noise;
  double t = 0.0;
  for (; t < 20.0; t += 1e-3) detector.add(t, 7.0 + noise(engine));
  CHECK(detector.settled());
  CHECK(detector.settled_since() == 2.0);  // four deviations: no window of 18 failed
  CHECK(detector.mean() == Approx(7.0).margin(0.15));
  for (; t < 22.5; t += 1e-3) detector.add(t, 7.0 + 2.0 * (t - 20.0) + noise(engine));
  CHECK(detector.verdict() == SteadyVerdict::growing);
  CHECK(std::isnan(detector.settled_since()));
}

TEST_CASE("a step longer than windows fills them all along its line", "[simulation]") {
  SteadyState detector({.window = 1.0, .drift = 0.1, .trend = 0.1});
  detector.add(10.0, 0.0);
  detector.add(13.5, 7.0);
  CHECK(detector.windows() == 3);
  CHECK(detector.end_time() == 13.0);
  CHECK(detector.mean() == Approx(5.0).epsilon(1e-14));
  CHECK(detector.trend() == Approx(2.0).epsilon(1e-13));
  CHECK(detector.verdict() == SteadyVerdict::growing);
}

// SPDX-License-Identifier: BSD-3-Clause
// Runs beside measurements: the offset of time against a known shift and against a plain search, residuals against sums
// written down by hand.
#include "grouser/mission/campaign/measured_fit.hpp"

#include <cmath>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/random.hpp"

using namespace grouser;

namespace {

double curve(double t) {
  return 0.02 * std::sin(0.9 * t) + 0.015 * std::exp(-0.5 * std::pow((t - 20.0) / 1.5, 2));
}

struct Shifted {
  std::vector<double> run_times, run, times, measured;
  MeasuredPair pair() const { return {run_times, run, times, measured}; }
};

/// A run of 60 s, and what was measured from `begin` to `end` of it by a clock that is `shift` behind.
template <class Curve>
Shifted shifted(Curve value, double shift, double begin, double end, double noise) {
  Shifted s;
  math::RandomStream random(20261123, 1);
  for (int k = 0; k <= 6000; ++k) s.run_times.push_back(0.01 * k), s.run.push_back(value(0.01 * k));
  for (double t = begin; t <= end; t += 0.037 + 0.02 * random.uniform()) {  // an uneven clock
    s.times.push_back(t - shift);
    s.measured.push_back(value(t) + noise * random.normal());
  }
  return s;
}

/// By brute force, with an interpolation of its own.
double plain_search(const Shifted& s, double from, double to, double step) {
  double best = from, least = 1e300;
  for (double offset = from; offset <= to; offset += step) {
    double squares = 0.0;
    for (std::size_t k = 0; k < s.times.size(); ++k) {
      const double at = (s.times[k] + offset) / 0.01;
      const auto i = static_cast<std::size_t>(at);
      if (at < 0.0 || i + 1 >= s.run.size()) continue;
      const double run = s.run[i] + (at - static_cast<double>(i)) * (s.run[i + 1] - s.run[i]);
      squares += (s.measured[k] - run) * (s.measured[k] - run);
    }
    if (squares < least) least = squares, best = offset;
  }
  return best;
}

}  // namespace

TEST_CASE("measured fit: a known shift is found under noise, where a plain search finds it too") {
  for (const double shift : {3.7123, -11.25, 0.0}) {
    CAPTURE(shift);
    const double noise = 0.002;
    const Shifted s = shifted(curve, shift, 12.0, 48.0, noise);
    const auto offset = find_offset({s.pair()});
    REQUIRE(offset);
    CHECK(*offset == Approx(shift).margin(0.02));
    CHECK(*offset == Approx(plain_search(s, shift - 0.5, shift + 0.5, 1e-4)).margin(1.1e-4));
    CHECK(residuals_at(s.pair(), *offset).rms == Approx(noise).epsilon(0.06));
  }
}

TEST_CASE("measured fit: ramps, and curves with a bias, which only one of both ways of looking finds") {
  const Shifted ramp = shifted([](double t) { return 0.05 * t; }, 5.0, 10.0, 40.0, 0.001);
  REQUIRE(find_offset({ramp.pair()}));
  CHECK(*find_offset({ramp.pair()}) == Approx(5.0).margin(0.01));
  Shifted biased = shifted(curve, 2.0, 10.0, 50.0, 0.0005);
  for (double& v : biased.measured) v += 0.001;
  CHECK(*find_offset({biased.pair()}) == Approx(2.0).margin(0.05));
  CHECK(residuals_at(biased.pair(), 2.0).mean == Approx(0.001).margin(1e-4));
}

TEST_CASE("measured fit: several columns count by their spread, gaps and still curves do not") {
  const Shifted a = shifted(curve, 4.0, 10.0, 50.0, 0.001);
  Shifted b = shifted([](double t) { return 900.0 + 100.0 * std::cos(0.4 * t); }, 4.0, 10.0, 50.0, 5.0);
  b.measured[7] = std::nan("");
  const Shifted still = shifted([](double) { return 1.0; }, 4.0, 10.0, 50.0, 0.0);
  CHECK(*find_offset({a.pair(), b.pair(), still.pair()}) == Approx(4.0).margin(0.02));
  CHECK_FALSE(find_offset({still.pair()}));
  CHECK_FALSE(find_offset({}));
  CHECK(residuals_at(b.pair(), 4.0).values.size() == b.times.size() - 1);
  CHECK_THROWS_AS(find_offset({a.pair()}, [] { return true; }), Interrupted);
}

TEST_CASE("measured fit: residuals are measured less run, over what both have") {
  const std::vector<double> run_times = {0, 1, 2, 3}, run = {0, 10, 20, 30};
  const std::vector<double> times = {-0.5, 0.5, 1.5, 2.5, 3.5}, measured = {7, 6, 13, std::nan(""), 9};
  const Residuals r = residuals_at({run_times, run, times, measured}, 0.25);
  // at 0.75 and 1.75 s: 6 - 7.5 and 13 - 17.5; -0.25 and 3.75 s lie outside
  REQUIRE(r.values == std::vector<double>{-1.5, -4.5});
  CHECK(r.times == std::vector<double>{0.75, 1.75});
  CHECK(r.mean == -3.0);
  CHECK(r.rms == Approx(std::sqrt((1.5 * 1.5 + 4.5 * 4.5) / 2.0)));
  CHECK(r.largest == 4.5);
  CHECK(r.time == 1.75);
  CHECK(residuals_at({run_times, run, times, measured}, 100.0).values.empty());
}

TEST_CASE("measured fit: columns find their channels by their words") {
  const std::vector<ChannelSpec> channels = {{"chassis/pitch", "rad", ""},
                                             {"wheel/front_left/load", "N", ""},
                                             {"wheel/front_left/sinkage", "m", ""},
                                             {"wheel/rear_right/sinkage", "m", ""}};
  CHECK(likely_channel("wheel/rear_right/sinkage", channels) == 3);
  CHECK(likely_channel("Sinkage rear right", channels) == 3);
  CHECK(likely_channel("sinkage", channels) == 2);
  CHECK(likely_channel("front-left load", channels) == 1);
  CHECK(likely_channel("Pitch", channels) == 0);
  CHECK(likely_channel("front_left", channels) == -1);
  CHECK(likely_channel("temperature", channels) == -1);
  CHECK(likely_channel("", channels) == -1);
}

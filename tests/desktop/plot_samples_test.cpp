// SPDX-License-Identifier: BSD-3-Clause
// Numbers of a span against those known in closed form; decimation keeps every peak at any zoom.
#include "widgets/plot_samples.hpp"

#include <cmath>
#include <numbers>

#include "catch.hpp"

using namespace grouser::desktop;

namespace {

const double kNan = std::nan("");

struct Curve {
  std::vector<double> times, values;
  Samples samples() const { return {times, values}; }
};

/// sin(t), with steps that grow from 1 ms to about 3 ms.
Curve sine() {
  Curve c;
  for (double t = 0.0; t < 7.0; t += 0.001 + 0.0003 * t) {
    c.times.push_back(t);
    c.values.push_back(std::sin(t));
  }
  return c;
}

}  // namespace

TEST_CASE("value between samples: on their straight line, none outside and in gaps") {
  const std::vector<double> t = {1, 2, 4, 5, 6}, v = {10, 20, 0, kNan, 3};
  const Samples s{t, v};
  CHECK(value_between(s, 1.0) == 10.0);
  CHECK(value_between(s, 1.25) == 12.5);
  CHECK(value_between(s, 3.5) == 5.0);
  CHECK(value_between(s, 6.0) == 3.0);
  CHECK(std::isnan(value_between(s, 0.99)));
  CHECK(std::isnan(value_between(s, 6.01)));
  CHECK(std::isnan(value_between(s, 4.5)));
  CHECK(std::isnan(value_between({}, 1.0)));
}

TEST_CASE("statistics: half a sine has mean 2/pi, least 0 and greatest 1, whatever its steps") {
  const Curve c = sine();
  const auto half = statistics_over(c.samples(), {0.0, std::numbers::pi});
  REQUIRE(half);
  CHECK(half->mean == Approx(2.0 / std::numbers::pi).epsilon(1e-5));
  CHECK(half->least == Approx(0.0).margin(1e-6));
  CHECK(half->greatest == Approx(1.0).epsilon(1e-6));
  const auto whole = statistics_over(c.samples(), {0.0, 2.0 * std::numbers::pi});
  CHECK(whole->mean == Approx(0.0).margin(1e-6));
  CHECK(whole->least == Approx(-1.0).epsilon(1e-6));
}

TEST_CASE("statistics: time weighs, not the number of samples, a span within one step has its own numbers") {
  const std::vector<double> t = {0.0, 0.1, 0.2, 0.3, 10.3}, v = {5, 5, 5, 5, 5 + 20};
  CHECK(statistics_over({t, v}, {0.0, 10.3})->mean == Approx((5.0 * 0.3 + 15.0 * 10.0) / 10.3));
  const auto within = statistics_over({t, v}, {1.3, 2.3});  // the line rises by 2 a second
  REQUIRE(within);
  CHECK(within->least == Approx(7.0));
  CHECK(within->greatest == Approx(9.0));
  CHECK(within->mean == Approx(8.0));
  CHECK_FALSE(statistics_over({t, v}, {11.0, 12.0}));
  CHECK_FALSE(statistics_over({}, {0.0, 1.0}));
  CHECK(statistics_over({t, v}, {0.2, 0.2})->mean == 5.0);
}

TEST_CASE("statistics: gaps count neither as values nor as time") {
  const std::vector<double> t = {0, 1, 2, 3, 4}, v = {2, 2, kNan, 8, 8};
  const auto all = statistics_over({t, v}, {0.0, 4.0});
  REQUIRE(all);
  CHECK(all->mean == Approx(5.0));  // 2 for one second and 8 for another
  CHECK(all->least == 2.0);
  CHECK(all->greatest == 8.0);
}

TEST_CASE("peak: the first sample of greatest absolute value within the span, with its sign") {
  const std::vector<double> t = {0, 1, 2, 3, 4, 5}, v = {1, -7, 3, kNan, 7, 100};
  const auto peak = find_peak({t, v}, {0.0, 4.5});
  REQUIRE(peak);
  CHECK(peak->time == 1.0);
  CHECK(peak->value == -7.0);
  CHECK(find_peak({t, v}, {1.5, 4.5})->time == 4.0);
  CHECK_FALSE(find_peak({t, v}, {2.5, 3.5}));  // a gap alone
}

TEST_CASE("how many samples lie within a span") {
  const std::vector<double> t = {0, 1, 2, 3}, v = {0, 10, 20, 30};
  CHECK(count_within({t, v}, {0.5, 2.5}) == 2);
  CHECK(count_within({t, v}, {1.2, 1.4}) == 0);
}

TEST_CASE("coincide: lines as near as their stroke in most columns, not those that only cross") {
  Curve c = sine(), far = c, crossing = c, event = c;
  for (double& v : far.values) v += 0.1;
  for (double& v : crossing.values) v = -v;
  for (std::size_t k = 100; k < 200; ++k) event.values[k] += 3.0;
  const auto over = [&](const Curve& other) {
    return coincide(c.samples(), other.samples(), {0.0, 6.0}, 0.01);
  };
  CHECK(over(c));
  CHECK(over(event));
  CHECK_FALSE(over(far));
  CHECK_FALSE(over(crossing));
  CHECK_FALSE(coincide(c.samples(), {}, {0.0, 6.0}, 0.01));
}

// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/mission/placement/placement_statistics.hpp"

#include <cmath>
#include <numbers>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/random.hpp"

namespace grouser {
namespace {

double choose(int n, int k) {
  double c = 1.0;
  for (int i = 1; i <= k; ++i) c *= static_cast<double>(n - k + i) / i;
  return c;
}
double mass_of(int k, int n, double p) { return choose(n, k) * std::pow(p, k) * std::pow(1.0 - p, n - k); }

TEST_CASE("binomial sums are the sums of their terms") {
  for (const int n : {1, 7, 40})
    for (const double p : {0.01, 0.3, 0.5, 0.95}) {
      double sum = 0.0;
      for (int k = 0; k < n; ++k) {
        sum += mass_of(k, n, p);
        // log Gamma is right to 1e-11, the terms of the sum to rounding
        CHECK(binomial_cdf(k, n, p) == Approx(sum).margin(1e-10));
      }
    }
}

TEST_CASE("Clopper-Pearson: closed ends, a published value, and never under its confidence") {
  // 8 of 10 at 95 %: 0.4439 to 0.9748 (Agresti & Coull, Am. Stat. 52 (1998), and any table)
  const Interval eight = clopper_pearson(8, 10, 0.95);
  CHECK(eight.low == Approx(0.4439).margin(5e-5));
  CHECK(eight.high == Approx(0.9748).margin(5e-5));
  // none of n: 1 - (tail)^(1/n)
  CHECK(clopper_pearson(0, 1000, 0.95).high == Approx(1.0 - std::pow(0.025, 1e-3)).epsilon(1e-9));
  CHECK(clopper_pearson(0, 1000, 0.95).low == 0.0);
  CHECK(clopper_pearson(1000, 1000, 0.95).low == Approx(std::pow(0.025, 1e-3)).epsilon(1e-9));
  for (const double p : {0.03, 0.2, 0.5, 0.93}) {
    double covered = 0.0;
    for (int k = 0; k <= 30; ++k) {
      const Interval range = clopper_pearson(k, 30, 0.9);
      if (range.low <= p && p <= range.high) covered += mass_of(k, 30, p);
    }
    CHECK(covered >= 0.9);
  }
}

TEST_CASE("quantiles by order statistics, the maximum by Wilks") {
  std::vector<double> ten{3, 1, 2, 5, 4, 7, 6, 10, 9, 8};
  const SampleSummary s = summarise_sample("x", "m", ten, 0.95);
  CHECK(s.mean == Approx(5.5));
  CHECK(s.deviation == Approx(std::sqrt(82.5 / 9.0)));
  // 97.5 % of Student's t with 9 and with 2 degrees (Abramowitz & Stegun, table 26.10)
  CHECK(s.mean_range.high - s.mean == Approx(2.262157 * s.deviation / std::sqrt(10.0)).epsilon(1e-6));
  const SampleSummary three = summarise_sample("x", "m", {1.0, 2.0, 4.0}, 0.95);
  CHECK(three.mean - three.mean_range.low ==
        Approx(4.302653 * three.deviation / std::sqrt(3.0)).epsilon(1e-6));
  const QuantileEstimate& median = s.quantiles[1];
  CHECK(median.value == Approx(5.5));
  // n = 10: ranks 2 and 9 hold the median with 97.9 % (David & Nagaraja 2003, section 7.1)
  CHECK(median.range.low == 2.0);
  CHECK(median.range.high == 9.0);
  CHECK(std::isnan(s.quantiles[4].range.high));  // ten values say nothing above about the 99th percentile
  // of two values both lie below the 99th percentile with 98 %: the estimate stays within its interval
  for (const QuantileEstimate& q : summarise_sample("x", "m", {3.0, 4.0}, 0.95).quantiles) {
    CHECK_FALSE(q.value < q.range.low);
    CHECK_FALSE(q.value > q.range.high);
  }
  // Wilks: 59 samples for 95 % / 95 %
  const SampleSummary wilks = summarise_sample("x", "m", std::vector<double>(59, 1.0), 0.95);
  CHECK(wilks.share_below_greatest > 0.95);
  CHECK(summarise_sample("x", "m", std::vector<double>(58, 1.0), 0.95).share_below_greatest < 0.95);
}

TEST_CASE("the intervals hold for a known distribution as often as they say") {
  constexpr int kStudies = 400, kSamples = 80;
  int median_held = 0, maximum_held = 0;
  for (int study = 0; study < kStudies; ++study) {
    math::RandomStream random(11, static_cast<std::uint64_t>(study));
    std::vector<double> values;
    for (int i = 0; i < kSamples; ++i) values.push_back(-std::log(1.0 - random.uniform()));  // exponential
    const SampleSummary s = summarise_sample("x", "m", values, 0.9);
    median_held +=
        s.quantiles[1].range.low <= std::numbers::ln2 && std::numbers::ln2 <= s.quantiles[1].range.high;
    maximum_held += 1.0 - std::exp(-s.greatest) >= s.share_below_greatest;
  }
  // 90 % of 400 is 360, standard deviation 6; four of them below
  CHECK(median_held > 336);
  CHECK(maximum_held > 336);
  CHECK(maximum_held < 384);  // Wilks' share is exact for a continuous distribution: neither more often
}

TEST_CASE("the interval of a mean holds as often as it says, with three values, too") {
  constexpr int kStudies = 4000;
  for (const int count : {2, 3, 8}) {
    int held = 0;
    for (int study = 0; study < kStudies; ++study) {
      math::RandomStream random(static_cast<std::uint64_t>(count), static_cast<std::uint64_t>(study));
      std::vector<double> values;  // normal by Box & Muller
      for (int i = 0; i < count; ++i)
        values.push_back(std::sqrt(-2.0 * std::log(1.0 - random.uniform())) *
                         std::cos(2.0 * std::numbers::pi * random.uniform()));
      const SampleSummary s = summarise_sample("x", "m", values, 0.95);
      held += s.mean_range.low <= 0.0 && 0.0 <= s.mean_range.high;
    }
    // 95 % of 4,000 is 3,800, standard deviation 14; a normal interval of three values holds in 81 %
    CHECK(held == Approx(3800).margin(56));
  }
}

TEST_CASE("histograms count every value once, in bins of round width") {
  std::vector<double> values;
  for (int i = 0; i < 1000; ++i) values.push_back(0.013 * i);
  const auto bins = make_histogram(values, 24, 0.95);
  int sum = 0;
  for (const HistogramBin& bin : bins) {
    sum += bin.count;
    CHECK(bin.to - bin.from == Approx(1.0));
    CHECK(bin.range.low <= bin.share);
    CHECK(bin.range.high >= bin.share);
  }
  CHECK(sum == 1000);
  CHECK(bins.size() == 13);
  CHECK(make_histogram({}, 24, 0.95).empty());
}

Placement with(double tilt_deg, std::vector<RestingRamp> ramps) {
  Placement p;
  p.pose.kind = RestKind::resting;
  p.pose.tilt = tilt_deg * std::numbers::pi / 180.0;
  p.pose.pads = {{1.0, 0.01}, {1.0, 0.03}};
  p.pose.ramps = std::move(ramps);
  return p;
}

TEST_CASE("an envelope covers what is within all of its limits") {
  const double d = std::numbers::pi / 180.0;
  const RestingRamp easy{.hinge = 0.0, .slope = 18.0 * d}, steep{.hinge = 0.0, .slope = -28.0 * d};
  const RestingRamp hanging{.hinge = 0.0, .slope = 20.0 * d, .cross = 0.0, .gap = 0.1};
  const Envelope e = parse_envelope("--envelope", "tilt_deg=15,ramp_deg=25");
  CHECK(covers(e, with(14.9, {easy, easy})));
  CHECK_FALSE(covers(e, with(15.1, {easy, easy})));
  CHECK_FALSE(covers(e, with(5.0, {easy, steep})));
  CHECK_FALSE(covers(e, with(5.0, {easy, hanging})));
  CHECK(covers(parse_envelope("--envelope", "best_ramp_deg=25"), with(5.0, {steep, easy})));
  CHECK_FALSE(covers(parse_envelope("--envelope", "best_ramp_deg=25"), with(5.0, {steep, hanging})));
  CHECK(covers(parse_envelope("--envelope", "ramp_deg=25,ramp_gap=0.2"), with(5.0, {easy, hanging})));
  CHECK_FALSE(covers(parse_envelope("--envelope", "sinkage=0.02"), with(5.0, {easy})));
  Placement sliding = with(1.0, {easy});
  sliding.pose.kind = RestKind::slides;
  CHECK_FALSE(covers(e, sliding));
}

TEST_CASE("a wrong envelope says what is wrong") {
  for (const char* text :
       {"tilt=15", "tilt_deg", "tilt_deg=", "tilt_deg=x", "tilt_deg=-1", "tilt_deg=15,tilt_deg=16",
        "tilt_deg=15,,ramp_deg=2", "tilt_deg=nan", "tilt_deg=400"})
    CHECK_THROWS_AS(parse_envelope("--envelope", text), InputError);
}

}  // namespace
}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Elementary effects and Sobol indices against closed forms, and how often their intervals hold them.
#include <algorithm>
#include <numbers>
#include <set>
#include <vector>

#include "grouser/base/error.hpp"
#include "grouser/math/random.hpp"
#include "grouser/mission/statistics/elementary_effects.hpp"
#include "grouser/mission/statistics/sobol_indices.hpp"
#include "statistics/bootstrap.hpp"
#include "statistics_for_test.hpp"

namespace grouser {
namespace {

using namespace estimates;

template <typename Function>
std::vector<double> values_of(const UnitPlan& plan, Function function) {
  std::vector<double> values;
  for (std::size_t k = 0; k < plan.rows(); ++k) values.push_back(function(plan.row(k)));
  return values;
}

/// Ishigami & Homma 1990 with a = 7, b = 0.1, x uniform on (-pi, pi).
double ishigami(std::span<const double> u) {
  const auto x = [&](std::size_t i) { return std::numbers::pi * (2.0 * u[i] - 1.0); };
  return std::sin(x(0)) + 7.0 * std::pow(std::sin(x(1)), 2) + 0.1 * std::pow(x(2), 4) * std::sin(x(0));
}
constexpr double kFirst[] = {0.3139, 0.4424, 0.0}, kTotal[] = {0.5576, 0.4424, 0.2437};

/// x_0 + x_0 x_1 + 2 x_2: moving x_0 by one gives 1 + x_1.
double bilinear(std::span<const double> u) { return u[0] + u[0] * u[1] + 2.0 * u[2]; }

TEST_CASE("Ishigami's indices within 0.02") {
  for (const BasePoints kind : {BasePoints::sobol, BasePoints::independent}) {
    const std::size_t rows = kind == BasePoints::sobol ? 4096 : 32768;
    double worst = 0.0;
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(repeats(3)); ++seed) {
      const UnitPlan plan = saltelli_plan({.dimensions = 3, .base_rows = rows, .points = kind, .seed = seed});
      REQUIRE(plan.rows() == rows * 5);
      const SobolIndices indices = sobol_indices(plan, values_of(plan, ishigami), {.resamples = 50});
      REQUIRE(indices.refused.empty());
      for (std::size_t i = 0; i < 3; ++i) {
        if (seed == 0 && kind == BasePoints::sobol) {
          report("ishigami_first_" + std::to_string(i), indices.inputs[i].first.value);
          report("ishigami_total_" + std::to_string(i), indices.inputs[i].total.value);
        }
        worst = std::max(worst, std::fabs(indices.inputs[i].first.value - kFirst[i]));
        worst = std::max(worst, std::fabs(indices.inputs[i].total.value - kTotal[i]));
      }
      // mean a/2, variance a^2/8 + b pi^4/5 + b^2 pi^8/18 + 1/2 = 13.8446
      CHECK(indices.mean == Approx(3.5).margin(0.15));
      CHECK(indices.variance == Approx(13.8446).epsilon(0.03));
    }
    report(kind == BasePoints::sobol ? "ishigami_worst_sobol_4096" : "ishigami_worst_independent_32768",
           worst);
    CHECK(worst < 0.02);
  }
}

TEST_CASE("intervals of Sobol indices hold the truth in 1,000 repeats of independent rows") {
  Coverage first[3], total[3];
  for (int k = 0; k < repeats(1000); ++k) {
    const auto seed = static_cast<std::uint64_t>(k);
    const UnitPlan plan =
        saltelli_plan({.dimensions = 3, .base_rows = 400, .points = BasePoints::independent, .seed = seed});
    const SobolIndices indices =
        sobol_indices(plan, values_of(plan, ishigami), {.resamples = 100, .seed = seed});
    for (std::size_t i = 0; i < 3; ++i) {
      first[i].add(indices.inputs[i].first.range, kFirst[i]);
      total[i].add(indices.inputs[i].total.range, kTotal[i]);
    }
  }
  for (std::size_t i = 0; i < 3; ++i) {
    report("coverage_sobol_first_" + std::to_string(i), first[i].share());
    report("coverage_sobol_total_" + std::to_string(i), total[i].share());
    CHECK(first[i].share() == Approx(0.95).margin(0.02));
    CHECK(total[i].share() == Approx(0.95).margin(0.02));
  }
}

TEST_CASE("a number far from zero has the indices of the same number near it") {
  const UnitPlan plan = saltelli_plan({.dimensions = 3, .base_rows = 64});
  std::vector<double> values = values_of(plan, ishigami);
  const SobolIndices near = sobol_indices(plan, values, {.resamples = 50});
  for (double& value : values) value = 1000.0 + 4.0 * value;
  const SobolIndices far = sobol_indices(plan, values, {.resamples = 50});
  for (std::size_t i = 0; i < 3; ++i) {  // digits of 1e3 squared over a variance of 200
    CHECK(far.inputs[i].first.value == Approx(near.inputs[i].first.value).margin(1e-10));
    CHECK(far.inputs[i].total.range.high == Approx(near.inputs[i].total.range.high).margin(1e-10));
  }
}

TEST_CASE("a Saltelli plan mixes one column at a time, and its Sobol points fill the cube evenly") {
  const UnitPlan plan = saltelli_plan({.dimensions = 4, .base_rows = 256, .seed = 5});
  std::vector<std::set<int>> slots(8);
  for (std::size_t k = 0; k < 256; ++k) {
    const auto a = plan.row(6 * k), b = plan.row(6 * k + 1);
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < 4; ++j) CHECK(plan.row(6 * k + 2 + i)[j] == (i == j ? b[j] : a[j]));
      slots[i].insert(static_cast<int>(a[i] * 256)), slots[4 + i].insert(static_cast<int>(b[i] * 256));
    }
  }
  // 256 points of a shifted Sobol sequence: one in each 256th of each column, but for the point at zero that Boost leaves out
  for (const auto& column : slots) CHECK(column.size() >= 255);
  const UnitPlan other = saltelli_plan({.dimensions = 4, .base_rows = 256, .seed = 6});
  CHECK(other.points != plan.points);
  CHECK(saltelli_plan({.dimensions = 4, .base_rows = 256, .seed = 5}).points == plan.points);
}

TEST_CASE("over 5 % of rows without a number are refused, fewer cost only their rows") {
  const UnitPlan plan = saltelli_plan({.dimensions = 3, .base_rows = 2048});
  std::vector<double> values = values_of(plan, ishigami);
  math::RandomStream random(4, 0);
  for (double& value : values)
    if (random.uniform() < 0.03) value = std::nan("");
  const SobolIndices some = sobol_indices(plan, values, {.resamples = 50});
  REQUIRE(some.refused.empty());
  CHECK(some.failed_runs > 250);
  for (std::size_t i = 0; i < 3;
       ++i) {  // no longer Sobol's points: the spread of 1,900 independent rows, 0.06 at most
    CHECK(some.inputs[i].first.value == Approx(kFirst[i]).margin(0.1));
    CHECK(some.inputs[i].total.value == Approx(kTotal[i]).margin(0.1));
  }
  for (std::size_t k = 0; k < values.size(); k += 16) values[k] = std::nan("");
  CHECK(!sobol_indices(plan, values, {}).refused.empty());
  CHECK(sobol_indices(plan, values, {}).inputs.empty());
  CHECK(sobol_indices(plan, std::vector<double>(values.size(), 2.0), {}).refused.find("does not vary") !=
        std::string::npos);
  CHECK_THROWS_AS(sobol_indices(plan, std::vector<double>(7, 1.0), {}), InputError);

  const UnitPlan paths = morris_plan({.dimensions = 3, .paths = 40});
  std::vector<double> numbers = values_of(paths, bilinear);
  numbers[1] = numbers[50] = std::nan("");
  const ElementaryEffects effects = elementary_effects(paths, numbers, {.resamples = 50});
  REQUIRE(effects.refused.empty());
  CHECK(effects.inputs[0].count + effects.inputs[1].count + effects.inputs[2].count == 120 - 4);
  for (std::size_t k = 0; k < 10; ++k) numbers[16 * k] = std::nan("");
  CHECK(!elementary_effects(paths, numbers, {}).refused.empty());
}

TEST_CASE("paths of Morris step one input at a time and stay in the cube") {
  const UnitPlan plan = morris_plan({.dimensions = 5, .paths = 200, .levels = 6, .seed = 2});
  REQUIRE(plan.rows() == 1200);
  const double delta = 6.0 / (2.0 * 5.0);
  std::vector<int> at_level(6, 0);
  for (std::size_t path = 0; path < 200; ++path) {
    std::set<std::size_t> moved;
    for (std::size_t k = 6 * path; k < 6 * path + 6; ++k)
      for (std::size_t i = 0; i < 5; ++i) {
        const double value = plan.row(k)[i];
        CHECK((value >= 0.0 && value <= 1.0));
        ++at_level[static_cast<std::size_t>(std::lround(value * 5.0))];
        if (k == 6 * path) continue;
        const double step = std::fabs(value - plan.row(k - 1)[i]);
        if (step == 0.0) continue;
        CHECK(step == Approx(delta));
        moved.insert(i);
      }
    CHECK(moved.size() == 5);
  }
  for (const int count : at_level)
    CHECK(count == Approx(1000).margin(150));  // of 6,000 values; four deviations
  CHECK_THROWS_AS(morris_plan({.dimensions = 5, .levels = 5}), InputError);
}

TEST_CASE("a statistic that some redrawn rows do not have gets no interval, others keep theirs") {
  // the mean without row 0, which three times row 0 does not have, and the mean of all
  const auto means = [](std::span<const std::uint32_t> rows, std::span<double> out) {
    double sum = 0.0, count = 0.0, all = 0.0;
    for (const std::uint32_t row : rows) {
      all += row;
      if (row > 0) sum += row, count += 1.0;
    }
    out[0] = sum / count, out[1] = all / static_cast<double>(rows.size());
  };
  const std::vector<Ranged> found = bootstrap(3, 2, means, {.resamples = 500, .seed = 1});
  CHECK(found[0].value == 1.5);
  CHECK(std::isnan(found[0].range.low));
  CHECK(std::isnan(found[0].range.high));
  CHECK(found[1].value == 1.0);
  CHECK(found[1].range.low < 1.0);
  CHECK(found[1].range.high > 1.0);
}

TEST_CASE("elementary effects of a bilinear function are those of its derivatives") {
  // effect 0: 1 + x_1, x_1 on four levels: mean 1.5, deviation sqrt(5)/6; effect 1: x_0; effect 2: always 2
  Coverage mean, deviation, few;
  double mean_of_means = 0.0;
  const int times = repeats(1000);
  for (int k = 0; k < times; ++k) {
    const auto seed = static_cast<std::uint64_t>(k);
    const UnitPlan plan = morris_plan({.dimensions = 3, .paths = 40, .seed = seed});
    const ElementaryEffects effects =
        elementary_effects(plan, values_of(plan, bilinear), {.resamples = 200, .seed = seed});
    REQUIRE(effects.inputs.size() == 3);
    mean.add(effects.inputs[0].mean.range, 1.5);
    deviation.add(effects.inputs[0].deviation.range, std::sqrt(5.0) / 6.0);
    const UnitPlan ten = morris_plan({.dimensions = 3, .paths = 10, .seed = seed});
    few.add(elementary_effects(ten, values_of(ten, bilinear), {.resamples = 200, .seed = seed})
                .inputs[0]
                .mean.range,
            1.5);
    mean_of_means += effects.inputs[0].mean.value / times;
    if (k > 0) continue;
    CHECK(effects.inputs[2].mean.value == Approx(2.0).epsilon(1e-12));
    CHECK(effects.inputs[2].deviation.value < 1e-12);
    CHECK(effects.inputs[0].mean_absolute.value == Approx(effects.inputs[0].mean.value));
  }
  report("coverage_morris_mean", mean.share());
  report("coverage_morris_deviation", deviation.share());
  report("coverage_morris_mean_10_paths", few.share());
  CHECK(few.share() == Approx(0.95).margin(0.02));
  CHECK(mean_of_means == Approx(1.5).margin(0.01));
  CHECK(mean.share() == Approx(0.95).margin(0.02));
  CHECK(deviation.share() == Approx(0.95).margin(0.02));

  // an effect that changes sign: no mean, but a mean of magnitudes. (x_0 - 1/2)(x_1 - 1/2): effect x_1 - 1/2,
  // magnitudes 1/2 and 1/6
  const UnitPlan plan = morris_plan({.dimensions = 2, .paths = 2000});
  const ElementaryEffects saddle = elementary_effects(
      plan, values_of(plan, [](std::span<const double> u) { return (u[0] - 0.5) * (u[1] - 0.5); }),
      {.resamples = 20});
  CHECK(saddle.inputs[0].mean.value == Approx(0.0).margin(0.04));
  CHECK(saddle.inputs[0].mean_absolute.value == Approx(1.0 / 3.0).margin(0.02));
}

}  // namespace
}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Rank correlation: what follows from its definition, Spearman's formula without ties, and the honesty of its interval.
#include "grouser/mission/statistics/rank_correlation.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "catch.hpp"
#include "grouser/math/random.hpp"

using namespace grouser;

namespace {
constexpr double kPi = 3.14159265358979323846;
}

TEST_CASE("rank correlation: 1 for whatever rises, -1 for whatever falls, none where nothing varies") {
  std::vector<double> x, rising, falling, still;
  for (int k = 0; k < 50; ++k) {
    x.push_back(0.3 * k - 4.0);
    rising.push_back(std::exp(x.back()));
    falling.push_back(-x.back() * x.back() * x.back());
    still.push_back(2.0);
  }
  CHECK(rank_correlation(x, rising, 0.95).rho.value == Approx(1.0).margin(1e-12));
  CHECK(rank_correlation(x, falling, 0.95).rho.value == Approx(-1.0).margin(1e-12));
  CHECK(std::isnan(rank_correlation(x, still, 0.95).rho.value));
}

TEST_CASE("rank correlation: by Spearman's formula, and with shared ranks by hand") {
  // 1 - 6 sum d^2/(n (n^2 - 1)) = 1 - 6 (1 + 1 + 1 + 1 + 0 + 0)/(6 35) with two neighbours swapped twice
  const std::vector<double> x{1, 2, 3, 4, 5, 6}, y{20, 10, 40, 30, 50, 60};
  CHECK(rank_correlation(x, y, 0.95).rho.value == Approx(1.0 - 6.0 * 4.0 / 210.0).epsilon(1e-12));
  // ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4: covariance 4.5, variances 4.5 and 5
  const std::vector<double> tied{1, 7, 7, 9}, plain{1, 2, 3, 4};
  CHECK(rank_correlation(tied, plain, 0.95).rho.value == Approx(4.5 / std::sqrt(4.5 * 5.0)).epsilon(1e-12));
  const double none = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> with_gaps{1, none, 7, 7, 9}, beside{1, 5, 2, 3, 4};
  const RankCorrelation found = rank_correlation(with_gaps, beside, 0.95);
  CHECK(found.count == 4);
  CHECK(found.rho.value == Approx(4.5 / std::sqrt(4.5 * 5.0)).epsilon(1e-12));
}

TEST_CASE("rank correlation: of normal pairs rho_s = 6/pi asin(r/2), and its interval covers as it says") {
  for (const double r : {0.0, 0.6}) {
    const double truth = 6.0 / kPi * std::asin(0.5 * r);
    int covered = 0;
    double mean = 0.0;
    constexpr int kRepeats = 1000, kPairs = 60;
    for (int repeat = 0; repeat < kRepeats; ++repeat) {
      math::RandomStream random(20261124, static_cast<std::uint64_t>(repeat));
      std::vector<double> x, y;
      for (int k = 0; k < kPairs; ++k) {
        x.push_back(random.normal());
        y.push_back(r * x.back() + std::sqrt(1.0 - r * r) * random.normal());
      }
      const Ranged rho = rank_correlation(x, y, 0.95).rho;
      covered += rho.range.low <= truth && truth <= rho.range.high;
      mean += rho.value / kRepeats;
    }
    // of 1,000 intervals with 95 %, 930 to 970 is 2.9 deviations either way
    CHECK(covered >= 930);
    CHECK(covered <= 970);
    CHECK(mean == Approx(truth).margin(0.02));  // bias of 60 pairs below 0.01, and three errors of the mean
  }
}

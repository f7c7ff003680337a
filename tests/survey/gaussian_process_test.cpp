// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/survey/clean/gaussian_process.hpp"

#include <Eigen/Dense>
#include <cmath>
#include <limits>

#include "catch.hpp"
#include "clean/matern_level.hpp"
#include "gpr_golden.hpp"
#include "gpr_points.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/simd_level.hpp"

using namespace grouser;

TEST_CASE("Gaussian process: one sample has the closed form", "[gaussian_process]") {
  HeightSamples one;
  one.add(3.0, 4.0, 2.0);
  const MaternParams p{.variance = 9.0, .length = 10.0, .noise = 0.25};
  const GaussianProcess process(one, p, ProcessTrend::none);
  const double a = std::sqrt(3.0) * 5.0 / 10.0, c = (1.0 + a) * std::exp(-a);
  double deviation = 0.0;
  const double zero = 0.0;
  process.deviations({&zero, 1}, {&zero, 1}, {&deviation, 1});
  CHECK(process.mean(0.0, 0.0) == Approx(2.0 * c / 1.25).epsilon(1e-13));
  CHECK(deviation == Approx(3.0 * std::sqrt(1.0 - c * c / 1.25)).epsilon(1e-13));
  CHECK(process.log_marginal_likelihood() ==
        Approx(-0.5 * 4.0 / (9.0 * 1.25) - 0.5 * std::log(2.0 * M_PI * 9.0 * 1.25)).epsilon(1e-13));
}

TEST_CASE("Gaussian process: scikit-learn's means, deviations and likelihood", "[gaussian_process]") {
  const HeightSamples samples = golden::samples(golden::kSamples);
  for (const golden::Case& c : golden::kCases) {
    CAPTURE(c.length, c.noise);
    const GaussianProcess process(samples, {c.variance, c.length, c.noise}, ProcessTrend::none);
    CHECK(process.log_marginal_likelihood() == Approx(c.log_likelihood).epsilon(1e-9));
    for (int i = 0; i < golden::kQueries; ++i) {
      const auto [x, y] = golden::point(1000 + i);
      double deviation = 0.0;
      process.deviations({&x, 1}, {&y, 1}, {&deviation, 1});
      // 1e-8 of the size of the heights (5 m) and of the process's own deviation: what is asked of us
      CHECK(std::fabs(process.mean(x, y) - c.mean[i]) < 1e-8);
      CHECK(std::fabs(deviation - c.deviation[i]) < 1e-8 * std::sqrt(c.variance));
    }
  }
}

TEST_CASE("Gaussian process: the plane is universal kriging", "[gaussian_process]") {
  const HeightSamples samples = golden::samples(60);
  const MaternParams p{.variance = 3.0, .length = 15.0, .noise = 1e-4};
  const GaussianProcess process(samples, p);

  SECTION("the kriging system with Lagrange multipliers gives the same (Cressie 1993, eqs. 3.4.2-3.4.4)") {
    const int n = samples.count();
    const auto c = [&](double dx, double dy) {
      const double a = std::sqrt(3.0) * std::hypot(dx, dy) / p.length;
      return p.variance * (1.0 + a) * std::exp(-a);
    };
    Eigen::MatrixXd system = Eigen::MatrixXd::Zero(n + 3, n + 3);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j)
        system(i, j) = c(samples.x[i] - samples.x[j], samples.y[i] - samples.y[j]) +
                       (i == j ? p.variance * p.noise : 0.0);
      system.row(i).tail(3) << 1.0, samples.x[i], samples.y[i];
      system.col(i).tail(3) = system.row(i).tail(3).transpose();
    }
    const Eigen::FullPivLU<Eigen::MatrixXd> lu(system);
    for (int k = 0; k < 5; ++k) {
      const auto [x, y] = golden::point(500 + k);
      Eigen::VectorXd right(n + 3);
      for (int i = 0; i < n; ++i) right[i] = c(samples.x[i] - x, samples.y[i] - y);
      right.tail(3) << 1.0, x, y;
      const Eigen::VectorXd weights = lu.solve(right);
      double mean = 0.0, deviation = 0.0;
      for (int i = 0; i < n; ++i) mean += weights[i] * samples.height[i];
      process.deviations({&x, 1}, {&y, 1}, {&deviation, 1});
      // the condition number of the system is near 1e6; the plane is held by 1e-10 of its own weight
      CHECK(process.mean(x, y) == Approx(mean).epsilon(1e-8));
      CHECK(deviation == Approx(std::sqrt(p.variance - weights.dot(right))).epsilon(1e-7));
    }
  }
  SECTION("a plane added to the heights comes back") {
    HeightSamples tilted = samples;
    for (int i = 0; i < tilted.count(); ++i)
      tilted.height[i] += -4450.0 + 0.3 * tilted.x[i] - 0.2 * tilted.y[i];
    const GaussianProcess other(tilted, p);
    // far out, where only the plane is left
    for (const double x : {-200.0, 10.0, 30.5, 300.0})
      CHECK(other.mean(x, 17.0) - process.mean(x, 17.0) ==
            Approx(-4450.0 + 0.3 * x - 0.2 * 17.0).epsilon(1e-8));
  }
}

TEST_CASE("Gaussian process: every vector level gives the same sums", "[gaussian_process]") {
  const HeightSamples s = golden::samples(64);
  const matern::Functions& plain = matern::functions_of(SimdLevel::scalar);
  std::vector<double> expected(64), found(64);
  plain.correlations(s.x.data(), s.y.data(), 64, 11.0, 12.0, 0.1, expected.data());
  for (int i = 0; i < 64; ++i)
    CHECK(expected[i] ==
          Approx(matern_correlation(std::hypot(s.x[i] - 11.0, s.y[i] - 12.0), std::sqrt(3.0) / 0.1))
              .epsilon(1e-14));
  for (const SimdLevel level : available_levels()) {
    const matern::Functions& f = matern::functions_of(level);
    f.correlations(s.x.data(), s.y.data(), 64, 11.0, 12.0, 0.1, found.data());
    for (int i = 0; i < 64; ++i) CHECK(found[i] == Approx(expected[i]).epsilon(1e-14));
    CHECK(f.weighted_sum(s.x.data(), s.y.data(), s.height.data(), 64, 11.0, 12.0, 0.1) ==
          Approx(plain.weighted_sum(s.x.data(), s.y.data(), s.height.data(), 64, 11.0, 12.0, 0.1))
              .epsilon(1e-13));
  }
}

TEST_CASE("Gaussian process: what it refuses", "[gaussian_process]") {
  const auto refuses = [](const HeightSamples& s, const MaternParams& p) {
    CHECK_THROWS_AS(GaussianProcess(s, p), InputError);
  };
  HeightSamples two;
  refuses(two, {});
  two.add(1.0, 1.0, 0.0);
  two.add(1.0, 1.0, 1.0);
  refuses(two, {.variance = 1.0, .length = 2.0, .noise = 0.0});
  two.x[0] = std::numeric_limits<double>::quiet_NaN();
  refuses(two, {});
  two.x[0] = 0.0;
  CHECK_NOTHROW(GaussianProcess(two, {}));
  refuses(two, {.variance = -1.0});
  refuses(two, {.variance = 1.0, .length = 0.0});
  two.y.pop_back();
  refuses(two, {});
}

// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/survey/clean/matern_fit.hpp"

#include <Eigen/Dense>
#include <cmath>

#include "catch.hpp"
#include "gpr_golden.hpp"
#include "gpr_points.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/random.hpp"

using namespace grouser;

TEST_CASE("Matern fit: the likelihood is that of the process, its slope the difference's", "[matern_fit]") {
  const HeightSamples samples = golden::samples(120);
  for (const double length : {8.0, 60.0})
    for (const double noise : {1e-5, 1e-2}) {
      const ProfileLikelihood l = profile_likelihood(samples, length, noise);
      const GaussianProcess process(samples, {l.variance, length, noise}, ProcessTrend::none);
      CHECK(l.value == Approx(process.log_marginal_likelihood()).epsilon(1e-10));
      CHECK(process.likeliest_variance() == Approx(l.variance).epsilon(1e-10));
      const double h = 1e-4;  // central differences: h^2 of a curvature near n
      const auto at = [&](double dl, double dn) {
        return profile_likelihood(samples, length * std::exp(dl), noise * std::exp(dn)).value;
      };
      CHECK(l.by_log_length == Approx((at(h, 0) - at(-h, 0)) / (2 * h)).epsilon(1e-5).margin(1e-4));
      CHECK(l.by_log_noise == Approx((at(0, h) - at(0, -h)) / (2 * h)).epsilon(1e-5).margin(1e-4));
    }
}

TEST_CASE("Matern fit: scikit-learn's gradient", "[matern_fit]") {
  // With the variance held, which ours has not: so by differences of the process' own likelihood, which the
  // test above ties to ours.
  const HeightSamples samples = golden::samples(golden::kSamples);
  for (const golden::Case& c : golden::kCases) {
    CAPTURE(c.length, c.noise);
    const double h = 1e-5;
    const auto held = [&](double by_length, double by_noise) {
      const MaternParams p{c.variance, c.length * std::exp(by_length), c.noise * std::exp(by_noise)};
      return GaussianProcess(samples, p, ProcessTrend::none).log_marginal_likelihood();
    };
    // differences of likelihoods near 1000 that are known to 1e-10
    CHECK(c.by_log_length == Approx((held(h, 0) - held(-h, 0)) / (2 * h)).epsilon(1e-5).margin(1e-3));
    CHECK(c.by_log_noise == Approx((held(0, h) - held(0, -h)) / (2 * h)).epsilon(1e-5).margin(1e-3));
  }
}

TEST_CASE("Matern fit: finds the parameters of drawn fields", "[matern_fit]") {
  // heights drawn from the process itself, L times white noise (R&W section A.2)
  const double length = 12.0, noise = 1e-3, variance = 2.0;
  math::RandomStream random(7, 0);
  std::vector<HeightSamples> groups;
  for (int g = 0; g < 2; ++g) {
    HeightSamples samples;
    const int n = 300;
    for (int i = 0; i < n; ++i) samples.add(random.uniform(0.0, 90.0), random.uniform(0.0, 90.0), 0.0);
    Eigen::MatrixXd r(n, n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        r(i, j) =
            matern_correlation(std::hypot(samples.x[i] - samples.x[j], samples.y[i] - samples.y[j]), length) +
            (i == j ? noise : 0.0);
    Eigen::VectorXd white(n);
    for (int i = 0; i < n; ++i) white[i] = std::sqrt(variance) * random.normal();
    const Eigen::MatrixXd root = r.llt().matrixL();
    const Eigen::VectorXd z = root * white;
    samples.height.assign(z.data(), z.data() + n);
    groups.push_back(samples);
  }
  const MaternFit fit = fit_matern(groups);
  // about two standard errors: 600 samples on 2 x 57 correlation areas
  CHECK(fit.params.length == Approx(length).epsilon(0.3));
  CHECK(fit.params.noise == Approx(noise).epsilon(0.6));
  CHECK(fit.params.variance == Approx(variance).epsilon(0.4));
  // a true maximum: no neighbour is likelier
  const auto likelihood = [&](double l, double n) {
    double sum = 0.0;
    for (HeightSamples g : groups) {
      Eigen::MatrixXd h(g.count(), 3);
      for (int i = 0; i < g.count(); ++i) h.row(i) << 1.0, g.x[i], g.y[i];
      Eigen::Map<Eigen::VectorXd> z(g.height.data(), g.count());
      z -= (h * (h.transpose() * h).ldlt().solve(h.transpose() * z)).eval();
      sum += profile_likelihood(g, l, n).value;
    }
    return sum;
  };
  const double top = likelihood(fit.params.length, fit.params.noise);
  CHECK(top == Approx(fit.log_likelihood).epsilon(1e-9));
  for (const double f : {0.97, 1.03}) {
    CHECK(likelihood(f * fit.params.length, fit.params.noise) < top);
    CHECK(likelihood(fit.params.length, f * fit.params.noise) < top);
  }
}

TEST_CASE("Matern fit: flat ground and too little ground", "[matern_fit]") {
  HeightSamples flat;
  for (int i = 0; i < 40; ++i) flat.add(i % 7, i / 7, -4450.0 + 0.25 * (i % 7));
  CHECK(fit_matern({flat}).params.variance == 0.0);
  CHECK_THROWS_AS(fit_matern({}), InputError);
}

// SPDX-License-Identifier: BSD-3-Clause
// Least squares against the certified values of NIST's Statistical Reference Datasets (Misra1a, Rat42, MGH09:
// https://www.itl.nist.gov/div898/strd/nls/nls_main.shtml), and against closed forms at bounds; the ensemble
// sampler against a normal distribution and a box.
#include "grouser/mission/fit/least_squares.hpp"

#include <cmath>
#include <vector>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/campaign/parallel_jobs.hpp"
#include "grouser/mission/fit/ensemble_sampler.hpp"

using namespace grouser;

namespace {

using Model = std::function<double(const VecX& b, double x)>;

/// Central differences: the certified values have eleven digits, of which these leave eight.
MatX numeric_jacobian(const ResidualFunction& f, const VecX& x) {
  MatX J(f(x).size(), x.size());
  for (Eigen::Index k = 0; k < x.size(); ++k) {
    VecX up = x, down = x;
    const double h = 1e-6 * std::max(std::fabs(x[k]), 1e-3);
    up[k] += h, down[k] -= h;
    J.col(k) = (f(up) - f(down)) / (up[k] - down[k]);
  }
  return J;
}

LeastSquaresResult fit_curve(const Model& model, const std::vector<double>& x, const std::vector<double>& y,
                             const VecX& start, double bound = 1e6) {
  const ResidualFunction f = [&](const VecX& b) {
    VecX r(static_cast<Eigen::Index>(x.size()));
    for (std::size_t k = 0; k < x.size(); ++k) r[static_cast<Eigen::Index>(k)] = model(b, x[k]) - y[k];
    return r;
  };
  const JacobianFunction j = [&](const VecX& b, const VecX&) { return numeric_jacobian(f, b); };
  return minimise_squares(f, j, start, VecX::Constant(start.size(), -bound),
                          VecX::Constant(start.size(), bound), {.most_iterations = 500});
}

VecX vector_of(std::initializer_list<double> values) {
  VecX v(static_cast<Eigen::Index>(values.size()));
  Eigen::Index k = 0;
  for (const double value : values) v[k++] = value;
  return v;
}

void check_certified(const LeastSquaresResult& found, std::initializer_list<double> certified,
                     double squares) {
  REQUIRE(found.converged);
  Eigen::Index k = 0;
  for (const double value : certified) CHECK(found.x[k++] == Approx(value).epsilon(1e-6));
  CHECK(2.0 * found.cost == Approx(squares).epsilon(1e-9));
}

}  // namespace

TEST_CASE("least squares finds NIST's certified values from both of its starts") {
  const std::vector<double> misra_y{10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02,
                                    44.82, 50.76, 55.05, 61.01, 66.40, 75.47, 81.78};
  const std::vector<double> misra_x{77.6,  114.9, 141.1, 190.8, 239.9, 289.0, 332.8,
                                    378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760.0};
  const Model misra = [](const VecX& b, double x) { return b[0] * (1.0 - std::exp(-b[1] * x)); };
  for (const VecX& start : {vector_of({500.0, 1e-4}), vector_of({250.0, 5e-4})})
    check_certified(fit_curve(misra, misra_x, misra_y, start), {2.3894212918e2, 5.5015643181e-4},
                    1.2455138894e-1);

  const std::vector<double> rat_y{8.93, 10.8, 18.59, 22.33, 39.35, 56.11, 61.73, 64.62, 67.08};
  const std::vector<double> rat_x{9.0, 14.0, 21.0, 28.0, 42.0, 57.0, 63.0, 70.0, 79.0};
  const Model rat = [](const VecX& b, double x) { return b[0] / (1.0 + std::exp(b[1] - b[2] * x)); };
  for (const VecX& start : {vector_of({100.0, 1.0, 0.1}), vector_of({75.0, 2.5, 0.07})})
    check_certified(fit_curve(rat, rat_x, rat_y, start), {7.2462237576e1, 2.6180768402, 6.7359200066e-2},
                    8.0565229338);

  const std::vector<double> mgh_y{0.1957, 0.1947, 0.1735, 0.16,   0.0844, 0.0627,
                                  0.0456, 0.0342, 0.0323, 0.0235, 0.0246};
  const std::vector<double> mgh_x{4.0, 2.0, 1.0, 0.5, 0.25, 0.167, 0.125, 0.1, 0.0833, 0.0714, 0.0625};
  const Model mgh = [](const VecX& b, double x) {
    return b[0] * (x * x + x * b[1]) / (x * x + x * b[2] + b[3]);
  };
  check_certified(fit_curve(mgh, mgh_x, mgh_y, vector_of({0.25, 0.39, 0.415, 0.39})),
                  {1.9280693458e-1, 1.9128232873e-1, 1.2305650693e-1, 1.3606233068e-1}, 3.0750560385e-4);
}

TEST_CASE("least squares stays within bounds and finds the best value there") {
  // |(x, y) - (2, 0.3)| + a coupling: with x held at 1 the best y follows in closed form
  const ResidualFunction f = [](const VecX& x) {
    return vector_of({x[0] - 2.0, x[1] - 0.3, x[0] + x[1] - 1.0});
  };
  const JacobianFunction j = [](const VecX&, const VecX&) {
    MatX J(3, 2);
    J << 1.0, 0.0, 0.0, 1.0, 1.0, 1.0;
    return J;
  };
  const LeastSquaresResult found =
      minimise_squares(f, j, vector_of({0.5, 0.9}), VecX::Zero(2), VecX::Ones(2));
  CHECK(found.converged);
  CHECK(found.x[0] == 1.0);
  CHECK(found.x[1] == Approx(0.15).epsilon(
                          1e-6));  // d/dy: (y - 0.3) + y = 0; the cost is flat to its last digit within 1e-7

  // Rosenbrock's valley, whose bottom (1, 1) lies beyond a bound at 0.5: the best point there is (0.5, 0.25)
  const ResidualFunction valley = [](const VecX& x) {
    return vector_of({10.0 * (x[1] - x[0] * x[0]), 1.0 - x[0]});
  };
  const JacobianFunction slopes = [](const VecX& x, const VecX&) {
    MatX J(2, 2);
    J << -20.0 * x[0], 10.0, -1.0, 0.0;
    return J;
  };
  const LeastSquaresResult held = minimise_squares(valley, slopes, vector_of({-1.0, 1.0}),
                                                   vector_of({-2.0, -2.0}), vector_of({0.5, 2.0}));
  CHECK(held.x[0] == Approx(0.5).margin(1e-9));
  CHECK(held.x[1] == Approx(0.25).margin(1e-6));
}

TEST_CASE("a model that has no value on the way is walked around, and one without a start is said") {
  const ResidualFunction edge = [](const VecX& x) {
    return x[0] < 0.2 ? VecX() : vector_of({std::sqrt(x[0] - 0.2), x[0] - 0.3});
  };
  const JacobianFunction slope = [](const VecX& x, const VecX&) {
    MatX J(2, 1);
    J << 0.5 / std::sqrt(std::max(x[0] - 0.2, 1e-12)), 1.0;
    return J;
  };
  const LeastSquaresResult found =
      minimise_squares(edge, slope, vector_of({0.9}), VecX::Zero(1), VecX::Ones(1));
  CHECK(found.valid);
  CHECK(found.x[0] >= 0.2);
  CHECK(found.x[0] < 0.21);
  CHECK_FALSE(minimise_squares(edge, slope, vector_of({0.1}), VecX::Zero(1), VecX::Ones(1)).valid);
}

TEST_CASE(
    "the ensemble draws a correlated normal distribution and a box, the same bits on any number of threads") {
  const auto normal = [](const VecX& x) {  // means 1 and -2, deviations 0.5 and 3, correlation 0.8
    const double a = (x[0] - 1.0) / 0.5, b = (x[1] + 2.0) / 3.0, r = 0.8;
    return -0.5 * (a * a - 2.0 * r * a * b + b * b) / (1.0 - r * r);
  };
  std::vector<VecX> walkers;
  for (int k = 0; k < 24; ++k) walkers.push_back(vector_of({0.1 * k, 0.05 * k * k - 3.0}));
  SamplerOptions options;
  options.enough = 4000.0, options.most_steps = 20000;
  const EnsembleDraws one = draw_ensemble(normal, walkers, options, parallel_workers(1));
  double count = static_cast<double>(one.draws.size()), mean0 = 0.0, mean1 = 0.0, v0 = 0.0, v1 = 0.0,
         v01 = 0.0;
  for (const VecX& x : one.draws) mean0 += x[0] / count, mean1 += x[1] / count;
  for (const VecX& x : one.draws)
    v0 += (x[0] - mean0) * (x[0] - mean0) / count, v1 += (x[1] - mean1) * (x[1] - mean1) / count,
        v01 += (x[0] - mean0) * (x[1] - mean1) / count;
  CHECK(one.independent >= 4000.0);
  // four standard errors of 4000 independent draws: 4 s / sqrt(4000) of a mean, 4 s / sqrt(8000) of a
  // deviation
  CHECK(mean0 == Approx(1.0).margin(4.0 * 0.5 / 63.2));
  CHECK(mean1 == Approx(-2.0).margin(4.0 * 3.0 / 63.2));
  CHECK(std::sqrt(v0) == Approx(0.5).epsilon(4.0 / 89.4));
  CHECK(std::sqrt(v1) == Approx(3.0).epsilon(4.0 / 89.4));
  CHECK(v01 / std::sqrt(v0 * v1) == Approx(0.8).margin(4.0 * 0.36 / 63.2));
  CHECK(one.acceptance > 0.4);

  options.enough = 1e9, options.most_steps = 150;
  const EnsembleDraws short_one = draw_ensemble(normal, walkers, options, parallel_workers(1));
  for (const int threads : {2, 5})
    CHECK(draw_ensemble(normal, walkers, options, parallel_workers(threads)).draws == short_one.draws);

  const auto box = [](const VecX& x) {
    return (x.array() > 0.0).all() && (x.array() < 1.0).all() ? 0.0
                                                              : -std::numeric_limits<double>::infinity();
  };
  std::vector<VecX> inside;
  for (int k = 0; k < 24; ++k) inside.push_back(vector_of({0.3 + 0.015 * k, 0.6 - 0.01 * k}));
  options.enough = 4000.0, options.most_steps = 20000;
  const EnsembleDraws even = draw_ensemble(box, inside, options, parallel_workers(1));
  count = static_cast<double>(even.draws.size());
  double mean = 0.0, low = 0.0;
  for (const VecX& x : even.draws) mean += x[0] / count, low += (x[1] < 0.25 ? 1.0 : 0.0) / count;
  CHECK(mean == Approx(0.5).margin(4.0 * 0.289 / 63.2));
  CHECK(low == Approx(0.25).margin(4.0 * 0.433 / 63.2));

  CHECK_THROWS_AS(draw_ensemble(box, {inside[0], inside[1], inside[2]}, options, parallel_workers(1)),
                  InputError);
}

TEST_CASE("the correlation time of an autoregressive chain is (1 + a) over (1 - a)") {
  // x_k = a x_(k-1) + noise, with a = 0.8: 9 (Sokal 1997)
  std::vector<double> chain{0.0};
  std::uint64_t state = 12345;
  for (int k = 1; k < 100000; ++k) {
    double noise = 0.0;
    for (int n = 0; n < 12; ++n) {  // a linear congruential generator (Knuth's MMIX), of its own
      state = state * 6364136223846793005ull + 1442695040888963407ull;
      noise += static_cast<double>(state >> 11) * 0x1.0p-53 - 0.5;
    }
    chain.push_back(0.8 * chain.back() + noise);
  }
  CHECK(correlation_time(chain) ==
        Approx(9.0).epsilon(0.1));  // a tenth: its standard error at this length is 0.03
  CHECK(correlation_time(std::vector<double>(100, 1.0)) == 100.0);
}

// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/math/elementary.hpp"

#include <cmath>
#include <random>

#include "catch.hpp"

using namespace grouser;

namespace {
// error in units in the last place of the exact (long double) value
double ulps(double got, long double exact) {
  const double nearest = static_cast<double>(exact);
  const double unit = std::nextafter(std::fabs(nearest), INFINITY) - std::fabs(nearest);
  return static_cast<double>(std::fabs(static_cast<long double>(got) - exact) / unit);
}
template <class Ours, class Exact>
double worst_ulps(double low, double high, Ours ours, Exact exact) {
  std::mt19937_64 random(20260101);
  std::uniform_real_distribution<double> uniform(low, high);
  double worst = 0.0;
  for (int i = 0; i < 200000; ++i) {
    const double x = uniform(random);
    worst = std::max(worst, ulps(ours(x), exact(static_cast<long double>(x))));
  }
  return worst;
}
}  // namespace

// 2 ulp: one for the last addition of the series, one for the reduced argument; asin and acos add a square
// root (3), sin up to 1e6 rad a reduction by 6e5 half turns (4), pow the logarithm's error times |y log x|
// (25).
TEST_CASE("elementary functions agree with long double to a few units in the last place") {
  CHECK(worst_ulps(-700, 700, math::exp, [](long double x) { return expl(x); }) < 2.0);
  CHECK(worst_ulps(-1, 1, math::exp, [](long double x) { return expl(x); }) < 2.0);
  CHECK(worst_ulps(1e-12, 4.0, math::log, [](long double x) { return logl(x); }) < 2.0);
  CHECK(worst_ulps(1.0, 1e9, math::log, [](long double x) { return logl(x); }) < 2.0);
  CHECK(worst_ulps(
            -1e6, 1e6, [](double x) { return math::sin(x); }, [](long double x) { return sinl(x); }) < 4.0);
  CHECK(worst_ulps(
            -10, 10, [](double x) { return math::cos(x); }, [](long double x) { return cosl(x); }) < 2.0);
  CHECK(worst_ulps(-10, 10, math::atan, [](long double x) { return atanl(x); }) < 2.0);
  CHECK(worst_ulps(-1e-3, 1e-3, math::atan, [](long double x) { return atanl(x); }) < 2.0);
  CHECK(worst_ulps(-1, 1, math::asin, [](long double x) { return asinl(x); }) < 3.0);
  CHECK(worst_ulps(-1, 1, math::acos, [](long double x) { return acosl(x); }) < 3.0);
  CHECK(worst_ulps(0.999, 1, math::acos, [](long double x) { return acosl(x); }) < 3.0);
  CHECK(worst_ulps(
            1e-6, 1.0, [](double x) { return math::pow(x, 1.46); },
            [](long double x) { return powl(x, static_cast<long double>(1.46)); }) < 25.0);
}

TEST_CASE("special values") {
  CHECK(math::exp(0.0) == 1.0);
  CHECK(math::exp(-1000.0) == 0.0);
  CHECK(std::isinf(math::exp(1000.0)));
  CHECK(std::isnan(math::exp(NAN)));
  CHECK(math::log(1.0) == 0.0);
  CHECK(std::isnan(math::log(-1.0)));
  CHECK(math::pow(0.0, 1.1) == 0.0);
  CHECK(math::pow(3.0, 0.0) == 1.0);
  CHECK(math::atan2(0.0, 0.0) == 0.0);
  CHECK(math::atan2(1.0, -1.0) == Approx(3 * M_PI / 4).epsilon(1e-15));
  CHECK(math::atan2(-1.0, -1.0) == Approx(-3 * M_PI / 4).epsilon(1e-15));
  CHECK(math::acos(2.0) == 0.0);
  CHECK(std::isnan(math::acos(NAN)));
  CHECK(std::isnan(math::asin(NAN)));
}

// SPDX-License-Identifier: BSD-3-Clause
// exp, log, pow and sincos of the vector levels against the C library in long double, on their domains. Run
// on the scalar level, which is the same templates; the other levels are held against it where they are used
// (wheel_reaction_test.cpp).
#include <cmath>
#include <random>

#include "grouser/math/simd/level_scalar.hpp"
// the level first
#include "catch.hpp"
#include "grouser/math/simd/elementary.hpp"

using grouser::simd::ScalarLevel;

namespace {

using Scalar = ScalarLevel::Batch;
constexpr int kCount = 200000;

/// Units in the last place of a result that is exactly `exact`, never finer than those of `floor`.
double error_in_ulp(double value, long double exact, double floor = 0.0) {
  const double size = std::max(std::fabs(static_cast<double>(exact)), floor);
  return static_cast<double>(std::fabs(value - exact) / (std::nextafter(size, INFINITY) - size));
}

template <class F>
double largest_error(double low, double high, const F& error_at) {
  std::mt19937_64 random(20261121);
  std::uniform_real_distribution<double> argument(low, high);
  double worst = 0.0;
  for (int i = 0; i < kCount; ++i) worst = std::max(worst, error_at(argument(random)));
  return worst;
}

}  // namespace

TEST_CASE("exp of a register: within 2 units in the last place") {
  const auto error = [](double x) {
    return error_in_ulp(grouser::simd::exp_of<ScalarLevel>(Scalar(x)).x,
                        std::exp(static_cast<long double>(x)));
  };
  CHECK(largest_error(-1.0, 1.0, error) <= 2.0);
  CHECK(largest_error(-700.0, 700.0, error) <= 2.0);
  CHECK(grouser::simd::exp_of<ScalarLevel>(Scalar(0.0)).x == 1.0);
  CHECK(grouser::simd::exp_of<ScalarLevel>(Scalar(-1e6)).x < 1e-307);
}

TEST_CASE("log of a register: within 2 units in the last place") {
  const auto error = [](double x) {
    return error_in_ulp(grouser::simd::log_of<ScalarLevel>(Scalar(x)).x,
                        std::log(static_cast<long double>(x)));
  };
  CHECK(largest_error(1e-6, 1.0, error) <= 2.0);
  CHECK(largest_error(0.99, 1.01, error) <= 2.0);  // no cancellation beside 1
  CHECK(largest_error(1.0, 1e9, error) <= 2.0);
  CHECK(error(1e-300) <= 2.0);
  CHECK(grouser::simd::log_of<ScalarLevel>(Scalar(1.0)).x == 0.0);
}

// A relative error of y log x by d is an error of the power by |y log x| d: the bound of elementary.hpp's
// pow.
TEST_CASE("pow of a register: the error of y log x, carried through exp") {
  for (const double y : {0.3, 0.79, 1.0, 1.6}) {
    CAPTURE(y);
    CHECK(largest_error(1e-6, 0.5, [y](double x) {
            const long double exact = std::pow(static_cast<long double>(x), static_cast<long double>(y));
            const double value = grouser::simd::pow_of<ScalarLevel>(Scalar(x), Scalar(y)).x;
            return static_cast<double>(std::fabs(value - exact) / exact) / (2.0 + std::fabs(y * std::log(x)));
          }) < 2.3e-16);
  }
}

// The doubled angle loses bits of a cosine near its zero: there the error is that of a number of size 1.
TEST_CASE("sincos of a register to a quarter turn: within 4 units in the last place") {
  const auto error = [](double x) {
    Scalar sine, cosine;
    grouser::simd::sincos_of<ScalarLevel>(Scalar(x), sine, cosine);
    return std::max(error_in_ulp(sine.x, std::sin(static_cast<long double>(x))),
                    error_in_ulp(cosine.x, std::cos(static_cast<long double>(x)), 0.5));
  };
  CHECK(largest_error(-1.5707963, 1.5707963, error) <= 4.0);
  CHECK(largest_error(-1e-3, 1e-3, error) <= 4.0);
}

// SPDX-License-Identifier: BSD-3-Clause
// Argument reduction by two- and three-part constants (Cody & Waite 1980), then Taylor or atanh series that
// are short but exact up to rounding on the reduced interval. No tables, and no branches on the processor.
#include "grouser/math/elementary.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

#include "grouser/math/simd/series.hpp"

namespace grouser::math {
namespace {
using namespace series;

// pi/2 in three parts of 33 bits each
constexpr double kHalfPi1 = 1.57079632673412561417e+00;
constexpr double kHalfPi2 = 6.07710050630396597660e-11;
constexpr double kHalfPi3 = 2.02226624879595063154e-21;

/// x 2^k by the bits of the factor, for k from -1022 to 1023.
double scale_by_power_of_two(double x, int k) {
  return x * std::bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52);
}

// Rounds to the nearest integer, for |x| < 2^51.
double round_to_integer(double x) { return (x + kRounder) - kRounder; }

// c[0] + c[1] x + ... by Estrin's scheme: halves are computed side by side, so the result waits for log2(N)
// steps instead of N.
template <int N, class Coefficients>
double polynomial(const Coefficients& c, const double (&power)[4], int first = 0) {
  if constexpr (N == 1) {
    return c[first];
  } else {
    constexpr int kBits = N > 8 ? 3 : N > 4 ? 2 : N > 2 ? 1 : 0, kLow = 1 << kBits;
    return polynomial<kLow>(c, power, first) + power[kBits] * polynomial<N - kLow>(c, power, first + kLow);
  }
}

template <int N>
double polynomial(const double (&c)[N], double x) {
  static_assert(N <= 16);
  const double x2 = x * x, x4 = x2 * x2;
  return polynomial<N>(c, {x, x2, x4, x4 * x4});
}

double sin_series(double x) {  // |x| <= pi/4
  constexpr double kSeries[] = {
      -1.0 / 6.0,        1.0 / 120.0,        -1.0 / 5040.0,          1.0 / 362880.0,
      -1.0 / 39916800.0, 1.0 / 6227020800.0, -1.0 / 1307674368000.0, 1.0 / 355687428096000.0};
  const double z = x * x;
  return x + x * z * polynomial(kSeries, z);
}

double cos_series(double x) {  // |x| <= pi/4
  constexpr double kSeries[] = {
      1.0 / 24.0,        -1.0 / 720.0,         1.0 / 40320.0,          -1.0 / 3628800.0,
      1.0 / 479001600.0, -1.0 / 87178291200.0, 1.0 / 20922789888000.0, -1.0 / 6402373705728000.0};
  const double z = x * x;
  const double half = 0.5 * z;
  const double one_minus = 1.0 - half;
  return one_minus + ((1.0 - one_minus) - half + z * z * polynomial(kSeries, z));
}

double atan_series(double x) {  // |x| <= tan(pi/16) = 0.199
  const double z = x * x;
  return x + x * z * polynomial(series::kAtan, z);
}

double asin_series(double x) {  // |x| <= 1/2
  const double z = x * x;
  return x + x * z * polynomial(series::kAsin, z);
}
}  // namespace

double exp(double x) {
  if (!(x < 709.78)) return std::isnan(x) ? x : std::numeric_limits<double>::infinity();
  if (x < -708.0) return 0.0;
  // x = k ln 2 + r, with ln 2 in two parts.
  const double k = round_to_integer(x * kInverseLn2);
  const double high = x - k * kLn2High, low = k * kLn2Low;
  const double r = high - low;
  const double p = polynomial(kExp, r);
  const double e = 1.0 + (r + r * r * p);
  const int n = static_cast<int>(k);
  // Two factors, because 2^n alone may lie outside the normal range.
  return scale_by_power_of_two(scale_by_power_of_two(e, n / 2), n - n / 2);
}

double log(double x) {
  if (!(x > 0.0)) {
    if (x == 0.0) return -std::numeric_limits<double>::infinity();
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (std::isinf(x)) return x;
  int shift = 0;
  if (x < 2.2250738585072014e-308) {  // subnormal
    x *= 18014398509481984.0;         // 2^54
    shift = -54;
  }
  // x = 2^k m with m from 1/sqrt(2) to sqrt(2), then log m = 2 atanh(f/(2 + f)).
  std::uint64_t bits = std::bit_cast<std::uint64_t>(x);
  int k = static_cast<int>(bits >> 52) - 1023;
  double m = std::bit_cast<double>((bits & 0x000fffffffffffffull) | 0x3ff0000000000000ull);
  if (m > kRootTwo) {
    m *= 0.5;
    ++k;
  }
  k += shift;
  const double f = m - 1.0;
  const double s = f / (2.0 + f);
  const double z = s * s;
  const double p = polynomial(kLog, z);
  // log(1+f) = f - f^2/2 + s (f^2/2 + z p): keeps the leading f exact
  const double half_f2 = 0.5 * f * f;
  const double kd = k;
  return kd * kLn2High - ((half_f2 - (s * (half_f2 + z * p) + kd * kLn2Low)) - f);
}

double pow(double x, double y) {
  if (y == 0.0) return 1.0;
  if (x == 0.0) return y > 0.0 ? 0.0 : std::numeric_limits<double>::infinity();
  if (x == 1.0) return 1.0;
  return exp(y * log(x));
}

SinCos sincos(double x) {
  // x = k pi/2 + r; the quadrant is k modulo 4.
  const double k = round_to_integer(x * (2.0 / std::numbers::pi));
  const double r = ((x - k * kHalfPi1) - k * kHalfPi2) - k * kHalfPi3;
  const double s = sin_series(r), c = cos_series(r);
  switch (static_cast<std::int64_t>(k) & 3) {
    case 0:
      return {s, c};
    case 1:
      return {c, -s};
    case 2:
      return {-s, -c};
    default:
      return {-c, s};
  }
}
double sin(double x) { return sincos(x).sin; }
double cos(double x) { return sincos(x).cos; }
double tan(double x) {
  const SinCos sc = sincos(x);
  return sc.sin / sc.cos;
}

double atan(double x) {
  const double a = x < 0 ? -x : x;
  const bool inverted = a > 1.0;
  const double t = inverted ? 1.0 / a : a;
  // two steps of atan(t) = atan(c) + atan((t - c) / (1 + t c)) bring t below tan(pi/16)
  double offset = 0.0, u = t;
  if (u > 0.41421356237309504880) {  // tan(pi/8): use c = 1, i.e. pi/4
    u = (u - 1.0) / (1.0 + u);
    offset = std::numbers::pi / 4.0;
  }
  if (u > 0.198912367379658006911) {  // tan(pi/16): c = tan(pi/8)
    constexpr double c = 0.41421356237309504880;
    u = (u - c) / (1.0 + u * c);
    offset += std::numbers::pi / 8.0;
  } else if (u < -0.198912367379658006911) {
    constexpr double c = 0.41421356237309504880;
    u = (u + c) / (1.0 - u * c);
    offset -= std::numbers::pi / 8.0;
  }
  double result = offset + atan_series(u);
  if (inverted) result = std::numbers::pi / 2.0 - result;
  return x < 0 ? -result : result;
}

double atan2(double y, double x) {
  if (x == 0.0) {
    if (y == 0.0) return 0.0;
    return y > 0.0 ? std::numbers::pi / 2.0 : -std::numbers::pi / 2.0;
  }
  const double a = atan(y / x);
  if (x > 0.0) return a;
  return y >= 0.0 ? a + std::numbers::pi : a - std::numbers::pi;
}

double asin(double x) {
  const double a = x < 0.0 ? -x : x;
  if (a <= 0.5) return asin_series(x);
  // asin(a) = pi/2 - 2 asin(sqrt((1 - a)/2)) keeps the digits near 1.
  const double result = a >= 1.0 ? std::numbers::pi / 2.0
                                 : std::numbers::pi / 2.0 - 2.0 * asin_series(std::sqrt(0.5 * (1.0 - a)));
  return x < 0.0 ? -result : result;
}
double acos(double x) {
  if (x >= 1.0) return 0.0;
  if (x <= -1.0) return std::numbers::pi;
  if (x > 0.5) return 2.0 * asin_series(std::sqrt(0.5 * (1.0 - x)));
  if (x < -0.5) return std::numbers::pi - 2.0 * asin_series(std::sqrt(0.5 * (1.0 + x)));
  return std::numbers::pi / 2.0 - asin_series(x);
}

}  // namespace grouser::math

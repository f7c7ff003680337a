// SPDX-License-Identifier: BSD-3-Clause
// exp, log, pow and sincos of a register of numbers: the series of src/math/elementary.cpp without its
// branches, on the domains that the kernels need. There they are accurate within 2 units in the last place,
// sincos within 4 (a cosine near its zero: of a number of size 1/2), pow like math::pow
// (tests/math/vector_elementary_test.cpp).
#pragma once
#include "grouser/math/simd/bits.hpp"
#include "grouser/math/simd/series.hpp"

namespace grouser::simd {

/// c[0] + c[1] x + ... as even powers plus x times odd ones: two chains that do not wait for each other.
template <class Level, class B, int N>
GROUSER_INLINE B polynomial(const B& x, const double (&c)[N]) {
  static_assert(N >= 3);
  constexpr int kEven = (N - 1) / 2 * 2, kOdd = (N - 2) / 2 * 2 + 1;
  const B z = x * x;
  B even(c[kEven]), odd(c[kOdd]);
  for (int k = kEven - 2; k >= 0; k -= 2) even = Level::fma(even, z, B(c[k]));
  for (int k = kOdd - 2; k >= 1; k -= 2) odd = Level::fma(odd, z, B(c[k]));
  return Level::fma(odd, x, even);
}

/// e^x; below -708 the value at -708, above 709 meaningless.
template <class Level, class B>
GROUSER_INLINE B exp_of(const B& argument) {
  using namespace series;
  const B x = Level::max(argument, B(-708.0));
  const B shifted = x * B(kInverseLn2) + B(kRounder);
  const B k = shifted - B(kRounder);
  const B r = (x - k * B(kLn2High)) - k * B(kLn2Low);
  const B p = polynomial<Level>(r, kExp);
  return times_power_of_two(B(1.0) + Level::fma(r * r, p, r), shifted);
}

/// Natural logarithm of a normal number above 0.
template <class Level, class B>
GROUSER_INLINE B log_of(const B& x) {
  using namespace series;
  B k, m = fraction_and_exponent(x, k);
  const auto large = m > B(kRootTwo);
  m = Level::select(large, m * B(0.5), m);
  k = Level::select(large, k + B(1.0), k);
  const B f = m - B(1.0);
  const B s = f / (B(2.0) + f);
  const B z = s * s;
  const B p = polynomial<Level>(z, kLog);
  const B half = B(0.5) * f * f;
  return k * B(kLn2High) - ((half - (s * (half + z * p) + k * B(kLn2Low))) - f);
}

/// x^y for normal x > 0 and |y log x| < 708.
template <class Level, class B>
GROUSER_INLINE B pow_of(const B& x, const B& y) {
  return exp_of<Level>(y * log_of<Level>(x));
}

/// For |x| <= pi/2: the series for up to pi/4, with the angle doubled.
template <class Level, class B>
GROUSER_INLINE void sincos_of(const B& x, B& sine, B& cosine) {
  const B h = B(0.5) * x, z = B(0.0) - h * h;
  constexpr double kSine[] = {
      1.0 / 6.0,        1.0 / 120.0,        1.0 / 5040.0,          1.0 / 362880.0,
      1.0 / 39916800.0, 1.0 / 6227020800.0, 1.0 / 1307674368000.0, 1.0 / 355687428096000.0};
  const B p = polynomial<Level>(z, kSine);
  const B s = Level::fma(h * z, p, h);
  constexpr double kCosine[] = {0.5,
                                1.0 / 24.0,
                                1.0 / 720.0,
                                1.0 / 40320.0,
                                1.0 / 3628800.0,
                                1.0 / 479001600.0,
                                1.0 / 87178291200.0,
                                1.0 / 20922789888000.0,
                                1.0 / 6402373705728000.0};
  const B q = polynomial<Level>(z, kCosine);
  const B c = Level::fma(z, q, B(1.0));
  sine = B(2.0) * s * c;
  cosine = B(1.0) - B(2.0) * s * s;
}

}  // namespace grouser::simd

// SPDX-License-Identifier: BSD-3-Clause
// Register operations, beyond arithmetic, that the elementary functions and the laws need: exponents,
// square roots, sum of lanes, any lane.
#pragma once
#include <cstdint>

#include "grouser/math/simd/scalar_batch.hpp"
#ifdef XSIMD_HPP
#include "grouser/math/simd/xsimd_level.hpp"
#endif

namespace grouser::simd {

inline constexpr std::uint64_t kFractionBits = 0x000fffffffffffffull, kOneBits = 0x3ff0000000000000ull;
/// 2^52 + 1023: a biased exponent placed in the low bits of 2^52, minus this number, is the exponent.
inline constexpr std::uint64_t kCounterBits = 0x4330000000000000ull;
inline constexpr double kCounterBias = 4503599627370496.0 + 1023.0;

/// x 2^k with k given as shifted = k + series::kRounder, for normal x and a normal result.
template <class Tag>
GROUSER_INLINE ScalarBatch<Tag> times_power_of_two(ScalarBatch<Tag> x, ScalarBatch<Tag> shifted) {
  return __builtin_bit_cast(
      double, __builtin_bit_cast(std::uint64_t, x.x) + (__builtin_bit_cast(std::uint64_t, shifted.x) << 52));
}
/// Gives m in [1, 2) and k with x = m 2^k, for normal positive x.
template <class Tag>
GROUSER_INLINE ScalarBatch<Tag> fraction_and_exponent(ScalarBatch<Tag> x, ScalarBatch<Tag>& k) {
  const std::uint64_t bits = __builtin_bit_cast(std::uint64_t, x.x);
  k = __builtin_bit_cast(double, (bits >> 52) | kCounterBits) - kCounterBias;
  return __builtin_bit_cast(double, (bits & kFractionBits) | kOneBits);
}
template <class Tag>
GROUSER_INLINE ScalarBatch<Tag> root(ScalarBatch<Tag> x) {
  return __builtin_sqrt(x.x);
}
template <class Tag>
GROUSER_INLINE double sum_of_lanes(ScalarBatch<Tag> x) {
  return x.x;
}
/// Whether a condition holds in some lane.
GROUSER_INLINE bool any_of(bool condition) { return condition; }

#ifdef XSIMD_HPP
template <class Tag>
using BitsOf = xsimd::batch<std::uint64_t, Tag>;
template <class Tag>
GROUSER_INLINE xsimd::batch<double, Tag> times_power_of_two(const xsimd::batch<double, Tag>& x,
                                                            const xsimd::batch<double, Tag>& shifted) {
  using Bits = BitsOf<Tag>;
  const Bits exponent = bits_as<Bits>(shifted) << 52;
  return bits_as<xsimd::batch<double, Tag>>(bits_as<Bits>(x) + exponent);
}
template <class Tag>
GROUSER_INLINE xsimd::batch<double, Tag> fraction_and_exponent(const xsimd::batch<double, Tag>& x,
                                                               xsimd::batch<double, Tag>& k) {
  using Bits = BitsOf<Tag>;
  using B = xsimd::batch<double, Tag>;
  const Bits bits = bits_as<Bits>(x);
  k = bits_as<B>((bits >> 52) | Bits(kCounterBits)) - B(kCounterBias);
  return bits_as<B>((bits & Bits(kFractionBits)) | Bits(kOneBits));
}
template <class Tag>
GROUSER_INLINE xsimd::batch<double, Tag> root(const xsimd::batch<double, Tag>& x) {
  return xsimd::sqrt(x);
}
template <class Tag>
GROUSER_INLINE bool any_of(const xsimd::batch_bool<double, Tag>& condition) {
  return xsimd::any(condition);
}
/// Adds from the first to the last lane: the same on every computer.
template <class Tag>
GROUSER_INLINE double sum_of_lanes(const xsimd::batch<double, Tag>& x) {
  alignas(64) double lane[xsimd::batch<double, Tag>::size];
  x.store_aligned(lane);
  double sum = lane[0];
  for (std::size_t i = 1; i < xsimd::batch<double, Tag>::size; ++i) sum += lane[i];
  return sum;
}
#endif

}  // namespace grouser::simd

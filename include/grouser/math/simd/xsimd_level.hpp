// SPDX-License-Identifier: BSD-3-Clause
// Parts shared by the vector levels, based on xsimd 8.1. A level has its own tags derived from xsimd's
// architectures: xsimd's functions are templates over the tag, so each level gets its own copies and the
// linker cannot use one compiled for AVX-512 where another level calls it. Intrinsics are used only where
// xsimd 8.1 has no function for it: fused multiply-add on AVX-512, shuffles of two registers.
#pragma once
#include <cstdint>
#include <xsimd/xsimd.hpp>

#include "grouser/math/simd/always_inline.hpp"

namespace grouser::simd {

template <class Tag>
struct XsimdLevel {
  using Batch = xsimd::batch<double, Tag>;

  GROUSER_INLINE static Batch load(const double* from) { return Batch::load_aligned(from); }
  GROUSER_INLINE static void store(const Batch& x, double* to) { x.store_aligned(to); }
  /// For an address that is aligned only to doubles.
  GROUSER_INLINE static Batch load_anywhere(const double* from) { return Batch::load_unaligned(from); }
  GROUSER_INLINE static void store_anywhere(const Batch& x, double* to) { x.store_unaligned(to); }
  GROUSER_INLINE static Batch abs(const Batch& a) { return xsimd::abs(a); }
  GROUSER_INLINE static Batch max(const Batch& a, const Batch& b) { return xsimd::max(a, b); }
  template <class Mask>
  GROUSER_INLINE static Batch select(const Mask& condition, const Batch& yes, const Batch& no) {
    return xsimd::select(condition, yes, no);
  }
};

/// The bits of x as numbers of the register To. xsimd asks for the numbers' type from version 9 on, for the
/// register's before.
template <class To, class From>
GROUSER_INLINE To bits_as(const From& x) {
#if XSIMD_VERSION_MAJOR >= 9
  return xsimd::bitwise_cast<typename To::value_type>(x);
#else
  return xsimd::bitwise_cast<To>(x);
#endif
}

/// Sums of the neighbours in registers of two: (a0 + a1, b0 + b1). Twice as fast as vhaddpd on Zen 5.
template <class B>
GROUSER_INLINE B pair_sums(const B& a, const B& b) {
  return xsimd::zip_lo(a, b) + xsimd::zip_hi(a, b);
}

/// first: from[index[0]], from[index[1]]; second: the number after each.
template <class B>
GROUSER_INLINE void load_two_pairs(const double* from, const int* index, B& first, B& second) {
  const B a = B::load_unaligned(from + index[0]), b = B::load_unaligned(from + index[1]);
  first = xsimd::zip_lo(a, b);
  second = xsimd::zip_hi(a, b);
}

/// Sums over the lanes of registers of two: to[0] of a, to[1] of b, to[2] of c, to[3] of d.
template <class B>
GROUSER_INLINE void sums_of_two(const B& a, const B& b, const B& c, const B& d, double* to) {
  pair_sums(a, b).store_aligned(to);
  pair_sums(c, d).store_aligned(to + 2);
}

}  // namespace grouser::simd

// Parts shared by the vector levels, based on xsimd 8.1. A level has its own tags derived from xsimd's
// architectures: xsimd's functions are templates over the tag, so each level gets its own copies and the
// linker cannot use one compiled for AVX-512 where another level calls it. Intrinsics are used only where
// xsimd 8.1 has no function for it: blends by a constant, fused multiply-add on AVX-512, shuffles of two
// registers.
#pragma once
#include <cstdint>
#include <xsimd/xsimd.hpp>

#include "grouser/math/simd/pack.hpp"

namespace grouser::kernel {

template <class WideTag, class NarrowTag, int N>
struct BatchOf {
  using Type = xsimd::batch<double, WideTag>;
};
template <class WideTag, class NarrowTag>
struct BatchOf<WideTag, NarrowTag, 3> {
  using Type = xsimd::batch<double, NarrowTag>;
};

/// WideTag for columns of six, NarrowTag for columns of three.
template <class WideTag, class NarrowTag>
struct XsimdLevel {
  template <int N>
  using Batch = typename BatchOf<WideTag, NarrowTag, N>::Type;

  template <int N>
  GROUSER_INLINE static Batch<N> load(const double* from) {
    return Batch<N>::load_aligned(from);
  }
  template <int N>
  GROUSER_INLINE static Batch<N> load_anywhere(const double* from) {
    return Batch<N>::load_unaligned(from);
  }
  template <int N>
  GROUSER_INLINE static void store(const Batch<N>& x, double* to) {
    x.store_aligned(to);
  }
  template <int N>
  GROUSER_INLINE static void store_anywhere(const Batch<N>& x, double* to) {
    x.store_unaligned(to);
  }
  template <class B>
  GROUSER_INLINE static B abs(const B& a) {
    return xsimd::abs(a);
  }
  template <class B>
  GROUSER_INLINE static B max(const B& a, const B& b) {
    return xsimd::max(a, b);
  }
  template <class M, class B>
  GROUSER_INLINE static B select(const M& condition, const B& yes, const B& no) {
    return xsimd::select(condition, yes, no);
  }
  template <class M>
  GROUSER_INLINE static bool all(const M& condition) {
    return xsimd::all(condition);
  }
  /// Lane K in every lane.
  template <int K, class Tag>
  GROUSER_INLINE static xsimd::batch<double, Tag> lane(const xsimd::batch<double, Tag>& b) {
    using Lanes = xsimd::batch<std::uint64_t, Tag>;
    if constexpr (Lanes::size == 8)
      return xsimd::swizzle(b, xsimd::batch_constant<Lanes, K, K, K, K, K, K, K, K>());
    else if constexpr (Lanes::size == 4)
      return xsimd::swizzle(b, xsimd::batch_constant<Lanes, K, K, K, K>());
    else
      return xsimd::swizzle(b, xsimd::batch_constant<Lanes, K, K>());
  }
};

}  // namespace grouser::kernel

// AVX2 with fused multiply-add: four lanes.
#pragma once
#include "grouser/math/simd/four_lanes.hpp"

namespace grouser::kernel {
struct Avx2Tag : xsimd::fma3<xsimd::avx2> {};
}  // namespace grouser::kernel

namespace xsimd::types {
XSIMD_DECLARE_SIMD_REGISTER_ALIAS(grouser::kernel::Avx2Tag, fma3<avx2>);
}

namespace grouser::kernel {

struct Avx2Level : XsimdLevel<Avx2Tag, Avx2Tag> {
  using B = Batch<6>;
  using Six = Pack<Avx2Level, 6>;
  using Three = Pack<Avx2Level, 3>;

  GROUSER_INLINE static B fma(const B& a, const B& b, const B& c) { return xsimd::fma(a, b, c); }
  GROUSER_INLINE static B fnma(const B& a, const B& b, const B& c) { return xsimd::fnma(a, b, c); }
  template <int Mask>
  GROUSER_INLINE static B blend(const B& yes, const B& no) {
    return B(_mm256_blend_pd(no, yes, Mask));
  }
  GROUSER_INLINE static bool all(const xsimd::batch_bool<double, Avx2Tag>& condition) {
    return all_of_four(condition);
  }
  GROUSER_INLINE static Three rotated3(const Three& a) { return rotated_four<Avx2Level>(a.r[0]); }
  GROUSER_INLINE static void transpose(const Three (&column)[3], Three (&row)[3]) { transpose3(column, row); }
  GROUSER_INLINE static Three sums(const Three& a, const Three& b, const Three& c) {
    return {{sums_of_four(a.r[0], b.r[0], c.r[0])}};
  }
  GROUSER_INLINE static Three sums(const Six& a, const Six& b, const Six& c) {
    return {{sums_of_four(a.r[0] + a.r[1], b.r[0] + b.r[1], c.r[0] + c.r[1])}};
  }
  GROUSER_INLINE static Six sums(const Six (&x)[6]) {
    const B p = pair_sums(x[0].r[0] + x[0].r[1], x[1].r[0] + x[1].r[1]);
    const B q = pair_sums(x[2].r[0] + x[2].r[1], x[3].r[0] + x[3].r[1]);
    const B s = pair_sums(x[4].r[0] + x[4].r[1], x[5].r[0] + x[5].r[1]), zero(0.0);
    return {{low_halves(p, q) + high_halves(p, q), low_halves(s, zero) + high_halves(s, zero)}};
  }
  /// Elements 0 to 3 are in the first registers, 4 and 5 in the second.
  GROUSER_INLINE static void transpose(const Six (&c)[6], Six (&row)[6]) {
    turn_block(c[0].r[0], c[1].r[0], c[2].r[0], c[3].r[0], row[0].r[0], row[1].r[0], row[2].r[0],
               row[3].r[0]);
    turn_block(c[4].r[0], c[5].r[0], B(0.0), B(0.0), row[0].r[1], row[1].r[1], row[2].r[1], row[3].r[1]);
    B none;
    turn_block(c[0].r[1], c[1].r[1], c[2].r[1], c[3].r[1], row[4].r[0], row[5].r[0], none, none);
    turn_block(c[4].r[1], c[5].r[1], B(0.0), B(0.0), row[4].r[1], row[5].r[1], none, none);
  }

 private:
  GROUSER_INLINE static void turn_block(const B& a, const B& b, const B& c, const B& d, B& row_0, B& row_1,
                                        B& row_2, B& row_3) {
    const B even = xsimd::zip_lo(a, b), odd = xsimd::zip_hi(a, b);
    const B even_2 = xsimd::zip_lo(c, d), odd_2 = xsimd::zip_hi(c, d);
    row_0 = low_halves(even, even_2);
    row_1 = low_halves(odd, odd_2);
    row_2 = high_halves(even, even_2);
    row_3 = high_halves(odd, odd_2);
  }
};

}  // namespace grouser::kernel

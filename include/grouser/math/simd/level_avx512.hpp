// AVX-512 (F, VL, DQ): a column of six is one register; columns of three stay in a register of four.
#pragma once
#include "grouser/math/simd/four_lanes.hpp"

namespace grouser::kernel {
struct Avx512Tag : xsimd::avx512f {};
struct Avx512NarrowTag : xsimd::fma3<xsimd::avx2> {};
}  // namespace grouser::kernel

namespace xsimd::types {
XSIMD_DECLARE_SIMD_REGISTER_ALIAS(grouser::kernel::Avx512Tag, avx512f);
XSIMD_DECLARE_SIMD_REGISTER_ALIAS(grouser::kernel::Avx512NarrowTag, fma3<avx2>);
template <class T>
struct get_bool_simd_register<T, grouser::kernel::Avx512Tag> {
  using type = simd_avx512_bool_register<T>;
};
}  // namespace xsimd::types

namespace grouser::kernel {

struct Avx512Level : XsimdLevel<Avx512Tag, Avx512NarrowTag> {
  using B8 = Batch<6>;
  using B4 = Batch<3>;
  using Six = Pack<Avx512Level, 6>;
  using Three = Pack<Avx512Level, 3>;

  GROUSER_INLINE static B8 fma(const B8& a, const B8& b, const B8& c) { return B8(_mm512_fmadd_pd(a, b, c)); }
  GROUSER_INLINE static B8 fnma(const B8& a, const B8& b, const B8& c) {
    return B8(_mm512_fnmadd_pd(a, b, c));
  }
  GROUSER_INLINE static B4 fma(const B4& a, const B4& b, const B4& c) { return B4(_mm256_fmadd_pd(a, b, c)); }
  GROUSER_INLINE static B4 fnma(const B4& a, const B4& b, const B4& c) {
    return B4(_mm256_fnmadd_pd(a, b, c));
  }
  template <int Mask>
  GROUSER_INLINE static B8 blend(const B8& yes, const B8& no) {
    return B8(_mm512_mask_blend_pd(Mask, no, yes));
  }
  template <int Mask>
  GROUSER_INLINE static B4 blend(const B4& yes, const B4& no) {
    return B4(_mm256_blend_pd(no, yes, Mask));
  }
  using XsimdLevel::all;
  GROUSER_INLINE static bool all(const xsimd::batch_bool<double, Avx512NarrowTag>& condition) {
    return all_of_four(condition);
  }
  GROUSER_INLINE static Three rotated3(const Three& a) { return rotated_four<Avx512Level>(a.r[0]); }
  GROUSER_INLINE static void transpose(const Three (&column)[3], Three (&row)[3]) { transpose3(column, row); }
  GROUSER_INLINE static Three sums(const Three& a, const Three& b, const Three& c) {
    return {{sums_of_four(a.r[0], b.r[0], c.r[0])}};
  }
  GROUSER_INLINE static Three sums(const Six& a, const Six& b, const Six& c) {
    const auto folded = [](const B8& x) GROUSER_INLINED {
      return B4(_mm512_castpd512_pd256(x)) + B4(_mm512_extractf64x4_pd(x, 1));
    };
    return {{sums_of_four(folded(a.r[0]), folded(b.r[0]), folded(c.r[0]))}};
  }
  /// Forms pairs of rows from pairs of columns, then moves pairs of lanes into place.
  GROUSER_INLINE static void transpose(const Six (&c)[6], Six (&row)[6]) {
    place_rows(xsimd::zip_lo(c[0].r[0], c[1].r[0]), xsimd::zip_lo(c[2].r[0], c[3].r[0]),
               xsimd::zip_lo(c[4].r[0], c[5].r[0]), row[0], row[2], row[4]);
    place_rows(xsimd::zip_hi(c[0].r[0], c[1].r[0]), xsimd::zip_hi(c[2].r[0], c[3].r[0]),
               xsimd::zip_hi(c[4].r[0], c[5].r[0]), row[1], row[3], row[5]);
  }
  GROUSER_INLINE static Six sums(const Six (&x)[6]) {
    Six first, second, third;
    place_rows(pair_sums(x[0], x[1]), pair_sums(x[2], x[3]), pair_sums(x[4], x[5]), first, second, third);
    return {{first.r[0] + second.r[0] + third.r[0]}};
  }

 private:
  GROUSER_INLINE static B8 pair_sums(const Six& a, const Six& b) {
    return xsimd::zip_lo(a.r[0], b.r[0]) + xsimd::zip_hi(a.r[0], b.r[0]);
  }
  /// a, b, c hold columns (0, 1), (2, 3), (4, 5) of three rows and of the padding, two lanes each.
  GROUSER_INLINE static void place_rows(const B8& a, const B8& b, const B8& c, Six& first, Six& second,
                                        Six& third) {
    const __m512i low = _mm512_set_epi64(11, 10, 3, 2, 9, 8, 1, 0);
    const __m512i first_c = _mm512_set_epi64(15, 14, 9, 8, 3, 2, 1, 0),
                  second_c = _mm512_set_epi64(15, 14, 11, 10, 7, 6, 5, 4);
    const __m512i high = _mm512_set_epi64(0, 0, 0, 0, 13, 12, 5, 4);
    const __m512d ab = _mm512_permutex2var_pd(a, low, b);
    first.r[0] = B8(_mm512_permutex2var_pd(ab, first_c, c));
    second.r[0] = B8(_mm512_permutex2var_pd(ab, second_c, c));
    third.r[0] = B8(_mm512_mask_blend_pd(0xF0, _mm512_permutex2var_pd(a, high, b), c));
  }
};

}  // namespace grouser::kernel

// Plain C++, for any processor and for -DGROUSER_SIMD=off.
#pragma once
#include "grouser/math/simd/scalar_batch.hpp"

namespace grouser::kernel {

struct ScalarLevel {
  using Scalar = ScalarBatch<ScalarLevel>;
  template <int N>
  using Batch = Scalar;

  template <int N>
  GROUSER_INLINE static Scalar load(const double* from) {
    return *from;
  }
  template <int N>
  GROUSER_INLINE static void store(Scalar x, double* to) {
    *to = x.x;
  }
  template <int N>
  GROUSER_INLINE static Scalar load_anywhere(const double* from) {
    return *from;
  }
  template <int N>
  GROUSER_INLINE static void store_anywhere(Scalar x, double* to) {
    *to = x.x;
  }
  GROUSER_INLINE static Scalar fma(Scalar a, Scalar b, Scalar c) { return a * b + c; }
  GROUSER_INLINE static Scalar fnma(Scalar a, Scalar b, Scalar c) { return c - a * b; }
  GROUSER_INLINE static Scalar abs(Scalar a) { return __builtin_fabs(a.x); }
  GROUSER_INLINE static Scalar max(Scalar a, Scalar b) { return a.x > b.x ? a : b; }
  GROUSER_INLINE static Scalar select(bool condition, Scalar yes, Scalar no) { return condition ? yes : no; }
  GROUSER_INLINE static bool all(bool condition) { return condition; }
  template <int K>
  GROUSER_INLINE static Scalar lane(Scalar a) {
    return a;
  }
  template <int Mask>
  GROUSER_INLINE static Scalar blend(Scalar yes, Scalar no) {
    return Mask ? yes : no;
  }
  GROUSER_INLINE static Pack<ScalarLevel, 3> rotated3(const Pack<ScalarLevel, 3>& a) {
    return {{a.r[1], a.r[2], a.r[0]}};
  }
  template <int N>
  GROUSER_INLINE static void transpose(const Pack<ScalarLevel, N> (&column)[N],
                                       Pack<ScalarLevel, N> (&row)[N]) {
    unroll<N>([&](auto i) GROUSER_INLINED {
      unroll<N>([&](auto j) GROUSER_INLINED { row[i].r[j] = column[j].r[i]; });
    });
  }
  using Six = Pack<ScalarLevel, 6>;
  using Three = Pack<ScalarLevel, 3>;
  GROUSER_INLINE static Three sums(const Six& a, const Six& b, const Six& c) {
    return {{total(a), total(b), total(c)}};
  }
  GROUSER_INLINE static Three sums(const Three& a, const Three& b, const Three& c) {
    return {{total(a), total(b), total(c)}};
  }
  GROUSER_INLINE static Six sums(const Six (&x)[6]) {
    return {{total(x[0]), total(x[1]), total(x[2]), total(x[3]), total(x[4]), total(x[5])}};
  }
};

}  // namespace grouser::kernel

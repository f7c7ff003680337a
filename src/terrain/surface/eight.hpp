// SPDX-License-Identifier: BSD-3-Clause
// Eight numbers in as many registers as a vector level needs for them, so that eight points of the ground
// are looked at together on every level. Included only by the translation units of the vector levels.
#pragma once
#include "grouser/math/simd/elementary.hpp"
#include "lanes.hpp"

namespace grouser::terrain {

template <class Level>
struct Eight {
  using B = typename Level::Batch;
  static constexpr int kSize = static_cast<int>(B::size), kRegisters = kLanes / kSize;
  B part[kRegisters];

  Eight() = default;
  GROUSER_INLINE explicit Eight(double value) {
    for (B& x : part) x = B(value);
  }
  GROUSER_INLINE explicit Eight(const Lanes& from) {
    for (int i = 0; i < kRegisters; ++i) part[i] = Level::load(from.v + i * kSize);
  }
  GROUSER_INLINE void store(Lanes& to) const {
    for (int i = 0; i < kRegisters; ++i) Level::store(part[i], to.v + i * kSize);
  }
  /// The numbers at from[index[k]] and those after them.
  GROUSER_INLINE static void load_pairs(const double* from, const int* index, Eight& first, Eight& second) {
    for (int i = 0; i < kRegisters; ++i)
      Level::load_pairs(from, index + i * kSize, first.part[i], second.part[i]);
  }
  template <class F>
  GROUSER_INLINE static Eight of(const F& f) {
    Eight out;
    for (int i = 0; i < kRegisters; ++i) out.part[i] = f(i);
    return out;
  }

  GROUSER_INLINE friend Eight operator+(const Eight& a, const Eight& b) {
    return of([&](int i) GROUSER_INLINED { return a.part[i] + b.part[i]; });
  }
  GROUSER_INLINE friend Eight operator-(const Eight& a, const Eight& b) {
    return of([&](int i) GROUSER_INLINED { return a.part[i] - b.part[i]; });
  }
  GROUSER_INLINE friend Eight operator*(const Eight& a, const Eight& b) {
    return of([&](int i) GROUSER_INLINED { return a.part[i] * b.part[i]; });
  }
  GROUSER_INLINE friend Eight operator/(const Eight& a, const Eight& b) {
    return of([&](int i) GROUSER_INLINED { return a.part[i] / b.part[i]; });
  }
  /// a b + c
  GROUSER_INLINE static Eight fma(const Eight& a, const Eight& b, const Eight& c) {
    return of([&](int i) GROUSER_INLINED { return Level::fma(a.part[i], b.part[i], c.part[i]); });
  }
  GROUSER_INLINE static Eight root(const Eight& a) {
    return of([&](int i) GROUSER_INLINED { return simd::root(a.part[i]); });
  }
  GROUSER_INLINE static Eight max(const Eight& a, const Eight& b) {
    return of([&](int i) GROUSER_INLINED { return Level::max(a.part[i], b.part[i]); });
  }
  GROUSER_INLINE static Eight min(const Eight& a, const Eight& b) { return where_above(a, b, b, a); }
  GROUSER_INLINE static Eight abs(const Eight& a) {
    return of([&](int i) GROUSER_INLINED { return Level::abs(a.part[i]); });
  }
  /// yes where a > b, no elsewhere, also where one of them is NaN.
  GROUSER_INLINE static Eight where_above(const Eight& a, const Eight& b, const Eight& yes, const Eight& no) {
    return of([&](int i)
                  GROUSER_INLINED { return Level::select(a.part[i] > b.part[i], yes.part[i], no.part[i]); });
  }
  /// The largest whole number that is no larger, for numbers of at most 2^50.
  GROUSER_INLINE static Eight floor(const Eight& a) {
    constexpr double kRounder = 6755399441055744.0;  // 1.5 x 2^52
    const Eight nearest = (a + Eight(kRounder)) - Eight(kRounder);
    return where_above(nearest, a, nearest - Eight(1.0), nearest);
  }
  /// Whether a > b anywhere.
  GROUSER_INLINE static bool any_above(const Eight& a, const Eight& b) {
    bool any = false;
    for (int i = 0; i < kRegisters; ++i) any |= simd::any_of(a.part[i] > b.part[i]);
    return any;
  }
  /// Sums over the eight numbers of each.
  GROUSER_INLINE static void sums(const Eight& a, const Eight& b, const Eight& c, const Eight& d,
                                  double (&to)[4]) {
    B total[4] = {a.part[0], b.part[0], c.part[0], d.part[0]};
    for (int i = 1; i < kRegisters; ++i) {
      total[0] = total[0] + a.part[i], total[1] = total[1] + b.part[i];
      total[2] = total[2] + c.part[i], total[3] = total[3] + d.part[i];
    }
    alignas(64) double sum[4];
    Level::sums(total[0], total[1], total[2], total[3], sum);
    for (int i = 0; i < 4; ++i) to[i] = sum[i];
  }
};

}  // namespace grouser::terrain

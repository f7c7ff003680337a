// A column of three or six numbers in as many vector registers as the level needs; the kernels are written in
// terms of it. Everything is a template over the level, so that no function compiled for one processor can be
// linked into the code of another, and is always inlined.
#pragma once

#define GROUSER_INLINE [[gnu::always_inline]] inline
#define GROUSER_INLINED __attribute__((always_inline))

namespace grouser::kernel {

template <int I>
struct Index {
  GROUSER_INLINE constexpr operator int() const { return I; }
};

/// Calls f(Index<FROM>), ..., f(Index<TO - 1>): a loop whose counter is a constant. Lane numbers must be
/// constants; and arrays of registers that are indexed only by constants stay in registers (GCC 12 may put
/// those of plain loops on the stack).
template <int FROM, int TO, class F>
GROUSER_INLINE void unroll(const F& f) {
  if constexpr (FROM < TO) {
    f(Index<FROM>{});
    unroll<FROM + 1, TO>(f);
  }
}
template <int COUNT, class F>
GROUSER_INLINE void unroll(const F& f) {
  unroll<0, COUNT>(f);
}

template <class Level, int N>
struct Pack {
  using Batch = typename Level::template Batch<N>;
  static constexpr int kLanes = static_cast<int>(Batch::size);
  static constexpr int kRegisters = (N + kLanes - 1) / kLanes;
  Batch r[kRegisters];
};

/// Calls f(Index<0>), ... for each register of a pack.
template <class Level, int N, class F>
GROUSER_INLINE void each(const F& f) {
  unroll<Pack<Level, N>::kRegisters>(f);
}

template <class Level, int N>
GROUSER_INLINE Pack<Level, N> load(const double* from) {
  Pack<Level, N> out;
  each<Level, N>([&](auto i) GROUSER_INLINED { out.r[i] = Level::template load<N>(from + i * out.kLanes); });
  return out;
}
template <class Level, int N>
GROUSER_INLINE void store(const Pack<Level, N>& x, double* to) {
  each<Level, N>([&](auto i) GROUSER_INLINED { Level::template store<N>(x.r[i], to + i * x.kLanes); });
}
/// The same for an address that is aligned only to doubles.
template <class Level, int N>
GROUSER_INLINE Pack<Level, N> load_anywhere(const double* from) {
  Pack<Level, N> out;
  each<Level, N>([&](auto i)
                     GROUSER_INLINED { out.r[i] = Level::template load_anywhere<N>(from + i * out.kLanes); });
  return out;
}
template <class Level, int N>
GROUSER_INLINE void store_anywhere(const Pack<Level, N>& x, double* to) {
  each<Level, N>([&](auto i)
                     GROUSER_INLINED { Level::template store_anywhere<N>(x.r[i], to + i * x.kLanes); });
}
template <class Level, int N>
GROUSER_INLINE Pack<Level, N> fill(double value) {
  Pack<Level, N> out;
  each<Level, N>([&](auto i) GROUSER_INLINED { out.r[i] = typename Pack<Level, N>::Batch(value); });
  return out;
}

/// Register i of a factor: a pack has one for each i, a batch is the same for all.
template <int I, class Level, int N>
GROUSER_INLINE const typename Pack<Level, N>::Batch& factor(const Pack<Level, N>& x) {
  return x.r[I];
}
template <int I, class Batch>
GROUSER_INLINE const Batch& factor(const Batch& x) {
  return x;
}
template <class Level, int N, class S>
GROUSER_INLINE Pack<Level, N> times(const Pack<Level, N>& x, const S& scale) {
  Pack<Level, N> out;
  each<Level, N>([&](auto i) GROUSER_INLINED { out.r[i] = x.r[i] * factor<i>(scale); });
  return out;
}
/// Computes out += x scale, or out -= x scale.
template <class Level, int N, class S>
GROUSER_INLINE void add_times(Pack<Level, N>& out, const Pack<Level, N>& x, const S& scale) {
  each<Level, N>([&](auto i) GROUSER_INLINED { out.r[i] = Level::fma(x.r[i], factor<i>(scale), out.r[i]); });
}
template <class Level, int N, class S>
GROUSER_INLINE void subtract_times(Pack<Level, N>& out, const Pack<Level, N>& x, const S& scale) {
  each<Level, N>([&](auto i) GROUSER_INLINED { out.r[i] = Level::fnma(x.r[i], factor<i>(scale), out.r[i]); });
}

template <class Level, int N>
GROUSER_INLINE Pack<Level, N> sum(const Pack<Level, N>& x, const Pack<Level, N>& y) {
  Pack<Level, N> out;
  each<Level, N>([&](auto i) GROUSER_INLINED { out.r[i] = x.r[i] + y.r[i]; });
  return out;
}
template <class Level, int N>
GROUSER_INLINE Pack<Level, N> difference(const Pack<Level, N>& x, const Pack<Level, N>& y) {
  Pack<Level, N> out;
  each<Level, N>([&](auto i) GROUSER_INLINED { out.r[i] = x.r[i] - y.r[i]; });
  return out;
}

/// The sum of the registers, lane by lane.
template <class Level, int N>
GROUSER_INLINE typename Pack<Level, N>::Batch total(const Pack<Level, N>& x) {
  auto out = x.r[0];
  unroll<1, Pack<Level, N>::kRegisters>([&](auto i) GROUSER_INLINED { out = out + x.r[i]; });
  return out;
}

/// Element K in every lane.
template <int K, class Level, int N>
GROUSER_INLINE typename Pack<Level, N>::Batch lane(const Pack<Level, N>& x) {
  return Level::template lane<K % Pack<Level, N>::kLanes>(x.r[K / Pack<Level, N>::kLanes]);
}
/// x with element K taken from `from`.
template <int K, class Level, int N>
GROUSER_INLINE void set_lane(Pack<Level, N>& x, const typename Pack<Level, N>::Batch& from) {
  auto& r = x.r[K / Pack<Level, N>::kLanes];
  r = Level::template blend<(1 << (K % Pack<Level, N>::kLanes))>(from, r);
}
/// x with zeros in the elements from FIRST to LAST - 1.
template <int FIRST, int LAST, class Level, int N>
GROUSER_INLINE Pack<Level, N> cleared(Pack<Level, N> x) {
  unroll<FIRST, LAST>([&](auto i) GROUSER_INLINED { set_lane<i>(x, typename Pack<Level, N>::Batch(0.0)); });
  return x;
}
/// (y, z, x) of (x, y, z); padding stays where it is.
template <class Level>
GROUSER_INLINE Pack<Level, 3> rotated(const Pack<Level, 3>& a) {
  return Level::rotated3(a);
}
template <class Level>
GROUSER_INLINE Pack<Level, 3> cross(const Pack<Level, 3>& a, const Pack<Level, 3>& b) {
  // (a x b) rotated twice is a (b rotated) - (a rotated) b: three shuffles instead of four.
  const Pack<Level, 3> b_turned = rotated(b), a_turned = rotated(a);
  Pack<Level, 3> out;
  each<Level, 3>(
      [&](auto i) GROUSER_INLINED { out.r[i] = Level::fnma(a_turned.r[i], b.r[i], a.r[i] * b_turned.r[i]); });
  return rotated(out);
}

template <class Level, int N>
GROUSER_INLINE Pack<Level, N> abs(const Pack<Level, N>& x) {
  Pack<Level, N> out;
  each<Level, N>([&](auto i) GROUSER_INLINED { out.r[i] = Level::abs(x.r[i]); });
  return out;
}
template <class Level, int N>
GROUSER_INLINE Pack<Level, N> max(const Pack<Level, N>& x, const Pack<Level, N>& y) {
  Pack<Level, N> out;
  each<Level, N>([&](auto i) GROUSER_INLINED { out.r[i] = Level::max(x.r[i], y.r[i]); });
  return out;
}
/// True if x > y in every element and in the padding; a NaN on either side makes it false.
template <class Level, int N>
GROUSER_INLINE bool all_greater(const Pack<Level, N>& x, const Pack<Level, N>& y) {
  auto good = x.r[0] > y.r[0];
  unroll<Pack<Level, N>::kRegisters - 1>([&](auto i)
                                             GROUSER_INLINED { good = good & (x.r[i + 1] > y.r[i + 1]); });
  return Level::all(good);
}

}  // namespace grouser::kernel

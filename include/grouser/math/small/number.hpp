// SPDX-License-Identifier: BSD-3-Clause
// Operations that the small matrices need of a number, besides + - * / and >. A number N is a double, which
// holds one system, or the register of a vector level (grouser/math/simd), which holds one system per lane.
// All operations act lane by lane, and none is fused: a lane has the bits of the same computation in doubles,
// whatever its neighbours hold and whatever the level.
#pragma once
#include <utility>

#include "grouser/math/plain_level.hpp"

namespace grouser::small {

/// Which lanes a statement holds for: bool of a double, the level's mask of a register.
template <class N>
using Holds = decltype(std::declval<N>() > std::declval<N>());

GROUSER_INLINE double magnitude(double x) { return __builtin_fabs(x); }
GROUSER_INLINE double choose(bool condition, double yes, double no) { return condition ? yes : no; }
GROUSER_INLINE bool both(bool a, bool b) { return a && b; }

template <class Tag>
GROUSER_INLINE simd::ScalarBatch<Tag> magnitude(simd::ScalarBatch<Tag> x) {
  return __builtin_fabs(x.x);
}
template <class Tag>
GROUSER_INLINE simd::ScalarBatch<Tag> choose(bool condition, simd::ScalarBatch<Tag> yes,
                                             simd::ScalarBatch<Tag> no) {
  return condition ? yes : no;
}

#ifdef XSIMD_HPP
template <class Tag>
GROUSER_INLINE xsimd::batch<double, Tag> magnitude(const xsimd::batch<double, Tag>& x) {
  return xsimd::abs(x);
}
template <class Tag>
GROUSER_INLINE xsimd::batch<double, Tag> choose(const xsimd::batch_bool<double, Tag>& condition,
                                                const xsimd::batch<double, Tag>& yes,
                                                const xsimd::batch<double, Tag>& no) {
  return xsimd::select(condition, yes, no);
}
template <class Tag>
GROUSER_INLINE xsimd::batch_bool<double, Tag> both(const xsimd::batch_bool<double, Tag>& a,
                                                   const xsimd::batch_bool<double, Tag>& b) {
  return a & b;
}
#endif

/// The larger of two; b if a is NaN.
template <class N>
GROUSER_INLINE N larger(const N& a, const N& b) {
  return choose(a > b, a, b);
}

}  // namespace grouser::small

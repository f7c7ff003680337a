// SPDX-License-Identifier: BSD-3-Clause
// Operations that the small matrices need of a number, besides + - * / and >. A number N is a double, which
// holds one system, or the register of a vector level (grouser/math/simd), which holds one system per lane.
// All operations act lane by lane, and none is fused: a lane has the bits of the same computation in doubles,
// whatever its neighbours hold and whatever the level.
#pragma once
#include <type_traits>
#include <utility>

#include "grouser/math/plain_level.hpp"

namespace grouser::small {

/// The lanes in which a statement holds: bool of a double, the level's mask of a register. `&` joins two.
template <class N>
using Holds = decltype(std::declval<N>() > std::declval<N>());

GROUSER_INLINE double magnitude(double x) { return __builtin_fabs(x); }
template <class Tag>
GROUSER_INLINE simd::ScalarBatch<Tag> magnitude(simd::ScalarBatch<Tag> x) {
  return __builtin_fabs(x.x);
}
#ifdef XSIMD_HPP
template <class Tag>
GROUSER_INLINE xsimd::batch<double, Tag> magnitude(const xsimd::batch<double, Tag>& x) {
  return xsimd::abs(x);
}
#endif

/// In each lane `yes` if the condition holds there, else `no`.
template <class N>
GROUSER_INLINE N choose(const Holds<N>& condition, const N& yes, const N& no) {
  if constexpr (std::is_same_v<Holds<N>, bool>)
    return condition ? yes : no;
  else
    return select(condition, yes, no);  // xsimd's
}

/// The larger of two; b if a is NaN.
template <class N>
GROUSER_INLINE N larger(const N& a, const N& b) {
  return choose(a > b, a, b);
}

}  // namespace grouser::small

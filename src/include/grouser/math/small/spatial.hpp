// SPDX-License-Identifier: BSD-3-Clause
// Vectors and inertias of rigid bodies over a number (small/number.hpp): 3x1 vectors, rotations 3x3, spatial
// vectors 6x1 (angular over linear) and spatial inertias, symmetric 6x6 by 21 numbers, [J H; H^T M].
// Source: R. Featherstone, Rigid Body Dynamics Algorithms, 2008, chapter 2 (sections named below).
#pragma once
#include "grouser/math/small/matrix.hpp"

namespace grouser::small {

/// a x b, 3x1.
template <class N>
GROUSER_INLINE Matrix<N, 3> cross(const Matrix<N, 3>& a, const Matrix<N, 3>& b) {
  return {{{a[1] * b[2] - a[2] * b[1]}, {a[2] * b[0] - a[0] * b[2]}, {a[0] * b[1] - a[1] * b[0]}}};
}
/// a^T b, n x 1.
template <class N, int n>
GROUSER_INLINE N dot(const Matrix<N, n>& a, const Matrix<N, n>& b) {
  N sum = a[0] * b[0];
#pragma GCC unroll 6
  for (int i = 1; i < n; ++i) sum = sum + a[i] * b[i];
  return sum;
}

/// Upper and lower half of a spatial vector, 3x1, and the vector of two halves.
template <class N>
GROUSER_INLINE Matrix<N, 3> angular(const Matrix<N, 6>& v) {
  return {{{v[0]}, {v[1]}, {v[2]}}};
}
template <class N>
GROUSER_INLINE Matrix<N, 3> linear(const Matrix<N, 6>& v) {
  return {{{v[3]}, {v[4]}, {v[5]}}};
}
template <class N>
GROUSER_INLINE Matrix<N, 6> spatial(const Matrix<N, 3>& angular, const Matrix<N, 3>& linear) {
  return {{{angular[0]}, {angular[1]}, {angular[2]}, {linear[0]}, {linear[1]}, {linear[2]}}};
}
/// v x m of motions, 6x1: (w x m_w, w x m_v + v x m_w), section 2.9.
template <class N>
GROUSER_INLINE Matrix<N, 6> cross_motion(const Matrix<N, 6>& v, const Matrix<N, 6>& m) {
  const Matrix<N, 3> w = angular(v), turn = angular(m);
  return spatial(cross(w, turn), cross(w, linear(m)) + cross(linear(v), turn));
}
/// v x* f of a motion and a force, 6x1: (w x n + v x f, w x f), section 2.9.
template <class N>
GROUSER_INLINE Matrix<N, 6> cross_force(const Matrix<N, 6>& v, const Matrix<N, 6>& f) {
  const Matrix<N, 3> w = angular(v), pull = linear(f);
  return spatial(cross(w, angular(f)) + cross(linear(v), pull), cross(w, pull));
}

/// The rotation of a unit quaternion (w, x, y, z), 3x3, section 4.2: it turns coordinates in the turned axes
/// into those in the others.
template <class N>
GROUSER_INLINE Matrix<N, 3, 3> rotation(const Matrix<N, 4>& q) {
  const N one(1.0), two(2.0), w = q[0], x = q[1], y = q[2], z = q[3];
  return {{{one - two * (y * y + z * z), two * (x * y - w * z), two * (x * z + w * y)},
           {two * (x * y + w * z), one - two * (x * x + z * z), two * (y * z - w * x)},
           {two * (x * z - w * y), two * (y * z + w * x), one - two * (x * x + y * y)}}};
}
/// X v of a motion, 6x1, with X = [E 0; -E r x E]: v seen in axes turned by E (3x3) at the place r, section
/// 2.8.
template <class N>
GROUSER_INLINE Matrix<N, 6> moved_motion(const Matrix<N, 3, 3>& E, const Matrix<N, 3>& r,
                                         const Matrix<N, 6>& v) {
  const Matrix<N, 3> w = angular(v);
  return spatial(E * w, E * (linear(v) - cross(r, w)));
}
/// X^T f of a force, 6x1: from the turned axes at r back to the first.
template <class N>
GROUSER_INLINE Matrix<N, 6> returned_force(const Matrix<N, 3, 3>& E, const Matrix<N, 3>& r,
                                           const Matrix<N, 6>& f) {
  const Matrix<N, 3> pull = transposed_times(E, linear(f));
  return spatial(transposed_times(E, angular(f)) + cross(r, pull), pull);
}
/// X^T f for X = [1 0; -r x 1]: a wrench about a place r away.
template <class N>
GROUSER_INLINE Matrix<N, 6> shifted_force(const Matrix<N, 6>& f, const Matrix<N, 3>& r) {
  const Matrix<N, 3> pull = linear(f);
  return spatial(angular(f) + cross(r, pull), pull);
}

/// X^T I X for X = [1 0; -r x 1], 21 numbers: the inertia felt at a place r away, section 2.13. With M its
/// lower right block, H' = H + r x M and J' = J + C + C^T, C = r x (H + (r x M)/2)^T, r x of columns.
template <class N>
GROUSER_INLINE Symmetric<N, 6> shifted(const Symmetric<N, 6>& I, const Matrix<N, 3>& r) {
  Matrix<N, 3, 3> H, rM, C;
#pragma GCC unroll 3
  for (int c = 0; c < 3; ++c) {
    const Matrix<N, 3> x = cross(r, Matrix<N, 3>{{{I(3, 3 + c)}, {I(4, 3 + c)}, {I(5, 3 + c)}}});
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) rM(i, c) = x[i], H(i, c) = I(3 + c, i);
  }
  const N half(0.5);
#pragma GCC unroll 3
  for (int c = 0; c < 3; ++c) {
    const Matrix<N, 3> x = cross(
        r, Matrix<N, 3>{
               {{H(c, 0) + half * rM(c, 0)}, {H(c, 1) + half * rM(c, 1)}, {H(c, 2) + half * rM(c, 2)}}});
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) C(i, c) = x[i];
  }
  Symmetric<N, 6> result;
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i)
#pragma GCC unroll 3
    for (int j = 0; j < 3; ++j) {
      if (j <= i) result(i, j) = I(i, j) + (C(i, j) + C(j, i));
      if (j <= i) result(3 + i, 3 + j) = I(3 + i, 3 + j);
      result(3 + j, i) = H(i, j) + rM(i, j);
    }
  return result;
}
/// E^T I E block by block, 21 numbers: the inertia in axes from which E (3x3) turns coordinates into I's.
template <class N>
GROUSER_INLINE Symmetric<N, 6> turned_back(const Matrix<N, 3, 3>& E, const Symmetric<N, 6>& I) {
  Symmetric<N, 3> J, M;
  Matrix<N, 3, 3> H;
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i)
#pragma GCC unroll 3
    for (int j = 0; j < 3; ++j) {
      if (j <= i) J(i, j) = I(i, j), M(i, j) = I(3 + i, 3 + j);
      H(i, j) = I(3 + j, i);
    }
  J = congruent(E, J), M = congruent(E, M), H = transposed_times(E, H * E);
  Symmetric<N, 6> result;
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i)
#pragma GCC unroll 3
    for (int j = 0; j < 3; ++j) {
      if (j <= i) result(i, j) = J(i, j), result(3 + i, 3 + j) = M(i, j);
      result(3 + j, i) = H(i, j);
    }
  return result;
}
/// X^T I X for X = [E 0; -E r x E], 21 numbers: a child's inertia in its parent's axes about its parent's
/// origin, section 2.13.
template <class N>
GROUSER_INLINE Symmetric<N, 6> returned_inertia(const Matrix<N, 3, 3>& E, const Matrix<N, 3>& r,
                                                const Symmetric<N, 6>& I) {
  return shifted(turned_back(E, I), r);
}

}  // namespace grouser::small

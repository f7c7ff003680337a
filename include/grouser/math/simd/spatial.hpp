// Spatial algebra (Featherstone, Rigid Body Dynamics Algorithms, 2008, chapter 2) in the project's order,
// angular part first. X is the pose of frame B in frame A; a motion is (w, velocity of the point at the
// frame's origin), a force is (moment about the frame's origin, force). 6x6 products are never used: half of
// such a matrix is zero or repeated.
#pragma once
#include "grouser/math/simd/products.hpp"

namespace grouser::kernel {

/// A spatial vector as its two halves.
template <class Level>
struct Spatial {
  Pack<Level, 3> angular, linear;
};
// The store of `linear` comes last: `angular` spills its padding over the first linear word. Levels that read
// the padding find it zero, whatever was there.
template <class Level>
GROUSER_INLINE void store(const Spatial<Level>& x, double* to) {
  store_anywhere(x.angular, to);
  store_anywhere(x.linear, to + 3);
  if constexpr (Pack<Level, 3>::kLanes > 2) to[7] = 0.0;
}

/// The rotation of a pose and p x, loaded once for many vectors.
template <class Level>
struct LoadedPose {
  Pack<Level, 3> column[3], p;
  GROUSER_INLINE explicit LoadedPose(const Pose& X) : p(load<Level, 3>(X.p.v)) {
    load_columns<Level>(X.R, column);
  }
  /// (R a + p x R b, R b) with the halves a and b of x; STRIDE is the number of words from one number to the
  /// next.
  template <int STRIDE>
  GROUSER_INLINE Spatial<Level> turned_and_moved(const double* a, const double* b) const {
    const double x[3] = {a[0], a[STRIDE], a[2 * STRIDE]}, y[3] = {b[0], b[STRIDE], b[2 * STRIDE]};
    const Pack<Level, 3> turned = combine(column, y);
    return {sum(combine(column, x), cross(p, turned)), turned};
  }
};

/// Motion in B to motion in A: (R w, R v + p x R w).
template <class Level>
GROUSER_INLINE void transform_motion(const Pose& X, const Vec6& motion, Vec6& out) {
  const Spatial<Level> moved = LoadedPose<Level>(X).template turned_and_moved<1>(motion.v + 3, motion.v);
  store(Spatial<Level>{moved.linear, moved.angular}, out.v);
}
/// Force in B to force in A: (R n + p x R f, R f).
template <class Level>
GROUSER_INLINE void transform_force(const Pose& X, const Vec6& force, Vec6& out) {
  store(LoadedPose<Level>(X).template turned_and_moved<1>(force.v, force.v + 3), out.v);
}
/// (R^T (a - p x b), R^T b): the inverse of turned_and_moved.
template <class Level>
GROUSER_INLINE Spatial<Level> moved_and_turned(const Pose& X, const Pack<Level, 3>& a,
                                               const Pack<Level, 3>& b) {
  Pack<Level, 3> row[3];
  load_rows<Level>(X.R, row);
  const Pack<Level, 3> moved = difference(a, cross(load<Level, 3>(X.p.v), b));
  return {combine_elements(row, moved), combine_elements(row, b)};
}
/// Motion in A to motion in B.
template <class Level>
GROUSER_INLINE void transform_motion_back(const Pose& X, const Vec6& motion, Vec6& out) {
  const Spatial<Level> moved =
      moved_and_turned(X, load_anywhere<Level, 3>(motion.v + 3), load_anywhere<Level, 3>(motion.v));
  store(Spatial<Level>{moved.linear, moved.angular}, out.v);
}
/// Force in A to force in B.
template <class Level>
GROUSER_INLINE void transform_force_back(const Pose& X, const Vec6& force, Vec6& out) {
  store(moved_and_turned(X, load_anywhere<Level, 3>(force.v), load_anywhere<Level, 3>(force.v + 3)), out.v);
}
/// Symmetric 6x6 inertia in B to inertia in A: F I F^T with F the transform of forces. F is applied to the
/// columns and then to the rows of the result, which are read back from memory across the columns.
template <class Level>
GROUSER_INLINE void transform_inertia(const Pose& X, const Mat6& inertia, Mat6& out) {
  const LoadedPose<Level> pose(X);
  alignas(64) double half[6 * 8];
  unroll<6>([&](auto j) GROUSER_INLINED {
    store(pose.template turned_and_moved<1>(inertia.v + 8 * j, inertia.v + 8 * j + 3), half + 8 * j);
  });
  unroll<6>([&](auto i) GROUSER_INLINED {
    store(pose.template turned_and_moved<8>(half + i, half + i + 24), out.v + 8 * i);
  });
}
/// v x m, the rate of a motion m fixed in a frame that moves with v: (w x m_w, w x m_v + v x m_w).
template <class Level>
GROUSER_INLINE void cross_motion(const Vec6& velocity, const Vec6& motion, Vec6& out) {
  const auto w = load_anywhere<Level, 3>(velocity.v), v = load_anywhere<Level, 3>(velocity.v + 3);
  const auto a = load_anywhere<Level, 3>(motion.v), b = load_anywhere<Level, 3>(motion.v + 3);
  store(Spatial<Level>{cross(w, a), sum(cross(w, b), cross(v, a))}, out.v);
}
/// v x* f, the same for a force: (w x n + v x f, w x f).
template <class Level>
GROUSER_INLINE void cross_force(const Vec6& velocity, const Vec6& force, Vec6& out) {
  const auto w = load_anywhere<Level, 3>(velocity.v), v = load_anywhere<Level, 3>(velocity.v + 3);
  const auto n = load_anywhere<Level, 3>(force.v), f = load_anywhere<Level, 3>(force.v + 3);
  store(Spatial<Level>{sum(cross(w, n), cross(v, f)), cross(w, f)}, out.v);
}

}  // namespace grouser::kernel

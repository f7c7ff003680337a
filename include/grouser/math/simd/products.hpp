// Products. A matrix is stored as columns in registers. A x adds multiples of the columns, with the numbers
// of x read from memory into every lane, which costs a load and no shuffle. A^T x is a set of sums across
// lanes, all six in one tree. A^T B needs the rows: the columns are transposed in registers (16 shuffles for
// 6x6 on AVX-512). Results never overlap the arguments.
#pragma once
#include "grouser/math/kernel_types.hpp"
#include "grouser/math/simd/pack.hpp"

namespace grouser::kernel {

template <class Level, class Matrix, int N>
GROUSER_INLINE void load_columns(const Matrix& A, Pack<Level, N> (&column)[N]) {
  constexpr int kStride = N == 3 ? 4 : 8;
  unroll<N>([&](auto j) GROUSER_INLINED { column[j] = load<Level, N>(A.v + kStride * j); });
}
template <class Level, class Matrix, int N>
GROUSER_INLINE void store_columns(const Pack<Level, N> (&column)[N], Matrix& A) {
  constexpr int kStride = N == 3 ? 4 : 8;
  unroll<N>([&](auto j) GROUSER_INLINED { store(column[j], A.v + kStride * j); });
}
template <class Level, class Matrix, int N>
GROUSER_INLINE void load_rows(const Matrix& A, Pack<Level, N> (&row)[N]) {
  Pack<Level, N> column[N];
  load_columns<Level>(A, column);
  Level::transpose(column, row);
}
template <class Level>
GROUSER_INLINE void load_rows(const Mat36& J, Pack<Level, 6> (&row)[3]) {
  unroll<3>([&](auto i) GROUSER_INLINED { row[i] = load<Level, 6>(J.v + 8 * i); });
}

/// sum of column[k] x[k], x in memory.
template <class Level, int N, int COUNT>
GROUSER_INLINE Pack<Level, N> combine(const Pack<Level, N> (&column)[COUNT], const double* x) {
  using Batch = typename Pack<Level, N>::Batch;
  Pack<Level, N> out = times(column[0], Batch(x[0]));
  unroll<1, COUNT>([&](auto k) GROUSER_INLINED { add_times(out, column[k], Batch(x[k])); });
  return out;
}
/// sum of column[k] (element I of other[k]).
template <int I, class Level, int N, int M, int COUNT>
GROUSER_INLINE Pack<Level, N> combine_lanes(const Pack<Level, N> (&column)[COUNT],
                                            const Pack<Level, M> (&other)[COUNT]) {
  Pack<Level, N> out = times(column[0], lane<I>(other[0]));
  unroll<1, COUNT>([&](auto k) GROUSER_INLINED { add_times(out, column[k], lane<I>(other[k])); });
  return out;
}
/// sum of column[k] (element k of x).
template <class Level, int N>
GROUSER_INLINE Pack<Level, N> combine_elements(const Pack<Level, N> (&column)[N], const Pack<Level, N>& x) {
  Pack<Level, N> out = times(column[0], lane<0>(x));
  unroll<1, N>([&](auto k) GROUSER_INLINED { add_times(out, column[k], lane<k>(x)); });
  return out;
}

/// a x b
template <class Level>
GROUSER_INLINE void cross(const Vec3& a, const Vec3& b, Vec3& out) {
  store(cross(load<Level, 3>(a.v), load<Level, 3>(b.v)), out.v);
}

/// A x
template <class Level>
GROUSER_INLINE void product(const Mat3& A, const Vec3& x, Vec3& out) {
  Pack<Level, 3> column[3];
  load_columns<Level>(A, column);
  store(combine(column, x.v), out.v);
}
template <class Level>
GROUSER_INLINE void product(const Mat6& A, const Vec6& x, Vec6& out) {
  Pack<Level, 6> column[6];
  load_columns<Level>(A, column);
  store(combine(column, x.v), out.v);
}
/// A^T x
template <class Level>
GROUSER_INLINE void transposed_product(const Mat3& A, const Vec3& b, Vec3& out) {
  Pack<Level, 3> column[3];
  load_columns<Level>(A, column);
  const Pack<Level, 3> x = load<Level, 3>(b.v);
  store(Level::sums(times(column[0], x), times(column[1], x), times(column[2], x)), out.v);
}
template <class Level>
GROUSER_INLINE void transposed_product(const Mat6& A, const Vec6& b, Vec6& out) {
  Pack<Level, 6> column[6];
  load_columns<Level>(A, column);
  const Pack<Level, 6> x = load<Level, 6>(b.v);
  unroll<6>([&](auto j) GROUSER_INLINED { column[j] = times(column[j], x); });
  store(Level::sums(column), out.v);
}

/// A B
template <class Level>
GROUSER_INLINE void product(const Mat3& A, const Mat3& B, Mat3& out) {
  Pack<Level, 3> column[3];
  load_columns<Level>(A, column);
  unroll<3>([&](auto j) GROUSER_INLINED { store(combine(column, B.v + 4 * j), out.v + 4 * j); });
}
template <class Level>
GROUSER_INLINE void product(const Mat6& A, const Mat6& B, Mat6& out) {
  Pack<Level, 6> column[6];
  load_columns<Level>(A, column);
  unroll<6>([&](auto j) GROUSER_INLINED { store(combine(column, B.v + 8 * j), out.v + 8 * j); });
}
/// A^T B
template <class Level>
GROUSER_INLINE void transposed_product(const Mat3& A, const Mat3& B, Mat3& out) {
  Pack<Level, 3> row[3];
  load_rows<Level>(A, row);
  unroll<3>([&](auto j) GROUSER_INLINED { store(combine(row, B.v + 4 * j), out.v + 4 * j); });
}
template <class Level>
GROUSER_INLINE void transposed_product(const Mat6& A, const Mat6& B, Mat6& out) {
  Pack<Level, 6> row[6];
  load_rows<Level>(A, row);
  unroll<6>([&](auto j) GROUSER_INLINED { store(combine(row, B.v + 8 * j), out.v + 8 * j); });
}

/// J v
template <class Level>
GROUSER_INLINE void product(const Mat36& J, const Vec6& v, Vec3& out) {
  Pack<Level, 6> row[3];
  load_rows<Level>(J, row);
  const Pack<Level, 6> x = load<Level, 6>(v.v);
  store(Level::sums(times(row[0], x), times(row[1], x), times(row[2], x)), out.v);
}
/// J^T F
template <class Level>
GROUSER_INLINE void transposed_product(const Mat36& J, const Vec3& F, Vec6& out) {
  Pack<Level, 6> row[3];
  load_rows<Level>(J, row);
  store(combine(row, F.v), out.v);
}
/// The rows of A J.
template <class Level>
GROUSER_INLINE void product_rows(const Mat3& A, const Mat36& J, Pack<Level, 6> (&out)[3]) {
  using Batch = typename Pack<Level, 6>::Batch;
  Pack<Level, 6> row[3];
  load_rows<Level>(J, row);
  unroll<3>([&](auto i) GROUSER_INLINED {
    out[i] = times(row[0], Batch(A.v[i]));
    unroll<1, 3>([&](auto k) GROUSER_INLINED { add_times(out[i], row[k], Batch(A.v[4 * k + i])); });
  });
}
/// A J
template <class Level>
GROUSER_INLINE void product(const Mat3& A, const Mat36& J, Mat36& out) {
  Pack<Level, 6> row[3];
  product_rows(A, J, row);
  unroll<3>([&](auto i) GROUSER_INLINED { store(row[i], out.v + 8 * i); });
}

/// J^T M J
template <class Level>
GROUSER_INLINE void congruence(const Mat36& J, const Mat3& M, Mat6& out) {
  Pack<Level, 6> row[3], MJ[3];
  load_rows<Level>(J, row);
  product_rows(M, J, MJ);
  unroll<6>([&](auto j) GROUSER_INLINED { store(combine_lanes<j>(row, MJ), out.v + 8 * j); });
}
/// A^T M A
template <class Level>
GROUSER_INLINE void congruence(const Mat3& A, const Mat3& M, Mat3& out) {
  Pack<Level, 3> row[3], column[3];
  load_rows<Level>(A, row);
  load_columns<Level>(M, column);
  unroll<3>([&](auto j) GROUSER_INLINED {
    store(combine_elements(row, combine(column, A.v + 4 * j)), out.v + 4 * j);
  });
}
template <class Level>
GROUSER_INLINE void congruence(const Mat6& A, const Mat6& M, Mat6& out) {
  Pack<Level, 6> row[6], column[6];
  load_rows<Level>(A, row);
  load_columns<Level>(M, column);
  unroll<6>([&](auto j) GROUSER_INLINED {
    store(combine_elements(row, combine(column, A.v + 8 * j)), out.v + 8 * j);
  });
}
/// R M R^T: transforms M, written in B, to A for R = R_AB. No transposition is needed: R's columns are the
/// rows of R^T.
template <class Level>
GROUSER_INLINE void rotate(const Mat3& R, const Mat3& M, Mat3& out) {
  Pack<Level, 3> column[3], RM[3];
  load_columns<Level>(R, column);
  unroll<3>([&](auto j) GROUSER_INLINED { RM[j] = combine(column, M.v + 4 * j); });
  unroll<3>([&](auto j) GROUSER_INLINED { store(combine_lanes<j>(RM, column), out.v + 4 * j); });
}

}  // namespace grouser::kernel

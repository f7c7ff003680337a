// SPDX-License-Identifier: BSD-3-Clause
// The kernels of kernel_table.hpp. Included only by the translation units of the vector levels.
#pragma once
#include "grouser/math/small/factor.hpp"
#include "grouser/math/small/inverse.hpp"
#include "grouser/math/small/matrix.hpp"
#include "grouser/math/small/spatial.hpp"
#include "kernel_table.hpp"

namespace grouser::test {
namespace {

/// Reads and writes the numbers of one block in their order.
template <class L>
struct Block {
  using N = typename L::Batch;
  static constexpr std::size_t kLanes = sizeof(N) / sizeof(double);
  const double* in;
  double* out;

  GROUSER_INLINE N number() {
    const N x = L::load_anywhere(in);
    in += kLanes;
    return x;
  }
  template <int rows, int columns = 1>
  GROUSER_INLINE small::Matrix<N, rows, columns> matrix() {
    small::Matrix<N, rows, columns> A;
#pragma GCC unroll 6
    for (int i = 0; i < rows; ++i)
#pragma GCC unroll 6
      for (int j = 0; j < columns; ++j) A(i, j) = number();
    return A;
  }
  template <int n>
  GROUSER_INLINE small::Symmetric<N, n> symmetric() {
    small::Symmetric<N, n> A;
#pragma GCC unroll 21
    for (int i = 0; i < A.kNumbers; ++i) A.of[i] = number();
    return A;
  }
  GROUSER_INLINE void put(const N& x) {
    L::store_anywhere(x, out);
    out += kLanes;
  }
  template <int rows, int columns>
  GROUSER_INLINE void put(const small::Matrix<N, rows, columns>& A) {
#pragma GCC unroll 6
    for (int i = 0; i < rows; ++i)
#pragma GCC unroll 6
      for (int j = 0; j < columns; ++j) put(A(i, j));
  }
  template <int n>
  GROUSER_INLINE void put(const small::Symmetric<N, n>& A) {
#pragma GCC unroll 21
    for (int i = 0; i < A.kNumbers; ++i) put(A.of[i]);
  }
  GROUSER_INLINE void put_status(const small::Holds<N>& holds) { put(small::choose(holds, N(1.0), N(0.0))); }
};

template <class L, class Kernel>
void over(const double* in, double* out, std::size_t systems) {
  for (std::size_t s = 0; s < systems; s += Block<L>::kLanes) {
    Block<L> block{in, out};
    Kernel::run(block);
    in += Kernel::kIn * Block<L>::kLanes;
    out += Kernel::kOut * Block<L>::kLanes;
  }
}

struct Sum66 {
  static constexpr int kIn = 72, kOut = 36;
  template <class B>
  GROUSER_INLINE static void run(B& b) {
    const auto A = b.template matrix<6, 6>();
    b.put(A + b.template matrix<6, 6>());
  }
};
template <int r, int k, int c>
struct Product {
  static constexpr int kIn = r * k + k * c, kOut = r * c;
  template <class B>
  GROUSER_INLINE static void run(B& b) {
    const auto A = b.template matrix<r, k>();
    b.put(A * b.template matrix<k, c>());
  }
};
/// A^T B of k x r and k x c.
template <int k, int r, int c>
struct TransposedProduct {
  static constexpr int kIn = k * r + k * c, kOut = r * c;
  template <class B>
  GROUSER_INLINE static void run(B& b) {
    const auto A = b.template matrix<k, r>();
    b.put(small::transposed_times(A, b.template matrix<k, c>()));
  }
};
struct ProductTransposed36 {
  static constexpr int kIn = 36, kOut = 9;
  template <class B>
  GROUSER_INLINE static void run(B& b) {
    const auto A = b.template matrix<3, 6>();
    b.put(small::times_transposed(A, b.template matrix<3, 6>()));
  }
};
struct SymmetricProduct6 {
  static constexpr int kIn = 27, kOut = 6;
  template <class B>
  GROUSER_INLINE static void run(B& b) {
    const auto A = b.template symmetric<6>();
    b.put(A * b.template matrix<6>());
  }
};
struct CrossAndTurned {
  static constexpr int kIn = 18, kOut = 3;
  template <class B>
  GROUSER_INLINE static void run(B& b) {
    const auto x = b.template matrix<3>(), y = b.template matrix<3>();
    const auto R = b.template matrix<3, 3>();
    b.put(small::cross(x, y) + R * b.template matrix<3>());
  }
};
struct CrossMotion {
  static constexpr int kIn = 12, kOut = 6;
  template <class B>
  GROUSER_INLINE static void run(B& b) {
    const auto v = b.template matrix<6>();
    b.put(small::cross_motion(v, b.template matrix<6>()));
  }
};
struct CrossForce {
  static constexpr int kIn = 12, kOut = 6;
  template <class B>
  GROUSER_INLINE static void run(B& b) {
    const auto v = b.template matrix<6>();
    b.put(small::cross_force(v, b.template matrix<6>()));
  }
};
struct Rotation {
  static constexpr int kIn = 4, kOut = 9;
  template <class B>
  GROUSER_INLINE static void run(B& b) {
    b.put(small::rotation(b.template matrix<4>()));
  }
};
struct Turned {
  static constexpr int kIn = 15, kOut = 6;
  template <class B>
  GROUSER_INLINE static void run(B& b) {
    const auto R = b.template matrix<3, 3>();
    b.put(small::turned(R, b.template symmetric<3>()));
  }
};
struct Congruent36 {
  static constexpr int kIn = 24, kOut = 21;
  template <class B>
  GROUSER_INLINE static void run(B& b) {
    const auto J = b.template matrix<3, 6>();
    b.put(small::congruent(J, b.template symmetric<3>()));
  }
};
struct MovedMotion {
  static constexpr int kIn = 18, kOut = 6;
  template <class B>
  GROUSER_INLINE static void run(B& b) {
    const auto E = b.template matrix<3, 3>();
    const auto r = b.template matrix<3>();
    b.put(small::moved_motion(E, r, b.template matrix<6>()));
  }
};
struct ReturnedForce {
  static constexpr int kIn = 18, kOut = 6;
  template <class B>
  GROUSER_INLINE static void run(B& b) {
    const auto E = b.template matrix<3, 3>();
    const auto r = b.template matrix<3>();
    b.put(small::returned_force(E, r, b.template matrix<6>()));
  }
};
struct ReturnedInertia {
  static constexpr int kIn = 33, kOut = 21;
  template <class B>
  GROUSER_INLINE static void run(B& b) {
    const auto E = b.template matrix<3, 3>();
    const auto r = b.template matrix<3>();
    b.put(small::returned_inertia(E, r, b.template symmetric<6>()));
  }
};
/// Factors of a symmetric n x n matrix by Factors, and what they solve.
template <template <class, int> class Factors, int n>
struct FactorAndSolve {
  static constexpr int kIn = n * (n + 1) / 2 + n, kOut = n + 1;
  template <class B>
  GROUSER_INLINE static void run(B& b) {
    Factors<typename B::N, n> factors;
    const auto holds = factors.factor(b.template symmetric<n>());
    auto x = b.template matrix<n>();
    factors.solve(x);
    b.put(x);
    b.put_status(holds);
  }
};
struct SymmetricInverse6 {
  static constexpr int kIn = 21, kOut = 22;
  template <class B>
  GROUSER_INLINE static void run(B& b) {
    small::Ldlt<typename B::N, 6> factors;
    const auto holds = factors.factor(b.template symmetric<6>());
    b.put(factors.inverse());
    b.put_status(holds);
  }
};
template <int n>
struct InverseWithoutPivots {
  static constexpr int kIn = n * n, kOut = n * n + 1;
  template <class B>
  GROUSER_INLINE static void run(B& b) {
    auto A = b.template matrix<n, n>();
    const auto holds = small::invert_without_pivots(A);
    b.put(A);
    b.put_status(holds);
  }
};
template <int n>
struct InverseWithPivots {
  static constexpr int kIn = n * n, kOut = n * n + 1;
  template <class B>
  GROUSER_INLINE static void run(B& b) {
    auto A = b.template matrix<n, n>();
    const auto holds = small::invert_with_pivots(A);
    b.put(A);
    b.put_status(holds);
  }
};
struct SolveWithPivots6 {
  static constexpr int kIn = 42, kOut = 7;
  template <class B>
  GROUSER_INLINE static void run(B& b) {
    auto A = b.template matrix<6, 6>();
    auto x = b.template matrix<6>();
    const auto holds = small::solve_with_pivots(A, x);
    b.put(x);
    b.put_status(holds);
  }
};
/// J M^-1 J^T of m rows.
template <int m>
struct RowsThroughInverse {
  static constexpr int kIn = 21 + 6 * m, kOut = m * (m + 1) / 2 + 1;
  template <class B>
  GROUSER_INLINE static void run(B& b) {
    using N = typename B::N;
    small::Ldlt<N, 6> M;
    const auto holds = M.factor(b.template symmetric<6>());
    small::Matrix<N, m, 6> X, Y;
    small::move_rows<m>(M, b.template matrix<m, 6>(), X, Y);
    small::Matrix<N, m> none;
#pragma GCC unroll 6
    for (int k = 0; k < m; ++k) none[k] = N(0.0);
    b.put(small::rows_product<m>(X, Y, none));
    b.put_status(holds);
  }
};

template <class L, class K>
constexpr SmallKernel kernel(std::string_view name, SmallKernel::First first = SmallKernel::First::numbers,
                             int n = 0) {
  return {name, first, n, K::kIn, K::kOut, over<L, K>};
}
constexpr auto kDefinite = SmallKernel::First::definite;
constexpr auto kDefiniteSquare = SmallKernel::First::definite_square;
constexpr auto kSquare = SmallKernel::First::square;
template <class L>
constexpr SmallKernel kSmallKernels[] = {
    kernel<L, Sum66>("A + B, 6x6"),
    kernel<L, Product<3, 3, 3>>("A B, 3x3"),
    kernel<L, Product<6, 6, 6>>("A B, 6x6"),
    kernel<L, Product<6, 6, 1>>("A v, 6x6"),
    kernel<L, TransposedProduct<3, 6, 6>>("A^T B, 3x6"),
    kernel<L, TransposedProduct<6, 6, 1>>("A^T v, 6x6"),
    kernel<L, ProductTransposed36>("A B^T, 3x6"),
    kernel<L, SymmetricProduct6>("A v, symmetric 6x6"),
    kernel<L, CrossAndTurned>("a x b + R c, 3x1"),
    kernel<L, CrossMotion>("v x m, 6x1"),
    kernel<L, CrossForce>("v x* f, 6x1"),
    kernel<L, Rotation>("R of a quaternion, 3x3"),
    kernel<L, Turned>("R M R^T, 3x3"),
    kernel<L, Congruent36>("J^T M J, 3x6"),
    kernel<L, MovedMotion>("X v, 6x1"),
    kernel<L, ReturnedForce>("X^T f, 6x1"),
    kernel<L, ReturnedInertia>("X^T I X, 6x6"),
    kernel<L, FactorAndSolve<small::Ldlt, 6>>("SPD 6x6 factor and solve", kDefinite, 6),
    kernel<L, FactorAndSolve<small::Cholesky, 6>>("SPD 6x6 by square roots", kDefinite, 6),
    kernel<L, FactorAndSolve<small::Ldlt, 3>>("SPD 3x3 factor and solve", kDefinite, 3),
    kernel<L, SymmetricInverse6>("SPD 6x6 inverse", kDefinite, 6),
    kernel<L, InverseWithoutPivots<6>>("6x6 inverse, no pivots", kDefiniteSquare, 6),
    kernel<L, InverseWithPivots<6>>("6x6 inverse, pivots", kSquare, 6),
    kernel<L, InverseWithoutPivots<3>>("3x3 inverse, no pivots", kDefiniteSquare, 3),
    kernel<L, InverseWithPivots<3>>("3x3 inverse, pivots", kSquare, 3),
    kernel<L, SolveWithPivots6>("6x6 solve, pivots", kSquare, 6),
    kernel<L, RowsThroughInverse<5>>("J M^-1 J^T, five rows", kDefinite, 6),
};

}  // namespace
}  // namespace grouser::test

// What the tests of the kernels share: random arguments, their long double counterparts, and errors measured
// in rounding units.
#pragma once
#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <string>

#include "grouser/math/kernels.hpp"
#include "grouser/math/random.hpp"

namespace grouser::test {

inline constexpr double kRound = 0x1.0p-53;  // unit roundoff
using Real = long double;
template <int R, int C>
using Exact = Eigen::Matrix<Real, R, C>;

inline Exact<3, 1> exact(const kernel::Vec3& x) { return {x[0], x[1], x[2]}; }
inline Exact<6, 1> exact(const kernel::Vec6& x) {
  Exact<6, 1> out;
  for (int i = 0; i < 6; ++i) out[i] = x[i];
  return out;
}
template <int R, int C, class Matrix>
Exact<R, C> exact_matrix(const Matrix& A) {
  Exact<R, C> out;
  for (int i = 0; i < R; ++i)
    for (int j = 0; j < C; ++j) out(i, j) = A(i, j);
  return out;
}
inline Exact<3, 3> exact(const kernel::Mat3& A) { return exact_matrix<3, 3>(A); }
inline Exact<3, 6> exact(const kernel::Mat36& A) { return exact_matrix<3, 6>(A); }
inline Exact<6, 6> exact(const kernel::Mat6& A) { return exact_matrix<6, 6>(A); }

template <int R, int C, class Matrix>
void assign(const Exact<R, C>& from, Matrix& to) {
  for (int i = 0; i < R; ++i)
    for (int j = 0; j < C; ++j) to(i, j) = static_cast<double>(from(i, j));
}

class Samples {
 public:
  explicit Samples(std::uint64_t seed) : random_(seed, 0) {}

  double number() { return random_.uniform(-1.0, 1.0); }
  template <class Vector>
  Vector vector() {
    Vector x;
    for (int i = 0; i < (sizeof(Vector) == sizeof(kernel::Vec3) ? 3 : 6); ++i) x[i] = number();
    return x;
  }
  template <class Matrix>
  Matrix matrix() {
    constexpr int kRows = std::is_same_v<Matrix, kernel::Mat6> ? 6 : 3,
                  kCols = std::is_same_v<Matrix, kernel::Mat3> ? 3 : 6;
    Matrix A;
    for (int i = 0; i < kRows; ++i)
      for (int j = 0; j < kCols; ++j) A(i, j) = number();
    return A;
  }
  /// Q D Q2^T with singular values from 1 down to 1 / condition, evenly in their logarithm.
  template <int N>
  Exact<N, N> conditioned(double condition) {
    Exact<N, 1> values;
    for (int i = 0; i < N; ++i)
      values[i] = std::pow(static_cast<Real>(condition), -static_cast<Real>(i) / (N - 1));
    return orthogonal<N>() * values.asDiagonal() * orthogonal<N>().transpose();
  }
  kernel::Mat6 positive(double condition) {
    Exact<6, 1> values;
    for (int i = 0; i < 6; ++i) values[i] = std::pow(static_cast<Real>(condition), -static_cast<Real>(i) / 5);
    const Exact<6, 6> Q = orthogonal<6>();
    kernel::Mat6 A;
    assign<6, 6>(Q * values.asDiagonal() * Q.transpose(), A);
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < i; ++j) A(i, j) = A(j, i);
    return A;
  }
  kernel::Pose pose() {
    kernel::Pose X;
    Exact<3, 3> R = orthogonal<3>();
    if (R.determinant() < 0) R.col(0) = -R.col(0);
    assign<3, 3>(R, X.R);
    X.p = vector<kernel::Vec3>();
    return X;
  }
  template <int N>
  Exact<N, N> orthogonal() {
    Exact<N, N> A;
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) A(i, j) = number();
    return A.householderQr().householderQ();
  }

 private:
  math::RandomStream random_;
};

/// Every level that runs on this processor.
inline std::vector<const KernelTable*> all_tables() {
  std::vector<const KernelTable*> tables;
  for (const SimdLevel level : available_levels()) tables.push_back(&kernels_of(level_name(level)));
  return tables;
}

/// The largest |found - right| / scale over the elements, in units of rounding.
template <class Found, class Right, class Scale>
double error_in_roundings(const Found& found, const Right& right, const Scale& scale) {
  double worst = 0.0;
  for (int i = 0; i < right.rows(); ++i)
    for (int j = 0; j < right.cols(); ++j) {
      const Real error = std::fabs(found(i, j) - right(i, j));
      if (!(error <= 0)) worst = std::max(worst, static_cast<double>(error / (scale(i, j) * kRound)));
      if (std::isnan(static_cast<double>(found(i, j)))) return std::numeric_limits<double>::infinity();
    }
  return worst;
}

/// Whether all padding of a value is zero.
inline bool padding_is_zero(const kernel::Vec3& x) { return x.v[3] == 0.0; }
inline bool padding_is_zero(const kernel::Vec6& x) { return x.v[6] == 0.0 && x.v[7] == 0.0; }
template <int STRIDE, int ROWS, class Matrix>
bool columns_end_in_zeros(const Matrix& A) {
  for (std::size_t i = 0; i < std::size(A.v); ++i)
    if (static_cast<int>(i) % STRIDE >= ROWS && A.v[i] != 0.0) return false;
  return true;
}
inline bool padding_is_zero(const kernel::Mat3& A) { return columns_end_in_zeros<4, 3>(A); }
inline bool padding_is_zero(const kernel::Mat36& A) { return columns_end_in_zeros<8, 6>(A); }
inline bool padding_is_zero(const kernel::Mat6& A) { return columns_end_in_zeros<8, 6>(A); }

}  // namespace grouser::test

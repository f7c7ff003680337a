// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Dense>
#include <utility>

#include "grouser/math/types.hpp"
#include "peers.hpp"

namespace grouser::bench {
namespace {

template <int r, int c>
using Small = Eigen::Matrix<double, r, c, c == 1 ? Eigen::ColMajor : Eigen::RowMajor>;

struct Stream {
  const double* in;
  double* out;
  template <int r, int c>
  Small<r, c> next() {
    const Small<r, c> A = Eigen::Map<const Small<r, c>>(in);
    in += r * c;
    return A;
  }
  /// Returns the full symmetric matrix of a lower triangle.
  template <int n>
  Small<n, n> symmetric() {
    Small<n, n> A;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j) A(i, j) = A(j, i) = *in++;
    return A;
  }
  template <int r, int c>
  void put(const Small<r, c>& A) {
    Eigen::Map<Small<r, c>> place(out);
    place = A;
    out += r * c;
  }
  template <int n>
  void put_symmetric(const Small<n, n>& A) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j) *out++ = A(i, j);
  }
  void put_status() { *out++ = 1.0; }
};

template <auto kernel>
void each(const double* in, double* out, std::size_t systems) {
  Stream s{in, out};
  for (std::size_t k = 0; k < systems; ++k) kernel(s);
}

template <int r, int k, int c>
void product(Stream& s) {
  const auto A = s.next<r, k>();
  const auto B = s.next<k, c>();
  s.put<r, c>(A * B);
}
template <int k, int r, int c>
void transposed_product(Stream& s) {
  const auto A = s.next<k, r>();
  const auto B = s.next<k, c>();
  s.put<r, c>(A.transpose() * B);
}
template <bool force>
void spatial_cross(Stream& s) {
  const Vec6 v = s.next<6, 1>(), m = s.next<6, 1>();
  const Vec3 w = v.head<3>(), l = v.tail<3>(), a = m.head<3>(), b = m.tail<3>();
  Small<6, 1> result;
  if (force)
    result << w.cross(a) + l.cross(b), w.cross(b);
  else
    result << w.cross(a), w.cross(b) + l.cross(a);
  s.put<6, 1>(result);
}
Small<6, 6> transform(const Mat3& E, const Vec3& r) {
  Small<6, 6> X;
  X << E, Mat3::Zero(), -E * skew(r), E;
  return X;
}
template <bool force>
void transformed(Stream& s) {
  const Mat3 E = s.next<3, 3>();
  const Vec3 r = s.next<3, 1>();
  const Vec6 v = s.next<6, 1>();
  const Vec3 a = v.head<3>(), b = v.tail<3>();
  Small<6, 1> result;
  if (force) {
    const Vec3 pull = E.transpose() * b;
    result << E.transpose() * a + r.cross(pull), pull;
  } else {
    result << E * a, E * (b - r.cross(a));
  }
  s.put<6, 1>(result);
}
void inertia(Stream& s) {
  const Mat3 E = s.next<3, 3>();
  const Vec3 r = s.next<3, 1>();
  const auto I = s.symmetric<6>();
  const auto X = transform(E, r);
  s.put_symmetric<6>(X.transpose() * I * X);
}
template <int n>
void factor_and_solve(Stream& s) {
  const auto A = s.symmetric<n>();
  s.put<n, 1>(A.llt().solve(s.next<n, 1>()));
  s.put_status();
}
void symmetric_inverse(Stream& s) {
  s.put_symmetric<6>(s.symmetric<6>().llt().solve(Small<6, 6>::Identity()));
  s.put_status();
}
template <int n>
void inverse(Stream& s) {
  s.put<n, n>(s.next<n, n>().inverse());
  s.put_status();
}
void solve_pivots(Stream& s) {
  const auto A = s.next<6, 6>();
  s.put<6, 1>(A.partialPivLu().solve(s.next<6, 1>()));
  s.put_status();
}
void rows(Stream& s) {
  const auto M = s.symmetric<6>();
  const auto J = s.next<5, 6>();
  const Eigen::Matrix<double, 6, 5> X = M.llt().matrixL().solve(J.transpose());
  s.put_symmetric<5>(X.transpose() * X);
  s.put_status();
}
void sum(Stream& s) {
  const auto A = s.next<6, 6>();
  s.put<6, 6>(A + s.next<6, 6>());
}
void product_transposed(Stream& s) {
  const auto A = s.next<3, 6>();
  const auto B = s.next<3, 6>();
  s.put<3, 3>(A * B.transpose());
}
void symmetric_product(Stream& s) {
  const auto A = s.symmetric<6>();
  s.put<6, 1>(A * s.next<6, 1>());
}
void cross_and_turned(Stream& s) {
  const Vec3 a = s.next<3, 1>(), b = s.next<3, 1>();
  const auto R = s.next<3, 3>();
  s.put<3, 1>(a.cross(b) + R * s.next<3, 1>());
}
void quaternion(Stream& s) {
  const auto q = s.next<4, 1>();
  s.put<3, 3>(Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix());
}
void turned(Stream& s) {
  const auto R = s.next<3, 3>();
  s.put_symmetric<3>(R * s.symmetric<3>() * R.transpose());
}
void congruent(Stream& s) {
  const auto J = s.next<3, 6>();
  s.put_symmetric<6>(J.transpose() * s.symmetric<3>() * J);
}

constexpr std::pair<std::string_view, Peer> kPeers[] = {
    {"A + B, 6x6", each<sum>},
    {"A B, 3x3", each<product<3, 3, 3>>},
    {"A B, 6x6", each<product<6, 6, 6>>},
    {"A v, 6x6", each<product<6, 6, 1>>},
    {"A^T B, 3x6", each<transposed_product<3, 6, 6>>},
    {"A^T v, 6x6", each<transposed_product<6, 6, 1>>},
    {"A B^T, 3x6", each<product_transposed>},
    {"A v, symmetric 6x6", each<symmetric_product>},
    {"a x b + R c, 3x1", each<cross_and_turned>},
    {"v x m, 6x1", each<spatial_cross<false>>},
    {"v x* f, 6x1", each<spatial_cross<true>>},
    {"R of a quaternion, 3x3", each<quaternion>},
    {"R M R^T, 3x3", each<turned>},
    {"J^T M J, 3x6", each<congruent>},
    {"X v, 6x1", each<transformed<false>>},
    {"X^T f, 6x1", each<transformed<true>>},
    {"X^T I X, 6x6", each<inertia>},
    {"SPD 6x6 factor and solve", each<factor_and_solve<6>>},
    {"SPD 6x6 by square roots", each<factor_and_solve<6>>},
    {"SPD 3x3 factor and solve", each<factor_and_solve<3>>},
    {"SPD 6x6 inverse", each<symmetric_inverse>},
    {"6x6 inverse, no pivots", each<inverse<6>>},
    {"6x6 inverse, pivots", each<inverse<6>>},
    {"3x3 inverse, no pivots", each<inverse<3>>},
    {"3x3 inverse, pivots", each<inverse<3>>},
    {"6x6 solve, pivots", each<solve_pivots>},
    {"J M^-1 J^T, five rows", each<rows>},
};

}  // namespace

Peer eigen_peer(std::string_view kernel) {
  for (const auto& [name, peer] : kPeers)
    if (name == kernel) return peer;
  return nullptr;
}

}  // namespace grouser::bench

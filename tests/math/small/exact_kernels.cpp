// SPDX-License-Identifier: BSD-3-Clause
#include "exact_kernels.hpp"

#include <Eigen/Dense>
#include <string_view>

#include "grouser/base/error.hpp"

namespace grouser::test {
namespace {

template <int r, int c = 1>
using Exact = Eigen::Matrix<long double, r, c>;

// Reads inputs and writes results in the order of the kernels.
struct Tape {
  const double* in;
  long double* out;
  double condition = 1.0;
  template <int r, int c = 1>
  Exact<r, c> next() {
    Exact<r, c> A;
    for (int i = 0; i < r; ++i)
      for (int j = 0; j < c; ++j) A(i, j) = *in++;
    return A;
  }
  template <int n>
  Exact<n, n> symmetric() {
    Exact<n, n> A;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j) A(i, j) = A(j, i) = *in++;
    return A;
  }
  template <int n>
  Exact<n, n> inverse_of(const Exact<n, n>& A) {
    const Exact<n, n> inverse = A.partialPivLu().inverse();
    condition = static_cast<double>(A.cwiseAbs().colwise().sum().maxCoeff() *
                                    inverse.cwiseAbs().colwise().sum().maxCoeff());
    return inverse;
  }
  template <int r, int c>
  void put(const Exact<r, c>& A) {
    for (int i = 0; i < r; ++i)
      for (int j = 0; j < c; ++j) *out++ = A(i, j);
  }
  template <int n>
  void put_symmetric(const Exact<n, n>& A) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j) *out++ = A(i, j);
  }
  void put_holds() { *out++ = 1.0L; }
};

Exact<3, 3> turn_of(const Exact<3>& a) {
  Exact<3, 3> A;
  A << 0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0;
  return A;
}
// v x of motions, as a 6x6 matrix.
Exact<6, 6> motion_cross(const Exact<6>& v) {
  Exact<6, 6> A;
  A << turn_of(v.head<3>()), Exact<3, 3>::Zero(), turn_of(v.tail<3>()), turn_of(v.head<3>());
  return A;
}
Exact<6, 6> next_transform(Tape& t) {
  const Exact<3, 3> E = t.next<3, 3>();
  const Exact<3> r = t.next<3>();
  Exact<6, 6> X;
  X << E, Exact<3, 3>::Zero(), -E * turn_of(r), E;
  return X;
}
// As the sum (w^2 - |u|^2) 1 + 2 u u^T + 2 w [u x] of a quaternion (w, u), and what it lacks where its length
// is not 1.
Exact<3, 3> rotation_of(const Exact<4>& q) {
  const Exact<3> u = q.tail<3>();
  return (1.0L - 2.0L * u.squaredNorm()) * Exact<3, 3>::Identity() + 2.0L * u * u.transpose() +
         2.0L * q[0] * turn_of(u);
}

template <int r, int k, int c>
void product(Tape& t) {
  const auto A = t.next<r, k>();
  t.put<r, c>(A * t.next<k, c>());
}
template <int k, int r, int c>
void transposed_product(Tape& t) {
  const auto A = t.next<k, r>();
  t.put<r, c>(A.transpose() * t.next<k, c>());
}
void sum(Tape& t) {
  const auto A = t.next<6, 6>();
  t.put<6, 6>(A + t.next<6, 6>());
}
void product_transposed(Tape& t) {
  const auto A = t.next<3, 6>();
  t.put<3, 3>(A * t.next<3, 6>().transpose());
}
void symmetric_product(Tape& t) {
  const auto A = t.symmetric<6>();
  t.put<6, 1>(A * t.next<6>());
}
void cross_and_turned(Tape& t) {
  const Exact<3> a = t.next<3>(), b = t.next<3>();
  const auto R = t.next<3, 3>();
  t.put<3, 1>(turn_of(a) * b + R * t.next<3>());
}
void cross_motion(Tape& t) {
  const auto A = motion_cross(t.next<6>());
  t.put<6, 1>(A * t.next<6>());
}
void cross_force(Tape& t) {
  const auto A = motion_cross(t.next<6>());
  t.put<6, 1>(-A.transpose() * t.next<6>());
}
void rotation(Tape& t) { t.put<3, 3>(rotation_of(t.next<4>())); }
void turned(Tape& t) {
  const auto R = t.next<3, 3>();
  t.put_symmetric<3>(R * t.symmetric<3>() * R.transpose());
}
void congruent(Tape& t) {
  const auto J = t.next<3, 6>();
  t.put_symmetric<6>(J.transpose() * t.symmetric<3>() * J);
}
void moved_motion(Tape& t) {
  const auto X = next_transform(t);
  t.put<6, 1>(X * t.next<6>());
}
void returned_force(Tape& t) {
  const auto X = next_transform(t);
  t.put<6, 1>(X.transpose() * t.next<6>());
}
void returned_inertia(Tape& t) {
  const auto X = next_transform(t);
  t.put_symmetric<6>(X.transpose() * t.symmetric<6>() * X);
}
template <int n>
void solve_symmetric(Tape& t) {
  const auto inverse = t.inverse_of<n>(t.symmetric<n>());
  t.put<n, 1>(inverse * t.next<n>());
  t.put_holds();
}
void invert_symmetric(Tape& t) {
  t.put_symmetric<6>(t.inverse_of<6>(t.symmetric<6>()));
  t.put_holds();
}
template <int n>
void invert(Tape& t) {
  t.put<n, n>(t.inverse_of<n>(t.next<n, n>()));
  t.put_holds();
}
void solve(Tape& t) {
  const auto inverse = t.inverse_of<6>(t.next<6, 6>());
  t.put<6, 1>(inverse * t.next<6>());
  t.put_holds();
}
void rows(Tape& t) {
  const auto inverse = t.inverse_of<6>(t.symmetric<6>());
  const auto J = t.next<5, 6>();
  t.put_symmetric<5>(J * inverse * J.transpose());
  t.put_holds();
}

struct ExactKernel {
  std::string_view name;
  void (*run)(Tape&);
};
constexpr ExactKernel kExact[] = {
    {"A + B, 6x6", sum},
    {"A B, 3x3", product<3, 3, 3>},
    {"A B, 6x6", product<6, 6, 6>},
    {"A v, 6x6", product<6, 6, 1>},
    {"A^T B, 3x6", transposed_product<3, 6, 6>},
    {"A^T v, 6x6", transposed_product<6, 6, 1>},
    {"A B^T, 3x6", product_transposed},
    {"A v, symmetric 6x6", symmetric_product},
    {"a x b + R c, 3x1", cross_and_turned},
    {"v x m, 6x1", cross_motion},
    {"v x* f, 6x1", cross_force},
    {"R of a quaternion, 3x3", rotation},
    {"R M R^T, 3x3", turned},
    {"J^T M J, 3x6", congruent},
    {"X v, 6x1", moved_motion},
    {"X^T f, 6x1", returned_force},
    {"X^T I X, 6x6", returned_inertia},
    {"SPD 6x6 factor and solve", solve_symmetric<6>},
    {"SPD 6x6 by square roots", solve_symmetric<6>},
    {"SPD 3x3 factor and solve", solve_symmetric<3>},
    {"SPD 6x6 inverse", invert_symmetric},
    {"6x6 inverse, no pivots", invert<6>},
    {"6x6 inverse, pivots", invert<6>},
    {"3x3 inverse, no pivots", invert<3>},
    {"3x3 inverse, pivots", invert<3>},
    {"6x6 solve, pivots", solve},
    {"J M^-1 J^T, five rows", rows},
};

}  // namespace

double exact_kernel(const SmallKernel& kernel, const double* in, long double* out) {
  const ExactKernel* exact = kExact;
  while (exact != std::end(kExact) && exact->name != kernel.name) ++exact;
  GROUSER_ASSERT(exact != std::end(kExact));
  Tape tape{in, out};
  exact->run(tape);
  return tape.condition;
}

}  // namespace grouser::test

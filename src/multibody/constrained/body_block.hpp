// SPDX-License-Identifier: BSD-3-Clause
// A tree of bodies and the joints between them as one symmetric system,
//   M_i a_i = p_i + N_i lambda_i - sum over children c of T_c N_c lambda_c
//   N_i^T (a_i - T_i^T a_parent) + C_i lambda_i = b_i
// with twists and wrenches (angular over linear) in world axes about each body's origin; T moves a wrench
// from the child's origin to its parent's. These are the numbers of one body, or of bodies side by side in
// the lanes of registers. Files of the vector levels include this one, so it includes no Eigen.
#pragma once
#include <cstddef>

#include "grouser/math/small/factor.hpp"

namespace grouser {

/// The numbers of one body if N is a double, or of one body per lane if N is a register. All members consist
/// of numbers N; number_place gives the place at which each kind begins among them. Only those of the six
/// rows that the joint has are used.
template <class N>
struct BodyNumbers {
  small::Symmetric<N, 6> inertia;  ///< M, with what the children add
  small::Matrix<N, 3> r;           ///< from the parent's origin to this body's
  small::Matrix<N, 6, 6> rows;     ///< N: row k, angular, linear
  small::Matrix<N, 6> compliance;  ///< C, diagonal; 0: a hard row
  small::Matrix<N, 6> target;      ///< b
  small::Matrix<N, 6> y;           ///< the rest of the force in the inward pass
  small::Matrix<N, 6> a, lambda;   ///< results

  // Factors: M = L D L^T, S = N^T M^-1 N + C = G E G^T; X = L^-1 N, Y = D^-1 X, W = G^-1 (T N)^T
  small::Ldlt<N, 6> M, G;
  small::Matrix<N, 6, 6> X, Y, W;
  small::Matrix<N, 6> z;
};
/// Places of the first number of each kind.
namespace number_place {
constexpr int at(std::size_t offset) { return static_cast<int>(offset / sizeof(double)); }
using Numbers = BodyNumbers<double>;
inline constexpr int inertia = at(offsetof(Numbers, inertia)), r = at(offsetof(Numbers, r)),
                     rows = at(offsetof(Numbers, rows)), compliance = at(offsetof(Numbers, compliance)),
                     target = at(offsetof(Numbers, target)), y = at(offsetof(Numbers, y)),
                     a = at(offsetof(Numbers, a)), lambda = at(offsetof(Numbers, lambda)),
                     count = at(sizeof(Numbers));
}  // namespace number_place

/// Address of one body's numbers: number n is of[n * stride].
struct NumbersOf {
  double* of = nullptr;  ///< nullptr: of the world
  int stride = 1;
  GROUSER_INLINE double& operator[](int n) const { return of[n * stride]; }
};

/// One body, its numbers alone or in a lane of registers.
struct BodyBlock {
  NumbersOf numbers = {};
  int parent = -1;                      ///< index, -1: the world
  int row_count = 0;                    ///< of the joint to the parent, 0 to 6
  small::Matrix<double, 6> force = {};  ///< p

  double& inertia(int i, int j) const {
    return numbers[number_place::inertia + small::Symmetric<double, 6>::place(i, j)];
  }
  double& r(int i) const { return numbers[number_place::r + i]; }
  double& row(int k, int i) const { return numbers[number_place::rows + 6 * k + i]; }
  double& compliance(int k) const { return numbers[number_place::compliance + k]; }
  double& target(int k) const { return numbers[number_place::target + k]; }
  double& a(int i) const { return numbers[number_place::a + i]; }
  double& lambda(int k) const { return numbers[number_place::lambda + k]; }
};

inline constexpr int kMostLanes = 8;
/// Bodies at the same distance from the world whose joints have as many rows. Lanes behind them hold a body
/// of unit inertia.
struct LaneGroup {
  /// BodyNumbers of as many registers as eight lanes fill.
  alignas(64) double numbers[number_place::count * kMostLanes] = {};
  alignas(64) double handed[21][kMostLanes];  ///< inertia, or wrench, that the parents get
  int bodies[kMostLanes], count = 0;
  int rows = 0;  ///< the most of its joints
  NumbersOf parent[kMostLanes];
  LaneGroup* parents = nullptr;  ///< if every lane's parent is in the same lane of one group
};

/// The passes over a group, compiled per vector level.
struct LanePasses {
  int lanes;  ///< of a register; with one, bodies go alone
  void (*factor)(LaneGroup&);
  void (*inwards)(LaneGroup&, bool with_targets);
  void (*outwards)(LaneGroup&);
};
extern const LanePasses kPassesScalar, kPassesNeon, kPassesSse42, kPassesAvx2, kPassesAvx512;

}  // namespace grouser

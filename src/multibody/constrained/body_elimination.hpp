// SPDX-License-Identifier: BSD-3-Clause
// A tree of bodies and the joints between them as one symmetric system,
//   M_i a_i = p_i + N_i lambda_i - sum over children c of T_c N_c lambda_c
//   N_i^T (a_i - T_i^T a_parent) + C_i lambda_i = b_i
// with twists and wrenches (angular over linear) in world axes about each body's origin; T moves a wrench from the
// child's origin to its parent's. Eliminated from the leaves to the roots, a body before its joint (Baraff 1996): M_i,
// with what its children add, is positive definite, and so is N_i^T M_i^-1 N_i + C_i. Nothing fills in.
#pragma once
#include <vector>

#include "grouser/math/types.hpp"

namespace grouser {

struct BodyBlock {
  int parent = -1;         ///< index, -1: the world
  int rows = 0;            ///< of the joint to the parent, 0 to 6
  Vec3 r = Vec3::Zero();   ///< from the parent's origin to this body's
  double inertia[6][6];    ///< M; only the lower triangle is read
  double N[6][6];          ///< row k: angular, linear
  double compliance[6];    ///< C, diagonal; 0: a hard row
  double force[6];         ///< p
  double target[6];        ///< b
  double a[6], lambda[6];  ///< results

  // Factors: M = L D L^T, S = N^T M^-1 N + C = G E G^T; X = L^-1 N, Y = D^-1 X, W = G^-1 (T N)^T
  double L[6][6], inverse_D[6], X[6][6], Y[6][6], G[6][6], inverse_E[6], W[6][6];
  double y[6], z[6];
};

/// Parents come before their children. Destroys `inertia`.
void factor_bodies(std::vector<BodyBlock>& blocks);
/// Results for `force` and `target`, which stay as they are, or for targets of zero. Needs factor_bodies().
enum class Targets { given, zero };
void solve_bodies(std::vector<BodyBlock>& blocks, Targets targets);

}  // namespace grouser

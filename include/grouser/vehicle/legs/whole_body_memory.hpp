// SPDX-License-Identifier: BSD-3-Clause
// Memory of whole-body control from one period to the next: plain doubles, part of the state of a simulation.
#pragma once

namespace grouser {

inline constexpr int kSoles = 2, kSoleCorners = 4, kRays = 4;
inline constexpr int kMostRho = kSoles * kSoleCorners * kRays;
inline constexpr int kMostBodyJoints = 30;
inline constexpr int kMostActive = 64;

struct WholeBodyMemory {
  double torque[kMostBodyJoints] = {};            ///< commanded to the joints, N m
  double acceleration[6 + kMostBodyJoints] = {};  ///< of the last answer
  double rho[kMostRho] = {};  ///< of the last answer, by foot, corner and ray; 0 of a foot that swings, N
  double active[kMostActive] = {};  ///< inequalities that held with equality then (QpSolver)
  double active_count = 0.0;
  double stands[kSoles] = {-1.0, -1.0};  ///< 1: the foot stood then; -1: there is no answer yet
  double solved = 0.0, failed = 0.0;     ///< programs so far
  double failed_in_a_row = 0.0;
  double iterations = 0.0, most_iterations = 0.0, iteration_sum = 0.0;
  double residual = 0.0, most_residual = 0.0;  ///< of the conditions of optimality
};

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Eight feet at once: what the loops of the vector levels read and write (grouser/math/simd_level.hpp).
#pragma once
#include "grouser/math/simd_level.hpp"

namespace grouser::legs {

inline constexpr int kLanes = 8;
struct alignas(64) Lanes {
  double v[kLanes];
};

/// A four-bar leg, see FourBarLeg.
struct FourBarNumbers {
  double side, drop, ahead, base, crank, coupler, lever;  // m
  double thigh, shank, thigh_angle;                       // m, rad
  double sin_bend, cos_bend;     // of the angle by which the knee's differs from the fold of thigh and shank
  double lowest[3], highest[3];  // rad, what counts as a limit included
  double same_knee;              // m: see FourBarLeg::on_branch()
};

struct FootLanes {
  Lanes x, y, z;  // in the leg's frame, m
};
struct AngleLanes {
  Lanes roll, hip, motor;  // rad, of the first solution
  Lanes solutions;
};

using SolveLoop = void (*)(const FourBarNumbers&, const FootLanes&, AngleLanes&);

extern const SolveLoop kSolveScalar, kSolveNeon, kSolveSse42, kSolveAvx2, kSolveAvx512;
SolveLoop solve_loop(SimdLevel level);

}  // namespace grouser::legs

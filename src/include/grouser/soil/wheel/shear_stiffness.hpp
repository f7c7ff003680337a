// SPDX-License-Identifier: BSD-3-Clause
// Stiffness of soft soil against a small sliding of a wheel: an upper bound of the slope of its shear force
// over the deflection zeta of the slip state (contact.hpp), for the implicit part of the step and for its
// guard.
//
// The stress starts with (c + sigma tan phi) j/K (Janosi & Hanamoto 1961). On the resting share of a
// footprint j is zeta itself. On the rolling share, for the rim, j = r (theta_1 - theta) zeta/l, on average
// at most zeta. Grouser tips, however, enter the ground on their own, larger circle, at theta_t, where the
// rim's footprint may be much shorter: there j = r (sin theta_t - sin theta) zeta/l. So, with strengths
// integrated along the arc,
//   k <= [N tan phi + b (c r + ...) arc] max(1, r sin(theta_t)/l)/K
// The last factor applies to tips and blades only. The wall before a skidding wheel (front_wall.hpp) adds
// its force over l.
#pragma once
#include <algorithm>

#include "grouser/soil/wheel/wheel_on_soil.hpp"

namespace grouser {

inline constexpr double kShortestFootprint = 1e-3;  ///< m: no footprint counts as shorter

/// Length over which slip builds up on soft soil, m: the distance that the rim must slide until it has, K
/// plus half the arc (the mean displacement of the soil under the wheel).
inline double soft_relaxation_length(double shear_length, double radius, double entry_angle) {
  return std::max(0.5 * radius * entry_angle, kShortestFootprint) + shear_length;
}

struct ShearState {
  double normal_force = 0.0;    ///< N
  double sinkage = 0.0;         ///< m
  double entry_angle = 0.0;     ///< rad
  double travel = 1.0;          ///< as WheelRunning::travel
  double relaxation = 1.0;      ///< length l over which slip builds up, m
  double width_fraction = 1.0;  ///< -
};

/// Upper bound of the stiffness, N/m.
double shear_stiffness_bound(const WheelOnSoil& wheel, const ShearState& state);

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// The ground under a whole wheel as springs and a damper, linearised at rest under a load, for stability
// checks and step control.
#pragma once
#include "grouser/soil/wheel/wheel_reaction.hpp"

namespace grouser {

struct GroundSpring {
  double loading = 0.0;    ///< while it is pressed in, N/m
  double unloading = 0.0;  ///< while it springs back, N/m, >= loading
  double damping = 0.0;    ///< N s/m
};
/// load: N, gravity: m/s2. Soil too weak to carry the load is taken where the wheel is sunk to its axle.
GroundSpring ground_spring(const SoilParams&, const WheelGeometry&, double load, double gravity);

/// Upper bound of the stiffness against a small sliding of a wheel that stands or rolls under a load, N/m.
/// tyre: shear stiffness of the wheel itself, N/m.
double shear_stiffness(const SoilParams&, const WheelGeometry&, double tyre, double load, double gravity);

}  // namespace grouser

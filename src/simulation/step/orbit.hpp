// SPDX-License-Identifier: BSD-3-Clause
// Relative motion on a circular orbit (Clohessy & Wiltshire 1960, "Terminal guidance system for satellite rendezvous", J. Aerospace
// Sci. 27): in axes that go round with a point on it, x radial, y along the orbit, z across, n = 2 pi / period,
//   x'' = 3 n^2 x + 2 n y',   y'' = -2 n x',   z'' = -n^2 z
// to first order of the distances over the orbit's radius. It acts on each body's centre of mass; that the axes turn is not felt by
// attitudes (0.004 deg/s in geostationary orbit), nor is the gradient of gravity along a body.
#pragma once
#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// Adds it to the loads, if the world is in orbit.
void add_orbit_loads(const World& world, const Kinematics& kinematics, Loads& loads);
/// What it stores, J: sum of m n^2 (z^2 - 3 x^2) / 2. 0 without an orbit.
double calc_orbit_energy(const World& world, const Kinematics& kinematics);

}  // namespace grouser

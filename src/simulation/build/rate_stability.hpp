// SPDX-License-Identifier: BSD-3-Clause
// Stability of Runge-Kutta steps with contacts in rate form. For x' = A x a step multiplies every eigenvector
// by R(h lambda), with R the fourth-order Taylor polynomial of the exponential (Hairer & Wanner, Solving
// Ordinary Differential Equations II, section IV.2); no eigenvector may grow.
#pragma once
#include "contact_modes.hpp"
#include "grouser/math/types.hpp"

namespace grouser {

/// Largest |R(h lambda)| over the eigenvalues of A.
double runge_kutta_radius(const MatX& A, double h);

/// Dampers of a wheel's contact in steps of length h (slow_dampers()).
ContactDampers rate_dampers(const WheelContactStiffness& contact, double h);

/// One mass on one contact: state (x, v, u_wheel), x into the ground.
MatX rate_matrix(const WheelContactStiffness& contact, double mass, double h);

}  // namespace grouser

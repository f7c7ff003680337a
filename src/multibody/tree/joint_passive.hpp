// SPDX-License-Identifier: BSD-3-Clause
// Passive efforts of one coordinate of a joint: spring, damper, limits, friction.
#pragma once
#include <vector>

#include "grouser/multibody/tree/dynamics.hpp"

namespace grouser {

/// effort = elastic - coefficient * v. This split lets the integrator use v at the end of the step
/// (implicit). The coefficient contains the damper, the damper of the active limit, and friction as a secant,
/// all evaluated at `v`. With the same v inserted the law is exact; inserting the corrected v differs by the
/// predictor's error, O(h^3).
struct PassiveEffort {
  double elastic = 0.0, coefficient = 0.0;
};
PassiveEffort passive_effort(const JointForces& forces, double q, double v);

/// Energy in the joint's spring and limits, J.
double passive_energy(const JointForces& forces, double q);
/// Its derivative by q.
double passive_energy_slope(const JointForces& forces, double q);

/// Smooth Coulomb friction over |v|, with s = |v|/v_f: friction/v_f (3/2 - s^2/2) for s below 1, friction/|v|
/// above. So the effort is the cubic friction (3 s - s^3)/2, continuous with its slope, and saturates at v_f.
double friction_coefficient(const JointForces& forces, double v);

/// Passive and given effort of one coordinate, ready for a solver: effort = given - damping * a at this
/// instant. `given` includes the damper at v_base; damping is gamma times the damper's coefficient plus the
/// rotor inertia.
struct PassiveTerm {
  double given = 0.0, damping = 0.0;
};
/// One term per coordinate (terms.size() == nv), including the efforts of `loads` on the joints.
void gather_passive_terms(const Model& model, const VecX& q, const VecX& v, const Loads& loads,
                          const ImplicitDamping& damping, std::vector<PassiveTerm>& terms);

}  // namespace grouser

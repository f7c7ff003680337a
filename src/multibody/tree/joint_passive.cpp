// SPDX-License-Identifier: BSD-3-Clause
// Passive efforts of one coordinate: spring, damper, smooth Coulomb friction and end stops, as an elastic
// part and a coefficient c of the velocity, effort = e - c v. The integrator takes c v at the step's end
// (docs/theory_multibody.md, section 3).
#include "joint_passive.hpp"

#include <cmath>

namespace grouser {
namespace {

// Depth past a limit, with the limit's sign: > 0 past the upper, < 0 past the lower, 0 between.
double limit_depth(const JointForces& forces, double q) {
  if (q > forces.upper) return q - forces.upper;
  if (q < forces.lower) return q - forces.lower;
  return 0.0;
}

}  // namespace

/// Secant of the friction effort F (3 s - s^3)/2, s = v/v_f below v_f, and F beyond: effort over speed, N
/// s/m or N m s.
double friction_coefficient(const JointForces& forces, double v) {
  const double s = std::fabs(v) / forces.friction_velocity;
  if (s >= 1.0) return forces.friction / std::fabs(v);
  return forces.friction / forces.friction_velocity * (1.5 - 0.5 * s * s);
}

PassiveEffort passive_effort(const JointForces& forces, double q, double v) {
  PassiveEffort effort{-forces.stiffness * (q - forces.rest), forces.damping};
  if (forces.friction > 0.0) effort.coefficient += friction_coefficient(forces, v);
  const double depth = limit_depth(forces, q);
  // A limit can only push back: where the damper would make it pull, the effort is zero.
  const double push = forces.limit_stiffness * depth + forces.limit_damping * v;
  if (depth * push > 0.0) {
    effort.elastic -= forces.limit_stiffness * depth;
    effort.coefficient += forces.limit_damping;
  }
  return effort;
}

double passive_energy(const JointForces& forces, double q) {
  const double stretch = q - forces.rest, depth = limit_depth(forces, q);
  return 0.5 * forces.stiffness * stretch * stretch + 0.5 * forces.limit_stiffness * depth * depth;
}

double passive_energy_slope(const JointForces& forces, double q) {
  return forces.stiffness * (q - forces.rest) + forces.limit_stiffness * limit_depth(forces, q);
}

void gather_passive_terms(const Model& model, const VecX& q, const VecX& v, const Loads& loads,
                          const ImplicitDamping& damping, std::vector<PassiveTerm>& terms) {
  // The corrector is v = v_base + gamma a: c v_base is given, gamma c joins the diagonal of the inertia.
  const VecX& v_base = damping.v_base ? *damping.v_base : v;
  for (Eigen::Index c = 0; c < v.size(); ++c)
    terms[static_cast<std::size_t>(c)] = {loads.generalized[c] - loads.damping[c] * v_base[c],
                                          damping.gamma * loads.damping[c]};
  for (const Joint& joint : model.joints()) {
    if (!joint.passive && joint.forces.rotor_inertia == 0.0) continue;
    for (int k = 0; k < joint.nv; ++k) {
      const int c = joint.v_index + k;
      const PassiveEffort effort = joint.kind.forces == PassiveForces::all
                                       ? passive_effort(joint.forces, q[joint.q_index + k], v[c])
                                       : PassiveEffort{0.0, joint.forces.damping};
      PassiveTerm& term = terms[static_cast<std::size_t>(c)];
      term.given += effort.elastic - effort.coefficient * v_base[c];
      term.damping += damping.gamma * effort.coefficient + joint.forces.rotor_inertia;
    }
  }
}

}  // namespace grouser

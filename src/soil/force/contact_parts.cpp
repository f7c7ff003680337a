// SPDX-License-Identifier: BSD-3-Clause
// Parts that the step form and the rate form of contacts share: ramped dampers, renewal of the footprint,
// energies of the springs, weights of backward differences.
#include "contact_parts.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/math/elementary.hpp"
#include "grouser/soil/wheel/shear_stiffness.hpp"

namespace grouser {
namespace contact {

const ContactForce kNoForce;

Damping ramped_damping(const ContactLaw& law, double u_tot, double share) {
  const double ramp = share * ramped_share(u_tot, law.damping_ramp);
  return {ramp * law.beta_wheel, ramp * law.beta_ground};
}

double entry_angle(const ContactLaw& law, double sinkage) {
  return math::acos(1.0 - std::clamp(sinkage / law.radius, 0.0, 1.0));
}

// A footprint is new soil after rolling its own length; an exponential with a third of it has renewed 95 % by
// then.
double renewal_length(const ContactLaw& law, double entry_angle) {
  return std::max(law.radius * entry_angle, kShortestFootprint) / 3.0;
}

Sliding sliding_of(double rim, double rolling, const ContactMotion& motion) {
  return {rim - motion.v_x, -motion.v_y, rim, rolling, motion.v_x};
}

double shear_energy(const ContactLaw& law, const ContactMemory& m) {
  return 0.5 * law.k_shear * (m.zeta_x * m.zeta_x + m.zeta_y * m.zeta_y);
}

double ground_energy(const ContactLaw& law, const ContactMemory& m) {
  return 0.5 * law.k_ground * m.u_soil * m.u_soil;
}

double stored_energy(const ContactLaw& law, const ContactMemory& m) {
  double e = 0.5 * law.k_wheel * m.u_wheel * m.u_wheel;
  e += ground_energy(law, m);
  e += shear_energy(law, m);
  return e;
}

}  // namespace contact

double entry_side(double travel) {
  // a smooth cubic step, so that the rut level has a rate
  const double x = std::clamp(travel / kLeavesRut, -1.0, 1.0);
  return x * (1.5 - 0.5 * x * x);
}

void backward_difference_weights(const double* age, int m, double* weights) {
  // Derivative at x = 0 of the Lagrange polynomials on nodes x_i = -age[i].
  for (int i = 0; i <= m; ++i) {
    double w = 0.0;
    // The weight of the new point is the sum of 1/age; the others are products over the nodes.
    if (i == 0) {
      for (int j = 1; j <= m; ++j) w += 1.0 / age[j];
    } else {
      w = -1.0 / age[i];
      for (int j = 1; j <= m; ++j)
        if (j != i) w *= age[j] / (age[j] - age[i]);
    }
    weights[i] = w;
  }
}

double contact_time_constant(const ContactLaw& law) {
  const auto [beta_w, beta_s] = contact::ramped_damping(law, law.damping_ramp);
  return (beta_w + beta_s) / (law.k_wheel + law.k_ground);
}

}  // namespace grouser

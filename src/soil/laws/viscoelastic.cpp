// SPDX-License-Identifier: BSD-3-Clause
// Constants of LuGre friction in both readings of Wachlin 2018 (docs/theory_landing.md, "Viscoelastic
// ground"). Consistent: sigma_0 = mu_s/(2 mm), sigma_1 = 2 sqrt(sigma_0/g) - sigma_2, critical damping, at
// most sigma_2 mu_k/(mu_s - mu_k), beyond which LuGre can give energy (Barabanov & Ortega 2000), and at
// least 0.
#include "grouser/soil/laws/viscoelastic.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/math/elementary.hpp"

namespace grouser {

Bristles bristles_of(const ViscoelasticParams& soil, double gravity) {
  constexpr double kFullAfter = 2e-3;  // m, assumed: displacement over which friction builds up
  const double viscous = soil.viscous_friction;
  if (soil.friction_reading == FrictionReading::as_printed)
    return {soil.bristle_stiffness, soil.bristle_damping, viscous};
  const double stiffness = soil.static_friction / kFullAfter;
  const double drop = soil.static_friction - soil.kinetic_friction;
  const double infinite = std::numeric_limits<double>::infinity();
  // Limits that do not apply, without weight or without a drop from mu_s to mu_k, are infinite.
  const double critical = gravity > 0.0 ? 2.0 * std::sqrt(stiffness / gravity) - viscous : infinite;
  const double passive = drop > 0.0 ? viscous * soil.kinetic_friction / drop : infinite;
  const double damping = std::min(critical, passive);
  return {stiffness, std::isfinite(damping) ? std::max(0.0, damping) : 0.0, viscous};
}

/// Stribeck's curve g(v) = mu_k + (mu_s - mu_k) exp(-(v/v_s)^alpha); speed: at least 0, m/s.
double stribeck_friction(const ViscoelasticParams& soil, double speed) {
  const double drop = soil.static_friction - soil.kinetic_friction;
  return soil.kinetic_friction +
         drop * math::exp(-math::pow(speed / soil.stribeck_velocity, soil.stribeck_exponent));
}

}  // namespace grouser

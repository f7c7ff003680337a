// SPDX-License-Identifier: BSD-3-Clause
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
  const double critical = gravity > 0.0 ? 2.0 * std::sqrt(stiffness / gravity) - viscous : infinite;
  const double passive = drop > 0.0 ? viscous * soil.kinetic_friction / drop : infinite;
  const double damping = std::min(critical, passive);
  return {stiffness, std::isfinite(damping) ? std::max(0.0, damping) : 0.0, viscous};
}

double stribeck_friction(const ViscoelasticParams& soil, double speed) {
  const double drop = soil.static_friction - soil.kinetic_friction;
  return soil.kinetic_friction +
         drop * math::exp(-math::pow(speed / soil.stribeck_velocity, soil.stribeck_exponent));
}

}  // namespace grouser

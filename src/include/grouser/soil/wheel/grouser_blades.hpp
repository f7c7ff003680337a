// SPDX-License-Identifier: BSD-3-Clause
// Grousers are not treated as a bigger wheel. The rim carries the load at its own radius; the blades move the
// shear surface outwards where they are close enough to trap the soil between them, and push soil with their
// faces.
//   trapped share of the arc = min(1, wedge length / pitch)
//   wedge length = h_g tan(45 deg + phi/2)   (Rankine's wedge in front of one blade)
//   pitch = 2 pi r / count
// At trapped soil the shear acts at r_s = r + h_g, with the rim's normal force:
//   (c r_s + sigma r tan phi) b d(theta)
// Elsewhere the rim shears at r, and each blade adds F_p b (passive_pressure.hpp) at r + h_g/2, mobilised
// like the shear. Trapped soil turns with the wheel and forms no wedge. The forces are averaged over a turn
// (no ripple from single blades). Source: Wong, "Theory of Ground Vehicles", chapter 2; the trapped share is
// our own assumption. Not modelled: blades in front of the rim's own arc, or a wheel on firm ground that
// stands on its blades.
#pragma once
#include <cmath>

#include "grouser/soil/laws/passive_pressure.hpp"
#include "grouser/soil/wheel/wheel_reaction.hpp"

namespace grouser {

struct GrouserBlades {
  double trapped = 0.0;       ///< share of the arc that shears at the tips
  double shear_radius = 0.0;  ///< r + h_g, m
  double blade_radius = 0.0;  ///< r + h_g/2, m
  double blade_force = 0.0;   ///< full passive force of the blades per width and per radian of arc, N/(m rad)
};

inline GrouserBlades grouser_blades(const SoilParams& soil, const WheelGeometry& wheel, double gravity) {
  constexpr double kTwoPi = 6.2831853071795865;
  GrouserBlades blades{0.0, wheel.radius, wheel.radius, 0.0};
  if (!(wheel.grouser_height > 0.0) || !(wheel.grouser_count > 0.0)) return blades;
  const double h = wheel.grouser_height;
  const double ratio = passive_pressure_ratio(soil.phi);
  const double root = std::sqrt(ratio);
  const double pitch = kTwoPi * wheel.radius / wheel.grouser_count;
  blades.trapped = h * root < pitch ? h * root / pitch : 1.0;
  blades.shear_radius = wheel.radius + h;
  blades.blade_radius = wheel.radius + 0.5 * h;
  blades.blade_force = (1.0 - blades.trapped) * wheel.grouser_count / kTwoPi * h *
                       (0.5 * soil.density * gravity * h * ratio + 2.0 * soil.cohesion * root);
  return blades;
}

}  // namespace grouser

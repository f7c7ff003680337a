// SPDX-License-Identifier: BSD-3-Clause
// The ground's part of a contact in series with a wheel or a pad: the damper of soft soil; spring, damper and
// Coulomb friction of hard ground (contact.hpp, pad_contact.hpp).
#pragma once
#include "grouser/soil/laws/soil_number.hpp"

namespace grouser {

struct SoilDamperParams {
  /// Damping of the soil per touching area, N s/m3. Default: Project Chrono's SCM damping, 3e4 Pa s/m.
  double soil_damping_per_area = 3e4;
  /// Damping as files gave it before, N s/m, that of a wheel on kWheelPatch. If it is given it counts in
  /// place of the above.
  double soil_damping = kUnset;
};
inline constexpr SoilNumber<SoilDamperParams> kSoilDamperNumbers[] = {
    {"soil_damping_per_area", "damping of the soil per touching area",
     &SoilDamperParams::soil_damping_per_area, 0.0, 1e9, false, "N s/m3", Given::optional},
    {"soil_damping", "of a wheel, in place of soil_damping_per_area, as older files give it",
     &SoilDamperParams::soil_damping, 0.0, 1e7, false, "N s/m", Given::optional},
};
inline constexpr double kWheelPatch = 0.01;  ///< area to which soil_damping belongs, m2

/// Touching area of a wheel for its damper, m2, of its rim's radius and its width (m): that of an arc of
/// 0.585 rad, as of a wheel pressed in by a sixth of its radius. ExoMars' wheel has 0.0100 m2.
inline double wheel_patch(double radius, double width) {
  constexpr double kArc = 0.585;  // rad; acos(5/6) = 0.586
  return kArc * radius * width;
}

struct HardGroundParams {
  double hard_stiffness = kUnset;  ///< at one wheel contact, N/m
  double hard_damping = kUnset;    ///< N s/m
  double friction_mu = kUnset;     ///< Coulomb friction coefficient, -
};
inline constexpr SoilNumber<HardGroundParams> kHardGroundNumbers[] = {
    {"hard_stiffness", "at the contact of one wheel", &HardGroundParams::hard_stiffness, 0.0, 1e12, true,
     "N/m"},
    {"hard_damping", "at the contact of one wheel", &HardGroundParams::hard_damping, 0.0, 1e9, true, "N s/m"},
    {"friction_mu", "Coulomb's coefficient of friction", &HardGroundParams::friction_mu, 0.0, 10.0, false,
     "-"},
};

}  // namespace grouser

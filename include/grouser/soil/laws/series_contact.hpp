// The ground's part of a contact in series with a wheel or a pad: the damper of soft soil; spring, damper and
// Coulomb friction of hard ground (contact.hpp, pad_contact.hpp).
#pragma once
#include "grouser/soil/laws/soil_number.hpp"

namespace grouser {

struct SoilDamperParams {
  /// beta_soil of the series spring-damper, N s/m. Default: Project Chrono's SCM damping, 3e4 Pa s/m, on about
  /// 0.01 m2 of contact; an assumption for any single wheel.
  double soil_damping = 300.0;
};
inline constexpr SoilNumber<SoilDamperParams> kSoilDamperNumbers[] = {
    {"soil_damping", &SoilDamperParams::soil_damping, 0.0, 1e7, false, "N s/m", Given::optional},
};

struct HardGroundParams {
  double hard_stiffness = kUnset;  ///< at one wheel contact, N/m
  double hard_damping = kUnset;    ///< N s/m
  double friction_mu = kUnset;     ///< Coulomb friction coefficient, -
};
inline constexpr SoilNumber<HardGroundParams> kHardGroundNumbers[] = {
    {"hard_stiffness", &HardGroundParams::hard_stiffness, 0.0, 1e12, true, "N/m"},
    {"hard_damping", &HardGroundParams::hard_damping, 0.0, 1e9, true, "N s/m"},
    {"friction_mu", &HardGroundParams::friction_mu, 0.0, 10.0, false, "-"},
};

}  // namespace grouser

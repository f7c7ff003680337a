// SPDX-License-Identifier: BSD-3-Clause
// Soil that is pushed aside or ahead until it fails along a wedge.
//
// Sidewall, Hegedus 1960 as used by Ishigami et al. 2007: resistance per length of a wall of height h
//   R_b = D1 (c h + D2 rho g h^2 / 2)
//   D1 = cot X + tan(X + phi),  D2 = cot X + cot^2 X / cot phi,  X = 45 deg - phi/2
//
// Blade of a grouser, Rankine's passive earth pressure (Bekker 1969; Wong): force per width of a blade of
// height h
//   F_p = rho g h^2 N_phi / 2 + 2 c h sqrt(N_phi),   N_phi = tan^2(45 deg + phi/2)
// The surcharge of the rim's pressure is left out: that share is already in the shear along the circle of the
// tips.
#pragma once
#include "grouser/math/elementary.hpp"
#include "grouser/math/plain_level.hpp"
#include "grouser/soil/laws/soil_number.hpp"

namespace grouser {

struct PassivePressureParams {
  double density = kUnset;  ///< bulk density rho, kg/m3
};
inline constexpr SoilNumber<PassivePressureParams> kPassivePressureNumbers[] = {
    {"density", "bulk density", &PassivePressureParams::density, 0.0, 1e4, true, "kg/m3"},
};

struct BulldozingFactors {
  double d1, d2;
};

inline BulldozingFactors bulldozing_factors(double phi) {
  constexpr double kQuarterPi = 0.78539816339744831;
  const double wedge = kQuarterPi - 0.5 * phi;  // destructive angle X
  const double cot = 1.0 / math::tan(wedge);
  return {cot + math::tan(wedge + phi), cot + cot * cot * math::tan(phi)};
}

/// R_b = h (cohesion + weight h): its two coefficients, N/m2 and N/m3.
struct WallResistance {
  double cohesion = 0.0, weight = 0.0;
};
/// density in kg/m3, gravity in m/s2.
inline WallResistance wall_resistance(BulldozingFactors d, double cohesion, double density, double gravity) {
  return {d.d1 * cohesion, 0.5 * d.d1 * d.d2 * density * gravity};
}

namespace laws {
/// R_b for a wall of height h, in the coefficients' units.
template <class Level, class B>
GROUSER_INLINE B wall_force(const B& cohesion, const B& weight, const B& h) {
  return h * Level::fma(weight, h, cohesion);
}
}  // namespace laws

/// tan^2(45 deg + phi/2)
inline double passive_pressure_ratio(double phi) {
  constexpr double kQuarterPi = 0.78539816339744831;
  const double t = math::tan(kQuarterPi + 0.5 * phi);
  return t * t;
}

}  // namespace grouser

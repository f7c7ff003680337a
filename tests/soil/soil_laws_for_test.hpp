// SPDX-License-Identifier: BSD-3-Clause
// Soils and wheels that several tests of this folder share.
#pragma once
#include "grouser/soil/laws/soil_params.hpp"
#include "grouser/soil/wheel/wheel_reaction.hpp"

namespace grouser::test {

inline constexpr double kDeg = 0.017453292519943296;

/// Lunar nominal soil (Project Chrono) with c1 0.4, c2 0.15.
inline SoilParams lunar_nominal() {
  SoilParams s;
  s.id = "lunar";
  s.k_c = 1400.0;
  s.k_phi = 820e3;
  s.n = 1.0;
  s.cohesion = 170.0;
  s.phi = 35.0 * kDeg;
  s.janosi_k = 0.0178;
  s.density = 1660.0;
  s.theta_m_c1 = 0.4;
  s.theta_m_c2 = 0.15;
  s.soil_damping_per_area = 3e4;
  return s;
}

inline WheelGeometry viper_wheel() { return {.radius = 0.25, .width = 0.18}; }

}  // namespace grouser::test

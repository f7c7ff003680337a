// SPDX-License-Identifier: BSD-3-Clause
// Drawbar pull and sinkage of one wheel over slip, by the classical laws and by resistive force theory.
#include <cstdio>

#include "grouser/grouser.hpp"

int main() {
  const grouser::SoilParams bekker = grouser::load_soil("wong_LETE_sand", {}, grouser::SoilLaw::bekker);
  const grouser::SoilParams rft = grouser::load_soil("wong_LETE_sand", {}, grouser::SoilLaw::rft);

  grouser::RigSetup setup;
  setup.wheel.radius = 0.1425;  // m
  setup.wheel.width = 0.12;     // m
  setup.wheel.grouser_height = 0.0;
  setup.wheel.grouser_count = 0;
  setup.load = 191.7;    // N
  setup.gravity = 9.81;  // m/s2

  std::printf("%5s %21s %21s\n", "", "bekker", "rft");
  std::printf("%5s %10s %10s %10s %10s\n", "slip", "sinkage m", "pull N", "sinkage m", "pull N");
  for (int k = 0; k <= 16; ++k) {
    const double slip = 0.05 * k;
    const grouser::RigRow a = solve_wheel_rig(bekker, setup, slip, 0.0),
                          b = solve_wheel_rig(rft, setup, slip, 0.0);
    std::printf("%5.2f %10.5f %10.2f %10.5f %10.2f\n", slip, a.sinkage, a.drawbar_pull, b.sinkage,
                b.drawbar_pull);
  }
}

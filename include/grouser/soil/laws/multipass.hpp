// SPDX-License-Identifier: BSD-3-Clause
// Soil that a wheel rolled over before is denser: more cohesive, heavier, and stiffer in shear. Senatore &
// Sandu, J. Terramechanics 48(4), 2011, for pass number N over soil that was first rolled at slip s0 (from
// memory, not looked up):
//   c_N = c (1 + g),  rho_N = rho (1 + g),  K_N = K (1 - g),   g = (1 - exp(-s0/k1)) k2 + k3 N
// with k1 = 0.1178, k2 = 0.1672, k3 = 0.0348 identified on Holm's tests of 1969: g is 0.03 after a pass
// without slip and 0.20 after one that spun. The ground remembers how deep it was pressed and neither s0
// nor N, so a soil's file gives g itself, for one pass. It counts as far as the soil under the wheel had
// been pressed before (our assumption):
//   w = z_p / (z_p + z),   c (1 + g w),  rho (1 + g w),  K (1 - g w)
// z_p: depth of the rut, z: sinkage below its bottom. On untouched ground w = 0. The growth of the modulus of
// sinkage is in unloading.hpp.
#pragma once
#include "grouser/soil/laws/soil_number.hpp"

namespace grouser {

struct MultipassParams {
  double multipass_gain = 0.0;  ///< g of one pass, -
};
inline constexpr SoilNumber<MultipassParams> kMultipassNumbers[] = {
    {"multipass_gain", "by how much one pass stiffens the soil", &MultipassParams::multipass_gain, 0.0, 0.9,
     false, "-", Given::optional},
};

/// g w at a sinkage > 0; lengths in m.
inline double pressed_gain(double gain, double rut_depth, double sinkage) {
  return gain != 0.0 ? gain * (rut_depth / (rut_depth + sinkage)) : 0.0;
}
inline double firmed_strength(double gain) { return 1.0 + gain; }      ///< of cohesion and density
inline double firmed_shear_length(double gain) { return 1.0 - gain; }  ///< of K

}  // namespace grouser

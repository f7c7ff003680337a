// Slip-sinkage: a slipping wheel digs. The sinkage exponent grows with slip,
//   n = n0 + n1 s        (driven, s >= 0)
//   n = n0 + n1' |s|     (skidding, s < 0)
// Source of the driven branch: Ding, Gao, Deng, Nagatani & Yoshida, J. Terramechanics 48(1), 2011. The skid
// branch has the same form, as CMU's 3d-terramechanics sets use it. n is continuous at s = 0 with a kink
// there. Depths are below 1 m, so a larger n means a softer soil.
#pragma once
#include <cmath>

#include "grouser/soil/laws/soil_params.hpp"

namespace grouser {

inline double sinkage_exponent(double n0, double n1_driven, double n1_skidding, double slip) {
  return n0 + (slip >= 0.0 ? n1_driven : n1_skidding) * std::fabs(slip);
}
inline double sinkage_exponent(const SoilParams& soil, double slip) {
  return sinkage_exponent(soil.n, soil.slip_sinkage_n1, soil.skid_sinkage_n1, slip);
}

}  // namespace grouser

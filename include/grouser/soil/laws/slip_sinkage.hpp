// SPDX-License-Identifier: BSD-3-Clause
// Slip-sinkage: a slipping wheel digs. The sinkage exponent grows with slip,
//   n = n0 + n1 s        (driven, s >= 0)
//   n = n0 + n1' |s|     (skidding, s < 0)
// Source of the driven branch: Ding, Gao, Deng, Nagatani & Yoshida, J. Terramechanics 48(1), 2011. The skid
// branch has the same form, as CMU's 3d-terramechanics sets use it. n is continuous at s = 0 with a kink
// there. Depths are below 1 m, so a larger n means a softer soil.
//
// A wheel that slides sideways digs too (measured: CMU's smooth wheel sinks three times as deep at a slip
// angle of 75 degrees as straight ahead). With the slips of WheelRunning,
//   n = ... + n1'' slip_y^2 / (1 + slip_y^2)
// For a wheel that rolls without slip the last factor is sin^2 of the slip angle: smooth at 0, at most 1.
// The form is ours, after that of the driven branch.
#pragma once
#include "grouser/math/plain_level.hpp"
#include "grouser/soil/laws/soil_number.hpp"

namespace grouser {

struct SlipSinkageParams {
  double slip_sinkage_n1 = 0.0;  ///< n1, -
  double skid_sinkage_n1 = 0.0;  ///< n1', -
  double side_sinkage_n1 = 0.0;  ///< n1'', -
};
inline constexpr SoilNumber<SlipSinkageParams> kSlipSinkageNumbers[] = {
    {"slip_sinkage_n1", "growth of the exponent of sinkage with slip", &SlipSinkageParams::slip_sinkage_n1,
     0.0, 3.0, false, "-", Given::optional},
    {"skid_sinkage_n1", "the same with skid", &SlipSinkageParams::skid_sinkage_n1, 0.0, 3.0, false, "-",
     Given::optional},
    {"side_sinkage_n1", "the same with sideslip", &SlipSinkageParams::side_sinkage_n1, 0.0, 3.0, false, "-",
     Given::optional},
};

}  // namespace grouser

namespace grouser::laws {

template <class Level, class B>
GROUSER_INLINE B sinkage_exponent(const B& n0, const B& n1_driven, const B& n1_skidding, const B& slip) {
  return Level::fma(Level::select(B(0.0) > slip, n1_skidding, n1_driven), Level::abs(slip), n0);
}

}  // namespace grouser::laws

namespace grouser {

inline double sinkage_exponent(double n0, double n1_driven, double n1_skidding, double slip) {
  return laws::sinkage_exponent<simd::PlainLevel>(n0, n1_driven, n1_skidding, slip);
}

/// Increase of the sinkage exponent n in sideways sliding, -.
inline double side_sinkage(double n1_sideways, double slip_y) {
  return n1_sideways != 0.0 ? n1_sideways * slip_y * slip_y / (1.0 + slip_y * slip_y) : 0.0;
}

}  // namespace grouser

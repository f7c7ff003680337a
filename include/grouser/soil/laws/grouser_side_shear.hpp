// SPDX-License-Identifier: BSD-3-Clause
// Soil between the grousers of a track or wheel also shears along its two sides. Bekker 1969 (and Wong,
// "Theory of Ground Vehicles"; both from memory, not looked up) has the largest thrust of a plate of width
// b and length l with grousers of height h as
//   H = b l c (1 + 2 h/b) + W tan(phi) (1 + 0.64 (h/b) arccot(h/b))
// The sides stand along the heading: they add thrust and no side force. A file gives the share of that gain
// that counts, 0 (default) to 1.
#pragma once
#include "grouser/math/elementary.hpp"
#include "grouser/soil/laws/soil_number.hpp"

namespace grouser {

struct GrouserSideParams {
  double grouser_side_shear = 0.0;  ///< share of Bekker's side shear, -
};
inline constexpr SoilNumber<GrouserSideParams> kGrouserSideNumbers[] = {
    {"grouser_side_shear", "share of Bekker's shear at the sides of grousers that counts",
     &GrouserSideParams::grouser_side_shear, 0.0, 1.0, false, "-", Given::optional},
};

/// Factors of the cohesive and the frictional thrust of soil between grousers.
struct SideShearFactors {
  double cohesion, friction;
};
inline SideShearFactors side_shear_factors(double share, double height, double width) {
  constexpr double kBekker = 0.64, kHalfPi = 1.57079632679489661923;
  const double h = height / width, arccot = kHalfPi - math::atan2(h, 1.0);
  return {1.0 + share * 2.0 * h, 1.0 + share * kBekker * h * arccot};
}

}  // namespace grouser

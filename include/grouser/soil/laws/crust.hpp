// SPDX-License-Identifier: BSD-3-Clause
// A stiff layer over loose soil, such as a duricrust, ice on a lake or the mat of a bog. While it is whole it
// carries as hard ground does. It spreads what presses on it at 2 : 1, so that a load N on a convex footprint
// of area A and perimeter P reaches its underside on the area of the footprint widened by h/2 all around
// (Steiner's formula), h being its thickness:
//   p = N / (A + P h/2 + pi h^2/4)
// (projected area: Terzaghi & Peck, "Soil Mechanics in Engineering Practice", 1948). It breaks where p
// exceeds its strength. Once broken it carries nothing, as the surface mat of an organic terrain beyond its
// critical pressure (Wong, "Terramechanics and Off-Road Vehicle Engineering", ch. 2; both from memory, not
// looked up): the law of the loose soil, p = k z^n, carries from the surface on, and a plate under the
// pressure q that breaks through sinks to (q/k)^(1/n). Not modelled: blocks that a break leaves, a crust that
// bends before it breaks, and the work of breaking, which is less than what the springs on it held.
#pragma once
#include <numbers>

#include "grouser/soil/laws/soil_number.hpp"

namespace grouser {

struct CrustParams {
  double crust_strength = kUnset;   ///< pressure on its underside at which it breaks, Pa
  double crust_thickness = kUnset;  ///< h, m
};
inline constexpr SoilNumber<CrustParams> kCrustNumbers[] = {
    {"crust_strength", "pressure on the underside of the crust at which it breaks",
     &CrustParams::crust_strength, 0.0, 1e8, true, "Pa", Given::optional},
    {"crust_thickness", "of the crust", &CrustParams::crust_thickness, 0.0, 10.0, true, "m", Given::optional},
};

/// Pressure on the crust's underside, Pa. load: N; area, perimeter: of the footprint, m2 and m.
inline double crust_pressure(const CrustParams& crust, double load, double area, double perimeter) {
  const double h = crust.crust_thickness;
  return load / (area + 0.5 * perimeter * h + 0.25 * std::numbers::pi * h * h);
}

}  // namespace grouser

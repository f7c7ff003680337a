// SPDX-License-Identifier: BSD-3-Clause
// The celestial bodies whose maps we read, recognised by the radius of a map's ellipsoid. Radii: IAU working
// group on cartographic coordinates (Archinal et al. 2018, Celest. Mech. Dyn. Astron. 130:22, table 4);
// Earth: WGS 84. Gravity: NASA planetary fact sheets (Williams), equatorial; for the small bodies GM / r^2
// with their mean radius.
#pragma once
#include <span>
#include <string>

namespace grouser {

struct CelestialBody {
  const char* name;
  double equatorial_radius, polar_radius;  ///< of the ellipsoid of planetographic latitudes, m
  double least_radius, largest_radius;     ///< of the spheres and ellipsoids that its maps use, m
  double gravity;                          ///< m/s2
  double gravity_spread;                   ///< relative: variation over the body and from rounding by people
};

std::span<const CelestialBody> known_bodies();
/// Null if no body has a map of this equatorial radius (m).
const CelestialBody* find_body(double radius);

/// Converts a planetographic latitude to a planetocentric one, and back, rad; tan(graphic) = tan(centric)
/// (a/c)^2.
double centric_from_graphic(double latitude, double equatorial_radius, double polar_radius);
double graphic_from_centric(double latitude, double equatorial_radius, double polar_radius);

}  // namespace grouser

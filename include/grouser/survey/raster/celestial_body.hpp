// The bodies whose maps we read: told by the radius of a map's ellipsoid. Radii: IAU working group on
// cartographic coordinates (Archinal et al. 2018, Celest. Mech. Dyn. Astron. 130:22, table 4); Earth: WGS 84.
// Gravity: NASA planetary fact sheets (Williams), equatorial; for the small bodies GM / r^2 of their mean
// radius.
#pragma once
#include <span>
#include <string>

namespace grouser {

struct CelestialBody {
  const char* name;
  double equatorial_radius, polar_radius;  ///< of the ellipsoid of planetographic latitudes, m
  double least_radius, largest_radius;     ///< of spheres and ellipsoids that maps of it use, m
  double gravity;                          ///< m/s2
  double gravity_spread;                   ///< relative: of places on it, and of how people round it
};

std::span<const CelestialBody> known_bodies();
/// Null if no body has a map of that radius (equatorial, m).
const CelestialBody* find_body(double radius);

/// Planetocentric latitude of a planetographic one and back, rad; tan(graphic) = tan(centric) (a/c)^2.
double centric_from_graphic(double latitude, double equatorial_radius, double polar_radius);
double graphic_from_centric(double latitude, double equatorial_radius, double polar_radius);

}  // namespace grouser

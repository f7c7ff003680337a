// SPDX-License-Identifier: BSD-3-Clause
// Known bodies with their radii (m), the range of radii that maps of them use, and surface gravity (m/s2)
// with its relative spread. Latitudes: tan(planetocentric) = (c/a)^2 tan(planetographic).
#include "grouser/survey/raster/celestial_body.hpp"

#include "grouser/math/elementary.hpp"

namespace grouser {
namespace {

// HiRISE maps use spheres of Mars' local radius, so any radius from its polar to its equatorial one is
// accepted, and a little more for older figures. Phobos and Deimos: spheres of the mean radius;
// planetographic latitudes are those of the sphere. Spread of gravity: 5 % on round bodies (Earth's own is
// 0.5 %); GM / r^2 over Phobos' semi-axes of 9.1 to 13.0 km is 0.7 to 1.5 of its mean, and Phobos rotates:
// half.
constexpr CelestialBody kBodies[] = {
    {"Mercury", 2440530.0, 2438260.0, 2435e3, 2445e3, 3.70, 0.05},
    {"Venus", 6051800.0, 6051800.0, 6045e3, 6055e3, 8.87, 0.05},
    {"Earth", 6378137.0, 6356752.314245, 6356e3, 6379e3, 9.80, 0.05},
    {"Moon", 1737400.0, 1737400.0, 1735e3, 1739e3, 1.62, 0.05},
    {"Mars", 3396190.0, 3376200.0, 3370e3, 3400e3, 3.71, 0.05},
    {"Phobos", 11080.0, 11080.0, 8e3, 13.5e3, 0.0057, 0.5},
    {"Deimos", 6200.0, 6200.0, 5e3, 7.9e3, 0.003, 0.5},
    {"Ceres", 482e3, 446e3, 440e3, 490e3, 0.27, 0.1},
    {"Europa", 1560800.0, 1560800.0, 1559e3, 1566e3, 1.31, 0.05},
    {"Titan", 2575000.0, 2575000.0, 2574e3, 2577e3, 1.35, 0.05},
};

/// The latitude whose tangent is `ratio` times that of `latitude`.
double turned(double latitude, double ratio) {
  const auto [s, c] = math::sincos(latitude);
  return math::atan2(s * ratio, c);
}

}  // namespace

std::span<const CelestialBody> known_bodies() { return kBodies; }

const CelestialBody* find_body(double radius) {
  for (const CelestialBody& body : kBodies)
    if (radius >= body.least_radius && radius <= body.largest_radius) return &body;
  return nullptr;
}

double centric_from_graphic(double latitude, double a, double c) { return turned(latitude, c * c / (a * a)); }
double graphic_from_centric(double latitude, double a, double c) { return turned(latitude, a * a / (c * c)); }

}  // namespace grouser

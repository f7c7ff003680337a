// Shear stress against shear displacement, Janosi & Hanamoto 1961, in two directions:
//   j = sqrt(jx^2 + jy^2)
//   tau = (c + sigma tan phi)(1 - exp(-j / K))
//   tau_x = tau jx / j,   tau_y = tau jy / j
// The soil is taken as isotropic in its plane of shear: only the length of the displacement counts, and the
// stress points along it. So a wheel that slips hard has little strength left to hold it sideways, as
// measured.
#pragma once
#include <cmath>

#include "grouser/math/elementary.hpp"

namespace grouser {

/// Mohr-Coulomb strength c + sigma tan(phi), Pa.
inline double shear_strength(double cohesion, double tan_phi, double sigma) {
  return cohesion + sigma * tan_phi;
}

/// Share of the strength that is mobilised in each direction: a vector shorter than 1.
struct Mobilised {
  double x = 0.0, y = 0.0;
};

inline Mobilised mobilised_shear(double j_x, double j_y, double janosi_k) {
  const double q = std::sqrt(j_x * j_x + j_y * j_y) / janosi_k;
  // (1 - exp(-q)) / q; below 1e-4 its series, whose next term q^3/24 is under 1e-13
  const double g = q > 1e-4 ? (1.0 - math::exp(-q)) / q : 1.0 - q * (0.5 - q / 6.0);
  return {g * j_x / janosi_k, g * j_y / janosi_k};
}

}  // namespace grouser

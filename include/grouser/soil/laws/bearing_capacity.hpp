// SPDX-License-Identifier: BSD-3-Clause
// Pressure under which a long plate on the surface of soil breaks in,
//   q = c N_c + rho g b N_gamma/2
// (Terzaghi, "Theoretical Soil Mechanics", 1943), with
//   N_q = exp(pi tan(phi)) tan^2(45 deg + phi/2),  N_c = (N_q - 1)/tan(phi)   (Prandtl 1921, Reissner 1924)
//   N_gamma = (N_q - 1) tan(1.4 phi)              (Meyerhof, Canadian Geotechnical Journal 1, 1963)
// From memory, not looked up. At phi = 0 N_c is pi + 2 and N_gamma is 0.
#pragma once
#include <numbers>

#include "grouser/math/elementary.hpp"

namespace grouser {

/// N_c and N_gamma, -.
struct BearingFactors {
  double cohesion;  ///< N_c
  double weight;    ///< N_gamma
};

/// phi: friction angle, rad, below 64 deg, where Meyerhof's N_gamma has its pole.
inline BearingFactors bearing_factors(double phi) {
  const double mu = math::tan(phi), root = math::tan(std::numbers::pi / 4.0 + 0.5 * phi);
  if (!(mu > 0.0)) return {std::numbers::pi + 2.0, 0.0};
  const double beyond = math::exp(std::numbers::pi * mu) * root * root - 1.0;  // N_q - 1
  return {beyond / mu, beyond * math::tan(1.4 * phi)};
}

/// The two parts of the bearing capacity, Pa.
struct BearingCapacity {
  double cohesion;  ///< c N_c
  double weight;    ///< rho g b N_gamma/2
};

/// cohesion in Pa, phi in rad, density in kg/m3, gravity in m/s2, width in m.
inline BearingCapacity bearing_capacity(double cohesion, double phi, double density, double gravity,
                                        double width) {
  const BearingFactors n = bearing_factors(phi);
  return {cohesion * n.cohesion, 0.5 * density * gravity * width * n.weight};
}

}  // namespace grouser

// Pressure under a plate as a function of its sinkage, and the inverse. Both laws have the form p = k z^n;
// they differ in how the modulus k depends on the smaller side b of the plate (for a wheel: its width).
//   Bekker 1969:  p = (k_c / b + k_phi) z^n
//   Reece 1965:   p = (c k_c' + gamma k_phi' b) (z / b)^n,   here with k1 = c k_c', k2 = gamma k_phi'
// (Reece, Proc. Inst. Mech. Engrs 180.) Valid for homogeneous soil, monotonic loading and plates wider than
// about 5 cm (Wong).
#pragma once
#include "grouser/math/elementary.hpp"
#include "grouser/soil/laws/soil_params.hpp"
#include "grouser/soil/laws/virgin_curve.hpp"

namespace grouser {

/// k of p = k z^n, N/m^(n+2).
inline double bekker_modulus(double k_c, double k_phi, double width) { return k_c / width + k_phi; }

/// k of p = k z^n, N/m^(n+2).
inline double reece_modulus(double k1, double k2, double width, double n) {
  return (k1 + k2 * width) / math::pow(width, n);
}

/// k by the soil's own pressure law. A Reece modulus is taken at the soil's n0.
inline double sinkage_modulus(const SoilParams& soil, double width) {
  return soil.pressure_law == PressureLaw::bekker
             ? bekker_modulus(soil.k_c, soil.k_phi, width)
             : reece_modulus(soil.reece_k1, soil.reece_k2, width, soil.n);
}

/// p in Pa for sinkage z in m; 0 at z <= 0.
inline double plate_pressure(double modulus, double n, double sinkage) {
  return sinkage > 0.0 ? virgin_pressure(modulus, n, sinkage) : 0.0;
}

/// z in m for pressure p in Pa; 0 at p <= 0.
inline double plate_sinkage(double modulus, double n, double pressure) {
  return pressure > 0.0 ? math::pow(pressure / modulus, 1.0 / n) : 0.0;
}

}  // namespace grouser

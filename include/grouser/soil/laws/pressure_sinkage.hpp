// Pressure under a plate as a function of its sinkage, and the inverse. Both laws have the form p = k z^n;
// they differ in how the modulus k depends on the smaller side b of the plate (for a wheel: its width).
//   Bekker 1969:  p = (k_c / b + k_phi) z^n
//   Reece 1965:   p = (c k_c' + gamma k_phi' b) (z / b)^n,   here with k1 = c k_c', k2 = gamma k_phi'
// (Reece, Proc. Inst. Mech. Engrs 180.) Valid for homogeneous soil, monotonic loading and plates wider than
// about 5 cm (Wong).
#pragma once
#include "grouser/math/elementary.hpp"
#include "grouser/soil/laws/soil_number.hpp"
#include "grouser/soil/laws/virgin_curve.hpp"

namespace grouser {

enum class PressureLaw { bekker, reece };
inline constexpr const char* kPressureLaws[] = {"bekker", "reece"};

struct PressureParams {
  PressureLaw pressure_law = PressureLaw::bekker;
  double k_c = kUnset;       ///< Bekker: cohesive modulus k_c, N/m^(n+1)
  double k_phi = kUnset;     ///< Bekker: frictional modulus k_phi, N/m^(n+2)
  double reece_k1 = kUnset;  ///< Reece: k1, Pa
  double reece_k2 = kUnset;  ///< Reece: k2, Pa/m
  double n = kUnset;         ///< sinkage exponent at zero slip n0, -
};
inline constexpr SoilNumber<PressureParams> kBekkerNumbers[] = {
    {"k_c", &PressureParams::k_c, -1e10, 1e10, false, "N/m^(n+1)"},
    {"k_phi", &PressureParams::k_phi, -1e10, 1e10, false, "N/m^(n+2)"},
};
inline constexpr SoilNumber<PressureParams> kReeceNumbers[] = {
    {"reece_k1", &PressureParams::reece_k1, 0.0, 1e10, false, "Pa"},
    {"reece_k2", &PressureParams::reece_k2, 0.0, 1e10, false, "Pa/m"},
};
/// Of all forms.
inline constexpr SoilNumber<PressureParams> kVirginCurveNumbers[] = {
    {"n", &PressureParams::n, 0.0, 5.0, true, "-"},
};

/// k of p = k z^n, N/m^(n+2).
inline double bekker_modulus(double k_c, double k_phi, double width) { return k_c / width + k_phi; }

/// k of p = k z^n, N/m^(n+2).
inline double reece_modulus(double k1, double k2, double width, double n) {
  return (k1 + k2 * width) / math::pow(width, n);
}

/// k by the soil's own pressure law. A Reece modulus is taken at the soil's n0.
inline double sinkage_modulus(const PressureParams& soil, double width) {
  return soil.pressure_law == PressureLaw::bekker
             ? bekker_modulus(soil.k_c, soil.k_phi, width)
             : reece_modulus(soil.reece_k1, soil.reece_k2, width, soil.n);
}

/// The curve of a plate by the soil's own pressure law.
inline VirginCurve virgin_curve(const PressureParams& soil, double width) {
  return {sinkage_modulus(soil, width), soil.n};
}

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Pressure under a plate as a function of its sinkage, and the inverse. Both laws have the form p = k z^n;
// they differ in how the modulus k depends on the smaller side b of the plate (for a wheel: its width).
//   Bekker 1969:  p = (k_c / b + k_phi) z^n
//   Reece 1965:   p = (c k_c' + gamma k_phi' b) (z / b)^n,   here with k1 = c k_c', k2 = gamma k_phi'
// (Reece, Proc. Inst. Mech. Engrs 180.) Valid for homogeneous soil, monotonic loading and plates wider than
// about 5 cm (Wong).
//
// Wheels under half a metre sink more than such a plate. Meirion-Griffith & Spenko, J. Terramechanics 48(2),
// 2011, fit
//   p = k z^n D^m
// to wheels of diameter D (from memory, not looked up). Here k (D / D0)^m, with D0 the diameter of the wheel,
// or 1 m, that k belongs to, so that the moduli keep their units. It acts on wheels only: a plate has no D.
//
// Another body's gravity. Reece's k2 = gamma k_phi' is in proportion to the soil's weight by its definition,
// his k1 = c k_c' is not. If a file says at which gravity g0 its moduli hold, k_phi and k2 are taken as k
// g/g0, k_c and k1 stay. A negative k_c is no cohesion but part of a fit of the whole modulus, and scales
// along. So, for sand, a wheel of given mass sinks as deep on any body, which is what Kobayashi, Fujiwara,
// Yamakawa, Yasufuku & Omine, J. Terramechanics 47(4), 2010, measured in aircraft that flew reduced gravity.
// A fit of k_c tells little of cohesion. With `moduli_split = "bearing"` the whole modulus is divided as
// Terzaghi's bearing capacity is (bearing_capacity.hpp),
//   k(g) = k (c N_c + rho g b N_gamma/2)/(c N_c + rho g0 b N_gamma/2)
// which is ours: the factors are those of the strength, and the modulus is taken to follow it.
#pragma once
#include "grouser/math/elementary.hpp"
#include "grouser/soil/laws/soil_number.hpp"
#include "grouser/soil/laws/virgin_curve.hpp"

namespace grouser {

/// The form of the modulus.
enum class PressureLaw {
  bekker,  ///< k_c / b + k_phi
  reece    ///< (k1 + k2 b) / b^n
};
inline constexpr const char* kPressureLaws[] = {"bekker", "reece"};  ///< words of the laws in soil files

/// The part of the moduli that scales with gravity.
enum class ModuliSplit {
  k_c,     ///< k_phi and k2 do, k_c and k1 do not
  bearing  ///< the share that the weight has in Terzaghi's bearing capacity
};
inline constexpr const char* kModuliSplits[] = {"k_c", "bearing"};  ///< words of the splits in soil files

/// The numbers of a soil for its pressure under a plate.
struct PressureParams {
  PressureLaw pressure_law = PressureLaw::bekker;  ///< which modulus the soil has
  double k_c = kUnset;                             ///< Bekker: cohesive modulus k_c, N/m^(n+1)
  double k_phi = kUnset;                           ///< Bekker: frictional modulus k_phi, N/m^(n+2)
  double reece_k1 = kUnset;                        ///< Reece: k1, Pa
  double reece_k2 = kUnset;                        ///< Reece: k2, Pa/m
  double n = kUnset;                               ///< sinkage exponent at zero slip n0, -
  double moduli_gravity = kUnset;  ///< g0 at which the moduli hold, m/s2; unset: they scale with no gravity
  ModuliSplit moduli_split = ModuliSplit::k_c;  ///< what of them scales
  double diameter_exponent = 0.0;               ///< m of small wheels, -
  double diameter_reference = 1.0;              ///< D0, m
};

/// Keys, units and ranges of Bekker's moduli in a soil's file.
inline constexpr SoilNumber<PressureParams> kBekkerNumbers[] = {
    {"k_c", "cohesive modulus of Bekker's law", &PressureParams::k_c, -1e10, 1e10, false, "N/m^(n+1)"},
    {"k_phi", "frictional modulus of Bekker's law", &PressureParams::k_phi, -1e10, 1e10, false, "N/m^(n+2)"},
};

/// Keys, units and ranges of Reece's moduli in a soil's file.
inline constexpr SoilNumber<PressureParams> kReeceNumbers[] = {
    {"reece_k1", "k1 of Reece's law", &PressureParams::reece_k1, 0.0, 1e10, false, "Pa"},
    {"reece_k2", "k2 of Reece's law", &PressureParams::reece_k2, 0.0, 1e10, false, "Pa/m"},
};

/// Keys, units and ranges of the numbers that both laws have.
inline constexpr SoilNumber<PressureParams> kVirginCurveNumbers[] = {
    {"n", "exponent of sinkage without slip", &PressureParams::n, 0.0, 5.0, true, "-"},
    {"moduli_gravity", "at which the moduli hold, and with which they scale; left out: they do not scale",
     &PressureParams::moduli_gravity, 0.0, 100.0, true, "m/s2", Given::optional},
    {"diameter_exponent", "with which the moduli change under small wheels",
     &PressureParams::diameter_exponent, -3.0, 3.0, false, "-", Given::optional},
    {"diameter_reference", "diameter of the wheel for which the moduli hold",
     &PressureParams::diameter_reference, 0.0, 10.0, true, "m", Given::optional},
};

/// Bekker's k of p = k z^n, N/m^(n+2); width: m.
inline double bekker_modulus(double k_c, double k_phi, double width) { return k_c / width + k_phi; }

/// Reece's k of p = k z^n, N/m^(n+2); width: m.
inline double reece_modulus(double k1, double k2, double width, double n) {
  return (k1 + k2 * width) / math::pow(width, n);
}

/// k by the soil's own pressure law, N/m^(n+2); width: m. A Reece modulus is taken at the soil's n0.
inline double sinkage_modulus(const PressureParams& soil, double width) {
  return soil.pressure_law == PressureLaw::bekker
             ? bekker_modulus(soil.k_c, soil.k_phi, width)
             : reece_modulus(soil.reece_k1, soil.reece_k2, width, soil.n);
}

/// The moduli as they are at a body's gravity, m/s2, where k_phi and k2 scale alone.
inline PressureParams moduli_at(PressureParams soil, double gravity) {
  if (!(soil.moduli_gravity > 0.0)) return soil;
  const double ratio = gravity / soil.moduli_gravity;
  soil.k_phi *= ratio;
  soil.reece_k2 *= ratio;
  if (soil.k_c < 0.0) soil.k_c *= ratio;
  return soil;
}

/// The curve of a plate of a width (m) by the soil's own pressure law.
inline VirginCurve virgin_curve(const PressureParams& soil, double width) {
  return {sinkage_modulus(soil, width), soil.n};
}

/// The curve of a wheel of a width and a radius (m).
inline VirginCurve wheel_curve(const PressureParams& soil, double width, double radius) {
  VirginCurve curve = virgin_curve(soil, width);
  if (soil.diameter_exponent != 0.0)
    curve.modulus *= math::pow(2.0 * radius / soil.diameter_reference, soil.diameter_exponent);
  return curve;
}

}  // namespace grouser

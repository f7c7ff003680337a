// SPDX-License-Identifier: BSD-3-Clause
// Shear stress against shear displacement, Janosi & Hanamoto 1961, in two directions:
//   j = sqrt(jx^2 + jy^2)
//   tau = (c + sigma tan phi)(1 - exp(-j / K))
//   tau_x = tau jx / j,   tau_y = tau jy / j
// The soil is taken as isotropic in its plane of shear: only the length of the displacement counts, and the
// stress points along it. So a wheel that slips hard has little strength left to hold it sideways, as
// measured.
#pragma once
#include "grouser/math/plain_level.hpp"
#include "grouser/soil/laws/soil_number.hpp"

namespace grouser {

/// The numbers of a soil for its shear stress.
struct ShearParams {
  double cohesion = kUnset;  ///< c, Pa
  double phi = kUnset;       ///< angle of internal friction, rad
  double janosi_k = kUnset;  ///< shear deformation modulus K, m
};

/// Key, unit and range of the cohesion in a soil's file.
inline constexpr SoilNumber<ShearParams> kCohesionNumbers[] = {
    {"cohesion", "of the soil", &ShearParams::cohesion, 0.0, 1e7, false, "Pa"},
};

/// Key, unit and range of the friction angle in a soil's file.
inline constexpr SoilNumber<ShearParams> kFrictionNumbers[] = {
    {"phi_deg", "angle of internal friction", &ShearParams::phi, 0.0, 80.0, false, "deg"},
};

/// Key, unit and range of Janosi's modulus in a soil's file.
inline constexpr SoilNumber<ShearParams> kShearLengthNumbers[] = {
    {"janosi_k", "modulus of shear deformation (Janosi and Hanamoto)", &ShearParams::janosi_k, 0.0, 1.0, true,
     "m"},
};

/// Displacement at which the initial slope of the curve would have mobilised the whole strength, m.
inline double shear_length(const ShearParams& soil) { return soil.janosi_k; }

}  // namespace grouser

namespace grouser::laws {

/// The constants of the curve for one soil.
template <class B>
struct ShearCurve {
  B per_length;  ///< 1 / K, 1/m
};

/// Mohr-Coulomb strength c + sigma tan(phi), in the unit of c.
template <class Level, class B>
GROUSER_INLINE B shear_strength(const B& cohesion, const B& tan_phi, const B& sigma) {
  return Level::fma(tan_phi, sigma, cohesion);
}

/// (1 - exp(-q)) / q with q = |(x, y)| and (x, y) = (jx, jy) / K: what (x, y) is multiplied by to give the
/// share of the strength that is mobilised along each. Below 1e-4 its series, whose next term q^3/24 is under
/// 1e-13.
template <class Level, class B>
GROUSER_INLINE B mobilised_share(const B& x, const B& y) {
  const B q = simd::root(Level::fma(x, x, y * y));
  const B share = (B(1.0) - simd::exp_of<Level>(B(0.0) - q)) / Level::max(q, B(1e-4));
  const B series = B(1.0) - q * (B(0.5) - q * B(1.0 / 6.0));
  return Level::select(q > B(1e-4), share, series);
}

}  // namespace grouser::laws

namespace grouser {

/// Share of the strength that is mobilised in each direction: a vector shorter than 1.
struct Mobilised {
  double x = 0.0;  ///< along j_x, -
  double y = 0.0;  ///< along j_y, -
};

/// The constants of the soil's curve.
inline laws::ShearCurve<double> shear_curve(const ShearParams& soil) { return {1.0 / shear_length(soil)}; }

/// Share of the strength at shear displacements j_x and j_y, for a modulus K; all in m.
inline Mobilised mobilised_shear(double j_x, double j_y, double janosi_k) {
  const double x = j_x / janosi_k, y = j_y / janosi_k;
  const double g = laws::mobilised_share<simd::PlainLevel>(x, y);
  return {g * x, g * y};
}

}  // namespace grouser

// Ground that was pressed before reloads elastically and stiffly up to the virgin curve:
//   p(z) = min(k_e z, k (z_p + z)^n)
// z is the depth below the ground as it is now, z_p the plastic sinkage it already has. The two branches meet
// at the largest pressure the ground has carried. Stiff unloading follows Wong, "Theory of Ground Vehicles",
// section 2.4.2 (repetitive loading), with a constant k_e as in Krenn & Hirzinger 2009 and Project Chrono's
// SCM ("elastic stiffness", 4e7 to 4e8 Pa/m). With z_p = 0 the elastic branch also bounds the infinite
// initial slope of virgin soil with n < 1.
#pragma once
#include "grouser/math/elementary.hpp"

namespace grouser {

struct Pressure {
  double value;  ///< Pa
  double slope;  ///< dp/dz, Pa/m
};

/// Pressure at depth z > 0 in ground with plastic sinkage z_p >= 0; p = k z^n is the virgin curve.
inline Pressure ground_pressure(double modulus, double n, double unloading_stiffness, double rut_depth,
                                double z) {
  const double elastic = unloading_stiffness * z;
  const double depth = rut_depth + z;
  const double virgin = modulus * math::pow(depth, n);
  if (elastic < virgin) return {elastic, unloading_stiffness};
  return {virgin, n * virgin / depth};
}

/// Depth z where the elastic branch meets the virgin curve; 0 if it never matters (virgin soil with n >= 1).
/// Newton's method from the left cannot run away, because k_e z - k (z_p + z)^n is concave for n > 1 and
/// convex for n < 1.
inline double reloading_depth(double modulus, double n, double unloading_stiffness, double rut_depth) {
  double z = 0.0;
  if (n < 1.0) {
    z = math::pow(modulus / unloading_stiffness, 1.0 / (1.0 - n));  // of virgin soil
  }
  if (!(rut_depth > 0.0)) return z;
  for (int i = 0; i < 5; ++i) {
    const double virgin = modulus * math::pow(rut_depth + z, n);
    const double slope = unloading_stiffness - n * virgin / (rut_depth + z);
    if (!(slope > 0.0)) return 0.0;  // virgin soil stiffer than k_e: no crossing ahead
    z -= (unloading_stiffness * z - virgin) / slope;
  }
  return z;
}

/// Plastic sinkage that remains when a load that pressed the ground to depth z (over rut_depth) is removed.
inline double plastic_sinkage_after(double modulus, double n, double unloading_stiffness, double rut_depth,
                                    double z) {
  if (!(z > 0.0)) return rut_depth;
  const double pressure = ground_pressure(modulus, n, unloading_stiffness, rut_depth, z).value;
  return rut_depth + z - pressure / unloading_stiffness;
}

}  // namespace grouser

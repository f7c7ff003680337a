// SPDX-License-Identifier: BSD-3-Clause
// Ground that was pressed before reloads elastically and stiffly up to the virgin curve:
//   p(z) = min(k_e z, k (z_p + z)^n)
// z is the depth below the ground as it is now, z_p the plastic sinkage it already has. The two branches meet
// at the largest pressure the ground has carried. Stiff unloading follows Wong, "Theory of Ground Vehicles",
// section 2.4.2 (repetitive loading), with a constant k_e as in Krenn & Hirzinger 2009 and Project Chrono's
// SCM ("elastic stiffness", 4e7 to 4e8 Pa/m). With z_p = 0 the elastic branch also bounds the infinite
// initial slope of virgin soil with n < 1.
#pragma once
#include "grouser/soil/laws/soil_number.hpp"
#include "grouser/soil/laws/virgin_curve.hpp"

namespace grouser {

struct UnloadingParams {
  double unloading_stiffness = 4e7;  ///< elastic stiffness of unloading and reloading k_e, Pa/m
};
inline constexpr SoilNumber<UnloadingParams> kUnloadingNumbers[] = {
    {"unloading_stiffness", "elastic stiffness of unloading and reloading",
     &UnloadingParams::unloading_stiffness, 1e4, 1e12, false, "Pa/m", Given::optional},
};

}  // namespace grouser

namespace grouser::laws {

template <class B>
struct Pressure {
  B value;  ///< Pa
  B slope;  ///< dp/dz, Pa/m
};

/// Pressure at depth z > 0 in ground with plastic sinkage z_p >= 0; p = k z^n is the virgin curve.
template <class Level, class B>
GROUSER_INLINE Pressure<B> ground_pressure(const VirginCurve<B>& curve, const B& unloading_stiffness,
                                           const B& rut_depth, const B& z) {
  const B depth = rut_depth + z, elastic = unloading_stiffness * z;
  const B virgin = virgin_pressure<Level>(curve, depth);
  const auto reloads = virgin > elastic;
  return {Level::select(reloads, elastic, virgin),
          Level::select(reloads, unloading_stiffness, virgin_slope(curve, virgin, depth))};
}

/// One step of Newton's method from z towards the depth where the elastic branch meets the virgin curve.
template <class B>
struct ReloadingStep {
  B slope;  ///< of what is brought to zero; <= 0: virgin soil is stiffer than k_e, no crossing lies ahead
  B next;   ///< m; means something where the slope is positive
};
template <class Level, class B>
GROUSER_INLINE ReloadingStep<B> reloading_step(const VirginCurve<B>& curve, const B& unloading_stiffness,
                                               const B& depth, const B& z) {
  const B virgin = virgin_pressure<Level>(curve, depth);
  const B slope = unloading_stiffness - virgin_slope(curve, virgin, depth);
  return {slope, z - (unloading_stiffness * z - virgin) / Level::select(slope > B(0.0), slope, B(1.0))};
}

}  // namespace grouser::laws

namespace grouser {

using Pressure = laws::Pressure<double>;

inline Pressure ground_pressure(const VirginCurve& curve, double unloading_stiffness, double rut_depth,
                                double z) {
  return laws::ground_pressure<simd::PlainLevel>(curve, unloading_stiffness, rut_depth, z);
}

/// Depth z where the elastic branch meets the virgin curve; 0 if it never matters (virgin soil with n >= 1).
/// Newton's method from the left cannot run away, because k_e z - k (z_p + z)^n is concave for n > 1 and
/// convex for n < 1.
inline double reloading_depth(const VirginCurve& curve, double unloading_stiffness, double rut_depth) {
  double z = elastic_depth(curve, unloading_stiffness);  // of virgin soil
  if (!(rut_depth > 0.0)) return z;
  for (int i = 0; i < 5; ++i) {
    const auto step = laws::reloading_step<simd::PlainLevel>(curve, unloading_stiffness, rut_depth + z, z);
    if (!(step.slope > 0.0)) return 0.0;
    z = step.next;
  }
  return z;
}

/// Plastic sinkage that remains when a load that pressed the ground to depth z (over rut_depth) is removed.
inline double plastic_sinkage_after(const VirginCurve& curve, double unloading_stiffness, double rut_depth,
                                    double z) {
  if (!(z > 0.0)) return rut_depth;
  const double pressure = ground_pressure(curve, unloading_stiffness, rut_depth, z).value;
  return rut_depth + z - pressure / unloading_stiffness;
}

}  // namespace grouser

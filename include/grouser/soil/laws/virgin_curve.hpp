// SPDX-License-Identifier: BSD-3-Clause
// The virgin curve of soil: pressure under a plate that is pressed in for the first time, p = k z^n
// (pressure_sinkage.hpp has the modulus k).
#pragma once
#include "grouser/math/plain_level.hpp"

namespace grouser::laws {

/// The curve of one plate on one soil: in Pa, or in N where the modulus is that of the whole plate.
template <class B>
struct VirginCurve {
  B modulus;  ///< k
  B n;        ///< -
};

/// p at depth z > 0.
template <class Level, class B>
GROUSER_INLINE B virgin_pressure(const VirginCurve<B>& curve, const B& depth) {
  return curve.modulus * simd::pow_of<Level>(depth, curve.n);
}
/// dp/dz at depth z > 0, where the pressure is known.
template <class B>
GROUSER_INLINE B virgin_slope(const VirginCurve<B>& curve, const B& pressure, const B& depth) {
  return curve.n * pressure / depth;
}

}  // namespace grouser::laws

namespace grouser {

using VirginCurve = laws::VirginCurve<double>;
using laws::virgin_slope;

inline double virgin_pressure(const VirginCurve& curve, double depth) {
  return laws::virgin_pressure<simd::PlainLevel>(curve, depth);
}

/// z in m for a pressure; 0 at p <= 0.
inline double plate_sinkage(const VirginCurve& curve, double pressure) {
  return pressure > 0.0 ? math::pow(pressure / curve.modulus, 1.0 / curve.n) : 0.0;
}

/// Work of pressing virgin soil from 0 to z, int(p dz); pressure: that at z.
inline double virgin_work(const VirginCurve& curve, double pressure, double depth) {
  return pressure * depth / (curve.n + 1.0);
}

/// Depth where virgin soil becomes softer than the stiffness k_e: where the curve meets k_e z; 0 if it is
/// stiffer from some depth on (n >= 1).
inline double elastic_depth(const VirginCurve& curve, double stiffness) {
  return curve.n < 1.0 ? math::pow(curve.modulus / stiffness, 1.0 / (1.0 - curve.n)) : 0.0;
}

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Rules that the spring contacts of wheels, spheres and footpads share.
//
// Along the surface there is a spring of stretch s and a damper, limited together to a strength S (Coulomb's
// friction by return mapping: Cundall & Strack, Geotechnique 29, 1979; Simo & Hughes, "Computational
// Inelasticity", 1998, ch. 1):
//   F = k s + d,   |F| <= S
// A force beyond S is cut to S in its own direction, and the spring keeps no more than S can hold.
#pragma once
#include <algorithm>

namespace grouser {

/// Stiffness and damping along the surface over those along the normal (Mindlin 1949: 0.67 to 1).
inline constexpr double kShearShare = 0.7;

/// Dampers act fully from this penetration on, m (seed 003, equation (1)).
inline constexpr double kDampingRamp = 1e-3;

/// Share with which dampers act at a penetration (m): it rises along the ramp (m); 1 without a ramp.
inline double ramped_share(double penetration, double ramp) {
  return ramp > 0.0 ? std::clamp(penetration / ramp, 0.0, 1.0) : 1.0;
}

/// Force along the stretch, N, and the stretch that remains, m; V is a vector of Eigen's.
template <class V>
struct CoulombSpring {
  V force, stretch;
};
/// damper: force of the damper along the surface, N; limit: the strength S, N, >= 0.
template <class V>
CoulombSpring<V> coulomb_return(double stiffness, const V& stretch, const V& damper, double limit) {
  CoulombSpring<V> out{stiffness * stretch + damper, stretch};
  const double trial = out.force.norm(), stored = stiffness * stretch.norm();
  if (trial > limit) out.force *= limit / trial;
  if (stored > limit) out.stretch *= limit / stored;
  return out;
}

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Energy that a standing vehicle must be given before it tips: the energy stability margin of D. A. Messuri &
// C. A. Klein, IEEE J. Robotics and Automation RA-1 (1985) 132. To tip about an edge of the support polygon
// the centre of mass must go over the vertical plane through it; with r its distance from the edge, psi the
// edge's inclination and z its height above the edge's foot point, that is
//   E = W (r cos(psi) - z)
#pragma once
#include <optional>
#include <span>

#include "grouser/math/types.hpp"

namespace grouser {

/// The least over all edges, J; negative if the centre of mass is outside of one. `supports`: world, m, in
/// any order; `weight`: N, downwards. Nothing for fewer than three supports, or all in one line as seen
/// from above.
std::optional<double> calc_tipping_energy(std::span<const Vec3> supports, const Vec3& com, double weight);

}  // namespace grouser

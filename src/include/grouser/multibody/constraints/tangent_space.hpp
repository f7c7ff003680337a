// SPDX-License-Identifier: BSD-3-Clause
// The directions in which a constrained forest can move, densely; may allocate.
#pragma once
#include <vector>

#include "grouser/multibody/tree/dynamics.hpp"

namespace grouser {

/// G (nv x independent coordinates) with v = G v_independent for all velocities that the equality rows
/// allow while the prescribed coordinates rest. For poses near the neutral one, at which the independent
/// ones were chosen.
MatX calc_tangent_basis(const Model&, const Kinematics&);

/// For each equality row a dynamic coordinate that it gives by the others: of a coordinate row the one it
/// names, of others the one it moves by most.
std::vector<int> choose_dependent_coordinates(const Model&, const Kinematics&);

}  // namespace grouser

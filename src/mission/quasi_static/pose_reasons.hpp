// SPDX-License-Identifier: BSD-3-Clause
// Finds what keeps a rover from standing, or from driving on, at its place. Private to the quasi-static
// solver.
#pragma once
#include "quasi_static_balance.hpp"

namespace grouser {

/// Sets status and reason of an equilibrium from which the rover cannot drive on; others are unchanged.
void check_pose(QuasiStaticBalance&, QuasiStaticPose&);

/// Sets status and reason if there is no equilibrium: first from the ground the rover would stand on, then
/// from where the search ended, given by the pose, u and the residual `left_over` (in units of gravity). Call
/// it with the end of the search evaluated last; it makes another evaluation.
void explain(QuasiStaticBalance&, const Unknowns& u, double left_over, QuasiStaticPose&);

}  // namespace grouser

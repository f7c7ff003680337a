// What keeps a rover from standing, or from driving on, where it stands. Private to the quasi-static solver.
#pragma once
#include "quasi_static_balance.hpp"

namespace grouser {

/// Status and reason of an equilibrium that the rover cannot drive on in; others are left as they are.
void check_pose(QuasiStaticBalance&, QuasiStaticPose&);

/// Status and reason where there is no equilibrium: first by the ground the rover would stand on, then by
/// where the search got to, which the pose, u and what it left over (of gravity) tell. Call it with the
/// search's end evaluated last; it evaluates another.
void explain(QuasiStaticBalance&, const Unknowns& u, double left_over, QuasiStaticPose&);

}  // namespace grouser

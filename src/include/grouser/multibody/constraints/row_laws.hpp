// SPDX-License-Identifier: BSD-3-Clause
// Equations of one row at a given position and motion: its gap, the gap's derivatives and the Jacobian.
#pragma once
#include "grouser/multibody/tree/dynamics.hpp"

namespace grouser {

/// Whether any row is more than a relation of coordinates.
bool rows_act_on_bodies(const Model&);

/// m, or rad for small angles between axes; of a coordinate row in the unit of its dependent coordinate.
double calc_gap(const Row&, const VecX& q, const Kinematics&);
double calc_gap_rate(const Row&, const VecX& v, const Kinematics&);
/// Needs calc_accelerations(); the velocity products are in there.
double calc_gap_acceleration(const Row&, const VecX& a, const Kinematics&);

/// Wrenches that a row exerts on its two bodies at a multiplier of 1, about the bodies' origins, world axes;
/// a coordinate row acts on the joints instead and has none.
struct RowWrenches {
  Wrench on_a, on_b;
};
RowWrenches calc_unit_wrenches(const Row&, const Kinematics&);

/// The gap's derivative by the velocities (nv entries): rate = jacobian . v. It is what the row exerts on the
/// coordinates at a multiplier of 1.
void calc_jacobian(const Model&, const Row&, const Kinematics&, Eigen::Ref<VecX> jacobian);

/// Adds to each body what all rows exert on it (one multiplier a row).
void calc_reactions(const Model&, const Kinematics&, const VecX& multipliers,
                    Indexed<BodyId, Wrench>& on_body);

/// Wrench that a loop joint exerts on its body b, about its point on b, world axes.
Wrench calc_loop_load(const Model&, const Constraint&, const Kinematics&, const VecX& multipliers);

}  // namespace grouser

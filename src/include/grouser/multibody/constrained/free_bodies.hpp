// SPDX-License-Identifier: BSD-3-Clause
// A forest taken apart: constrained (maximal) coordinates, in which every body moves on its own and joints
// are rows (Wachlin 2018, section 2.1: 13 states a body). A body's coordinates are its orientation and the
// place of its centre of mass, so that what flies freely keeps its momentum to rounding.
//
//   q  quaternion w,x,y,z of R_WB, position of the centre of mass in the world (7 numbers a body)
//   v  angular velocity in body axes, velocity of the centre of mass in world axes (6 numbers a body)
//
// The forest's joint coordinates are then readings: what a protractor at the joint would show
// (read_joints() in constrained_dynamics.hpp).
#pragma once
#include "grouser/multibody/tree/dynamics.hpp"

namespace grouser {

/// The same bodies in the same order, with their frames in their centres of mass, each on a free joint to
/// the world; no rows, springs or passive forces. Any integrator of a Model advances it.
Model make_free_bodies(const Model& forest);

/// Coordinates of the free bodies (7n, 6n numbers) at a motion of the forest.
void take_apart(const Model& forest, const Kinematics& motion, VecX& q, VecX& v);
/// Poses and velocities of the forest's bodies from the coordinates of free bodies.
void calc_free_kinematics(const Model& forest, const VecX& q, const VecX& v, Kinematics& out);
/// Velocities only, if the poses already belong to the intended q.
void calc_free_velocities(const Model& forest, const VecX& v, Kinematics& inout);
/// Accelerations of the free bodies' coordinates (6n) from w_dot and v_dot of the forest's bodies, and back.
void read_free_accelerations(const Model& forest, const Kinematics& with_accelerations, VecX& a);
void set_free_accelerations(const Model& forest, const VecX& a, Kinematics& inout);

/// Error of a joint: its gap, and the angle by which its axes (or frames) are off.
struct JointError {
  int joint = -1;
  double gap = 0.0;    ///< m
  double angle = 0.0;  ///< rad, in [0, pi]: also of the turned-over branch, at which the rows' gaps are zero
};
JointError calc_joint_error(const Model& forest, int joint, const Kinematics& bodies);
/// The joint with the largest angle, or the largest gap where that is larger in rad than in m.
JointError worst_joint(const Model& forest, const Kinematics& bodies);

}  // namespace grouser

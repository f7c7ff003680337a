// SPDX-License-Identifier: BSD-3-Clause
// A single wheel that is driven over ground of the Soil Contact Model (contact/scm_contacts.hpp), as on a
// test bed: its load is held, and its slip and slip angle are given. It is pressed into untouched ground,
// rolls out of that hollow, and goes on until its mean forces change no more. The law knows only
// displacements, no times and no masses, so that at each place the wheel stands where the ground carries the
// load, and the numbers are those of no particular speed.
//
// Nodes pass under the wheel one after the other, so that its forces repeat with their spacing. Means are
// taken over windows of a whole number of them, counted along the path driven, which leads along the grid.
#pragma once
#include "grouser/soil/wheel/scm_wheel.hpp"
#include "grouser/soil/wheel/wheel_rig.hpp"

namespace grouser {

/// A wheel, its ground and the resolution of the ground.
struct ScmRigSetup {
  RigSetup rig;          ///< exit_ratio and rut_depth must be 0: the ground finds both by itself
  double cell = 0.02;    ///< spacing of the nodes, m
  ScmOptions options{};  ///< of the law
};

/// Spread of a mean: half of the largest less the smallest within its window.
struct RigSpread {
  double sinkage = 0.0;       ///< m
  double drawbar_pull = 0.0;  ///< N
  double side_force = 0.0;    ///< N
  double torque = 0.0;        ///< N m
};

/// The end of a run on the rig.
enum class ScmRigStatus {
  settled,        ///< two windows in a row agree
  unsettled,      ///< they did not within kScmRigWindows: the row has the last one's means
  no_way,         ///< it spins on the spot and gets nowhere: its grousers dig without end
  soil_too_weak,  ///< it sinks to its axle
};

/// The result of the rig at one slip.
struct ScmRigRow {
  RigRow mean;              ///< sinkage: of the rim's lowest point below the untouched ground
  RigSpread spread;         ///< of the means
  double way = 0.0;         ///< distance that it was driven, m
  double plastic = 0.0;     ///< lost in the ground in the last window, per metre driven, J/m
  double friction = 0.0;    ///< lost on the ground, J/m
  double pull_drift = 0.0;  ///< of the last window's mean against the one before, N
  ScmRigStatus status = ScmRigStatus::settled;  ///< whether the means are those of a steady state
};

/// The windows agree where the mean pull, side force and torque over the radius moved by less than this share
/// of the load, and the mean sinkage by less than this share of the radius.
inline constexpr double kScmRigAgreement = 0.005;
inline constexpr int kScmRigWindows = 24;  ///< windows that a run has at most

/// Takes slip in [-1, 1] and |slip_angle| < 90 degrees, as solve_wheel_rig(). Throws InputError for what that
/// refuses, for a soil of another law, and for a grid whose spacing is not in [1e-4 m, a half of the radius].
ScmRigRow drive_scm_rig(const SoilParams& soil, const ScmRigSetup& setup, double slip, double slip_angle);

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// The contact of one wheel slice with one surface as in the dynamic mode (contact.hpp), but without dampers
// and for a wheel that has always been rolling: instead of time there is the distance from one pose to the
// next. And the pull of a loaded wheel on a rig.
#pragma once
#include <span>

#include "grouser/soil/force/contact.hpp"

namespace grouser {

/// Motion from the last pose to this one, in the contact's frame.
struct CreepMotion {
  double u_tot = 0.0;               ///< equivalent penetration, m, > 0
  double way_x = 0.0, way_y = 0.0;  ///< of the slice over the surface, m
  double turn = 0.0;                ///< of the wheel about its axle against the surface, rad
  double rut_depth = 0.0;           ///< m
  bool steady = false;              ///< the slip has always been like this
};

struct CreepMemory {
  double zeta_x = 0.0, zeta_y = 0.0;    ///< deflection of the contact, m
  double sinkage = 0.0;                 ///< u_soil, m
  double u_tot = 0.0, stiffness = 0.0;  ///< at that sinkage: where the next search for it starts
};

struct CreepForce {
  double normal = 0.0, longitudinal = 0.0, lateral = 0.0;  ///< N
  double torque = 0.0;                                     ///< N m
  double slip = 0.0;                                       ///< along the heading, -
  double rut = 0.0;                                        ///< as ContactForce::rut, m
};

/// One slice on one surface.
struct CreepStep {
  const ContactLaw* law = nullptr;
  CreepMotion motion;
  CreepMemory before;             ///< at the last accepted pose
  CreepMemory* memory = nullptr;  ///< on entry the last result (a first guess), on exit that of this motion
  CreepForce force;               ///< result
};

/// Processes each step independently; together they take less time.
void creep_contacts(std::span<CreepStep> steps);

/// A wheel on its ground with its load (N) and the depth of the rut it runs in (m).
struct LoadedWheel {
  const ContactLaw* law;
  double load, rut_depth;
};

/// State of the search for a wheel's sinkage: each one starts from an extrapolation of the last two, m.
struct PullSearch {
  bool begun = false;
  double z = 0.0, last_z = 0.0;
};
/// Drawbar pull of a loaded wheel that rolls steadily at a slip, N; NaN if the ground does not carry it.
double drawbar_pull(const LoadedWheel&, double slip, PullSearch&);

}  // namespace grouser

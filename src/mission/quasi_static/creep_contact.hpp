// The contact of one wheel slice with one surface as the dynamic mode has it (contact.hpp), without dampers
// and for a wheel that has always been rolling: what is left of time is the way from one pose to the next.
// Private.
#pragma once
#include <span>

#include "grouser/soil/contact/contact.hpp"

namespace grouser {

/// On the way here, in the contact's frame.
struct CreepMotion {
  double u_tot = 0.0;               ///< equivalent penetration, m, > 0
  double way_x = 0.0, way_y = 0.0;  ///< of the slice over the surface, m
  double turn = 0.0;                ///< of the wheel about its axle against the surface, rad
  double rut_depth = 0.0;           ///< m
  bool steady = false;              ///< the slip has been like this since ever
};

struct CreepMemory {
  double zeta_x = 0.0, zeta_y = 0.0;    ///< deflection of the contact, m
  double sinkage = 0.0;                 ///< u_soil, m
  double u_tot = 0.0, stiffness = 0.0;  ///< at that sinkage: where the next search for it begins
};

struct CreepForce {
  double normal = 0.0, longitudinal = 0.0, lateral = 0.0;  ///< N
  double torque = 0.0;                                     ///< N m
  double slip = 0.0;                                       ///< along the heading, -
};

/// One slice on one surface.
struct CreepStep {
  const ContactLaw* law = nullptr;
  CreepMotion motion;
  CreepMemory before;             ///< at the last accepted pose
  CreepMemory* memory = nullptr;  ///< on entry as found last (a first guess), on exit at this motion
  CreepForce force;               ///< found
};
/// Each for itself; together they take less time.
void creep_contacts(std::span<CreepStep> steps);

}  // namespace grouser

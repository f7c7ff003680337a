// Results of the last step, stamped with the time of the state they describe.
#pragma once
#include <vector>

#include "grouser/math/types.hpp"
#include "grouser/vehicle/spec/tip_over.hpp"

namespace grouser {

struct WheelOutput {
  Vec3 force = Vec3::Zero();                 ///< on the wheel by the ground, world axes, N
  Vec3 point = Vec3::Zero();                 ///< load-weighted mean of the contact points, world, m
  Vec3 moment = Vec3::Zero();                ///< of the ground on the wheel about that point, world axes, N m
  double load = 0.0;                         ///< sum of the normal forces, N
  double longitudinal = 0.0, lateral = 0.0;  ///< in the contact's frame, N
  double torque = 0.0;                       ///< resisting the drive, N m
  double drive_torque = 0.0;                 ///< given by the drive, N m
  double sinkage = 0.0;           ///< largest soil compression of its contacts, plus the rut it stands in, m
  double rut_depth = 0.0;         ///< plastic sinkage left by earlier wheels, m
  double hub_displacement = 0.0;  ///< largest u_tot, m
  double deflection = 0.0;        ///< largest u_wheel, m
  double slip = 0.0;              ///< load-weighted longitudinal slip of the state, -
  /// From the hub's velocity to the heading, positive where the velocity points right, rad
  double slip_angle = 0.0;
  double approach = 0.0;  ///< fastest change of a contact's penetration, m/s
  int contacts = 0;
  int surface = -1;  ///< surface that carries most of the load: 0 the ground, 1 + k shape k; -1 none
};

struct PadOutput {
  Vec3 force = Vec3::Zero();  ///< on the pad, world axes, N
  Vec3 point = Vec3::Zero();  ///< where it acts, world, m
  double load = 0.0;          ///< normal force, N
  double sinkage = 0.0;       ///< m
  double depth = 0.0;         ///< of the sole below the surface, m; 0: apart
  double approach = 0.0;      ///< into the ground, m/s
};

struct SphereOutput {
  Vec3 force = Vec3::Zero();  ///< on the body, world axes, N
  Vec3 point = Vec3::Zero();  ///< where it acts, world, m
};

struct StepOutput {
  double time = 0.0;
  std::vector<WheelOutput> wheels;
  std::vector<PadOutput> pads;
  std::vector<SphereOutput> spheres;
  std::vector<TipOver> tip_over;  ///< one per vehicle, from the forces on its wheels, pads and spheres
  std::vector<double> tensions;   ///< one per spring of the model, + pulls, 0 once cut, N
};

}  // namespace grouser

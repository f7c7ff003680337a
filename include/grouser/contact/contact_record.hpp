// What every kind of contact tells of its last evaluation. Gauges, releases, settling, metrics, events,
// channels and force arrows read these records and need not know the kinds.
#pragma once
#include <array>
#include <cmath>
#include <vector>

#include "grouser/math/elementary.hpp"
#include "grouser/math/types.hpp"

namespace grouser {

/// One part of a body (a wheel, a contact sphere, a footpad) against all that it touches.
struct ContactRecord {
  int body = -1;               ///< that carries the part
  int other = -1;              ///< body that carries the surface under most of the load; -1: the world
  int surface = -1;            ///< that surface: 0 the ground, 1 + k shape k; -1 none
  Vec3 force = Vec3::Zero();   ///< on the part, world axes, N
  Vec3 point = Vec3::Zero();   ///< load-weighted mean of the contact points, world, m
  Vec3 moment = Vec3::Zero();  ///< on the part about that point, world axes, N m
  double load = 0.0;           ///< sum of the normal forces, N; > 0 exactly where it touches
  double depth = 0.0;          ///< largest penetration of its contacts, m
  double sinkage = 0.0;        ///< of the soil below the undisturbed ground, m
  double approach = 0.0;       ///< fastest change of a penetration of its contacts, m/s

  bool touches() const { return load > 0.0; }
};

/// What a wheel tells beyond: signs and frames as in docs/CONVENTIONS.md.
struct WheelOutput : ContactRecord {
  double longitudinal = 0.0, lateral = 0.0;  ///< in the contact's frame, N
  double torque = 0.0;                       ///< resisting the drive, N m
  double drive_torque = 0.0;                 ///< given by the drive, N m
  double rut_depth = 0.0;                    ///< plastic sinkage left by earlier wheels, m
  double deflection = 0.0;                   ///< largest u_wheel, m
  double slip = 0.0;                         ///< load-weighted longitudinal slip of the state, -
  double hub_ahead = 0.0, hub_left = 0.0;    ///< the hub's velocity along the heading and to its left, m/s
  int contacts = 0;

  /// From the hub's velocity to the heading, positive where the velocity points right, rad; 0 at rest. Only who asks for it pays.
  double slip_angle() const {
    const double speed = std::sqrt(hub_ahead * hub_ahead + hub_left * hub_left);
    return speed > kStill ? math::atan2(-hub_left, std::fabs(hub_ahead)) : 0.0;
  }
  /// Below this speed slip and direction of a wheel are meaningless, m/s.
  static constexpr double kStill = 1e-6;
};

/// What a mesh tells beyond.
struct MeshOutput {
  double area = 0.0;     ///< of the polygons in contact, its own and others' upon it, m2
  int polygons = 0;      ///< their number
  double sliding = 0.0;  ///< share of the load on polygons that slide, -
  std::array<Vec3, 4>
      rim{};  ///< of what touches, the farthest along x, -x, y and -y, world, m; set where it does
};

/// The records of all parts, in the order of ContactScene::parts, and what wheels and meshes tell beyond.
struct ContactReadings {
  std::vector<ContactRecord> records;
  std::vector<WheelOutput> wheels;
  std::vector<MeshOutput> meshes;
};

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Record of any kind of contact about its last evaluation. Gauges, releases, settling, metrics, events,
// channels and force arrows read these records and need not know the kinds.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "grouser/math/elementary.hpp"
#include "grouser/math/types.hpp"

namespace grouser {

/// The load of a part that touches, N: what the whole force on it has along the sum of its normal forces. On
/// one face that is the normal force, on any number of them it is at most the whole force. It is above 0:
/// faces that clamp a part, as in a slot, leave the smallest number.
inline double load_of(const Vec3& force, const Vec3& pressing) {
  const double size = pressing.norm();
  return std::max(std::numeric_limits<double>::min(), size > 0.0 ? force.dot(pressing) / size : 0.0);
}

/// One part of a body (a wheel, a contact sphere, a footpad) against all that it touches.
struct ContactRecord {
  int body = -1;                 ///< that carries the part
  int other = -1;                ///< body that carries the surface under most of the load; -1: the world
  int surface = -1;              ///< that surface: 0 the ground, 1 + k shape k; -1 none
  Vec3 force = Vec3::Zero();     ///< on the part, world axes, N
  Vec3 point = Vec3::Zero();     ///< load-weighted mean of the contact points, world, m
  Vec3 moment = Vec3::Zero();    ///< on the part about that point, world axes, N m
  Vec3 pressing = Vec3::Zero();  ///< sum of the normal forces, world axes, N

  /// load_of() where it touches, and 0 exactly where it does not, N. On a body's mesh: the normal forces of
  /// its polygons added up, which is the force that clamps it; those around a plug in a bore have no
  /// resultant.
  double load = 0.0;
  double depth = 0.0;     ///< largest penetration of its contacts, m
  double sinkage = 0.0;   ///< of the soil below the undisturbed ground, m
  double approach = 0.0;  ///< fastest change of a penetration of its contacts, m/s

  bool touches() const { return load > 0.0; }
  void set_load() { load = load_of(force, pressing); }
};

/// Outputs of a wheel beyond its record: signs and frames as in docs/CONVENTIONS.md.
struct WheelOutput : ContactRecord {
  double longitudinal = 0.0, lateral = 0.0;  ///< in the contact's frame, N
  double torque = 0.0;                       ///< resisting the drive, N m
  double drive_torque = 0.0;                 ///< given by the drive, N m
  double rut_depth = 0.0;                    ///< plastic sinkage left by earlier wheels, m
  double deflection = 0.0;                   ///< largest u_wheel, m

  /// Load-weighted longitudinal slip of the state, -; NaN where has_slip() is false.
  double slip = std::numeric_limits<double>::quiet_NaN();
  double rim = 0.0;  ///< its speed by the spin over the surface that carries most of the load, m/s

  /// The hub's velocity over that surface along the heading and to its left, m/s
  double hub_ahead = 0.0, hub_left = 0.0;
  int contacts = 0;

  /// Below this speed over the surface that carries it, of its hub along the heading and of its rim, a wheel
  /// stands: what slip and slip angle would then compare is the tremor of its springs, m/s.
  static constexpr double kStill = 3e-3;
  /// Whether it touches and moves, so that its slip has a value.
  bool has_slip() const { return touches() && std::max(std::fabs(hub_ahead), std::fabs(rim)) > kStill; }
  /// From the hub's velocity to the heading, positive where the velocity points right, rad; NaN where the hub
  /// stands or the wheel does not touch. Only who asks for it pays.
  double slip_angle() const {
    const double speed = std::sqrt(hub_ahead * hub_ahead + hub_left * hub_left);
    return touches() && speed > kStill ? math::atan2(-hub_left, std::fabs(hub_ahead))
                                       : std::numeric_limits<double>::quiet_NaN();
  }
};

/// Outputs of a mesh beyond its record.
struct MeshOutput {
  double area = 0.0;     ///< of the polygons in contact, its own and others' upon it, m2
  int polygons = 0;      ///< their number
  double sliding = 0.0;  ///< share of the load on polygons that slide, -
  std::array<Vec3, 4>
      rim{};  ///< of what touches, the farthest along x, -x, y and -y, world, m; set where it does
};

/// The records of all parts, in the order of ContactScene::parts, and the further outputs of wheels and
/// meshes.
struct ContactReadings {
  std::vector<ContactRecord> records;
  std::vector<WheelOutput> wheels;
  std::vector<MeshOutput> meshes;
};

}  // namespace grouser

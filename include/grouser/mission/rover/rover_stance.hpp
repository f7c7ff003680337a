// SPDX-License-Identifier: BSD-3-Clause
// A rover set down on a level plate: its weight, the loads of its wheels, its clearance, and the slopes on
// which it tips over or slides. The quick look at a new rover before its first run.
#pragma once
#include <string>
#include <vector>

#include "grouser/math/types.hpp"

namespace grouser {

/// The plate that a rover is set down on.
struct StanceSettings {
  double gravity = 3.71;         ///< m/s2, > 0
  std::string soil = "bedrock";  ///< id or file of a hard soil, whose friction holds the wheels
};

/// One wheel of a standing rover. Positions are in the frame of the plate: x ahead, y left, z up from the
/// plate, origin below the origin of the rover's root.
struct StandingWheel {
  std::string name;             ///< as in the rover's file
  double load = 0.0;            ///< on the plate, N; 0: the wheel is in the air
  Vec3 hub = Vec3::Zero();      ///< m
  Vec3 contact = Vec3::Zero();  ///< where its load acts; below the hub where it has none, m
  Vec3 axle = Vec3::UnitY();    ///< unit vector along the axle
  double radius = 0.0;          ///< m
  double width = 0.0;           ///< m
};

/// A straight piece of a body, or a ball that can touch, for drawings and for the clearance.
struct StandingLink {
  std::string body;          ///< name
  Vec3 from = Vec3::Zero();  ///< the body's inboard joint, m
  Vec3 to = Vec3::Zero();    ///< an outboard joint or the centre of mass, m
};
/// A point of the hull with the radius of the ball around it; 0: a corner of a mesh.
struct StandingPoint {
  std::string body;           ///< name
  Vec3 place = Vec3::Zero();  ///< m
  double radius = 0.0;        ///< m
};

/// The slope on which the rover tips over, with all of its joints held, by the direction that points
/// downhill.
struct TipOverSlopes {
  double ahead = 0.0;  ///< downhill is ahead, rad
  double back = 0.0;   ///< downhill is behind, rad
  double left = 0.0;   ///< downhill is to the left, rad
  double right = 0.0;  ///< downhill is to the right, rad
  double least = 0.0;  ///< of all directions, rad
};

/// The stance of a rover.
struct RoverStance {
  double gravity = 0.0;               ///< m/s2
  double mass = 0.0;                  ///< kg
  Vec3 center = Vec3::Zero();         ///< centre of mass, m
  std::vector<StandingWheel> wheels;  ///< in the order of the file
  std::vector<StandingLink> links;    ///< of all bodies
  std::vector<StandingPoint> hull;    ///< all that touches beside the wheels
  double clearance = 0.0;   ///< from the plate to the lowest point of the hull, m; NaN where it has none
  std::string lowest_body;  ///< body of that point; empty where it has none
  TipOverSlopes tip_over;   ///< 0 where the centre of mass is not above its supports
  double friction = 0.0;    ///< Coulomb's coefficient of the plate, -

  /// The steepest slope that it holds in every direction with locked wheels, rad: the lesser of
  /// tip_over.least and the angle of friction.
  double steepest_hold = 0.0;
  bool slides_first = false;       ///< friction, not tipping, limits steepest_hold
  std::vector<std::string> notes;  ///< sentences: stops in use, wheels in the air, parts under the ground
};

/// Sets a rover down (id of assets/rovers, or a file), lets its suspension settle, and reads how it stands.
/// Slopes of tipping: over an edge of the support polygon with outward normal n, at the distance d inside and
/// the height h below the centre of mass, tan(slope) = d / (h n.e), where e points downhill: the balance of
/// moments about the edge (E. G. Papadopoulos and D. A. Rey, ICRA 1996, with gravity alone). Throws
/// InputError: no such file, a vehicle without wheels or one that does not stand, a soil that is not hard, a
/// gravity that is not positive.
RoverStance stand_rover(const std::string& rover, const StanceSettings& settings = {});

}  // namespace grouser

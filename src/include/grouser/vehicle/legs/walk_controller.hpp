// SPDX-License-Identifier: BSD-3-Clause
// The controller that commands the servos of a walker. At each pulse it knows the pose of its body, its
// centre of mass, where its feet are and whether they press on anything; it plans one step of a foot after
// the other from what it finds, so that the next plan begins with a foot that slipped or sank where it is.
//
// Commands are points of the feet in the body's frame. A standing foot holds a point of the command frame, in
// which the body should be at a pose that moves from plan to plan: c = X_command^-1 hold. A swinging foot
// follows a path in the world: c = X_measured^-1 p. Both are poses for limbs, which hold the attitude of
// their locked wheels too; other legs do not use it. A plan begins at the measured pose: the command frame is
// put there, and from there X_command goes to the pose wanted. So the deflection of servos and the sinkage of
// feet are taken back with the next step. The sole is a ball that rolls on the ground while the shank turns:
// the centre of the foot moves by its radius times that angle.
#pragma once
#include <span>
#include <vector>

#include "grouser/math/pose.hpp"
#include "grouser/vehicle/legs/gait.hpp"
#include "grouser/vehicle/legs/servo.hpp"
#include "grouser/vehicle/legs/support_polygon.hpp"
#include "grouser/vehicle/legs/walk_memory.hpp"
#include "grouser/vehicle/legs/walker_leg.hpp"

namespace grouser {

/// A foot as the walker senses it.
struct FootSense {
  Vec3 center = Vec3::Zero();  ///< world, m
  double load = 0.0;           ///< N
  Vec3 force = Vec3::Zero();   ///< of the ground on it, world, N
};
struct WalkSense {
  double time = 0.0;                                 ///< s
  RigidTransform body;                               ///< in the world
  Vec3 com = Vec3::Zero(), velocity = Vec3::Zero();  ///< of the centre of mass, m, m/s
  std::span<const FootSense> feet;
};
/// The ground ahead as the walker knows it.
class FootGround {
 public:
  virtual ~FootGround() = default;
  /// Height of the middle of a foot that comes down here and just touches, m.
  virtual double touch_height(double x, double y, double radius) const = 0;
  /// Strength and yielding of the soil that a foot would meet here.
  struct Hold {
    double friction = 1.0;  ///< strength along the surface per load, -
    double sinkage = 0.0;   ///< under the load, m
  };
  virtual Hold hold(double /*x*/, double /*y*/, double /*load*/) const { return {}; }
};

class WalkController {
 public:
  /// mass: of the walker, kg. gravity: m/s2. servo: that of all motors. Throws InputError for a trot on
  /// other than four legs.
  WalkController(std::vector<WalkerLeg> legs, const GaitSpec& gait, double mass, double gravity,
                 const ServoSpec& servo);

  const std::vector<WalkerLeg>& legs() const { return legs_; }
  const GaitSpec& gait() const { return gait_; }
  /// Angles of a leg on its stance. Throws InputError if it does not reach there.
  LegAngles stance_angles(std::size_t leg) const;
  bool due(double time, const WalkMemory& memory) const { return time >= memory.next_time; }
  /// One pulse, when it is due; does not allocate.
  void decide(const WalkSense& sense, const FootGround& ground, WalkMemory& memory,
              std::span<WalkLegMemory> legs) const;

 private:
  struct Step;
  std::vector<WalkerLeg> legs_;
  GaitSpec gait_;
  double gravity_, weight_, touch_load_, give_, brace_, interval_;
  ServoSpec servo_;
  std::vector<std::size_t> order_;   // in which feet step; trot: one pair after the other
  Vec3 mean_stance_ = Vec3::Zero();  // body frame
};

}  // namespace grouser

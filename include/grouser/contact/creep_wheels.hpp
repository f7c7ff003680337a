// SPDX-License-Identifier: BSD-3-Clause
// The third form of the wheels' contacts, beside step form and rate form (contact_element.hpp): the ground's
// reaction on the wheels of a rover that creeps from one pose to the next, by the laws without their dampers
// (creep_contact.hpp).
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "grouser/contact/wheel_ground.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/soil/force/creep_contact.hpp"
#include "grouser/terrain/memory/ground_memory.hpp"
#include "grouser/terrain/touch/wheel_arc.hpp"

namespace grouser {

/// The motion by which the rover reached a pose.
struct Creep {
  /// It has always been rolling like this; false: from the last accepted pose
  bool steady = false;
  Vec3 travel = Vec3::Zero();     ///< of the reference point, horizontal, m
  double turn = 0.0;              ///< of the path, rad
  Vec3 reference = Vec3::Zero();  ///< the reference point, m
  math::SinCos yaw = {0.0, 1.0};  ///< of the body
};

/// Position of a point of the rover in a form in which two poses can be compared: from the reference point,
/// turned back by the body's yaw, height in the scene.
Vec3 place_of(const Vec3& point, const Creep& creep);

/// One wheel in equilibrium; signs as in contact_record.hpp.
struct StaticWheel {
  double load = 0.0;                         ///< load_of(), N
  double longitudinal = 0.0, lateral = 0.0;  ///< N
  double torque = 0.0;                       ///< N m
  double sinkage = 0.0;                      ///< below the undisturbed ground, m
  double rut_depth = 0.0;                    ///< m
  double slip = 0.0;                         ///< -
  double drive_angle = 0.0;   ///< rotation by the drive since the last pose, rad (0 at the first)
  Vec3 point = Vec3::Zero();  ///< load-weighted mean of the contact points, world, m
};

class CreepWheels {
 public:
  explicit CreepWheels(const ContactScene& scene);

  /// Forgets all contacts; the ground stays.
  void lift_off();
  /// All contacts are searched in the next apply().
  void look_anew();
  /// Adds the wheels' wrenches to loads. drive_angle: rotation of each drive since the last pose, rad.
  /// Returns false if a wheel is outside the terrain. A wheel within a fraction of a millimetre of where its
  /// contacts were searched since the last accept() follows their tangents.
  bool apply(const Kinematics& kinematics, const Creep& creep, const std::vector<double>& drive_angle,
             Loads& loads);
  /// Makes the pose last evaluated the last accepted one: contacts remember it, and ruts are left.
  void accept(const Kinematics& kinematics, const Creep& creep);
  /// Call before accept(): makes ground tiles around the wheels. May allocate.
  void reserve(const Kinematics& kinematics);

  const std::vector<StaticWheel>& wheels() const { return wheels_; }
  const GroundMemory& ground() const { return ground_; }
  /// World poses of the terrain's shapes for these body poses.
  const std::vector<RigidTransform>& place_shapes(const Kinematics& kinematics);

 private:
  struct Slot {
    int patch = -1;
    CreepMemory memory;
  };
  struct Slice {
    // At the last accepted pose, from the reference point, axes turned with the body; z in the world
    Vec3 place;
    // Slope of the rut across the heading: as felt, and as it is
    Vec2 wall = Vec2::Zero(), wall_here = Vec2::Zero();
    Slot slots[kSlotsPerSlice], next[kSlotsPerSlice];
    WheelDisc disc, searched;  // now, and where the contacts were searched
    int count = 0;
    std::array<ArcContact, kMaxArcContacts> arcs;
  };
  /// Over a wheel's contacts, N.
  struct Sum {
    double normal = 0.0;
    Vec3 force = Vec3::Zero(), pressing = Vec3::Zero();
  };
  struct Touch {
    std::size_t wheel;
    const WheelDisc* disc;
    ArcContact arc;
    ContactFrame frame;
  };
  bool find_wheels(const Kinematics& kinematics);
  bool find_contacts(std::size_t wheel, std::span<Slice> slices);
  static bool follows(std::span<const Slice> slices);
  static ArcContact moved(const ArcContact& arc, const WheelDisc& from, const WheelDisc& to);
  void touch_slice(std::size_t wheel, const Creep& creep, double drive_angle, Slice& slice,
                   const BodyMotion& hub);
  CreepMotion motion_of(const Touch& touch, const Creep& creep, double drive_angle, const Vec3& last_place,
                        const BodyMotion& hub) const;
  void apply_touch(const Touch& touch, const CreepStep& step, const Kinematics& kinematics, Loads& loads);
  void leave_ruts();

  const ContactScene& scene_;
  std::vector<Slice> slices_;             // of all wheels, one after the other
  std::vector<SliceContacts> found_;      // of one wheel
  std::vector<std::uint8_t> looked_for_;  // contacts of a wheel were searched since the last accept()
  std::vector<Mat3> hub_rotations_;       // at the last accepted pose
  ShapePoses shape_poses_;
  std::vector<StaticWheel> wheels_;
  std::vector<Sum> sums_;  // of wheels_
  std::vector<Touch> touches_;
  std::vector<CreepStep> steps_;  // of the touches
  std::size_t touch_count_ = 0;
  std::vector<RutMark> ruts_;  // scratch of leave_ruts()
  GroundMemory ground_;
  std::vector<WheelGround> grounds_;  // one per wheel
};

}  // namespace grouser

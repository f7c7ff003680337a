// SPDX-License-Identifier: BSD-3-Clause
// The forces on the wheels. All slices pass together through one stage after the other: their motion over
// what they touch, the laws, the wrenches.
#include <algorithm>

#include "grouser/contact/contact_record.hpp"
#include "grouser/contact/creep_wheels.hpp"
#include "grouser/soil/laws/slip_radius.hpp"

namespace grouser {
namespace {

/// Velocity over the ground with a given horizontal part, such that it stays in the contact's plane.
Vec3 along_ground(Vec3 horizontal, const Vec3& normal) {
  horizontal.z() = -(horizontal.x() * normal.x() + horizontal.y() * normal.y()) / normal.z();
  return horizontal;
}

}  // namespace

/// A point in axes that turn with the body's heading, from the reference point, m.
Vec3 place_of(const Vec3& point, const Creep& creep) {
  const auto [sine, cosine] = creep.yaw;
  const Vec3 arm = point - creep.reference;
  return {cosine * arm.x() + sine * arm.y(), cosine * arm.y() - sine * arm.x(), point.z()};
}

bool CreepWheels::apply(const Kinematics& kinematics, const Creep& creep,
                        const std::vector<double>& drive_angle, Loads& loads) {
  touch_count_ = 0;
  if (!find_wheels(kinematics)) return false;
  auto slice = slices_.begin();
  for (std::size_t w = 0; w < scene_.wheels.size(); ++w) {
    const WheelPart& wheel = scene_.wheels[w];
    sums_[w] = Sum{};
    wheels_[w] = StaticWheel{.drive_angle = creep.steady ? 0.0 : drive_angle[w]};
    for (std::size_t i = 0; i < wheel.slice_offsets.size(); ++i)
      touch_slice(w, creep, drive_angle[w], *slice++, kinematics.body[wheel.body.index]);
  }
  creep_contacts(std::span(steps_).first(touch_count_));
  for (std::size_t i = 0; i < touch_count_; ++i) apply_touch(touches_[i], steps_[i], kinematics, loads);
  for (std::size_t w = 0; w < scene_.wheels.size(); ++w) {
    StaticWheel& out = wheels_[w];
    const Sum& sum = sums_[w];
    // Slip and contact point are means with the loads as weights.
    if (sum.normal > 0.0) {
      out.load = load_of(sum.force, sum.pressing);
      out.slip /= sum.normal;
      out.point /= sum.normal;
    } else {
      out.point = kinematics.body[scene_.wheels[w].body.index].X_WB.p;
    }
  }
  return true;
}

void CreepWheels::touch_slice(std::size_t wheel, const Creep& creep, double drive_angle, Slice& slice,
                              const BodyMotion& hub) {
  const int kept = std::min(slice.count, kSlotsPerSlice);
  for (int c = 0; c < kept; ++c) {
    Touch& touch = touches_[touch_count_];
    touch = {wheel, &slice.disc, moved(slice.arcs[c], slice.searched, slice.disc), {}};
    Slot& slot = slice.next[c];
    if (slot.patch != touch.arc.patch) slot = Slot{touch.arc.patch, {}};
    const ContactLaw& law = scene_.wheels[wheel].laws[touch.arc.material];
    const double penetration = penetration_of(touch.arc, scene_.wheels[wheel], law);
    if (!(penetration > 0.0)) {
      slot = Slot{};  // a tangent moved it off the ground: there is nothing to remember
      continue;
    }
    touch.frame = contact_frame(slice.disc.axis, touch.arc.gradient);
    CreepStep& step = steps_[touch_count_++];
    step.law = &law;
    step.motion = motion_of(touch, creep, drive_angle, slice.place, hub);
    step.motion.u_tot = penetration;
    step.before = CreepMemory{};
    for (const Slot& old : slice.slots)
      if (old.patch == touch.arc.patch) step.before = old.memory;
    step.memory = &slot.memory;
  }
  for (int c = kept; c < kSlotsPerSlice; ++c) slice.next[c] = Slot{};
}

CreepMotion CreepWheels::motion_of(const Touch& touch, const Creep& creep, double drive_angle,
                                   const Vec3& last_place, const BodyMotion& hub) const {
  const WheelDisc& disc = *touch.disc;
  CreepMotion motion{.turn = drive_angle, .rut_depth = touch.arc.rut_depth, .steady = creep.steady};
  // over the ground with the body, along its path
  const Vec3 arm = disc.center - creep.reference;
  const Vec3 planar = creep.travel + creep.turn * Vec3(-arm.y(), arm.x(), 0.0);
  const Vec3 rolled = along_ground(planar, touch.frame.normal);
  motion.way_y = touch.frame.left.dot(rolled);
  if (motion.steady) {
    motion.way_x = touch.frame.forward.dot(rolled);
    return motion;
  }
  // and with the suspension; the legs turn about the axle too
  const Vec3 moved = place_of(disc.center, creep) - last_place;
  const auto [sine, cosine] = creep.yaw;
  motion.way_x = touch.frame.forward.dot(Vec3(planar.x() + cosine * moved.x() - sine * moved.y(),
                                              planar.y() + sine * moved.x() + cosine * moved.y(), moved.z()));
  const Mat3 turned = hub.X_WB.R * hub_rotations_[touch.wheel].transpose();
  motion.turn += 0.5 * disc.axis.dot(Vec3(turned(2, 1) - turned(1, 2), turned(0, 2) - turned(2, 0),
                                          turned(1, 0) - turned(0, 1)));
  return motion;
}

void CreepWheels::apply_touch(const Touch& touch, const CreepStep& step, const Kinematics& kinematics,
                              Loads& loads) {
  const CreepForce& f = step.force;
  if (f.normal <= 0.0) return;
  const ArcContact& arc = touch.arc;
  const ContactLaw& law = *step.law;
  const Vec3 force =
      f.normal * arc.gradient + f.longitudinal * touch.frame.forward + f.lateral * touch.frame.left;
  const double lever = touch.disc->radius - arc.penetration;
  const Vec3 couple = wheel_couple(f.torque, f.longitudinal, lever, touch.disc->axis);
  add_contact_force(loads, kinematics, scene_.wheels[touch.wheel].body.index, scene_.owner_of(arc.surface),
                    arc.point, force, couple);

  StaticWheel& out = wheels_[touch.wheel];
  Sum& sum = sums_[touch.wheel];
  sum.normal += f.normal;
  sum.force += force;
  sum.pressing += f.normal * arc.gradient;
  out.longitudinal += f.longitudinal;
  out.lateral += f.lateral;
  out.torque += f.torque;
  out.sinkage = std::max(out.sinkage, f.rut);
  out.rut_depth = std::max(out.rut_depth, arc.rut_depth);
  out.slip += f.normal * slip_on_radius(f.slip, step.motion.turn, law.wheel.radius / law.radius);
  out.point += f.normal * arc.point;
}

}  // namespace grouser

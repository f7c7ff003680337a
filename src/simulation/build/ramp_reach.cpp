// SPDX-License-Identifier: BSD-3-Clause
// Tries a ramp's hinge at equally spaced angles of its range and takes the lowest end above the ground, in
// the lander's start pose; other joints keep their angles.
#include "ramp_reach.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"
#include "grouser/multibody/tree/dynamics.hpp"

namespace grouser {
namespace {

constexpr int kAngles = 180;  // number of angles of a hinge's range that are checked

/// The lowest place of a ramp's end over the angles of its hinge.
struct Reach {
  double gap = 1e300;  // of the end's middle above the ground, m
  double angle = 0.0;  // rad
};

/// Height of the middle of the far end's top above the ground; far from the hinge, along the plate's length.
double end_gap(const World& world, const RigidShape& plate, const RigidTransform& X_WB) {
  const double far = plate.pose.p.x() < 0.0 ? -1.0 : 1.0;
  const Vec3 end = X_WB * (plate.pose * Vec3(far * plate.half.x(), 0.0, plate.half.z()));
  HeightSample ground;
  return world.terrain->height(end.x(), end.y(), ground) ? end.z() - ground.z : 0.0;
}

/// The lowest end over all angles within the stops, or a full turn without them.
Reach find_reach(const World& world, const RigidShape& plate, const Joint& hinge, MotionState motion) {
  const double low = std::max(hinge.forces.lower, -M_PI), high = std::min(hinge.forces.upper, M_PI);
  Kinematics kinematics(*world.model);
  Reach reach;
  for (int i = 0; i <= kAngles; ++i) {
    const double angle = low + (high - low) * i / kAngles;
    motion.q[hinge.q_index] = angle;
    calc_kinematics(*world.model, motion.q, motion.v, kinematics);
    const double gap = end_gap(world, plate, kinematics.body[hinge.child.index].X_WB);
    if (gap < reach.gap) reach = {gap, angle};
  }
  return reach;
}

/// Height of the lowest sole above the ground, m; 0 for a lander that stands.
double clearance(const World& world, int lander, const MotionState& motion) {
  Kinematics kinematics(*world.model);
  calc_kinematics(*world.model, motion.q, motion.v, kinematics);
  double least = 1e300;
  for (const ContactPart& part : world.parts) {
    if (part.vehicle != lander || part.hull) continue;
    const Vec3 sole = kinematics.body[part.body.index].X_WB * part.position;
    HeightSample ground;
    if (world.terrain->height(sole.x(), sole.y(), ground)) least = std::min(least, sole.z() - ground.z);
  }
  return least < 1e300 ? std::max(0.0, least) : 0.0;
}

/// Throws InputError for a hinged surface of a lander that stays too far above the ground. A lander in the
/// air is taken as lowered to its first sole.
void check_lander(const World& world, int index, const MotionState& motion) {
  const VehicleRuntime& lander = world.vehicles[static_cast<std::size_t>(index)];
  const double to_fall = clearance(world, index, motion);
  for (std::size_t i = 0; i < world.shape_owner.size(); ++i) {
    const int owner = world.shape_owner[i];
    if (owner < 0 || !world.own_shapes_of(lander.root)[i] || owner == lander.root.index) continue;
    const Joint& hinge = world.model->joints()[owner];
    if (!hinge.kind.hinge || hinge.mode != CoordinateMode::dynamic) continue;
    const RigidShape& plate = world.terrain->shapes()[i];
    Reach reach = find_reach(world, plate, hinge, motion);
    reach.gap -= to_fall;
    if (reach.gap > lander.initial.max_ramp_drop)
      throw InputError(
          fmt::format("{}: joint {}", lander.spec.name, hinge.name),
          fmt::format("ramp '{}' cannot reach: its end stays {:.2f} m above the ground, at {:.1f} deg",
                      plate.name, reach.gap, reach.angle * kDegrees),
          fmt::format("at most {:.2f} m (max_ramp_drop of [initial_lander])", lander.initial.max_ramp_drop));
  }
}

}  // namespace

void check_ramps_reach(const World& world, const SimulationState& state) {
  if (world.find_vehicle(VehicleRole::rover) < 0) return;  // no rover is to drive down
  for (std::size_t i = 0; i < world.vehicles.size(); ++i)
    if (world.vehicles[i].role == VehicleRole::lander) check_lander(world, static_cast<int>(i), state.motion);
}

}  // namespace grouser

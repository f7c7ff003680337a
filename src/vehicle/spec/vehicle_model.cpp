// SPDX-License-Identifier: BSD-3-Clause
// The multibody model of one or several vehicles: each hangs on the world by its root's joint, and wheels
// with limited motors become dynamic coordinates.
#include <algorithm>

#include "grouser/vehicle/spec/vehicle.hpp"

namespace grouser {
namespace {

/// The joint between the world and the root: free, or a prescribed slide in the frame in which the vehicle
/// is placed.
JointSpec root_of(const PlacedVehicle& vehicle) {
  JointSpec root;
  root.name = vehicle.root_joint;
  root.type = vehicle.spec->root_joint.type;
  root.parent = "world";
  root.child = vehicle.spec->root;
  if (!root.kind().is_free()) {
    root.axis = vehicle.spec->root_joint.axis;
    root.mode = CoordinateMode::prescribed;
    root.X_PJ = vehicle.pose;
  }
  return root;
}

/// A drive with a limited motor is solved for dynamically: the motor's torque moves it.
bool is_motor_driven(const VehicleSpec& vehicle, const JointSpec& joint) {
  return vehicle.motor &&
         std::any_of(vehicle.wheels.begin(), vehicle.wheels.end(),
                     [&](const WheelSpec& wheel) { return wheel.drive_joint == joint.name; });
}

}  // namespace

Model build_model(std::span<const PlacedVehicle> vehicles, std::span<const SpringElementSpec> ties,
                  const std::string& origin, RedundantRows redundant) {
  ModelBuilder builder;
  for (const PlacedVehicle& vehicle : vehicles) {
    const VehicleSpec& spec = *vehicle.spec;
    builder.add_joint(root_of(vehicle));
    for (const BodySpec& body : spec.bodies) builder.add_body(body);
    for (JointSpec joint : spec.joints) {
      if (is_motor_driven(spec, joint)) {
        joint.mode = CoordinateMode::dynamic;
        joint.forces.rotor_inertia += spec.motor->rotor_inertia;
      }
      builder.add_joint(joint);
    }
    for (const CouplingSpec& coupling : spec.couplings) builder.add_coupling(coupling);
    for (const LoopJointSpec& joint : spec.loop_joints) builder.add_loop_joint(joint);
    for (const SpringElementSpec& spring : spec.springs) builder.add_spring(spring);
  }
  for (const SpringElementSpec& tie : ties) builder.add_spring(tie);
  return builder.build(origin, redundant);
}

Model build_model(const VehicleSpec& vehicle, const std::string& origin, RedundantRows redundant) {
  const PlacedVehicle placed{&vehicle, "root", {}};
  return build_model(std::span(&placed, 1), {}, origin, redundant);
}

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Every name of a part, and every reference to one, gets the prefix; "world" and empty references stay. A
// new kind of part with names must be added here. Patterns of actuators and leg controllers stay as they
// are.
#include "vehicle_names.hpp"

namespace grouser {

VehicleSpec with_prefix(VehicleSpec vehicle, const std::string& prefix) {
  const auto rename = [&](std::string& name) {
    if (!name.empty() && name != "world") name.insert(0, prefix);
  };
  rename(vehicle.root);
  for (BodySpec& body : vehicle.bodies) rename(body.name);
  for (JointSpec& joint : vehicle.joints) rename(joint.name), rename(joint.parent), rename(joint.child);
  for (CouplingSpec& c : vehicle.couplings) rename(c.name), rename(c.dependent), rename(c.independent);
  for (LoopJointSpec& j : vehicle.loop_joints)
    rename(j.name), rename(j.body_a), rename(j.body_b), rename(j.driver);
  for (SpringElementSpec& s : vehicle.springs) rename(s.name), rename(s.body_a), rename(s.body_b);
  vehicle.equipment.visit_names(rename);
  for (StrutSpec& s : vehicle.struts) rename(s.name), rename(s.body_a), rename(s.body_b);
  for (WheelSpec& w : vehicle.wheels)
    rename(w.name), rename(w.body), rename(w.drive_joint), rename(w.steer_joint);
  for (SphereSpec& sphere : vehicle.spheres) rename(sphere.body);
  for (PadSpec& pad : vehicle.pads) rename(pad.name), rename(pad.body);
  for (LegSpec& leg : vehicle.legs) {
    rename(leg.foot);
    for (std::string& joint : leg.motors) rename(joint);
    for (std::string& joint : leg.linkage) rename(joint);
  }
  rename(vehicle.chest);
  for (SoleSpec& sole : vehicle.soles) {
    rename(sole.name), rename(sole.body);
    for (std::string& pad : sole.pads) rename(pad);
  }
  for (ToolSpec& tool : vehicle.tools) rename(tool.name), rename(tool.body);
  for (MeshSpec& mesh : vehicle.meshes)
    rename(mesh.name), rename(mesh.part), rename(mesh.body), rename(mesh.driver);
  for (RigidShape& surface : vehicle.surfaces) rename(surface.name), rename(surface.owner);
  for (NamedVisual& visual : vehicle.visuals) rename(visual.body);
  return vehicle;
}

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Resolves the patterns of leg controllers to feet and joints, and each joint to the foot that it bears.
#include "build_leg_controls.hpp"

#include <algorithm>

#include "grouser/base/error.hpp"
#include "grouser/base/name_pattern.hpp"

namespace grouser {
namespace {

/// A vehicle's names begin with its prefix in the world, its patterns do not.
std::string own_name(const VehicleRuntime& vehicle, const std::string& name) {
  return name.substr(vehicle.prefix.size());
}

/// Whether a body hangs on `top`, or is it.
bool is_below(const Model& model, BodyId body, BodyId top) {
  for (BodyId at = body; at.index >= 0; at = model.inboard(at).parent)
    if (at.index == top.index) return true;
  return false;
}

/// The first of a controller's feet on a joint's child or on what hangs on that; -1: none.
int foot_below(const World& world, const LegControl& control, const Joint& joint) {
  for (const int foot : control.feet)
    if (is_below(*world.model, world.parts[static_cast<std::size_t>(foot)].body, joint.child)) return foot;
  return -1;
}

/// A controller of one vehicle. Throws InputError for one without feet or joints.
LegControl put_leg_control(const World& world, std::size_t index, const LegControlSpec& spec) {
  const VehicleRuntime& vehicle = world.vehicles[index];
  const std::string place = vehicle.spec.name + ": leg_control '" + spec.name + "'";
  LegControl control{.settings = spec, .feet = {}, .joints = {}};
  // Feet: the vehicle's pads that the pattern names.
  for (std::size_t i = 0; i < world.parts.size(); ++i) {
    const ContactPart& part = world.parts[i];
    if (part.kind == "pad" && part.vehicle == static_cast<int>(index) &&
        matches_pattern(spec.feet, own_name(vehicle, part.name)))
      control.feet.push_back(static_cast<int>(i));
  }
  if (control.feet.empty()) throw InputError(place, "no pad for \"" + spec.feet + "\"", "names of [[pad]]s");
  // Joints: hinges that the patterns name; each must bear one of these feet.
  for (const Joint& joint : world.model->joints()) {
    if (!joint.kind.hinge || !world.belongs(joint.child, static_cast<int>(index))) continue;
    if (std::ranges::none_of(spec.joints, [&](const std::string& pattern) {
          return matches_pattern(pattern, own_name(vehicle, joint.name));
        }))
      continue;
    const int foot = foot_below(world, control, joint);
    if (foot < 0 || joint.mode != CoordinateMode::dynamic)
      throw InputError(place, "joint '" + joint.name + "', which bears none of these feet or is prescribed",
                       "dynamic joints between the root and a foot");
    control.joints.push_back({joint.q_index, joint.v_index, joint.forces.stiffness, joint.forces.rest,
                              joint.forces.damping, foot});
  }
  if (control.joints.empty()) throw InputError(place, "no joint", "names of revolute [[joint]]s of the legs");
  return control;
}

}  // namespace

void build_leg_controls(World& world) {
  for (std::size_t i = 0; i < world.vehicles.size(); ++i)
    for (const LegControlSpec& spec : world.vehicles[i].spec.leg_controls)
      world.leg_controls.push_back(put_leg_control(world, i, spec));
}

}  // namespace grouser

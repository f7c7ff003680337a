// SPDX-License-Identifier: BSD-3-Clause
// The list of all parts of a scene that can touch, and the elements that make their contacts, in a fixed
// order: wheels, spheres, pads, grounds of their own, tools, meshes.
#include "grouser/contact/contact_kinds.hpp"

#include <algorithm>

#include "grouser/base/error.hpp"
#include "grouser/contact/contact_element.hpp"
#include "mesh_contacts.hpp"
#include "pad_contacts.hpp"
#include "sphere_contacts.hpp"
#include "tool_contacts.hpp"
#include "wheel_contacts.hpp"

namespace grouser {

namespace {

/// Adds a tool with its elements and a law per material; refuses a scene without ground of grains.
void add_tool(const ToolSpec& spec, double gravity, ContactScene& scene) {
  ToolPart tool{spec, scene.model->body(spec.body)};
  tool.elements = spec.shape == ToolShape::pad ? pad_elements(0.5 * spec.width, spec.height)
                                               : plate_elements(spec.width, spec.height);
  for (const SoilParams& soil : scene.materials)
    tool.laws.push_back(put_tool(soil, spec.width, spec.half_size(), gravity));
  if (std::none_of(scene.materials.begin(), scene.materials.end(), goes_by_rft))
    throw InputError("tool '" + spec.name + "'", "ground that no tool feels",
                     "a soil of resistive force theory (law or terrain.soil_law = \"rft\")");
  scene.tools.push_back(std::move(tool));
}

}  // namespace

void add_point_parts(const VehicleSpec& vehicle, double gravity, ContactScene& scene) {
  for (const SphereSpec& sphere : vehicle.spheres)
    scene.spheres.push_back({sphere, scene.model->body(sphere.body)});
  for (const PadSpec& spec : vehicle.pads) {
    PadPart pad{spec, scene.model->body(spec.body)};
    for (const SoilParams& soil : scene.materials)
      pad.laws.push_back({.soil = soil,
                          .radius = spec.radius,
                          .stiffness = spec.stiffness,
                          .damping = spec.damping,
                          .friction = spec.friction,
                          .gravity = gravity,
                          .form = spec.form});
    scene.pads.push_back(std::move(pad));
  }
  for (const ToolSpec& spec : vehicle.tools) add_tool(spec, gravity, scene);
}

// A vehicle with footpads stands on them alone: neither its hull nor a hinged ramp holds it up.
void list_parts(ContactScene& scene) {
  const auto vehicle_of = [&](BodyId body) {
    return scene.vehicle_of_body[static_cast<std::size_t>(body.index)];
  };
  const auto on_pads = [&](int vehicle) {
    return std::any_of(scene.pads.begin(), scene.pads.end(),
                       [&](const PadPart& pad) { return vehicle_of(pad.body) == vehicle; });
  };
  scene.parts.clear();
  for (const WheelPart& wheel : scene.wheels)
    scene.parts.push_back({.kind = "wheel",
                           .name = wheel.spec.name,
                           .body = wheel.body,
                           .vehicle = vehicle_of(wheel.body),
                           .reach = wheel.spec.geometry.radius});
  for (const SpherePart& sphere : scene.spheres) {
    const int vehicle = vehicle_of(sphere.body);
    scene.parts.push_back({.kind = "sphere",
                           .name = {},
                           .body = sphere.body,
                           .vehicle = vehicle,
                           .position = sphere.spec.position,
                           .hull = true,
                           .supports = !on_pads(vehicle),
                           .reach = sphere.spec.radius});
  }
  for (const PadPart& pad : scene.pads)
    scene.parts.push_back({.kind = "pad",
                           .name = pad.spec.name,
                           .body = pad.body,
                           .vehicle = vehicle_of(pad.body),
                           .position = pad.spec.position});
  for (const ToolPart& tool : scene.tools)
    scene.parts.push_back({.kind = "tool",
                           .name = tool.spec.name,
                           .body = tool.body,
                           .vehicle = vehicle_of(tool.body),
                           .position = tool.spec.pose.p,
                           .reach = tool.spec.half_size()});
  int records = 0;
  for (const MeshPart& mesh : scene.mesh.parts) {
    if (mesh.record < records) continue;  // recorded with another one
    ++records;
    scene.parts.push_back({.kind = "mesh",
                           .name = mesh.spec.part,
                           .body = mesh.body,
                           .vehicle = vehicle_of(mesh.body),
                           .position = mesh.spec.pose.p,
                           .hull = !mesh.on_wheel,
                           .supports = mesh.on_wheel || !on_pads(vehicle_of(mesh.body))});
  }
}

ContactState untouched(const ContactScene& scene) {
  ContactState state;
  state.slots.resize(static_cast<std::size_t>(scene.slot_count));
  state.spheres.resize(scene.spheres.size());
  state.pads.resize(scene.pads.size());
  state.tools.resize(scene.tools.size());
  state.anchors.resize(anchor_room(scene));
  scene.grounds.begin(scene, state);
  return state;
}

std::vector<std::unique_ptr<ContactElement>> make_contact_elements(const ContactScene& scene,
                                                                   double gravity) {
  std::vector<std::unique_ptr<ContactElement>> elements;
  elements.push_back(std::make_unique<WheelContacts>(scene));
  elements.push_back(std::make_unique<SphereContacts>(scene));
  elements.push_back(std::make_unique<PadContacts>(scene, gravity));
  for (const auto& model : scene.grounds.models())
    if (auto element = model->make_element(scene, gravity)) elements.push_back(std::move(element));
  elements.push_back(std::make_unique<ToolContacts>(scene));
  if (!scene.mesh.parts.empty()) elements.push_back(std::make_unique<MeshContacts>(scene));
  // Numbers that have rates lie one element after the other.
  int first_aux = 0;
  for (const auto& element : elements) {
    element->place_aux(first_aux);
    first_aux += element->aux_size();
  }
  return elements;
}

}  // namespace grouser

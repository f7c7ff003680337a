// SPDX-License-Identifier: BSD-3-Clause
// Which meshes of a scene may touch which, and how stiff both together are.
#include <algorithm>
#include <utility>

#include "grouser/base/error.hpp"
#include "grouser/contact/contact_kinds.hpp"
#include "grouser/shape/distance/section_distance.hpp"
#include "mesh_contacts.hpp"
#include "shape_surface.hpp"

namespace grouser {
namespace {

/// A surface of revolution by its section, which has no facets and is found faster; any other by its
/// triangles.
std::shared_ptr<const SurfaceDistance> surface_of(const MeshForm& form,
                                                  const std::shared_ptr<const MeshDistance>& polygons) {
  if (form.section.empty()) return polygons;
  return std::make_shared<const SectionDistance>(form.section);
}

/// Mean area of a triangle, m2.
double mean_face(const TriangleMesh& mesh) {
  double area = 0.0;
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) area += 0.5 * mesh.doubled_area(f).norm();
  return area / static_cast<double>(mesh.faces.size());
}

double in_series(double a, double b) { return a + b > 0.0 ? a * b / (a + b) : 0.0; }

/// Two elastic layers upon each other are springs and dampers in series; of two frictions the smaller one
/// lets go.
PolygonLaw both_layers(const PolygonLaw& polygons, const PolygonLaw& surface) {
  PolygonLaw law = polygons;
  law.stiffness = in_series(polygons.stiffness, surface.stiffness);
  law.damping = in_series(polygons.damping, surface.damping);
  law.shear_stiffness = in_series(polygons.shear_stiffness, surface.shear_stiffness);
  law.shear_damping = in_series(polygons.shear_damping, surface.shear_damping);
  law.mu_stick = std::min(polygons.mu_stick, surface.mu_stick);
  law.mu_slip = std::min(polygons.mu_slip, surface.mu_slip);
  return law;
}

/// Ground of grains feels every triangle of a mesh as it feels a tool's faces.
void add_tool_of(const MeshPart& mesh, double gravity, ContactScene& scene) {
  if (mesh.on_wheel || std::none_of(scene.materials.begin(), scene.materials.end(), goes_by_rft)) return;
  const TriangleMesh& triangles = mesh.polygons->mesh();
  const MeshBox& box = mesh.polygons->box();
  const double width = (box.high - box.low).head<2>().maxCoeff(), height = (box.high - box.low).z();
  ToolPart tool{{mesh.spec.name, mesh.spec.body, mesh.spec.pose, ToolShape::plate, width, height}, mesh.body};
  for (std::size_t f = 0; f < triangles.faces.size(); ++f) {
    const Vec3 doubled = triangles.doubled_area(f);
    const Vec3 middle = (triangles.corner(f, 0) + triangles.corner(f, 1) + triangles.corner(f, 2)) / 3.0;
    tool.elements.push_back({middle, doubled.normalized(), 0.5 * doubled.norm()});
  }
  for (const SoilParams& soil : scene.materials)
    tool.laws.push_back(put_tool(soil, width, tool.spec.half_size(), gravity));
  scene.tools.push_back(std::move(tool));
}

/// Places of the coordinate with which a section changes; none without a driver.
SectionDriver driver_of(const MeshSpec& spec, const Model& model) {
  if (spec.driver.empty()) return {};
  const Joint& joint = model.joints()[static_cast<std::size_t>(model.joint(spec.driver).index)];
  return {joint.q_index, joint.v_index};
}

}  // namespace

double MeshPart::reach_from(const Vec3& center) const {
  double reach = 0.0;
  for (const Vec3& p : polygons->mesh().vertices) reach = std::max(reach, (p - center).norm());
  if (!changes()) return reach;
  const double aside = center.head<2>().norm();
  for (const SectionKey& key : spec.form->course.keys())
    for (const SectionPoint& p : key.section)
      reach = std::max(reach, Vec2(aside + p.radius, p.z - center.z()).norm());
  return reach;
}

void add_meshes(const VehicleSpec& vehicle, double gravity, ContactScene& scene) {
  for (const MeshSpec& spec : vehicle.meshes) {
    MeshPart part;
    part.spec = spec;
    part.body = scene.model->body(spec.body);
    // Meshes of one part are recorded together, and belong to one vehicle.
    const auto same = std::find_if(scene.mesh.parts.begin(), scene.mesh.parts.end(),
                                   [&](const MeshPart& other) { return other.spec.part == spec.part; });
    const auto vehicle_of = [&](BodyId body) {
      return scene.vehicle_of_body[static_cast<std::size_t>(body.index)];
    };
    if (same != scene.mesh.parts.end() && vehicle_of(same->body) != vehicle_of(part.body))
      throw InputError("mesh '" + spec.name + "'", "part '" + spec.part + "' of another vehicle too",
                       "names that differ between vehicles");
    part.record = same == scene.mesh.parts.end() ? scene.mesh.records++ : same->record;
    part.polygons = std::make_shared<const MeshDistance>(spec.form->mesh);
    part.surface = surface_of(*spec.form, part.polygons);
    part.driver = driver_of(spec, *scene.model);
    for (WheelPart& wheel : scene.wheels)
      if (wheel.body.index == part.body.index) wheel.meshed = part.on_wheel = true;
    add_tool_of(part, gravity, scene);
    scene.mesh.parts.push_back(std::move(part));
  }
}

// The polygons of a pair are the finer ones, and never those of a mesh whose section changes: its polygons
// do not. Meshes of one vehicle do not touch each other.
void pair_meshes(ContactScene& scene) {
  if (scene.mesh.parts.empty()) return;
  const auto vehicle_of = [&](const MeshPart& mesh) {
    return scene.vehicle_of_body[static_cast<std::size_t>(mesh.body.index)];
  };
  std::vector<double> face;
  for (const MeshPart& mesh : scene.mesh.parts) face.push_back(mean_face(mesh.spec.form->mesh));
  for (std::size_t i = 0; i < scene.mesh.parts.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      if (vehicle_of(scene.mesh.parts[i]) == vehicle_of(scene.mesh.parts[k])) continue;
      const MeshPart &a = scene.mesh.parts[i], &b = scene.mesh.parts[k];
      if (a.changes() && b.changes())
        throw InputError("mesh '" + a.spec.name + "': sections",
                         "sections of mesh '" + b.spec.name + "' of another vehicle, which change too",
                         "of two meshes that may touch one whose section stays");
      const bool first = a.changes() || b.changes() ? b.changes() : face[i] < face[k];
      const std::size_t fine = first ? i : k, other = fine == i ? k : i;
      scene.mesh.pairs.push_back(
          {static_cast<int>(fine), static_cast<int>(other),
           both_layers(scene.mesh.parts[fine].spec.law, scene.mesh.parts[other].spec.law)});
    }
  for (const RigidShape& shape : scene.terrain->shapes()) scene.mesh.shapes.push_back(shape_surface(shape));
}

std::size_t anchor_room(const ContactScene& scene) {
  std::size_t faces = 0;
  for (const MeshPart& mesh : scene.mesh.parts)
    if (mesh.spec.law.shear_stiffness > 0.0) faces += mesh.spec.form->mesh.faces.size();
  constexpr std::size_t kSurfacesAtOnce = 2;  // on which one triangle can lie
  return std::min<std::size_t>(kMostMeshAnchors, kSurfacesAtOnce * faces);
}

}  // namespace grouser

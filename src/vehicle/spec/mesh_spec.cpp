// SPDX-License-Identifier: BSD-3-Clause
// Keys of meshes and of the elastic layer by which they touch.
#include "grouser/vehicle/spec/mesh_spec.hpp"

#include <algorithm>

#include "vehicle_parts.hpp"

namespace grouser {
namespace {

constexpr NumberRange kFriction{0.0, 10.0, false, "-"};

// Default stiffness and damping of friction along the surface, as a share of the layer's across it.
constexpr double kShearOfNormal = 0.5;

/// Reads the layer's numbers that a table gives. If it gives a new stiffness or damping alone, that of
/// friction follows it.
void visit_layer(KeyVisitor& v, PolygonLaw& law) {
  constexpr const char* kForms[] = {"by_normals", "by_energy"};
  v.number({"stiffness", "of the layer across the surface"}, law.stiffness, positive("Pa/m"));
  if (v.has({"stiffness"}, false)) law.shear_stiffness = kShearOfNormal * law.stiffness;
  v.number({"damping", "of the layer across the surface"}, law.damping, non_negative("Pa s/m"));
  if (v.has({"damping"}, false)) law.shear_damping = kShearOfNormal * law.damping;
  v.number({"transition", "depth below which the damper acts in part"}, law.transition,
           {1e-9, 1.0, false, "m"});
  v.number({"friction", "Coulomb's coefficient of what holds"}, law.mu_stick, kFriction);
  law.mu_slip = std::min(law.mu_slip, law.mu_stick);
  v.number({"sliding_friction", "coefficient of what slides, at most that of what holds"}, law.mu_slip,
           kFriction);
  if (law.mu_slip > law.mu_stick)
    v.refuse("sliding_friction", fmt::format("{:g}", law.mu_slip),
             fmt::format("at most the friction that holds, {:g}", law.mu_stick));
  v.number({"shear_stiffness", "of the layer along the surface; left out: half of the stiffness"},
           law.shear_stiffness, non_negative("Pa/m"));
  v.number({"shear_damping", "of the layer along the surface; left out: half of the damping"},
           law.shear_damping, non_negative("Pa s/m"));
  v.number({"stick_speed", "below which what slides holds again"}, law.stick_speed, positive("m/s"));
  v.choice({"form", "of the force of a polygon"}, law.form, kForms);
}

}  // namespace

void visit_mesh_contact(KeyVisitor& v, PolygonLaw& layer) {
  layer.mu_stick = 0.5, layer.mu_slip = 0.4;
  layer.shear_stiffness = kShearOfNormal * layer.stiffness;
  layer.shear_damping = kShearOfNormal * layer.damping;
  v.table({"mesh_contact", "the elastic layer of all meshes, where they say nothing themselves"},
          [&] { visit_layer(v, layer); });
}

void visit_meshes(KeyVisitor& v, const Key& key, std::vector<MeshSpec>& meshes, const PolygonLaw& usual,
                  const OpenMesh& open) {
  visit_parts(v, key, meshes, [&](MeshSpec& mesh) {
    visit_name_and_body(v, mesh);
    if (v.reads()) mesh.part = mesh.name;
    v.text({"part", "under which its contacts are recorded; left out: its name"}, mesh.part);
    visit_pose(v, mesh.pose);
    MeshForm form;
    visit_mesh_form(v, form, open);
    mesh.form = std::make_shared<const MeshForm>(std::move(form));
    if (const auto changes = v.when(!mesh.form->course.empty(), "[[sections]] given"))
      v.text({"driver", "joint with whose coordinate its section changes; left out: with the time"},
             mesh.driver);
    mesh.law = usual;
    visit_layer(v, mesh.law);
    v.vector({"colour", "red, green and blue"}, mesh.colour, any_number("-"));
    v.flag({"drawn", "whether it is drawn"}, mesh.drawn);
  });
  refuse_twins(v, std::string(key.name).c_str(), "meshes", meshes);
}

}  // namespace grouser

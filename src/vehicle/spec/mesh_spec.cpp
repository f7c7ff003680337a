// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/vehicle/spec/mesh_spec.hpp"

#include <algorithm>

#include "vehicle_parts.hpp"

namespace grouser {
namespace {

constexpr NumberRange kFriction{0.0, 10.0, false, "-"};

// Where nothing is said of them, springs and dampers of friction are so stiff along the surface beside the layer's across it.
constexpr double kShearOfNormal = 0.5;

/// The layer with what a table says otherwise. Where the table gives a new stiffness or damping alone, that of friction follows it.
PolygonLaw read_layer(const TomlTable& t, PolygonLaw law) {
  law.stiffness = t.number_or("stiffness", law.stiffness, positive("Pa/m"));
  if (t.has("stiffness")) law.shear_stiffness = kShearOfNormal * law.stiffness;
  law.damping = t.number_or("damping", law.damping, non_negative("Pa s/m"));
  if (t.has("damping")) law.shear_damping = kShearOfNormal * law.damping;
  law.transition = t.number_or("transition", law.transition, {1e-9, 1.0, false, "m"});
  law.mu_stick = t.number_or("friction", law.mu_stick, kFriction);
  law.mu_slip = t.number_or("sliding_friction", std::min(law.mu_slip, law.mu_stick), kFriction);
  if (law.mu_slip > law.mu_stick)
    throw InputError(t.place("sliding_friction"), fmt::format("{:g}", law.mu_slip),
                     fmt::format("at most the friction that holds, {:g}", law.mu_stick));
  law.shear_stiffness = t.number_or("shear_stiffness", law.shear_stiffness, non_negative("Pa/m"));
  law.shear_damping = t.number_or("shear_damping", law.shear_damping, non_negative("Pa s/m"));
  law.stick_speed = t.number_or("stick_speed", law.stick_speed, positive("m/s"));
  law.form = t.choice_or("form", law.form == PolygonForm::by_energy ? "by_energy" : "by_normals",
                         {"by_normals", "by_energy"}) == 0
                 ? PolygonForm::by_normals
                 : PolygonForm::by_energy;
  return law;
}

}  // namespace

std::vector<MeshSpec> read_meshes(const TomlTable& vehicle, const std::string& key, const OpenMesh& open) {
  PolygonLaw usual;
  usual.mu_stick = 0.5, usual.mu_slip = 0.4;
  usual.shear_stiffness = kShearOfNormal * usual.stiffness;
  usual.shear_damping = kShearOfNormal * usual.damping;
  usual = read_layer(vehicle.table_or_empty("mesh_contact"), usual);
  std::vector<MeshSpec> meshes = read_list<MeshSpec>(vehicle, key.c_str(), [&](const TomlTable& t) {
    MeshSpec mesh;
    mesh.name = t.string("name");
    mesh.body = t.string("body");
    mesh.part = t.string_or("part", mesh.name);
    mesh.pose = read_pose(t);
    mesh.form = std::make_shared<const MeshForm>(read_mesh_form(t, open));
    if (!mesh.form->course.empty()) mesh.driver = t.string_or("driver", "");
    mesh.law = read_layer(t, usual);
    const auto c = t.vec3_or("colour", mesh.colour, "-");
    mesh.colour = {c[0], c[1], c[2]};
    mesh.drawn = t.boolean_or("drawn", true);
    return mesh;
  });
  for (std::size_t i = 0; i < meshes.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (meshes[k].name == meshes[i].name)
        throw InputError(vehicle.place(key), "two meshes '" + meshes[i].name + "'",
                         "a name of its own for each");
  return meshes;
}

}  // namespace grouser

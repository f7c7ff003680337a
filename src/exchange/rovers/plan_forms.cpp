// SPDX-License-Identifier: BSD-3-Clause
// Collision forms become [[body_mesh]] tables, visual forms [[visual]] tables. A mesh stays where it is if
// it lies in the package of the new file, else it is listed in report.copies. Meshes with unequal scales
// and those that cannot be read are left out.
#include "plan_forms.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grouser/base/error.hpp"
#include "grouser/base/package_folder.hpp"
#include "grouser/shape/file/mesh_file.hpp"
#include "grouser/vehicle/spec/vehicle.hpp"
#include "mesh_reference.hpp"

namespace grouser {
namespace {

/// The layer of shapes that the file says nothing of: stiff beside soft ground, fit for steps of 3 ms.
constexpr double kLayerStiffness = 3e6, kLayerDamping = 1e4;  // Pa/m, Pa s/m

/// Whether the link is a wheel: it touches as such, not by its collision form.
bool is_wheel_link(const RoverPlan& plan, const std::string& link) {
  return std::ranges::any_of(
      plan.wheels, [&](const PlannedWheel& wheel) { return plan.rover.joint(wheel.joint)->child == link; });
}

/// Keys of a primitive; false for a mesh.
bool write_primitive(const DescribedForm& form, TomlLines& toml) {
  switch (form.kind) {
    case FormKind::box:
      toml.text("shape", "box");
      toml.vector("size", form.size);
      return true;
    case FormKind::sphere:
      toml.text("shape", "ball");
      toml.number("radius", form.radius);
      return true;
    case FormKind::cylinder:
    case FormKind::capsule:
      toml.text("shape", form.kind == FormKind::cylinder ? "cylinder" : "capsule");
      toml.number("radius", form.radius);
      toml.number("length", form.length);
      return true;
    case FormKind::mesh:
      return false;
  }
  return false;
}

/// The name of a mesh from the folder of the vehicle's file. One that lies outside that folder and its
/// package is copied into meshes/.
std::string name_of_mesh(const std::filesystem::path& path, const std::filesystem::path& out_folder,
                         RoverImportReport& report) {
  const std::filesystem::path folder = std::filesystem::absolute(out_folder).lexically_normal();
  if (lies_in(package_folder(folder), path)) return path.lexically_proximate(folder).generic_string();
  for (const MeshCopy& known : report.copies)
    if (known.from == path) return known.to;
  // Meshes of the same name from different folders get a number.
  const auto taken = [&](const std::string& name) {
    return std::ranges::any_of(report.copies, [&](const MeshCopy& copy) { return copy.to == name; });
  };
  std::string name = "meshes/" + path.filename().string();
  for (int k = 2; taken(name); ++k)
    name = fmt::format("meshes/{}_{}{}", path.stem().string(), k, path.extension().string());
  report.copies.push_back({path, name});
  return name;
}

/// Whether a form can be written; `path`: of a mesh.
bool can_be_written(const DescribedForm& form, const RoverFiles& files,
                    std::optional<std::filesystem::path>& path, RoverImportReport& report) {
  if (form.kind != FormKind::mesh) return true;
  path = mesh_path(form, files, report);
  if (!path) return false;
  if (form.scale.x() != form.scale.y() || form.scale.x() != form.scale.z() || !(form.scale.x() > 0.0)) {
    report.left_out.push_back(fmt::format("mesh \"{}\" with a scale of its own along each axis", form.file));
    return false;
  }
  return true;
}

/// Keys of a [[visual]] primitive; `size` as its kind reads it, m.
void write_visual(const std::string& body, const char* kind, const RigidTransform& X, const Vec3& size,
                  const DescribedForm& form, TomlLines& toml) {
  toml.table("[[visual]]");
  toml.text("body", body);
  toml.text("kind", kind);
  toml.pose(X);
  toml.vector("size", size);
  if (form.colour) toml.numbers("colour", {form.colour->begin(), form.colour->end()});
}

/// A cylinder of a [[visual]] lies along y, one of URDF along z.
void write_look(const std::string& body, const DescribedForm& form, TomlLines& toml) {
  // A turn by 90 deg about x takes y to z.
  const RigidTransform lying =
      form.pose * RigidTransform{rotation_from_rpy(1.5707963267948966, 0.0, 0.0), Vec3::Zero()};
  if (form.kind == FormKind::box) write_visual(body, "box", form.pose, form.size, form, toml);
  if (form.kind == FormKind::sphere) write_visual(body, "sphere", form.pose, {form.radius, 0, 0}, form, toml);
  if (form.kind == FormKind::cylinder || form.kind == FormKind::capsule)
    write_visual(body, "cylinder", lying, {form.radius, form.length, 0.0}, form, toml);
  if (form.kind == FormKind::capsule)
    // A capsule is a cylinder with a ball at either end.
    for (const double side : {-0.5, 0.5})
      write_visual(body, "sphere",
                   form.pose * RigidTransform{Mat3::Identity(), Vec3(0, 0, side * form.length)},
                   {form.radius, 0.0, 0.0}, form, toml);
}

/// Whether a form can be drawn: that of a mesh must be readable, and not make too many triangles.
bool can_be_drawn(const DescribedForm& form, const RoverFiles& files, std::size_t& triangles,
                  std::optional<std::filesystem::path>& path, RoverImportReport& report) {
  try {
    if (!can_be_written(form, files, path, report)) return false;
    if (!path) return true;
    // The sum over all meshes is limited, so that a detailed rover still draws quickly.
    const std::size_t more = read_mesh(*path).faces.size();
    if (triangles + more <= kMostLookTriangles) return triangles += more, true;
    report.left_out.push_back(fmt::format("mesh \"{}\" of {} triangles: at most {} are drawn of a rover",
                                          form.file, more, kMostLookTriangles));
  } catch (const InputError& error) {
    report.left_out.push_back(fmt::format("mesh \"{}\" cannot be drawn: {}", form.file, error.what()));
  }
  return false;
}

/// A [[visual]] of kind mesh; `file` is its name from the folder of the vehicle's file.
void write_mesh_look(const std::string& body, const DescribedForm& form, const std::string& file,
                     TomlLines& toml) {
  toml.table("[[visual]]");
  toml.text("body", body);
  toml.text("kind", "mesh");
  toml.text("file", file);
  if (form.scale.x() != 1.0) toml.number("scale", form.scale.x());
  toml.pose(form.pose);
  if (form.colour) toml.numbers("colour", {form.colour->begin(), form.colour->end()});
}

}  // namespace

bool write_collisions(const RoverPlan& plan, const RoverFiles& files, const std::filesystem::path& out_folder,
                      bool drawn, TomlLines& toml, RoverImportReport& report) {
  bool any = false;
  for (const DescribedLink& link : plan.rover.links) {
    if (is_wheel_link(plan, link.name)) continue;
    int number = 0;
    for (const DescribedForm& form : link.collisions) {
      std::optional<std::filesystem::path> path;
      if (!can_be_written(form, files, path, report)) continue;
      // The first form brings the table that all of them share.
      if (!std::exchange(any, true)) {
        toml.table("[mesh_contact]");
        toml.number("stiffness", kLayerStiffness);
        toml.number("damping", kLayerDamping);
        report.guessed.push_back(
            fmt::format("collision forms touch with a layer of {:g} Pa/m and {:g} Pa s/m", kLayerStiffness,
                        kLayerDamping));
      }
      toml.table("[[body_mesh]]");
      toml.text("name", fmt::format("{}_{}", link.name, ++number));
      toml.text("part", link.name);
      toml.text("body", link.name);
      toml.pose(form.pose);
      if (!write_primitive(form, toml)) {
        toml.text("shape", "file");
        toml.text("file", name_of_mesh(*path, out_folder, report));
        if (form.scale.x() != 1.0) toml.number("scale", form.scale.x());
      }
      toml.flag("drawn", drawn && form.kind == FormKind::mesh);
    }
  }
  if (!any)
    report.left_out.push_back("no collision form can touch: shapes are made for the bodies in their place");
  return any;
}

bool write_looks(const RoverPlan& plan, const RoverFiles& files, const std::filesystem::path& out_folder,
                 TomlLines& toml, RoverImportReport& report) {
  TomlLines looks;
  std::size_t forms = 0, meshes = 0, triangles = 0;
  // If the looks are dropped below, so are the copies that they would need.
  std::vector<MeshCopy> copies = report.copies;
  for (const DescribedLink& link : plan.rover.links) {
    std::size_t written = 0;
    for (const DescribedForm& form : link.visuals) {
      std::optional<std::filesystem::path> path;
      if (!can_be_drawn(form, files, triangles, path, report)) continue;
      ++written, ++forms;
      if (path)
        write_mesh_look(link.name, form, name_of_mesh(*path, out_folder, report), looks), ++meshes;
      else
        write_look(link.name, form, looks);
    }
    if (written == 0 && !link.visuals.empty()) {
      report.left_out.push_back(fmt::format(
          "looks of the file: nothing of link '{}' can be drawn, so that simple shapes are drawn instead",
          link.name));
      report.copies = std::move(copies);  // none of these looks is written
      return false;
    }
  }
  if (meshes > 0) report.took.push_back(fmt::format("{} meshes that are drawn", meshes));
  toml.append(looks);
  return forms > 0;
}

}  // namespace grouser

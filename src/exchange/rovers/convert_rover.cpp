// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/exchange/rovers/convert_rover.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/exchange/rovers/rover_export.hpp"
#include "grouser/exchange/rovers/sdf.hpp"
#include "grouser/exchange/rovers/urdf.hpp"
#include "grouser/exchange/rovers/xacro.hpp"
#include "grouser/shape/file/mesh_file.hpp"
#include "grouser/vehicle/spec/vehicle_document.hpp"

namespace grouser {
namespace {

namespace fs = std::filesystem;

RoverFiles files_of(const fs::path& path, const ConvertOptions& options) {
  return {path, options.packages, options.allowed};
}

/// Opens the meshes of a vehicle's file that lies in a folder.
OpenMesh meshes_in(const fs::path& folder) {
  return [folder](const std::string& file, const std::string&) { return read_mesh(folder / file); };
}

/// Reads a vehicle's TOML and builds its bodies and joints, so that what is wrong is found now.
VehicleSpec checked_vehicle(const std::string& text, const std::string& place, const fs::path& folder) {
  VehicleSpec vehicle = read_vehicle_document(
      {.name = "rover.toml", .text = text, .place = place, .open_mesh = meshes_in(folder)});
  build_model(vehicle, place);
  return vehicle;
}

fs::path folder_of(const fs::path& path) { return fs::absolute(path).parent_path(); }

/// Names the meshes of a description, whose files lie beside `folder`, from another folder.
void move_mesh_files(RoverDescription& rover, const fs::path& folder, const fs::path& out_folder) {
  const fs::path from = fs::absolute(folder).lexically_normal(),
                 to = fs::absolute(out_folder).lexically_normal();
  if (from == to) return;
  for (DescribedLink& link : rover.links)
    for (DescribedForm& form : link.visuals)
      if (form.kind == FormKind::mesh)
        form.file = (from / form.file).lexically_normal().lexically_proximate(to).generic_string();
}

/// A vehicle's TOML from any format.
ConvertedRover as_toml(const fs::path& path, const fs::path& out_folder, const ConvertOptions& options) {
  ConvertedRover out;
  if (rover_format(path) == RoverFormat::toml) {
    out.text = read_text_file(path);
    return out;
  }
  const RoverDescription rover = load_rover_description(path, options);
  if (rover.carried && !options.plain) {
    std::vector<std::string> changes;
    out.text = merged_document(rover, meshes_in(out_folder), changes);
    out.carried = true;
    out.report.took.push_back("the vehicle's own file, from the <grouser> element");
    for (const std::string& change : changes)
      out.report.took.push_back("changed since in the URDF: " + change);
    return out;
  }
  out.text = import_rover(rover, files_of(path, options), options.import, out_folder, out.report);
  return out;
}

}  // namespace

RoverFormat rover_format(const fs::path& path) {
  std::string ending = path.extension().string();
  std::ranges::transform(ending, ending.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (ending == ".toml") return RoverFormat::toml;
  if (ending == ".urdf") return RoverFormat::urdf;
  if (ending == ".xacro") return RoverFormat::xacro;
  if (ending == ".sdf") return RoverFormat::sdf;
  throw InputError(path.string(),
                   ending.empty() ? "a file without an ending" : "a file with the ending " + ending,
                   ".urdf, .xacro, .sdf or .toml");
}

RoverDescription load_rover_description(const fs::path& path, const ConvertOptions& options) {
  const XmlDocument document = load_xml(path.string());
  if (rover_format(path) == RoverFormat::sdf) return read_sdf(document);
  if (document.root.name == "sdf") return read_sdf(document);
  if (rover_format(path) == RoverFormat::urdf) return read_urdf(document);
  return read_urdf(expand_xacro(document, files_of(path, options), options.arguments));
}

ConvertedRover convert_rover(const fs::path& path, RoverFormat format, const fs::path& out_folder,
                             const ConvertOptions& options) {
  ConvertedRover out = as_toml(path, out_folder, options);
  const bool imported = rover_format(path) != RoverFormat::toml;
  const fs::path mesh_folder = imported ? out_folder : folder_of(path);
  const VehicleSpec vehicle = checked_vehicle(out.text, path.string(), mesh_folder);
  if (format == RoverFormat::toml) return out;
  RoverDescription rover = describe_vehicle(vehicle);
  move_mesh_files(rover, mesh_folder, out_folder);
  std::vector<std::string>& lacking = out.report.left_out;
  if (format == RoverFormat::sdf) {
    out.text = sdf_text(rover);
    for (const std::string& line : lacking_in_description(vehicle)) lacking.push_back("SDF lacks " + line);
    for (const std::string& line : lacking_in_sdf(rover)) lacking.push_back("SDF lacks " + line);
    return out;
  }
  for (const std::string& line : lacking_in_description(vehicle))
    lacking.push_back("for <grouser> alone: " + line);
  for (const std::string& line : lacking_in_urdf(rover)) lacking.push_back("for <grouser> alone: " + line);
  out.text = urdf_text(rover, out.text);
  return out;
}

}  // namespace grouser

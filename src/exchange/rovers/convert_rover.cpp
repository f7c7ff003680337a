// SPDX-License-Identifier: BSD-3-Clause
// Every conversion passes through a vehicle's TOML: the source becomes TOML (imported, carried in its
// <grouser> element, or read), that TOML is read and checked, and URDF or SDF is written from the vehicle.
// Files of meshes are listed, and copied by write_converted() only.
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

/// Opens the meshes of a vehicle's file that lies in a folder, or will lie there once they are copied.
OpenMesh meshes_in(const fs::path& folder, const std::vector<MeshCopy>& copies = {}) {
  return [folder, copies](const std::string& file, const std::string&) {
    for (const MeshCopy& copy : copies)
      if (copy.to == file) return read_mesh(copy.from);
    return read_mesh(folder / file);
  };
}

/// Reads a vehicle's TOML and builds its bodies and joints, so that faults are found before a file is
/// written.
VehicleSpec checked_vehicle(const std::string& text, const std::string& place, const OpenMesh& open) {
  VehicleSpec vehicle =
      read_vehicle_document({.name = "rover.toml", .text = text, .place = place, .open_mesh = open});
  build_model(vehicle, place);
  return vehicle;
}

/// Absolute folder of a file.
fs::path folder_of(const fs::path& path) { return fs::absolute(path).parent_path(); }

/// Meshes of a vehicle's file that lie beside it and are not there where the new file will lie. A name that
/// leads out of the folder is named from the new one instead, in the description alone.
void copy_meshes(const VehicleSpec& vehicle, const fs::path& folder, const fs::path& out_folder,
                 RoverDescription& rover, RoverImportReport& report) {
  const fs::path from = fs::absolute(folder).lexically_normal(),
                 to = fs::absolute(out_folder).lexically_normal();
  if (from == to) return;
  for (const NamedVisual& visual : vehicle.visuals) {
    const std::string& name = visual.shape.file;
    // A name that leads out of the folder cannot keep its place beside the new file.
    if (name.empty() || *fs::path(name).begin() == "..") continue;
    const auto known = [&](const MeshCopy& copy) { return copy.to == name; };
    if (std::ranges::none_of(report.copies, known)) report.copies.push_back({from / name, name});
  }
  for (DescribedLink& link : rover.links)
    for (DescribedForm& form : link.visuals)
      if (form.kind == FormKind::mesh && *fs::path(form.file).begin() == "..") {
        form.file = (from / form.file).lexically_normal().lexically_proximate(to).generic_string();
        report.warnings.push_back(fmt::format(
            "mesh \"{}\" lies outside the folder of the vehicle's file: copy it beside the new file",
            form.file));
      }
}

/// A vehicle's TOML from any format.
ConvertedRover as_toml(const fs::path& path, const fs::path& out_folder, const ConvertOptions& options) {
  ConvertedRover out;
  if (rover_format(path) == RoverFormat::toml) {
    out.text = read_text_file(path);
    return out;
  }
  const RoverDescription rover = load_rover_description(path, options);
  // A carried document is taken whole, with the edits made to the URDF around it.
  if (rover.carried && !options.plain) {
    std::vector<std::string> changes;
    out.report.left_out = rover.left_out;
    out.text = merged_document(rover, meshes_in(folder_of(path)), changes, out.report.left_out);
    out.carried = true;
    out.report.took.push_back("the vehicle's own file, from the <grouser> element");
    for (const std::string& change : changes)
      out.report.took.push_back("changed since in the URDF: " + change);
    return out;
  }
  out.text = import_rover(rover, files_of(path, options), options.import, out_folder, out.report);
  return out;
}

/// The same result, with one line on the mesh files to be copied.
ConvertedRover note_copies(ConvertedRover rover) {
  if (const std::size_t count = rover.report.copies.size(); count > 0)
    rover.report.took.push_back(fmt::format("{} mesh files that are copied beside the new file, {} for one",
                                            count, rover.report.copies.front().to));
  return rover;
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
  // A file with another ending may hold SDF: its root decides.
  if (document.root.name == "sdf") return read_sdf(document);
  if (rover_format(path) == RoverFormat::urdf) return read_urdf(document);
  return read_urdf(expand_xacro(document, files_of(path, options), options.arguments));
}

ConvertedRover convert_rover(const fs::path& path, RoverFormat format, const fs::path& out_folder,
                             const ConvertOptions& options) {
  ConvertedRover out = as_toml(path, out_folder, options);
  // An import names its meshes from the new folder; a TOML or carried document names them from its own.
  const bool imported = rover_format(path) != RoverFormat::toml && !out.carried;
  const fs::path mesh_folder = imported ? out_folder : folder_of(path);
  const VehicleSpec vehicle =
      checked_vehicle(out.text, path.string(), meshes_in(mesh_folder, out.report.copies));
  if (format == RoverFormat::toml) {
    RoverDescription none;
    if (!imported) copy_meshes(vehicle, mesh_folder, out_folder, none, out.report);
    return note_copies(out);
  }
  RoverDescription rover = describe_vehicle(vehicle);
  copy_meshes(vehicle, mesh_folder, out_folder, rover, out.report);
  // SDF has no place for the rest of a vehicle; a URDF carries the whole document and so lacks nothing.
  std::vector<std::string>& lacking = out.report.left_out;
  if (format == RoverFormat::sdf) {
    out.text = sdf_text(rover);
    for (const std::string& line : lacking_in_description(vehicle)) lacking.push_back("SDF lacks " + line);
    for (const std::string& line : lacking_in_sdf(rover)) lacking.push_back("SDF lacks " + line);
    return note_copies(out);
  }
  for (const std::string& line : lacking_in_description(vehicle))
    lacking.push_back("for <grouser> alone: " + line);
  for (const std::string& line : lacking_in_urdf(rover)) lacking.push_back("for <grouser> alone: " + line);
  out.text = urdf_text(rover, out.text);
  return note_copies(out);
}

void write_converted(const ConvertedRover& rover, const fs::path& file) {
  const fs::path folder = folder_of(file);
  constexpr std::size_t kMostBytes = 256u << 20;
  for (const MeshCopy& copy : rover.report.copies) {
    const fs::path to = folder / copy.to;
    const std::string bytes = read_text_file(copy.from, kMostBytes);
    std::error_code ec;
    // The same mesh may be there from an earlier conversion; another file is not overwritten.
    if (fs::exists(to, ec)) {
      if (read_text_file(to, kMostBytes) == bytes) continue;
      throw InputError(to.string(), "another file than " + copy.from.string(),
                       "no file of that name, or the same mesh, which is copied there");
    }
    fs::create_directories(to.parent_path(), ec);
    write_file_atomically(to, bytes);
  }
  write_file_atomically(file, rover.text);
}

}  // namespace grouser

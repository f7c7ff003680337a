// SPDX-License-Identifier: BSD-3-Clause
// grouser mesh: describes a mesh file, whether it can be a body (closed, wound outward), and that body's mass
// properties for a uniform density. Inertia is about the centre of mass, in the file's axes.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "commands.hpp"
#include "grouser/base/error.hpp"
#include "grouser/shape/check/mesh_check.hpp"
#include "grouser/shape/file/mesh_file.hpp"
#include "grouser/shape/mesh/mesh_mass.hpp"
#include "shared/console.hpp"

namespace grouser::cli {
namespace {

struct MeshArguments {
  std::string file, out;
  double scale = 1.0, density = 1000.0;
  bool mend = false, json = false;
};

Json vector_json(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

std::string vector_text(const Vec3& v) {
  return fmt::format("{}  {}  {}", number_text(v.x()), number_text(v.y()), number_text(v.z()));
}

/// The mesh in metres, the mending that was done, a hint on a doubtful size, and the mass properties.
struct MeshFindings {
  TriangleMesh mesh;
  std::string mended, hint;
  MeshMass mass;
};

/// Reads, mends if wanted, and checks. Throws InputError if the mesh cannot be a body.
MeshFindings look_at(const MeshArguments& arguments) {
  MeshFindings found;
  found.mesh = read_mesh(arguments.file, arguments.scale);
  if (arguments.mend) found.mended = mend(found.mesh).text();
  check_mesh(found.mesh, arguments.file);
  found.hint = size_hint(found.mesh);
  found.mass = mass_of(found.mesh, arguments.density);
  return found;
}

/// The findings as JSON (inertia as xx, yy, zz, xy, xz, yz) and as a table.
Report report_of(const MeshArguments& arguments, const MeshFindings& found) {
  const MeshBox box = box_of(found.mesh);
  const MeshMass& mass = found.mass;
  const Mat3& I = mass.inertia;
  Report report;
  report.json = {{"file", arguments.file},
                 {"triangles", found.mesh.faces.size()},
                 {"vertices", found.mesh.vertices.size()},
                 {"low", vector_json(box.low)},
                 {"high", vector_json(box.high)},
                 {"area", mass.area},
                 {"volume", mass.volume},
                 {"density", arguments.density},
                 {"mass", mass.mass},
                 {"center_of_mass", vector_json(mass.center)},
                 {"inertia", {I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)}},
                 {"mended", found.mended}};
  TextTable table({TextTable::Align::left, TextTable::Align::left});
  table.add_row({"triangles", std::to_string(found.mesh.faces.size())});
  table.add_row({"vertices", std::to_string(found.mesh.vertices.size())});
  table.add_row({"size", vector_text(box.high - box.low) + " m"});
  table.add_row({"area", number_text(mass.area) + " m2"});
  table.add_row({"volume", number_text(mass.volume) + " m3"});
  table.add_row(
      {"mass", fmt::format("{} kg at {} kg/m3", number_text(mass.mass), number_text(arguments.density))});
  table.add_row({"centre of mass", vector_text(mass.center) + " m"});
  table.add_row({"inertia xx yy zz", vector_text(I.diagonal()) + " kg m2"});
  table.add_row({"inertia xy xz yz", vector_text({I(0, 1), I(0, 2), I(1, 2)}) + " kg m2"});
  report.text = table.text();
  if (!found.mended.empty()) report.notes.push_back(found.mended);
  if (!found.hint.empty()) report.notes.push_back(found.hint);
  return report;
}

void check_positive(const char* option, double value) {
  if (!(value > 0.0 && std::isfinite(value)))
    throw InputError(option, number_text(value), "a number above 0");
}

/// Describes the mesh and writes it as STL if wanted. Throws InputError if it cannot be a body.
int show_mesh(const MeshArguments& arguments) {
  check_positive("--scale", arguments.scale);
  check_positive("--density", arguments.density);
  if (!arguments.out.empty() && std::filesystem::path(arguments.out).extension() != ".stl")
    throw InputError("--out", "\"" + arguments.out + "\"", "a file that ends in .stl");
  const MeshFindings found = look_at(arguments);
  if (!arguments.out.empty()) write_stl(arguments.out, found.mesh);
  print_report(report_of(arguments, found), arguments.json);
  return kExitOk;
}

}  // namespace

void declare_mesh(Command& command) {
  auto& a = command.runs(show_mesh);
  command.argument("FILE FILE.stl", a.file, "STL, OBJ, PLY or glTF file");
  command.option("--scale", a.scale, "Metres per unit of the file: 0.001 for millimetres");
  command.option("--density", a.density, "Density [kg/m3]");
  command.flag(
      "--mend", a.mend,
      "Weld vertices, take away empty and doubled triangles, wind all outward, and say what was done");
  command.option("--out FILE.stl", a.out, "Write the mesh as binary STL in metres");
  command.flag("--json", a.json, "Report as JSON");
  command.footer("Example: grouser mesh rock.stl --scale 0.001 --density 2700");
}

}  // namespace grouser::cli

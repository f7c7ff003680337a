// SPDX-License-Identifier: BSD-3-Clause
// A vehicle's document by the ending of its name; other programs' formats are refused with the command that
// converts them.
#include "grouser/vehicle/spec/vehicle_document.hpp"

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/document_kind.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/missing_keys.hpp"
#include "grouser/shape/file/mesh_file.hpp"

namespace grouser {
namespace {

VehicleSpec read_toml(const VehicleDocument& document, std::vector<KeyNote>* keys) {
  TomlTable table = TomlTable::parse(document.text, document.place);
  refuse_other_kind(table, DocumentKind::vehicle);
  // a changed key may be new: the strict reader decides which keys there are
  for (const Override& change : document.changes) table.set(change);
  VehicleSpec vehicle = read_naming_missing_keys(table, [&](const TomlTable& root) {
    return read_vehicle(root, document.open_mesh, document.missing_touch);
  });
  if (keys) *keys = table.key_notes();
  return vehicle;
}

/// Files of other programs are made into ours once, so that what was guessed can be read and changed.
VehicleSpec refuse_foreign(const VehicleDocument& document, std::vector<KeyNote>*) {
  throw InputError(document.place, "a rover of another format",
                   "a vehicle's TOML: grouser convert FILE --out ROVER.toml makes one");
}

struct Format {
  const char* ending;
  VehicleSpec (*read)(const VehicleDocument&, std::vector<KeyNote>* keys);
};
// the first is that of names without a known ending
constexpr Format kFormats[] = {
    {".toml", read_toml}, {".urdf", refuse_foreign}, {".xacro", refuse_foreign}, {".sdf", refuse_foreign}};

}  // namespace

VehicleSpec read_vehicle_document(const VehicleDocument& document, std::vector<KeyNote>* keys) {
  for (const Format& format : kFormats)
    if (document.name.ends_with(format.ending)) return format.read(document, keys);
  return kFormats[0].read(document, keys);
}

VehicleSpec load_vehicle(const std::string& path) {
  const OpenMesh beside = [&](const std::string& file, const std::string&) {
    return read_mesh(std::filesystem::path(path).parent_path() / file);
  };
  return read_vehicle_document({.name = path, .text = read_text_file(path), .open_mesh = beside});
}

}  // namespace grouser

#include "grouser/vehicle/spec/vehicle_document.hpp"

#include "grouser/base/atomic_file.hpp"

namespace grouser {
namespace {

VehicleSpec read_toml(const VehicleDocument& document) {
  TomlTable table = TomlTable::parse(document.text, document.place);
  // a changed key may be new: the strict reader decides which keys there are
  for (const Override& change : document.changes) table.set(change);
  return read_vehicle(table);
}

struct Format {
  const char* ending;
  VehicleSpec (*read)(const VehicleDocument&);
};
// the first is that of names without a known ending
constexpr Format kFormats[] = {{".toml", read_toml}};

}  // namespace

VehicleSpec read_vehicle_document(const VehicleDocument& document) {
  for (const Format& format : kFormats)
    if (document.name.ends_with(format.ending)) return format.read(document);
  return kFormats[0].read(document);
}

VehicleSpec load_vehicle(const std::string& path) {
  return read_vehicle_document({.name = path, .text = read_text_file(path)});
}

}  // namespace grouser

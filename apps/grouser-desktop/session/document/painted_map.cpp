// SPDX-License-Identifier: BSD-3-Clause
// Painted maps are known by the beginning of their names. A map has a legend beside it, which is copied
// with it.
#include "session/document/painted_map.hpp"

#include <utility>

#include "grouser/base/error.hpp"
#include "grouser/survey/soil_map/soil_map_file.hpp"

namespace grouser::desktop {

namespace fs = std::filesystem;

std::optional<fs::path> painted_map(const Override& setting) {
  if (setting.key != "terrain.soil_map") return std::nullopt;
  TomlTable table = TomlTable::parse("v = 0", setting.key);
  table.set({"v", setting.value});  // with quotes or without, as --set takes it
  const fs::path file = table.string("v");
  return file.filename().string().rfind(kPaintedName, 0) == 0 ? std::optional(file) : std::nullopt;
}

void copy_painted_map(const fs::path& from, const fs::path& to) {
  std::error_code error;
  for (const auto& [source, target] : {std::pair(from, to), std::pair(legend_path(from), legend_path(to))}) {
    fs::copy_file(source, target, fs::copy_options::overwrite_existing, error);
    if (error)
      throw RunError("cannot copy " + source.string() + " to " + target.string() + ": " + error.message());
  }
}

}  // namespace grouser::desktop

// SPDX-License-Identifier: BSD-3-Clause
// Operations on a soil map from a TOML script: tables [[operation]] with the keys of visit_operation().
#include "grouser/base/error.hpp"
#include "grouser/base/key_visitors.hpp"
#include "grouser/terrain/surface/soil_stroke.hpp"
#include "soilmap_command.hpp"

namespace grouser::cli {

std::vector<SoilMapOperation> read_operations(const std::string& path, const SoilLegend& legend) {
  const TomlTable script = TomlTable::load(path);
  std::vector<SoilMapOperation> operations;
  KeyReader reader(script);
  reader.tables({"operation"}, operations, [&](SoilMapOperation& o) { visit_operation(reader, o, &legend); });
  script.finish();
  if (operations.empty()) throw InputError(path, "no [[operation]]", "at least one");
  return operations;
}

}  // namespace grouser::cli

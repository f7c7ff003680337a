// SPDX-License-Identifier: BSD-3-Clause
// grouser soilmap style: names and colours of the classes for programs that show maps: a QML style for QGIS,
// and a raster attribute table in GDAL's .aux.xml.
#include <fmt/format.h>

#include <iostream>

#include "grouser/exchange/maps/map_style.hpp"
#include "shared/force_option.hpp"
#include "soilmap_command.hpp"

namespace grouser::cli {
namespace {

struct StyleArguments {
  std::string map;
  bool json = false, force = false;
};

int write_style(const StyleArguments& a) {
  const SoilMap map = load_soil_map(a.map);
  check_outputs(style_outputs(a.map), {a.map}, replacing(a.force));
  write_class_style(a.map, map.legend());
  const std::string style = style_path(a.map).string(), table = attribute_table_path(a.map).string();
  if (a.json)
    print_json({{"style", style}, {"attribute_table", table}, {"classes", map.legend().classes().size()}});
  else
    std::cout << fmt::format("{}: {} with colours for QGIS; {}: the same for other programs\n", style,
                             count_text(map.legend().classes().size(), "class"), table);
  return kExitOk;
}

}  // namespace

std::vector<OutputFile> style_outputs(const std::string& map) {
  const FileKind style = text_kind({".qml"}, "<!DOCTYPE qgis");
  const FileKind table{.endings = {".xml"}, .begins = "<PAMDataset>", .mark = kStyleMark};
  return {{"--out", style_path(map).string(), style}, {"--out", attribute_table_path(map).string(), table}};
}

void declare_soilmap_style(Command& command) {
  auto& a = command.runs(write_style);
  command.argument("MAP MAP.tif", a.map, "The map, with its legend beside it");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as JSON");
  command.footer("Example: grouser soilmap style soils.tif    # writes soils.qml and soils.tif.aux.xml");
}

}  // namespace grouser::cli

// SPDX-License-Identifier: BSD-3-Clause
// grouser soilmap: which soil lies where on a terrain. Here are the functions that its subcommands share:
// they load a site, make a legend, write a new map, and apply operations to one under a lock.
#include "soilmap_command.hpp"

#include <fmt/format.h>

#include <array>
#include <iostream>
#include <optional>
#include <sstream>

#include "commands.hpp"
#include "common/class_colors.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/file_lock.hpp"
#include "grouser/exchange/maps/map_style.hpp"
#include "grouser/soil/laws/soil_params.hpp"
#include "grouser/survey/make/recipe.hpp"
#include "grouser/survey/make/solids.hpp"
#include "grouser/survey/make/terrain_maker.hpp"
#include "grouser/survey/raster/geotiff.hpp"
#include "grouser/survey/soil_map/soil_map_cut.hpp"
#include "shared/force_option.hpp"
#include "shared/number_range.hpp"

namespace grouser::cli {
namespace fs = std::filesystem;

void check_site(const std::string& path) {
  if (path.rfind("/vsi", 0) == 0) return;
  const std::string file = resolve_asset(path, "").string();
  if (fs::path(path).extension() == ".toml" && TomlTable::load(file).has("terrain"))
    throw InputError(path, "a scenario", "its terrain: a raster of heights or a terrain recipe");
}

Heightfield load_site(const std::string& path) {
  check_site(path);
  if (path.rfind("/vsi", 0) == 0) return load_geotiff(path);  // GDAL's own paths
  const std::string file = resolve_asset(path, "").string();
  if (fs::path(path).extension() != ".toml") return load_geotiff(file);
  const TomlTable recipe = TomlTable::load(file);
  Heightfield field = make_terrain(recipe, file);
  read_solids(recipe, TerrainMaker(recipe));  // rocks on the ground do not matter here
  recipe.finish();
  return field;
}

SoilLegend legend_of(const std::vector<std::string>& classes) {
  std::vector<SoilClass> out;
  for (const std::string& text : classes) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
      throw InputError("--class", "'" + text + "'", "NAME=SOIL, such as sand=wong_LETE_sand");
    const int value = static_cast<int>(out.size()) + 1;
    if (value > 255) throw InputError("--class", "256 classes", "at most 255");
    out.push_back({value, text.substr(0, equals), text.substr(equals + 1), class_color(out.size())});
  }
  return {std::move(out), "--class"};
}

void check_soils(const SoilLegend& legend, const fs::path& beside) {
  for (const SoilClass& c : legend.classes()) load_soil(c.soil, beside);
}

std::vector<Vec2> parse_points(const std::string& option, const std::string& text) {
  std::vector<Vec2> points;
  std::istringstream words(text);
  // Each word is a point X,Y.
  for (std::string word; words >> word;) {
    const auto comma = word.find(',');
    if (comma == std::string::npos)
      throw InputError(option, "'" + word + "'", "points X,Y with spaces between");
    points.emplace_back(parse_number(option, word.substr(0, comma), any_number("m")),
                        parse_number(option, word.substr(comma + 1), any_number("m")));
  }
  return points;
}

void add_new_map_options(Command& command, NewMapArguments& a) {
  command.list("--class NAME=SOIL", a.classes,
               "A class and its soil, at least one: an id of 'grouser soils', or a file beside the map");
  command.option("--out MAP.tif", a.out, "The map to write, its legend beside it; needed");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as JSON");
}

/// Kind of the legend's file. One of the same classes may be replaced, because it differs only in `pair`, the
/// mark of its map.
FileKind legend_kind(const SoilLegend& legend, const fs::path& file) {
  std::string written = legend.to_toml();
  if (std::error_code ec; fs::is_regular_file(file, ec)) {
    const std::string there = read_text_file(file);
    std::string bare = there;
    if (const std::size_t at = bare.find("\npair = "); at != std::string::npos)
      bare.erase(at, bare.find('\n', at + 1) - at);
    if (bare == written) written = there;
  }
  return edited_kind({".toml"}, written);
}

SoilLegend new_legend(const NewMapArguments& a, const std::vector<std::string>& inputs) {
  if (a.classes.empty()) throw InputError("--class", "none", "NAME=SOIL, such as sand=wong_LETE_sand");
  if (a.out.empty()) throw InputError("--out", "none", "the map to write, such as soils.tif");
  SoilLegend legend = legend_of(a.classes);
  // Soils that are files beside the map are inputs too, so the map cannot replace one.
  std::vector<fs::path> all(inputs.begin(), inputs.end());
  for (const SoilClass& c : legend.classes()) all.push_back(fs::path(a.out).parent_path() / c.soil);
  std::vector<OutputFile> outputs = style_outputs(a.out);
  outputs.push_back({"--out", a.out, geotiff_kind()});
  outputs.push_back({"--out", legend_path(a.out).string(), legend_kind(legend, legend_path(a.out))});
  outputs.push_back({"--out", journal_path(a.out).string(), edited_kind({".edits"})});
  check_outputs(outputs, all, replacing(a.force));
  check_soils(legend, fs::path(a.out).parent_path());
  return legend;
}

void finish_new_map(const NewMapArguments& a, const SoilMap& map, const std::string& all) {
  const EditLock lock(a.out);
  write_soil_map(a.out, map);
  write_class_style(a.out, map.legend());
  const SoilGrid& grid = map.grid();
  const std::string legend = legend_path(a.out).string();
  if (a.json)
    print_json({{"file", a.out},
                {"legend", legend},
                {"columns", grid.columns},
                {"rows", grid.rows},
                {"cell", grid.cell},
                {"classes", class_list(map)}});
  else
    std::cout << fmt::format("{}: {} x {} cells of {} m{}; legend {}\n", a.out, grid.columns, grid.rows,
                             grid.cell, all.empty() ? "" : ", all " + all, legend);
}

int apply_operations(const std::string& path, const std::vector<SoilMapOperation>& operations,
                     const std::string& place, const std::string& terrain, bool json) {
  std::optional<Heightfield> site;
  if (!terrain.empty()) site.emplace(load_site(terrain));
  // The lock keeps other programs from changing the map between reading and writing.
  const EditLock lock(path);
  SoilMap map = load_soil_map(path);
  SoilMapJournal journal = load_journal(path, map);
  Json edits = Json::array();
  for (const SoilMapOperation& operation : operations) {
    // A rule reads heights, so the terrain must lie on the map.
    if (site && std::holds_alternative<FillByRule>(operation.where)) (void)cut_to(map, *site, place);
    const SoilMapEdit& edit = journal.apply(map, operation, site ? &*site : nullptr, place);
    edits.push_back(
        {{"what", edit.what}, {"class", map.legend().find(edit.value)->name}, {"cells", edit.cells()}});
  }
  write_edited_map(path, map, journal);
  if (json) {
    print_json({{"file", path}, {"edits", edits}, {"classes", class_list(map)}});
    return kExitOk;
  }
  for (const Json& edit : edits)
    std::cout << fmt::format("{}: {} cells are {} now\n", edit["what"].get<std::string>(),
                             edit["cells"].get<std::size_t>(), edit["class"].get<std::string>());
  return kExitOk;
}

Json class_list(const SoilMap& map) {
  std::array<std::size_t, 256> cells{};
  for (const std::uint8_t value : map.cells()) ++cells[value];
  const double area = map.grid().cell * map.grid().cell, all = static_cast<double>(map.cells().size());
  Json list = Json::array();
  for (const SoilClass& c : map.legend().classes()) {
    const std::size_t count = cells[static_cast<std::size_t>(c.value)];
    list.push_back({{"value", c.value},
                    {"name", c.name},
                    {"soil", c.soil},
                    {"cells", count},
                    {"share", static_cast<double>(count) / all},
                    {"area", static_cast<double>(count) * area}});
  }
  return list;
}

void print_classes(const SoilMap& map) {
  using enum TextTable::Align;
  TextTable table({right, left, left, right, right, right});
  table.add_header({"class", "name", "soil", "cells", "share %", "area m2"});
  for (const Json& c : class_list(map))
    table.add_row({std::to_string(c["value"].get<int>()), c["name"], c["soil"],
                   std::to_string(c["cells"].get<std::size_t>()),
                   number_text(100.0 * c["share"].get<double>(), 4),
                   number_text(c["area"].get<double>(), 6)});
  std::cout << table.text();
}

void declare_soilmap(Command& command) {
  command.subcommands(kSoilmapCommands);
  command.footer(
      "Example: grouser soilmap new site.tif --class sand=wong_LETE_sand --class rock=bedrock --out "
      "soils.tif\n"
      "Each has its own help: grouser soilmap paint --help");
}

}  // namespace grouser::cli

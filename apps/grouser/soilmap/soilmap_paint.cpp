// SPDX-License-Identifier: BSD-3-Clause
// grouser soilmap paint: cells of a map get another class by a polygon, brush, flood, all, or a script; and
// undo and redo, which step through the edits of the map's journal.
#include <fmt/format.h>

#include <cmath>
#include <iostream>

#include "grouser/base/error.hpp"
#include "grouser/base/file_lock.hpp"
#include "shared/number_range.hpp"
#include "soilmap_command.hpp"

namespace grouser::cli {
namespace {

struct PaintArguments {
  std::string map, name, polygon, brush, radius, hardness, seed, flood, script, terrain;
  std::vector<std::string> only;
  int undo = 0, redo = 0;
  bool all = false, by_corners = false, json = false;
};

/// A whole number from 0 to 2^31 - 1. Throws InputError.
int seed_of(const std::string& text) {
  constexpr NumberRange kSeeds{0.0, 2147483647.0, false, "-"};
  const double seed = parse_number("--seed", text, kSeeds);
  if (seed != std::floor(seed)) throw InputError("--seed", text, "a whole number");
  return static_cast<int>(seed);
}

/// Steps back or forth by whole edits. Throws InputError if there are fewer edits than asked for.
int step(const PaintArguments& a) {
  const EditLock lock(a.map);
  SoilMap map = load_soil_map(a.map);
  SoilMapJournal journal = load_journal(a.map, map);
  const std::size_t wanted = static_cast<std::size_t>(std::max(a.undo, a.redo));
  const std::size_t there = a.undo > 0 ? journal.position() : journal.edits().size() - journal.position();
  if (a.undo < 0 || a.redo < 0 || wanted > there)
    throw InputError(a.undo != 0 ? "--undo" : "--redo", std::to_string(a.undo != 0 ? a.undo : a.redo),
                     there == 0
                         ? fmt::format("edits to step over: {} has none", journal_path(a.map).string())
                         : fmt::format("1 to {}, the edits of {}", there, journal_path(a.map).string()));
  for (std::size_t i = 0; i < wanted; ++i) a.undo > 0 ? journal.undo(map) : journal.redo(map);
  write_edited_map(a.map, map, journal);
  if (a.json)
    print_json({{"file", a.map}, {"undone", a.undo}, {"redone", a.redo}, {"classes", class_list(map)}});
  else
    std::cout << fmt::format("{}: {} {}, {} of {} edits are done\n", a.map,
                             a.undo > 0 ? "stepped back by" : "stepped forth by", wanted, journal.position(),
                             journal.edits().size());
  return kExitOk;
}

/// The operation that the options describe; without a place it is all cells. Throws InputError.
SoilMapOperation operation_of(const PaintArguments& a, const SoilLegend& legend) {
  if (a.name.empty()) throw InputError("--class", "nothing", "the class that the cells get");
  SoilMapOperation operation{.value = legend.at(a.name, "--class").value};
  for (const std::string& name : a.only) operation.only.push_back(legend.at(name, "--only").value);
  if (!a.polygon.empty()) {
    operation.where = FillPolygon{{parse_points("--polygon", a.polygon)}};
  } else if (!a.brush.empty()) {
    if (a.radius.empty()) throw InputError("--brush", "no --radius", "--radius M");
    BrushStroke stroke{parse_number("--radius", a.radius, positive("m")), parse_points("--brush", a.brush)};
    if (!a.hardness.empty()) stroke.hardness = parse_number("--hardness", a.hardness, {0.0, 1.0, false, "-"});
    if (!a.seed.empty()) stroke.seed = seed_of(a.seed);
    operation.where = std::move(stroke);
  } else if (!a.flood.empty()) {
    const std::vector<Vec2> points = parse_points("--flood", a.flood);
    if (points.size() != 1) throw InputError("--flood", "'" + a.flood + "'", "one point X,Y");
    operation.where = FloodFill{points[0], a.by_corners};
  }
  return operation;
}

/// Checks that exactly one kind of painting is asked for, and does it.
int paint(const PaintArguments& a) {
  // Options of the brush alone have no effect without it, so they are refused.
  for (const auto& [option, text] :
       {std::pair{"--radius", &a.radius}, {"--hardness", &a.hardness}, {"--seed", &a.seed}})
    if (a.brush.empty() && !text->empty())
      throw InputError(option, "no --brush", "--brush \"X,Y X,Y\" beside it");
  const int ways = !a.polygon.empty() + !a.brush.empty() + !a.flood.empty() + !a.script.empty() + a.all +
                   (a.undo != 0) + (a.redo != 0);
  if (ways != 1)
    throw InputError("grouser soilmap paint", fmt::format("{} of the options that paint", ways),
                     "one of --polygon, --brush, --flood, --all, --script, --undo, --redo");
  if (a.undo != 0 || a.redo != 0) return step(a);
  const SoilLegend legend = load_soil_map(a.map).legend();
  if (!a.script.empty())
    return apply_operations(a.map, read_operations(a.script, legend), a.script, a.terrain, a.json);
  const char* option = !a.polygon.empty() ? "--polygon"
                       : !a.brush.empty() ? "--brush"
                       : !a.flood.empty() ? "--flood"
                                          : "--all";
  return apply_operations(a.map, {operation_of(a, legend)}, option, a.terrain, a.json);
}

}  // namespace

void declare_soilmap_paint(Command& command) {
  auto& a = command.runs(paint);
  command.argument("MAP MAP.tif", a.map, "The map; it is changed");
  command.option("--class NAME", a.name, "The class that the cells get, by name or number");
  command.list("--only NAME", a.only, "Only cells of this class; may be given several times");
  command.option("--polygon \"X,Y X,Y X,Y\"", a.polygon, "Cells inside a polygon: its corners in m");
  command.option("--brush \"X,Y X,Y\"", a.brush, "Cells near a line: its points in m");
  command.option("--radius M", a.radius, "Of the brush, m");
  command.option("--hardness PART", a.hardness,
                 "Of the brush, 0 to 1 (1): share of the radius within which every cell is painted; beyond "
                 "it ever fewer");
  command.option("--seed N", a.seed, "Of a brush softer than 1: which cells those are (0)");
  command.option("--flood X,Y", a.flood, "Cells of one class that hang together, from a point");
  command.flag("--by-corners", a.by_corners, "--flood: cells hang together by their corners too");
  command.flag("--all", a.all, "All cells");
  command.option("--script OPERATIONS.toml", a.script, "Operations of a file, in order");
  command.option("--terrain SITE.tif", a.terrain, "The map's terrain, for rules in a script");
  command.counter("--undo", a.undo, "Step back to the map before the last edit; --undo=N: before the last N");
  command.counter("--redo", a.redo, "Step forward to the edit undone last; --redo=N: by N edits");
  command.flag("--json", a.json, "Report as JSON");
  command.footer(
      "Points are in the terrain's local frame: x east, y north, from the middle of the map.\n"
      "Example: grouser soilmap paint soils.tif --class rock --brush \"-10,0 10,5\" --radius 1.5");
}

}  // namespace grouser::cli

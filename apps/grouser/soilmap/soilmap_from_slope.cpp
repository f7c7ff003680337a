// SPDX-License-Identifier: BSD-3-Clause
// grouser soilmap from-slope: a class where the ground is steep, high or rough. The rule becomes one
// operation of the map's journal, so `soilmap paint --undo` takes it back.
#include <limits>
#include <numbers>

#include "grouser/base/error.hpp"
#include "shared/number_range.hpp"
#include "soilmap_command.hpp"

namespace grouser::cli {
namespace {

struct RuleArguments {
  std::string map, terrain, name, by = "slope", min, max, window;
  std::vector<std::string> only;
  bool json = false;
};

/// Reads the rule (slopes in degrees become rad; an open end is infinite) and applies it.
int apply_rule(const RuleArguments& a) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const SoilLegend legend = load_soil_map(a.map).legend();
  const bool slope = a.by == "slope";
  FillByRule rule{.quantity = slope              ? GroundQuantity::slope
                              : a.by == "height" ? GroundQuantity::height
                                                 : GroundQuantity::roughness};
  if (a.min.empty() && a.max.empty())
    throw InputError("--min", "neither --min nor --max", "at least one of them");
  const NumberRange range = slope ? NumberRange{0.0, 90.0, false, "deg"} : any_number("m");
  const auto read = [&](const char* option, const std::string& text, double fallback) {
    if (text.empty()) return fallback;
    return parse_number(option, text, range) * (slope ? std::numbers::pi / 180.0 : 1.0);
  };
  rule.min = read("--min", a.min, -kInfinity);
  rule.max = read("--max", a.max, kInfinity);
  if (!a.window.empty()) rule.window = parse_number("--window", a.window, non_negative("m"));
  SoilMapOperation operation{.value = legend.at(a.name, "--class").value};
  for (const std::string& name : a.only) operation.only.push_back(legend.at(name, "--only").value);
  operation.where = rule;
  return apply_operations(a.map, {operation}, a.terrain, a.terrain, a.json);
}

}  // namespace

void declare_soilmap_from_slope(Command& command) {
  auto& a = command.runs(apply_rule);
  command.argument("MAP MAP.tif", a.map, "The map; it is changed");
  command.option("--terrain SITE.tif|RECIPE.toml", a.terrain, "The map's terrain: a raster, or a recipe")
      .required();
  command.option("--class NAME", a.name, "The class that the cells get, by name or number").required();
  command.list("--only NAME", a.only, "Only cells of this class; may be given several times");
  command.option("--by", a.by, "What the rule looks at: slope (deg), height (m) or roughness (m, rms)")
      .one_of({"slope", "height", "roughness"});
  command.option("--min NUMBER", a.min, "From this on, deg or m");
  command.option("--max NUMBER", a.max, "Up to this, deg or m");
  command.option("--window M", a.window, "Side of the window of --by roughness, m; at least 3 cells");
  command.flag("--json", a.json, "Report as JSON");
  command.footer("Example: grouser soilmap from-slope soils.tif --terrain site.tif --class rock --min 20");
}

}  // namespace grouser::cli

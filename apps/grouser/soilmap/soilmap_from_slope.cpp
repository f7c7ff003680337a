// grouser soilmap from-slope: a class where the ground is steep, high or rough.
#include <limits>
#include <memory>
#include <numbers>

#include "grouser/base/error.hpp"
#include "shared/number_range.hpp"
#include "soilmap_command.hpp"

namespace grouser::cli {
namespace {

struct RuleArguments {
  std::string map, terrain, name, by = "slope", min, max, window = "0";
  std::vector<std::string> only;
  bool json = false;
};

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
  rule.window = parse_number("--window", a.window, non_negative("m"));
  SoilMapOperation operation{.value = legend.at(a.name, "--class").value};
  for (const std::string& name : a.only) operation.only.push_back(legend.at(name, "--only").value);
  operation.where = rule;
  return apply_operations(a.map, {operation}, a.terrain, a.terrain, a.json);
}

}  // namespace

void add_soilmap_from_slope(CLI::App& soilmap, Job& job) {
  auto a = std::make_shared<RuleArguments>();
  CLI::App* command = soilmap.add_subcommand(
      "from-slope", "Give cells a class by the slope, height or roughness of the terrain");
  command->add_option("MAP", a->map, "The map; it is changed")->required()->type_name("MAP.tif");
  command->add_option("--terrain", a->terrain, "The map's terrain: a raster, or a recipe")->required();
  command->add_option("--class", a->name, "The class that the cells get, by name or number")
      ->required()
      ->type_name("NAME");
  command->add_option("--only", a->only, "Only cells of this class; may be given several times")
      ->type_name("NAME");
  command->add_option("--by", a->by, "What the rule looks at: slope (deg), height (m) or roughness (m, rms)")
      ->check(CLI::IsMember({"slope", "height", "roughness"}))
      ->capture_default_str();
  command->add_option("--min", a->min, "From this on, deg or m")->type_name("NUMBER");
  command->add_option("--max", a->max, "Up to this, deg or m")->type_name("NUMBER");
  command->add_option("--window", a->window, "Side of the window of --by roughness, m; at least 3 cells")
      ->type_name("M");
  command->add_flag("--json", a->json, "Report as JSON");
  command->footer("Example: grouser soilmap from-slope soils.tif --terrain site.tif --class rock --min 20");
  command->callback([a, &job] { job = [a] { return apply_rule(*a); }; });
}

}  // namespace grouser::cli

// Operations on a soil map from a TOML script:
//   [[operation]]
//   class = "rock", only = ["sand"]
//   type = "polygon": points = [[x, y], ...], hole = [[x, y], ...]
//          "brush":   points, radius (m)
//          "flood":   at = [x, y], by_corners = false
//          "slope":   min_deg, max_deg
//          "height", "roughness": min, max (m); roughness: window (m)
//          "all"
#include <algorithm>
#include <limits>

#include "grouser/base/error.hpp"
#include "soilmap_command.hpp"

namespace grouser::cli {
namespace {

std::vector<Vec2> read_points(const TomlTable& t, const char* key) {
  std::vector<Vec2> points;
  for (const auto& row : t.number_rows(key, 2, any_number("m"))) points.emplace_back(row[0], row[1]);
  return points;
}

FillByRule read_rule(const TomlTable& t, GroundQuantity quantity) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  FillByRule rule{.quantity = quantity};
  const bool slope = quantity == GroundQuantity::slope;
  const char *low = slope ? "min_deg" : "min", *high = slope ? "max_deg" : "max";
  if (!t.has(low) && !t.has(high))
    throw InputError(t.place(""), std::string("neither ") + low + " nor " + high, "at least one of them");
  const auto read = [&](const char* key, double fallback) {
    if (!t.has(key)) return fallback;
    return slope ? t.angle_deg(key, {0.0, 90.0, false, "deg"}) : t.number(key, any_number("m"));
  };
  rule.min = read(low, -kInfinity);
  rule.max = read(high, kInfinity);
  if (quantity == GroundQuantity::roughness) rule.window = t.number_or("window", 0.0, non_negative("m"));
  return rule;
}

SoilMapOperation read_operation(const TomlTable& t, const SoilLegend& legend) {
  SoilMapOperation operation;
  operation.value = legend.at(t.string("class"), t.place("class")).value;
  for (const std::string& name : t.string_list_or_empty("only"))
    operation.only.push_back(legend.at(name, t.place("only")).value);
  switch (t.choice("type", {"polygon", "brush", "flood", "slope", "height", "roughness", "all"})) {
    case 0: {
      FillPolygon polygon{{read_points(t, "points")}};
      if (t.has("hole")) polygon.rings.push_back(read_points(t, "hole"));
      operation.where = std::move(polygon);
      break;
    }
    case 1:
      operation.where = BrushStroke{t.number("radius", positive("m")), read_points(t, "points")};
      break;
    case 2: {
      const auto at = t.numbers("at", 2, any_number("m"));
      operation.where = FloodFill{{at[0], at[1]}, t.boolean_or("by_corners", false)};
      break;
    }
    case 3:
      operation.where = read_rule(t, GroundQuantity::slope);
      break;
    case 4:
      operation.where = read_rule(t, GroundQuantity::height);
      break;
    case 5:
      operation.where = read_rule(t, GroundQuantity::roughness);
      break;
    default:
      operation.where = FillAll{};
  }
  return operation;
}

}  // namespace

std::vector<SoilMapOperation> read_operations(const std::string& path, const SoilLegend& legend) {
  const TomlTable script = TomlTable::load(path);
  std::vector<SoilMapOperation> operations;
  for (const TomlTable& t : script.tables("operation")) operations.push_back(read_operation(t, legend));
  script.finish();
  if (operations.empty()) throw InputError(path, "no [[operation]]", "at least one");
  return operations;
}

}  // namespace grouser::cli

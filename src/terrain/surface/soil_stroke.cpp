// SPDX-License-Identifier: BSD-3-Clause
// Operations on a soil map as tables of scenarios and scripts, and what a run takes of them.
#include "grouser/terrain/surface/soil_stroke.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "grouser/base/error.hpp"

namespace grouser {
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

BrushStroke read_brush(const TomlTable& t) {
  BrushStroke brush{t.number("radius", positive("m")), read_points(t, "points")};
  brush.hardness = t.number_or("hardness", brush.hardness, {0.0, 1.0, false, "-"});
  brush.seed = t.integer_or("seed", brush.seed, 0, std::numeric_limits<int>::max());
  return brush;
}

/// Corners of the rectangle around what an operation with points can change.
struct Extent {
  Vec2 low{1e300, 1e300}, high{-1e300, -1e300};
  void take(const std::vector<Vec2>& points, double around) {
    for (const Vec2& p : points) {
      low = low.cwiseMin(p - Vec2(around, around));
      high = high.cwiseMax(p + Vec2(around, around));
    }
  }
};

void check_meets(const Extent& extent, const SoilMap& map, const std::string& place) {
  const SoilGrid& g = map.grid();
  const double half = 0.5 * g.cell;
  const double west = g.west - half, north = g.north + half;
  const double east = map.x_of(g.columns - 1) + half, south = map.y_of(g.rows - 1) - half;
  if (extent.low.x() <= east && extent.high.x() >= west && extent.low.y() <= north &&
      extent.high.y() >= south)
    return;
  throw InputError(place,
                   fmt::format("a stroke from ({:g}, {:g}) to ({:g}, {:g}) m, outside the soil map",
                               extent.low.x(), extent.low.y(), extent.high.x(), extent.high.y()),
                   fmt::format("one that meets it: x from {:g} to {:g} m, y from {:g} to {:g} m", west, east,
                               south, north));
}

}  // namespace

std::size_t point_count(const SoilMapOperation& operation) {
  if (const auto* brush = std::get_if<BrushStroke>(&operation.where)) return brush->path.size();
  std::size_t count = 0;
  if (const auto* polygon = std::get_if<FillPolygon>(&operation.where))
    for (const auto& ring : polygon->rings) count += ring.size();
  return count;
}

SoilMapOperation read_soil_operation(const TomlTable& t, const SoilLegend& legend) {
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
      operation.where = read_brush(t);
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

SoilStroke read_soil_stroke(const TomlTable& t, const SoilLegend& legend) {
  return {t.number("time", kStrokeTimes), read_soil_operation(t, legend)};
}

void check_stroke(const SoilMapOperation& operation, const SoilMap& map, const Heightfield* terrain,
                  const std::string& place) {
  if (point_count(operation) > kMostStrokePoints)
    throw InputError(place, fmt::format("a stroke of {} points", point_count(operation)),
                     fmt::format("at most {}", kMostStrokePoints));
  const auto* area = std::get_if<FillPolygon>(&operation.where);
  if (area && area->rings.size() > 2)
    throw InputError(place, fmt::format("an area of {} rings", area->rings.size()),
                     "a ring of points, and at most one hole");
  check_operation(map, operation, terrain, place);
  Extent extent;
  if (const auto* brush = std::get_if<BrushStroke>(&operation.where)) extent.take(brush->path, brush->radius);
  if (area)
    for (const auto& ring : area->rings) extent.take(ring, 0.0);
  if (point_count(operation) > 0) check_meets(extent, map, place);
}

SoilMapOperation in_degrees(SoilMapOperation operation) {
  auto* rule = std::get_if<FillByRule>(&operation.where);
  if (!rule || rule->quantity != GroundQuantity::slope) return operation;
  for (double* angle : {&rule->min, &rule->max})
    *angle = *angle * 180.0 / std::numbers::pi * std::numbers::pi / 180.0;
  return operation;
}

}  // namespace grouser

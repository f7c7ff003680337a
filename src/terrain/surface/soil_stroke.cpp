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

constexpr const char* kOperationTypes[] = {"polygon", "brush",     "flood", "slope",
                                           "height",  "roughness", "all"};

/// Index among the types of what an operation paints.
int type_of(const SoilMapOperation& operation) {
  if (const auto* rule = std::get_if<FillByRule>(&operation.where))
    return 3 + static_cast<int>(rule->quantity);
  constexpr int kTypes[] = {6, 0, 1, 2};  // by the variant's index
  return kTypes[operation.where.index()];
}

/// The kind of place that an operation has, or from now on has.
template <class Where>
Where& where_of(SoilMapOperation& operation) {
  if (!std::holds_alternative<Where>(operation.where)) operation.where = Where{};
  return std::get<Where>(operation.where);
}

void visit_polygon(KeyVisitor& v, FillPolygon& polygon) {
  if (polygon.rings.empty()) polygon.rings.emplace_back();
  v.rows({"points", "corners, x and y", Need::yes}, polygon.rings.front(), any_number("m"));
  if (!v.has({"hole"}, polygon.rings.size() > 1)) return;
  polygon.rings.resize(std::max<std::size_t>(2, polygon.rings.size()));
  v.rows({"hole", "corners of an area left out, x and y", Need::yes}, polygon.rings[1], any_number("m"));
}

void visit_brush(KeyVisitor& v, BrushStroke& brush) {
  v.number({"radius", "of the brush", Need::yes}, brush.radius, positive("m"));
  v.rows({"points", "of its path, x and y", Need::yes}, brush.path, any_number("m"));
  v.number({"hardness", "share of the radius that is painted fully"}, brush.hardness, {0.0, 1.0, false, "-"});
  v.whole({"seed", "of its soft rim"}, brush.seed, 0, std::numeric_limits<int>::max());
}

void visit_flood(KeyVisitor& v, FloodFill& flood) {
  v.numbers({"at", "a cell from which it goes to all of its class beside it", Need::yes},
            {flood.seed.data(), 2}, any_number("m"));
  v.flag({"by_corners", "whether cells that share a corner are beside each other"}, flood.by_corners);
}

void visit_rule(KeyVisitor& v, FillByRule& rule, GroundQuantity quantity) {
  if (v.reads()) rule.quantity = quantity;
  const bool slope = quantity == GroundQuantity::slope;
  const char *low = slope ? "min_deg" : "min", *high = slope ? "max_deg" : "max";
  const auto end = [&](const Key& key, double& value) {
    if (!v.has(key, std::isfinite(value))) return;
    slope ? v.angle(key, value, {0.0, 90.0, false, "deg"}) : v.number(key, value, any_number("m"));
  };
  end({low, "least that is painted", Need::yes}, rule.min);
  end({high, "most that is painted", Need::yes}, rule.max);
  if (!std::isfinite(rule.min) && !std::isfinite(rule.max))
    v.refuse("", std::string("neither ") + low + " nor " + high, "at least one of them");
  if (quantity == GroundQuantity::roughness)
    v.number({"window", "side of the square in which it is measured"}, rule.window, non_negative("m"));
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

void visit_operation(KeyVisitor& v, SoilMapOperation& o, const SoilLegend* legend) {
  const auto name_of = [&](int value) {
    const SoilClass* soil = legend ? legend->find(value) : nullptr;
    return soil ? soil->name : std::to_string(value);
  };
  std::string name = name_of(o.value);
  v.text({"class", "of the map's legend, that the cells get", Need::yes}, name);
  if (v.reads()) o.value = legend->at(name, v.place("class")).value;
  std::vector<std::string> only;
  for (const int value : o.only) only.push_back(name_of(value));
  v.texts({"only", "classes whose cells are painted; empty: all"}, only);
  if (v.reads())
    for (const std::string& of : only) o.only.push_back(legend->at(of, v.place("only")).value);
  int type = type_of(o);
  v.choice({"type", "where it paints", Need::yes}, type, kOperationTypes);
  if (const auto on = v.when(type == 0, "type = \"polygon\"")) visit_polygon(v, where_of<FillPolygon>(o));
  if (const auto on = v.when(type == 1, "type = \"brush\"")) visit_brush(v, where_of<BrushStroke>(o));
  if (const auto on = v.when(type == 2, "type = \"flood\"")) visit_flood(v, where_of<FloodFill>(o));
  for (const auto quantity : {GroundQuantity::slope, GroundQuantity::height, GroundQuantity::roughness}) {
    const int index = 3 + static_cast<int>(quantity);
    const std::string words = std::string("type = \"") + kOperationTypes[index] + "\"";
    if (const auto on = v.when(type == index, words.c_str()))
      visit_rule(v, where_of<FillByRule>(o), quantity);
  }
}

void visit_stroke(KeyVisitor& v, SoilStroke& stroke, const SoilLegend* legend) {
  v.number({"time", "at which it is due", Need::yes}, stroke.time, kStrokeTimes);
  visit_operation(v, stroke.operation, legend);
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

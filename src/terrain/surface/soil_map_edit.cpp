// SPDX-License-Identifier: BSD-3-Clause
// Operations on soil maps with their undoing: each kind checks itself against the map, then paints cell by
// cell; the journal keeps runs of cells with the class that they had.
#include "grouser/terrain/surface/soil_map_edit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/math/units.hpp"

namespace grouser {
namespace {

// Gives cells their new class and remembers the old one. A cell met twice already has its new class and is
// skipped.
class Painter {
 public:
  Painter(SoilMap& map, const SoilMapOperation& operation, SoilMapEdit& edit)
      : map_(map), edit_(edit), value_(static_cast<std::uint8_t>(operation.value)) {
    allowed_.fill(operation.only.empty());
    for (const int value : operation.only) allowed_[static_cast<std::size_t>(value)] = true;
  }
  SoilMap& map() { return map_; }
  bool allows(std::uint8_t value) const { return allowed_[value]; }
  std::uint8_t value() const { return value_; }

  void paint(int column, int row) {
    const std::size_t cell = map_.index({column, row});
    const std::uint8_t before = map_.cells()[cell];
    if (before == value_ || !allowed_[before]) return;
    map_.set(cell, value_);
    std::vector<CellRun>& runs = edit_.runs;
    if (!runs.empty() && runs.back().first + runs.back().count == cell && runs.back().before == before)
      ++runs.back().count;
    else
      runs.push_back({cell, 1, before});
  }
  void paint_row(int row, int from, int to) {
    for (int column = from; column < to; ++column) paint(column, row);
  }

 private:
  SoilMap& map_;
  SoilMapEdit& edit_;
  std::uint8_t value_;
  std::array<bool, 256> allowed_{};
};

/// First column (or row) whose number is at least `at`, within [0, count].
int first_from(double at, int count) {
  return static_cast<int>(std::clamp(std::ceil(at), 0.0, double(count)));
}

void check_points(const std::vector<Vec2>& points, std::size_t least, const std::string& place) {
  if (points.size() < least)
    throw InputError(place, fmt::format("{} points", points.size()), fmt::format("at least {}", least));
  for (const Vec2& p : points)
    if (!p.allFinite()) throw InputError(place, "a point that is not finite", "numbers, m");
}

void check(const SoilMap&, const FillAll&, const Heightfield*, const std::string&) {}

void check(const SoilMap&, const FillPolygon& polygon, const Heightfield*, const std::string& place) {
  if (polygon.rings.empty()) throw InputError(place, "no ring", "a ring of at least 3 points");
  for (const auto& ring : polygon.rings) check_points(ring, 3, place);
}

void check(const SoilMap&, const BrushStroke& brush, const Heightfield*, const std::string& place) {
  check_points(brush.path, 1, place);
  if (!(brush.radius > 0.0) || !std::isfinite(brush.radius))
    throw InputError(place, fmt::format("a radius of {} m", brush.radius), "> 0 m");
  if (!(brush.hardness >= 0.0 && brush.hardness <= 1.0))
    throw InputError(place, fmt::format("a hardness of {}", brush.hardness), "0 to 1");
}

void check(const SoilMap& map, const FloodFill& flood, const Heightfield*, const std::string& place) {
  if (!flood.seed.allFinite() || !map.holds(map.cell_of(flood.seed.x(), flood.seed.y())))
    throw InputError(place, fmt::format("a seed at ({}, {})", flood.seed.x(), flood.seed.y()),
                     "a point of the map");
}

/// A rule goes cell by cell: the terrain's are the map's.
void check_same_grid(const SoilGrid& map, const SoilGrid& terrain, const std::string& place) {
  if (terrain.columns != map.columns || terrain.rows != map.rows)
    throw InputError(place, fmt::format("a terrain of {} x {} cells", terrain.columns, terrain.rows),
                     fmt::format("the map's {} x {}", map.columns, map.rows));
  constexpr double kOff = 1e-3;  // of a cell: far above the rounding of map coordinates, far below a mistake
  const auto off = [&](double a, double b) { return !(std::fabs(a - b) <= kOff * map.cell); };
  if (off(map.cell * map.columns, terrain.cell * map.columns) ||
      off(map.map_x + map.west, terrain.map_x + terrain.west) ||
      off(map.map_y + map.north, terrain.map_y + terrain.north))
    throw InputError(place, "a terrain of " + describe(terrain), "the map's grid: " + describe(map));
}

void check(const SoilMap& map, const FillByRule& rule, const Heightfield* terrain, const std::string& place) {
  if (!terrain) throw InputError(place, "a rule without a terrain", "the terrain of the map");
  if (!(rule.min <= rule.max))
    throw InputError(place, fmt::format("from {} to {}", rule.min, rule.max), "a range");
  if (!(rule.window >= 0.0) || !std::isfinite(rule.window))
    throw InputError(place, fmt::format("a window of {} m", rule.window), ">= 0 m");
  check_same_grid(map.grid(), grid_of(*terrain), place);
}

void paint(Painter& out, const FillAll&, const Heightfield*) {
  const SoilGrid& g = out.map().grid();
  for (int row = 0; row < g.rows; ++row) out.paint_row(row, 0, g.columns);
}

// Works row by row: the sides that cross the row's centre line are sorted; inside is between the first and
// the second, and so on. A side counts for y in [lower end, upper end), so a corner on the row counts once.
void paint(Painter& out, const FillPolygon& polygon, const Heightfield*) {
  const SoilMap& map = out.map();
  const SoilGrid& g = map.grid();
  std::vector<double> crossings;
  for (int row = 0; row < g.rows; ++row) {
    const double y = map.y_of(row);
    crossings.clear();
    for (const auto& ring : polygon.rings)
      for (std::size_t i = 0; i < ring.size(); ++i) {
        const Vec2 &a = ring[i], &b = ring[(i + 1) % ring.size()];
        if ((a.y() <= y) == (b.y() <= y)) continue;
        crossings.push_back(a.x() + (y - a.y()) * (b.x() - a.x()) / (b.y() - a.y()));
      }
    std::sort(crossings.begin(), crossings.end());
    for (std::size_t i = 0; i + 1 < crossings.size(); i += 2)
      out.paint_row(row, first_from((crossings[i] - g.west) / g.cell, g.columns),
                    first_from((crossings[i + 1] - g.west) / g.cell, g.columns));
  }
}

/// Squared distance of a point from the side from a to b, m2.
double squared_distance(const Vec2& p, const Vec2& a, const Vec2& b) {
  const Vec2 side = b - a;
  const double length2 = side.squaredNorm();
  const double t = length2 > 0.0 ? std::clamp((p - a).dot(side) / length2, 0.0, 1.0) : 0.0;
  return (p - a - t * side).squaredNorm();
}

/// Decides which cells a brush sets at a distance from its path.
class BrushRim {
 public:
  explicit BrushRim(const BrushStroke& brush)
      : radius_(brush.radius),
        core_(brush.hardness * brush.radius),
        seed_(mix_bits(static_cast<std::uint64_t>(brush.seed))) {}
  bool lays(double squared_distance, std::size_t cell) const {
    if (squared_distance > radius_ * radius_) return false;
    if (squared_distance <= core_ * core_ || core_ >= radius_) return true;
    constexpr int kUnused = 11;  // bits: 53 make a double
    const double dice = static_cast<double>(mix_bits(seed_ ^ cell) >> kUnused) * 0x1p-53;
    return dice * (radius_ - core_) < radius_ - std::sqrt(squared_distance);
  }

 private:
  double radius_, core_;  // m
  std::uint64_t seed_;
};

void paint(Painter& out, const BrushStroke& brush, const Heightfield*) {
  const BrushRim rim(brush);
  const SoilMap& map = out.map();
  const SoilGrid& g = map.grid();
  for (std::size_t i = 0; i < brush.path.size(); ++i) {
    const Vec2 &a = brush.path[i], &b = brush.path[std::min(i + 1, brush.path.size() - 1)];
    const double r = brush.radius, low = std::min(a.x(), b.x()) - r, high = std::max(a.x(), b.x()) + r;
    const int first_row = first_from((g.north - std::max(a.y(), b.y()) - r) / g.cell, g.rows);
    const int end_row = first_from((g.north - std::min(a.y(), b.y()) + r) / g.cell + 1e-9, g.rows);
    const int first_column = first_from((low - g.west) / g.cell, g.columns);
    const int end_column = first_from((high - g.west) / g.cell + 1e-9, g.columns);
    for (int row = first_row; row < end_row; ++row)
      for (int column = first_column; column < end_column; ++column)
        if (rim.lays(squared_distance({map.x_of(column), map.y_of(row)}, a, b), map.index({column, row})))
          out.paint(column, row);
  }
}

// Works in spans of a row: the spans of the rows above and below that touch one are visited next.
void paint(Painter& out, const FloodFill& flood, const Heightfield*) {
  SoilMap& map = out.map();
  const SoilGrid& g = map.grid();
  const GridCell seed = map.cell_of(flood.seed.x(), flood.seed.y());
  const std::uint8_t from = map[seed];
  if (from == out.value() || !out.allows(from)) return;
  const int reach = flood.by_corners ? 1 : 0;
  std::vector<GridCell> waiting{seed};
  while (!waiting.empty()) {
    const GridCell at = waiting.back();
    waiting.pop_back();
    if (map[at] != from) continue;
    int first = at.column, end = at.column + 1;
    while (first > 0 && map[{first - 1, at.row}] == from) --first;
    while (end < g.columns && map[{end, at.row}] == from) ++end;
    out.paint_row(at.row, first, end);
    for (const int row : {at.row - 1, at.row + 1}) {
      if (row < 0 || row >= g.rows) continue;
      const int to = std::min(end + reach, g.columns);
      for (int column = std::max(0, first - reach); column < to; ++column)
        if (map[{column, row}] == from &&
            (column == std::max(0, first - reach) || map[{column - 1, row}] != from))
          waiting.push_back({column, row});
    }
  }
}

void paint(Painter& out, const FillByRule& rule, const Heightfield* terrain) {
  const SoilGrid& g = out.map().grid();
  const std::vector<double> values = calc_ground_quantity(*terrain, rule.quantity, rule.window);
  std::size_t i = 0;
  for (int row = 0; row < g.rows; ++row)
    for (int column = 0; column < g.columns; ++column, ++i)
      if (values[i] >= rule.min && values[i] <= rule.max) out.paint(column, row);
}

void check_class(const SoilMap& map, int value, const std::string& place) {
  if (!map.legend().find(value))
    throw InputError(place, fmt::format("class {}", value), "a class of the legend: " + map.legend().list());
}

struct Description {
  std::string operator()(const FillAll&) const { return "all"; }
  std::string operator()(const FillPolygon& p) const {
    std::size_t points = 0;
    for (const auto& ring : p.rings) points += ring.size();
    return fmt::format("polygon of {} points", points);
  }
  std::string operator()(const BrushStroke& b) const {
    return fmt::format("brush of {:g} m along {} points", b.radius, b.path.size());
  }
  std::string operator()(const FloodFill& f) const {
    return fmt::format("flood from ({:g}, {:g})", f.seed.x(), f.seed.y());
  }
  std::string operator()(const FillByRule& r) const {
    static constexpr const char* kNames[] = {"slope", "height", "roughness"};
    const bool slope = r.quantity == GroundQuantity::slope;
    const double scale = slope ? kDegrees : 1.0;
    std::string text = kNames[static_cast<std::size_t>(r.quantity)];
    if (std::isfinite(r.min)) text += fmt::format(" from {:g}", r.min * scale);
    if (std::isfinite(r.max)) text += fmt::format(" to {:g}", r.max * scale);
    return text + (slope ? " deg" : " m");
  }
};

}  // namespace

std::string describe(const SoilMapOperation& operation) { return std::visit(Description{}, operation.where); }

std::size_t SoilMapEdit::cells() const {
  std::size_t sum = 0;
  for (const CellRun& run : runs) sum += run.count;
  return sum;
}

void check_operation(const SoilMap& map, const SoilMapOperation& operation, const Heightfield* terrain,
                     const std::string& place) {
  check_class(map, operation.value, place);
  for (const int value : operation.only) check_class(map, value, place);
  std::visit([&](const auto& where) { check(map, where, terrain, place); }, operation.where);
}

SoilMapEdit apply(SoilMap& map, const SoilMapOperation& operation, const Heightfield* terrain,
                  const std::string& place) {
  check_operation(map, operation, terrain, place);
  SoilMapEdit edit{describe(operation), static_cast<std::uint8_t>(operation.value), {}};
  Painter painter(map, operation, edit);
  std::visit([&](const auto& where) { paint(painter, where, terrain); }, operation.where);
  return edit;
}

const SoilMapEdit& SoilMapJournal::apply(SoilMap& map, const SoilMapOperation& operation,
                                         const Heightfield* terrain, const std::string& place) {
  SoilMapEdit edit = grouser::apply(map, operation, terrain, place);
  edits_.resize(position_);
  edits_.push_back(std::move(edit));
  ++position_;
  return edits_.back();
}

bool SoilMapJournal::undo(SoilMap& map) {
  if (position_ == 0) return false;
  for (const CellRun& run : edits_[--position_].runs) map.fill(run.first, run.count, run.before);
  return true;
}

bool SoilMapJournal::redo(SoilMap& map) {
  if (position_ == edits_.size()) return false;
  const SoilMapEdit& edit = edits_[position_++];
  for (const CellRun& run : edit.runs) map.fill(run.first, run.count, edit.value);
  return true;
}

}  // namespace grouser

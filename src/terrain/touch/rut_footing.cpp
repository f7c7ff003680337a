// SPDX-License-Identifier: BSD-3-Clause
// The level of the ground under a wheel in ruts, equation (7) of docs/theory_contact.md: a weighted mean of
// the memory's depth along a strip on the side that the wheel rolls onto, and the slope between a slice's
// borders.
#include "rut_footing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/base/error.hpp"

namespace grouser::terrain {
namespace {

// Length of the strip as a share of the radius: the half chord of a wheel that has sunk by a third of its
// radius. Half or twice this length changes no distance driven by more than 0.4 %
// (docs/validation_flat_drives.md).
constexpr double kStrip = 0.8;
constexpr double kFlat = 1e-9;       // of a unit vector's length
constexpr double kBlurred = 1.0;     // cells: half of a rut's flank (lay_ruts())
constexpr int kPoints = 2 * kLanes;  // per strip: closer than a memory cell for any rover wheel

/// Positions of the points along the strip, and their weights: a parabola that is zero at both ends, so that
/// the mean changes at a continuous rate when a step in the ground's depth passes.
constexpr StripPoints kRule = [] {
  StripPoints rule{};
  double sum = 0.0;
  for (int i = 0; i < kPoints; ++i) {
    const double q = (i + 0.5) / kPoints;
    rule.at[i / kLanes].v[i % kLanes] = q;
    sum += rule.weight[i / kLanes].v[i % kLanes] = q * (1.0 - q);
  }
  for (Lanes& lanes : rule.weight)
    for (double& w : lanes.v) w /= sum;
  return rule;
}();

/// Whether the memory cells that decide the depth at a point all lie in ground of this material.
bool all_of(const Terrain& terrain, int material, double x, double y, double cell) {
  for (const double dx : {-cell, cell})
    for (const double dy : {-cell, cell})
      if (terrain.material_at(x + dx, y + dy) != material) return false;
  return true;
}

}  // namespace

RutWay rut_heading(const Vec3& axis, double radius) {
  RutWay way{Vec2::Zero(), Vec2::Zero(), kStrip * radius};
  const Vec2 forward(axis.y(), -axis.x());
  const double level = forward.norm();
  way.level = level;
  if (level > kFlat) way.heading = forward / level;
  return way;
}

RutWay rut_way(const Vec3& axis, double radius, double slope_x, double slope_y) {
  RutWay way = rut_heading(axis, radius);
  if (way.heading.isZero(0.0)) return way;
  const Vec3 normal = Vec3(-slope_x, -slope_y, 1.0), in_plane = normal - normal.dot(axis) * axis;
  const double length = in_plane.norm();
  if (length > kFlat) way.to_foot = -radius / length * in_plane.head<2>();
  return way;
}

namespace {

/// Unit, or zero where the place has no heading.
Vec2 left_of(const RutPlace& place) { return {-place.heading.y(), place.heading.x()}; }

/// Whether strips lie side by side up to a shift.
bool alike(const RutPlace& a, const RutPlace& b) {
  return a.heading == b.heading && a.length == b.length && a.entry == b.entry;
}

/// Whether b is the slice of the same wheel to the left of a.
bool is_beside(const RutPlace& a, const RutPlace& b) {
  constexpr double kLoose =
      0.25;  // of the spacing: on uneven ground the feet of slices are not quite in line
  const double spacing = a.half_width + b.half_width, found = left_of(a).dot(b.foot - a.foot);
  return alike(a, b) && std::fabs(found - spacing) < kLoose * spacing;
}

}  // namespace

RutStrips::RutStrips(const GroundMemory& memory, std::span<const RutPlace> places, TileHint& hint)
    : memory_(memory), hint_(hint) {
  if (memory.untouched()) return;
  Vec2 low = Vec2::Constant(std::numeric_limits<double>::infinity()), high = -low;
  for (const RutPlace& place : places) {
    constexpr double kFarthest = 1e8;  // m: cells are counted in integers; also false for NaN
    if (!(place.foot.cwiseAbs().maxCoeff() < kFarthest)) return;
    // only the sides that count: the rut just made lies on the other one
    const Vec2 along = place.length * place.heading;
    const Vec2 ahead = place.entry > -1.0 ? Vec2(place.foot + along) : place.foot;
    const Vec2 behind = place.entry < 1.0 ? Vec2(place.foot - along) : place.foot;
    const Vec2 aside = half_width(place) * left_of(place).cwiseAbs();
    low = low.cwiseMin(ahead - aside).cwiseMin(behind - aside);
    high = high.cwiseMax(ahead + aside).cwiseMax(behind + aside);
  }
  window_ = memory.window(low, high, buffer_, hint);
}

// A disc without a width feels the wall over a cell.
double RutStrips::half_width(const RutPlace& place) const {
  return place.half_width > 0.0 ? place.half_width : 0.5 * memory_.cell();
}

// The flanks of a rut are ramps of two cells, so levels nearer than a cell to a border are those of a flank.
// The slices of a wheel look no nearer than that, and find the same level in any number.
Vec2 RutStrips::strip_start(const RutPlace& place) const {
  const double most = std::max(0.0, place.wheel_half_width - kBlurred * memory_.cell());
  return place.foot + (std::clamp(place.offset, -most, most) - place.offset) * left_of(place);
}

RutFooting RutStrips::under(const RutPlace& place, const Terrain& terrain, int material) const {
  RutFooting footing;
  find({&place, 1}, terrain, material, {&footing, 1});
  return footing;
}

void RutStrips::find(std::span<const RutPlace> places, const Terrain& terrain, int material,
                     std::span<RutFooting> out) const {
  std::fill(out.begin(), out.end(), RutFooting{});
  if (!window_.touched) return;
  const std::size_t n = places.size();
  GROUSER_ASSERT(n <= kMostPlaces);
  std::array<Line, 3 * kMostPlaces> lines;
  std::size_t count = 0;
  for (const RutPlace& place : places) lines[count++] = {&place, strip_start(place)};
  // a border within the wheel has the mean of its two slices, the others have lines of their own
  std::array<std::size_t, kMostPlaces> left{}, right{};
  for (std::size_t i = 0; i < n; ++i) {
    const RutPlace& place = places[i];
    const Vec2 aside = half_width(place) * left_of(place);
    if (i + 1 < n && is_beside(place, places[i + 1]))
      left[i] = i + 1;
    else
      lines[left[i] = count++] = {&place, place.foot + aside};
    if (i > 0 && left[i - 1] == i)
      right[i] = i - 1;
    else
      lines[right[i] = count++] = {&place, place.foot - aside};
  }
  set_depths(std::span(lines).first(count), terrain, material);
  for (std::size_t i = 0; i < n; ++i) {
    const Line& middle = lines[i];
    if (!middle.known) continue;
    out[i].depth = middle.depth;
    // a border in another soil leaves the wall of the other half
    double rise = 0.0, width = 0.0;
    const auto add_half = [&](const Line& line, double sign) {
      if (!line.known) return;
      const double border = line.place == middle.place ? line.depth : 0.5 * (middle.depth + line.depth);
      rise += sign * (border - middle.depth);
      width += half_width(places[i]);
    };
    add_half(lines[left[i]], 1.0);
    add_half(lines[right[i]], -1.0);
    if (width > 0.0) out[i].wall = rise / width * left_of(places[i]);
  }
}

void RutStrips::set_depths(std::span<Line> lines, const Terrain& terrain, int material) const {
  if (material != kAllGround) {
    for (Line& line : lines) sum_in(material, terrain, line);
    return;
  }
  while (!lines.empty()) {
    std::size_t count = 1;
    while (count < lines.size() && count < StripLines::kMost && alike(*lines[0].place, *lines[count].place))
      ++count;
    sum(lines.first(count));
    lines = lines.subspan(count);
  }
}

void RutStrips::sum(std::span<Line> lines) const {
  const RutPlace& place = *lines[0].place;
  const Vec2 along = place.length * place.heading;
  if (place.entry > -1.0) add(0.5 * (1.0 + place.entry), along, kRule, lines);
  if (place.entry < 1.0) add(0.5 * (1.0 - place.entry), -along, kRule, lines);
}

// If all its ground counts, the weight is exactly 1, and a map of one soil changes nothing.
void RutStrips::sum_in(int material, const Terrain& terrain, Line& line) const {
  const RutPlace& place = *line.place;
  double weight = 0.0;
  const auto add_side = [&](double share, const Vec2& along) {
    StripPoints points = kRule;
    double left_out = 0.0;
    for (std::size_t part = 0; part < 2; ++part)
      for (std::size_t k = 0; k < kLanes; ++k) {
        const Vec2 p = line.start + points.at[part].v[k] * along;
        if (all_of(terrain, material, p.x(), p.y(), memory_.cell())) continue;
        left_out += points.weight[part].v[k];
        points.weight[part].v[k] = 0.0;
      }
    weight += share * std::max(0.0, 1.0 - left_out);
    add(share, along, points, {&line, 1});
  };
  const Vec2 along = place.length * place.heading;
  if (place.entry > -1.0) add_side(0.5 * (1.0 + place.entry), along);
  if (place.entry < 1.0) add_side(0.5 * (1.0 - place.entry), -along);
  constexpr double kLeast = 1e-12;  // rounding of the weights, which add up to 1
  line.known = weight > kLeast;
  if (line.known) line.depth /= weight;
}

void RutStrips::add(double share, const Vec2& along, const StripPoints& points, std::span<Line> lines) const {
  if (window_.values) {
    const RutCells cells{window_.values, window_.stride, window_.columns,     window_.rows,
                         window_.west,   window_.south,  1.0 / memory_.cell()};
    StripLines some{.count = static_cast<int>(lines.size()),
                    .x = {},
                    .y = {},
                    .along_x = along.x(),
                    .along_y = along.y()};
    for (std::size_t k = 0; k < lines.size(); ++k) {
      some.x[k] = lines[k].start.x();
      some.y[k] = lines[k].start.y();
    }
    double sums[StripLines::kMost];
    profile_loops().sum_strips(cells, some, points, sums);
    for (std::size_t k = 0; k < lines.size(); ++k) lines[k].depth += share * sums[k];
    return;
  }
  // the cells are so fine that the window would not fit
  for (Line& line : lines)
    for (std::size_t part = 0; part < 2; ++part)
      for (std::size_t k = 0; k < kLanes; ++k) {
        const Vec2 p = line.start + points.at[part].v[k] * along;
        line.depth += share * points.weight[part].v[k] * memory_.sample(p.x(), p.y(), hint_).depth;
      }
}

}  // namespace grouser::terrain

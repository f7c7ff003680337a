// SPDX-License-Identifier: BSD-3-Clause
// The level of the ground under a wheel in ruts, equation (7) of docs/theory_contact.md: a weighted mean of
// the memory's depth along a strip on the side that the wheel rolls onto, and the slope between a slice's
// borders.
#include "rut_footing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace grouser::terrain {
namespace {

// Length of the strip as a share of the radius: the half chord of a wheel that has sunk by a third of its
// radius. Half or twice this length changes no distance driven by more than 0.4 %
// (docs/validation_flat_drives.md).
constexpr double kStrip = 0.8;
constexpr double kFlat = 1e-9;       // of a unit vector's length
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

// Between the middles of cells the depth is a straight line, with a kink where they stand: there the slope is
// the mean of those on its sides, found this far from it. It is far more than rounding and far less than
// anything on the ground.
constexpr double kKink = 1e-6;  // of a cell

/// For a strip along a row of cells' middles, which has a kink in its length: a step of 2 kKink cells
/// across it; otherwise zero.
Vec2 across_kink(const RutPlace& place, double cell) {
  for (const int axis : {0, 1}) {
    if (!(std::fabs(place.length * place.heading[axis]) < kKink * cell)) continue;
    const double u = std::fabs(place.foot[axis]) / cell - 0.5;
    const auto nearest = static_cast<double>(static_cast<long long>(u + 0.5));
    if (std::fabs(u - nearest) < kKink) return 2.0 * kKink * cell * Vec2::Unit(axis);
  }
  return Vec2::Zero();
}

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

RutStrips::RutStrips(const GroundMemory& memory, std::span<const RutPlace> places, TileHint& hint)
    : memory_(memory), hint_(hint) {
  if (memory.untouched()) return;
  Vec2 low = Vec2::Constant(std::numeric_limits<double>::infinity()), high = -low;
  for (const RutPlace& place : places) {
    constexpr double kFarthest = 1e8;  // m: cells are counted in integers; also false for NaN
    if (!(place.foot.cwiseAbs().maxCoeff() < kFarthest)) return;
    // only the sides that count: the rut just made lies on the other one
    const Vec2 way = place.length * place.heading;
    const Vec2 ahead = place.entry > -1.0 ? Vec2(place.foot + way) : place.foot;
    const Vec2 behind = place.entry < 1.0 ? Vec2(place.foot - way) : place.foot;
    low = low.cwiseMin(ahead).cwiseMin(behind);
    high = high.cwiseMax(ahead).cwiseMax(behind);
  }
  const Vec2 kink = Vec2::Constant(2.0 * kKink * memory.cell());
  window_ = memory.window(low - kink, high + kink, buffer_, hint);
}

void RutStrips::Strip::add(double share, const Strip& other) {
  weight += share * other.weight;
  depth += share * other.depth;
  slope += share * other.slope;
}

RutFooting RutStrips::under(const RutPlace& place, const Terrain& terrain, int material) const {
  RutFooting footing;
  if (!window_.touched) return footing;
  const Vec2 side(-place.heading.y(), place.heading.x()), kink = across_kink(place, memory_.cell());
  Strip strip;
  if (kink.isZero(0.0)) {
    strip = sum(place, terrain, material);
  } else {
    for (const double sign : {-1.0, 1.0}) {
      RutPlace beside = place;
      beside.foot += sign * kink;
      strip.add(0.5, sum(beside, terrain, material));
    }
  }
  if (!(strip.weight > 0.0)) return footing;
  footing.depth = strip.depth / strip.weight;
  footing.wall = side.dot(strip.slope) / strip.weight * side;
  return footing;
}

RutStrips::Strip RutStrips::sum(const RutPlace& place, const Terrain& terrain, int material) const {
  const double entry = place.entry;
  const Vec2 way = place.length * place.heading;
  Strip strip;
  if (entry > -1.0) strip.add(0.5 * (1.0 + entry), sum(place.foot, way, terrain, material));
  if (entry < 1.0) strip.add(0.5 * (1.0 - entry), sum(place.foot, -way, terrain, material));
  return strip;
}

RutStrips::Strip RutStrips::sum(const Vec2& from, const Vec2& way, const Terrain& terrain,
                                int material) const {
  const StripLine line{from.x(), from.y(), way.x(), way.y()};
  if (material == kAllGround) return sum(line, kRule);
  StripPoints points = kRule;
  for (std::size_t part = 0; part < 2; ++part)
    for (std::size_t k = 0; k < kLanes; ++k) {
      const Vec2 p = from + points.at[part].v[k] * way;
      if (!all_of(terrain, material, p.x(), p.y(), memory_.cell())) points.weight[part].v[k] = 0.0;
    }
  return sum(line, points);
}

RutStrips::Strip RutStrips::sum(const StripLine& line, const StripPoints& points) const {
  if (window_.values) {
    const RutCells cells{window_.values, window_.stride, window_.columns,     window_.rows,
                         window_.west,   window_.south,  1.0 / memory_.cell()};
    double sums[4];
    profile_loops().sum_strip(cells, line, points, sums);
    return {sums[0], sums[1], {sums[2], sums[3]}};
  }
  // the cells are so fine that the window would not fit
  Strip strip;
  for (std::size_t part = 0; part < 2; ++part)
    for (std::size_t k = 0; k < kLanes; ++k) {
      const double at = points.at[part].v[k], weight = points.weight[part].v[k];
      const MemorySample s = memory_.sample(line.x + at * line.way_x, line.y + at * line.way_y, hint_);
      strip.add(weight, {1.0, s.depth, {s.slope_x, s.slope_y}});
    }
  return strip;
}

}  // namespace grouser::terrain

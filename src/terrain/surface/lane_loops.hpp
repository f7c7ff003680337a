// SPDX-License-Identifier: BSD-3-Clause
// The loops of lanes.hpp. Included only by the translation units of the vector levels.
#pragma once
#include "field_look.hpp"

namespace grouser::terrain {
namespace {

struct Ray {
  double x, y, z;
};
inline __attribute__((always_inline)) Ray ray_at(const DiscNumbers& d, double cosine, double sine) {
  return {cosine * d.down[0] + sine * d.side[0], cosine * d.down[1] + sine * d.side[1],
          cosine * d.down[2] + sine * d.side[2]};
}

template <class Level>
void turn(double middle, double half, const Lanes& part, Lanes& __restrict cosine, Lanes& __restrict sine) {
  using B = typename Level::Batch;
  for (int k = 0; k < kLanes; k += static_cast<int>(B::size)) {
    const B angle = B(middle) + B(half) * Level::load(part.v + k);
    B s, c;
    simd::sincos_of<Level>(angle, s, c);
    Level::store(s, sine.v + k);
    Level::store(c, cosine.v + k);
  }
}

void place(const DiscNumbers& d, const Lanes& cosine, const Lanes& sine, const Lanes& delta,
           Lanes& __restrict x, Lanes& __restrict y) {
  for (int k = 0; k < kLanes; ++k) {
    const Ray rho = ray_at(d, cosine.v[k], sine.v[k]);
    x.v[k] = d.center[0] + (d.radius - delta.v[k]) * rho.x;
    y.v[k] = d.center[1] + (d.radius - delta.v[k]) * rho.y;
  }
}

template <class Level>
int look(const FieldView& view, const Lanes& x, const Lanes& y, BaseLanes& out) {
  FieldLooker<Level> field(view);
  FieldLook<Level> ground;
  const int missing = field.look(Eight<Level>(x), Eight<Level>(y), ground);
  if (missing != kAllReady) return missing;
  ground.z.store(out.z);
  ground.slope_x.store(out.slope_x);
  ground.slope_y.store(out.slope_y);
  return kAllReady;
}

template <class Level>
void sum_strip(const RutCells& cells, const StripLine& line, const StripPoints& points, double (&sum)[4]) {
  using E = Eight<Level>;
  const auto place = [](const E& at, double last)
                         GROUSER_INLINED { return E::min(E::where_above(at, E(0.0), at, E(0.0)), E(last)); };
  const E per_cell(cells.per_cell);
  E weights(0.0), depths(0.0), slopes_x(0.0), slopes_y(0.0);
  for (int part = 0; part < 2; ++part) {
    const E q(points.at[part]), weight(points.weight[part]);
    const E x = E(line.x) + q * E(line.way_x), y = E(line.y) + q * E(line.way_y);
    const E u = place(x * per_cell - E(cells.west + 0.5), cells.columns - 1.0);
    const E v = place(y * per_cell - E(cells.south + 0.5), cells.rows - 1.0);
    const E column = E::min(E::floor(u), E(cells.columns - 2.0)),
            row = E::min(E::floor(v), E(cells.rows - 2.0));
    const E s = u - column, t = v - row;
    Lanes number;
    (row * E(static_cast<double>(cells.stride)) + column).store(number);
    int cell[kLanes];
    for (int k = 0; k < kLanes; ++k) cell[k] = static_cast<int>(number.v[k]);
    E south_west, south_east, north_west, north_east;
    E::load_pairs(cells.values, cell, south_west, south_east);
    E::load_pairs(cells.values + cells.stride, cell, north_west, north_east);
    const E south_rise = south_east - south_west, north_rise = north_east - north_west;
    const E south = south_west + s * south_rise, across = north_west + s * north_rise - south;
    weights = weights + weight;
    depths = depths + weight * (south + t * across);
    slopes_x = slopes_x + weight * ((south_rise + t * (north_rise - south_rise)) * per_cell);
    slopes_y = slopes_y + weight * (across * per_cell);
  }
  E::sums(weights, depths, slopes_x, slopes_y, sum);
}

double step_rays(const DiscNumbers& d, const Lanes& __restrict cosine, const Lanes& __restrict sine,
                 const BaseLanes& __restrict s, bool first, RayLanes& __restrict ray) {
  const double r = d.radius;
  const bool later = !first;
  alignas(64) double moved[kLanes];
  for (int k = 0; k < kLanes; ++k) {
    const Ray rho = ray_at(d, cosine.v[k], sine.v[k]);
    const double was = ray.delta.v[k];
    const double z = d.center[2] + (r - was) * rho.z;
    const double steep = s.slope_x.v[k] * rho.x + s.slope_y.v[k] * rho.y - rho.z;
    const double per_into = 1.0 / (steep > kGrazing ? steep : kGrazing);
    const double change = (s.z.v[k] - z) * per_into;
    // of delta + below/into at a point that itself moves back by delta
    const double keep = 1.0 - steep * per_into;
    // a ray that left the ground at once or not at all stays as it is
    const bool frozen = later & ((was <= 0.0) | (was >= r));
    const double next = was + change, delta = frozen ? was : next;
    const bool inside = (delta > 0.0) & (delta < r);
    const double gradient_x = keep * ray.gradient_x.v[k] + s.slope_x.v[k] * per_into;
    const double gradient_y = keep * ray.gradient_y.v[k] + s.slope_y.v[k] * per_into;
    const double gradient_z = keep * ray.gradient_z.v[k] - per_into;
    ray.gradient_x.v[k] = inside ? gradient_x : 0.0;
    ray.gradient_y.v[k] = inside ? gradient_y : 0.0;
    ray.gradient_z.v[k] = inside ? gradient_z : 0.0;
    const double above = delta > 0.0 ? delta : 0.0;
    ray.delta.v[k] = above < r ? above : r;
    const double size = __builtin_fabs(change);
    moved[k] = frozen ? 0.0 : size;
  }
  double largest = 0.0;
  for (int k = 0; k < kLanes; ++k) largest = moved[k] > largest ? moved[k] : largest;
  return largest;
}

void sum_rays(const Lanes& weight, const RayLanes& ray, double (&__restrict sum)[4]) {
  alignas(64) double part[4][kLanes];
  for (int k = 0; k < kLanes; ++k) {
    const double w = weight.v[k] * ray.delta.v[k];
    part[0][k] = 0.5 * w * ray.delta.v[k];
    part[1][k] = w * ray.gradient_x.v[k];
    part[2][k] = w * ray.gradient_y.v[k];
    part[3][k] = w * ray.gradient_z.v[k];
  }
  for (int q = 0; q < 4; ++q) {
    for (int k = 0; k < kLanes / 2; ++k) part[q][k] += part[q][k + kLanes / 2];
    sum[q] = (part[q][0] + part[q][2]) + (part[q][1] + part[q][3]);
  }
}

void rim(const DiscNumbers& d, const Lanes& cosine, const Lanes& sine, const BaseLanes& s,
         Lanes& __restrict below, Lanes& __restrict slope) {
  for (int k = 0; k < kLanes; ++k) {
    const Ray rho = ray_at(d, cosine.v[k], sine.v[k]), turned = ray_at(d, -sine.v[k], cosine.v[k]);
    below.v[k] = s.z.v[k] - (d.center[2] + d.radius * rho.z);
    slope.v[k] = d.radius * (s.slope_x.v[k] * turned.x + s.slope_y.v[k] * turned.y - turned.z);
  }
}

template <class Level>
constexpr LaneLoops kLoops{turn<Level>, place, look<Level>, sum_strip<Level>, step_rays, sum_rays, rim};

}  // namespace
}  // namespace grouser::terrain

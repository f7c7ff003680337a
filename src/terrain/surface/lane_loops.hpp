// The loops of lanes.hpp. Included only by the translation units of the vector levels.
#pragma once
#include "grouser/math/simd/elementary.hpp"
#include "lanes.hpp"

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

bool take_patch(const PatchCell& cell, const Lanes& x, const Lanes& y, Lanes& __restrict left,
                BaseLanes& __restrict out) {
  for (int k = 0; k < kLanes; ++k) {
    const double s = (x.v[k] - cell.west) * cell.per_cell, t = (y.v[k] - cell.south) * cell.per_cell;
    const bool inside = (s >= 0.0) & (s < 1.0) & (t >= 0.0) & (t < 1.0);
    const double need = left.v[k];
    const bool take = (need == kAnyPatch) | ((need == kWanted) & inside);
    double f[4], f_s[4];
    for (int j = 0; j < 4; ++j) {
      const double* a = cell.a[j];
      f[j] = ((a[3] * s + a[2]) * s + a[1]) * s + a[0];
      f_s[j] = (3.0 * a[3] * s + 2.0 * a[2]) * s + a[1];
    }
    const double z = cell.datum + ((f[3] * t + f[2]) * t + f[1]) * t + f[0];
    const double slope_x = (((f_s[3] * t + f_s[2]) * t + f_s[1]) * t + f_s[0]) * cell.per_cell;
    const double slope_y = ((3.0 * f[3] * t + 2.0 * f[2]) * t + f[1]) * cell.per_cell;
    out.z.v[k] = take ? z : out.z.v[k];
    out.slope_x.v[k] = take ? slope_x : out.slope_x.v[k];
    out.slope_y.v[k] = take ? slope_y : out.slope_y.v[k];
    left.v[k] = take ? kTaken : need;
  }
  double any = 0.0;
  for (int k = 0; k < kLanes; ++k) any += left.v[k];
  return any == 0.0;
}

void take_ruts(const RutCells& cells, const Lanes& x, const Lanes& y, RutLanes& __restrict out) {
  const double shift_x = cells.west + 0.5, shift_y = cells.south + 0.5;
  const double east = cells.columns - 1, north = cells.rows - 1;
  alignas(64) double s[kLanes], t[kLanes], south_west[kLanes], south_east[kLanes], north_west[kLanes],
      north_east[kLanes];
  alignas(64) int cell[kLanes];
  for (int k = 0; k < kLanes; ++k) {
    double u = x.v[k] * cells.per_cell - shift_x, v = y.v[k] * cells.per_cell - shift_y;
    u = u > 0.0 ? u : 0.0;
    v = v > 0.0 ? v : 0.0;
    u = u < east ? u : east;
    v = v < north ? v : north;
    int column = static_cast<int>(u), row = static_cast<int>(v);
    column = column < cells.columns - 2 ? column : cells.columns - 2;
    row = row < cells.rows - 2 ? row : cells.rows - 2;
    s[k] = u - column;
    t[k] = v - row;
    cell[k] = row * cells.stride + column;
  }
  for (int k = 0; k < kLanes; ++k) {
    const double* corner = cells.values + cell[k];
    south_west[k] = corner[0];
    south_east[k] = corner[1];
    north_west[k] = corner[cells.stride];
    north_east[k] = corner[cells.stride + 1];
  }
  for (int k = 0; k < kLanes; ++k) {
    const double south_rise = south_east[k] - south_west[k], north_rise = north_east[k] - north_west[k];
    const double south = south_west[k] + s[k] * south_rise,
                 across = north_west[k] + s[k] * north_rise - south;
    out.depth.v[k] = south + t[k] * across;
    out.slope_x.v[k] = (south_rise + t[k] * (north_rise - south_rise)) * cells.per_cell;
    out.slope_y.v[k] = across * cells.per_cell;
  }
}

void start_rays(const RayStart& start, double half, const Lanes& part, Lanes& __restrict delta) {
  const double deepest = 0.5 * start.radius;
  for (int k = 0; k < kLanes; ++k) {
    const double x = start.middle + half * part.v[k], x2 = x * x;
    const double cosine = 1.0 - x2 * (0.5 - x2 * (1.0 / 24.0 - x2 * (1.0 / 720.0)));
    const double u = start.scale * cosine + (start.square - x2) * (start.constant + start.slope * x);
    const double guess = start.radius - 1.0 / u, above = guess > 0.0 ? guess : 0.0;
    delta.v[k] = above < deepest ? above : deepest;
  }
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

void place_ends(const DiscNumbers& d, const EndLanes& ends, const Lanes& cosine, const Lanes& sine,
                Lanes& __restrict x, Lanes& __restrict y) {
  for (int k = 0; k < kLanes; ++k) {
    const Ray rho = ray_at(d, cosine.v[k], sine.v[k]);
    x.v[k] = ends.x.v[k] + d.radius * rho.x;
    y.v[k] = ends.y.v[k] + d.radius * rho.y;
  }
}

bool step_ends(const DiscNumbers& d, const Lanes& cosine, const Lanes& sine, const BaseLanes& s,
               EndLanes& __restrict ends) {
  constexpr double kFarthest = 0.5;  // rad
  const double r = d.radius;
  alignas(64) double looking[kLanes];
  for (int k = 0; k < kLanes; ++k) {
    const Ray rho = ray_at(d, cosine.v[k], sine.v[k]), turned = ray_at(d, -sine.v[k], cosine.v[k]);
    const double below = s.z.v[k] - (ends.height.v[k] + r * rho.z);
    const double slope = r * (s.slope_x.v[k] * turned.x + s.slope_y.v[k] * turned.y - turned.z);
    const double steep = s.slope_x.v[k] * rho.x + s.slope_y.v[k] * rho.y - rho.z;
    // Newton's and Halley's steps, the second derivative being -r steep
    const double newton = -below / slope, halley = newton / (1.0 - 0.5 * r * steep * newton / slope);
    const double size = __builtin_fabs(newton), other = __builtin_fabs(halley);
    const double far = size > other ? size : other;
    const double angle = ends.angle.v[k] + halley, state = ends.state.v[k];
    // written so that NaN is no good step
    const bool good = (far <= kFarthest) & (angle <= kMostTurned) & (angle >= -kMostTurned);
    const double fine = ends.curve.v[k] * far * far <= kOnSurface ? kFound : kMoving;
    const double next = good ? fine : kLost;
    const bool looked = state == kMoving;
    const double to = good ? angle : ends.angle.v[k];
    const double now = looked ? next : state;
    ends.angle.v[k] = looked ? to : ends.angle.v[k];
    ends.rise.v[k] = looked ? slope / steep : ends.rise.v[k];
    ends.state.v[k] = now;
    looking[k] = now == kMoving ? 1.0 : 0.0;
  }
  double any = 0.0;
  for (int k = 0; k < kLanes; ++k) any += looking[k];
  return any > 0.0;
}

template <class Level>
constexpr LaneLoops kLoops{turn<Level>, place,    take_patch, take_ruts,  start_rays,
                           step_rays,   sum_rays, rim,        place_ends, step_ends};

}  // namespace
}  // namespace grouser::terrain

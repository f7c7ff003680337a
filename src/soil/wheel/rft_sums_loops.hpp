// SPDX-License-Identifier: BSD-3-Clause
// The loops of rft_sums.hpp. Included only by the translation units of the vector levels.
#pragma once
#include "grouser/soil/laws/rft.hpp"
#include "rft_sums.hpp"

namespace grouser::rft {
namespace {

constexpr int kLanes = Points::kLanes;

enum class Shape { cylinder, sides, grousers };

/// One element: where it is (from the axle), what it feels with, its area.
struct Placed {
  Element<Real> element;
  Real x, z, area;
  Real rate;  // of the depth that counts with that below the ground, -
};

/// The element of point i: where it lies, its normal, its velocity relative to the ground and the depth
/// that counts.
template <Shape shape>
GROUSER_INLINE Placed place(const Points& p, const Part& w, int i) {
  const Real front = p.u[i] > Real(0) ? Real(1) : Real(0), back = Real(1) - front;
  const Real end = back * w.end[0] + front * w.end[1], bulge = back * w.bulge[0] + front * w.bulge[1];
  // sin = 2 t/(1 + t^2), cos = (1 - t^2)/(1 + t^2).
  const Real t = end * p.u[i], per = Real(1) / (Real(1) + t * t);
  const Real sine = Real(2) * t * per, cosine = (Real(1) - t * t) * per, arc = end * per * p.weight[i];
  const Real height =  // of the arc below the ground
      bulge * p.bow[i] * per + (back * w.buried[0] + front * w.buried[1]);
  // the point lies `up` above the arc, in heights over the axle
  Real up = w.inside * cosine, rho = w.radius, depth = height, area = w.area * arc * w.radius;
  Vector<Real> normal{sine, Real(0), -cosine};
  if constexpr (shape == Shape::sides) {
    up = height * (Real(1) - p.v[i]);
    depth = height * p.v[i];
    area *= height * cosine;
    normal = {Real(0), p.side[i], Real(0)};
  }
  if constexpr (shape == Shape::grousers) {
    const Real along = smaller(w.blade, height / cosine), less = along * (Real(1) - p.v[i]);
    rho = w.radius - less;
    up = less * cosine;
    depth = height - up;
    area = w.area * arc * along;
    normal = {p.side[i] * cosine, Real(0), p.side[i] * sine};
  }
  const Real x = rho * sine,
             raised = Real(2) * t * t * per + up * w.per_tips;  // 1 - height below the axle over tips
  const Vector<Real> velocity{w.slide + w.turning * raised, w.left, -w.down - w.turning * (x * w.per_tips)};
  const Real z = (raised - Real(1)) * w.tips;
  // Ground that was pressed before reloads stiffly up to the virgin curve.
  const Real virgin = depth + w.pressed, elastic = w.reloading * depth;
  const Real rate = elastic < virgin ? w.reloading : Real(1);
  return {{normal, velocity, smaller(virgin, elastic), w.friction, w.per_lift}, x, z, area, rate};
}

/// Whether an element leads, or recedes within the soft edge.
GROUSER_INLINE int leads(const Element<Real>& e) {
  constexpr Real kEdge = kRftSoftEdge * kRftSoftEdge;
  const Real lead = dot(e.velocity, e.normal), speed = dot(e.velocity, e.velocity);
  return static_cast<int>(lead > Real(0)) | static_cast<int>(lead * lead < kEdge * speed);
}

/// The total of the lanes in a fixed order.
double total(const Real (&of)[kLanes]) {
  double sum[4] = {};
  for (int k = 0; k < kLanes; ++k) sum[k % 4] += static_cast<double>(of[k]);
  return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

template <Shape shape>
void add(const Points& p, const Part& w, Sums& sums) {
  alignas(64) Real x[kLanes] = {}, y[kLanes] = {}, z[kLanes] = {}, moment[kLanes] = {}, z_rate[kLanes] = {};
  for (int i = 0; i < p.count; i += kLanes) {
    if constexpr (shape == Shape::grousers) {  // one face of them mostly recedes
      int any = 0;
      for (int k = 0; k < kLanes; ++k) any |= leads(place<shape>(p, w, i + k).element);
      if (any == 0) continue;
    }
    for (int k = 0; k < kLanes; ++k) {
      const Placed at = place<shape>(p, w, i + k);
      const Response<Real> r = respond(at.element);
      const Real fx = at.area * r.x, fz = at.area * r.z;
      x[k] += fx;
      y[k] += at.area * r.y;
      z[k] += fz;
      moment[k] += at.z * fx - at.x * fz;
      z_rate[k] += at.area * at.rate * r.z_rate;
    }
  }
  sums.x += total(x);
  sums.y += total(y);
  sums.z += total(z);
  sums.moment += total(moment);
  sums.z_rate += total(z_rate);
}

/// Largest normal stress over xi_n among the points, m.
double greatest_pressure(const Points& p, const Part& w) {
  alignas(64) Real most[kLanes] = {};
  for (int i = 0; i < p.count; i += kLanes)
    for (int k = 0; k < kLanes; ++k) {
      const Element<Real> e = place<Shape::cylinder>(p, w, i + k).element;
      const Response<Real> r = respond(e);
      most[k] = larger(most[k], -dot({r.x, r.y, r.z}, e.normal));
    }
  for (int k = 1; k < kLanes; ++k) most[0] = larger(most[0], most[k]);
  return static_cast<double>(most[0]);
}

constexpr SurfaceLoops kLoops = {add<Shape::cylinder>, add<Shape::sides>, add<Shape::grousers>,
                                 greatest_pressure};

}  // namespace
}  // namespace grouser::rft

// The loops of rft_sums.hpp. Included only by the translation units of the vector levels.
#pragma once
#include "grouser/soil/laws/rft.hpp"
#include "rft_sums.hpp"

namespace grouser::rft {
namespace {

constexpr int kLanes = Elements::kLanes;

/// The total of the lanes in a fixed order.
double total(Real (&of)[kLanes]) {
  double sum[kLanes / 4] = {};
  for (int k = 0; k < kLanes; ++k) sum[k % (kLanes / 4)] += static_cast<double>(of[k]);
  return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

void add_up(const Elements& e, Sums& sums) {
  alignas(64) Real fx[Elements::kMost], fy[Elements::kMost], fz[Elements::kMost], rate[Elements::kMost];
  const int count = (e.count + kLanes - 1) / kLanes * kLanes;
  for (int i = 0; i < count; ++i) {
    const Response<Real> r = respond<Real>(
        {{e.nx[i], e.ny[i], e.nz[i]}, {e.vx[i], e.vy[i], e.vz[i]}, e.depth[i], e.friction[i], e.per_lift[i]});
    fx[i] = r.x * e.area[i];
    fy[i] = r.y * e.area[i];
    fz[i] = r.z * e.area[i];
    rate[i] = r.z_rate * e.area[i];
  }
  alignas(64) Real x[kLanes] = {}, y[kLanes] = {}, z[kLanes] = {}, moment[kLanes] = {}, z_rate[kLanes] = {};
  for (int i = 0; i < count; i += kLanes)
    for (int k = 0; k < kLanes; ++k) {
      x[k] += fx[i + k];
      y[k] += fy[i + k];
      z[k] += fz[i + k];
      moment[k] += e.z[i + k] * fx[i + k] - e.x[i + k] * fz[i + k];
      z_rate[k] += rate[i + k];
    }
  sums.x += total(x);
  sums.y += total(y);
  sums.z += total(z);
  sums.moment += total(moment);
  sums.z_rate += total(z_rate);
}

}  // namespace
}  // namespace grouser::rft

// SPDX-License-Identifier: BSD-3-Clause
// The surface of a wheel in granular ground, and the sum of what its elements feel (soil/laws/rft.hpp).
// Plain loops over independent elements in a fixed order, compiled for every vector level; nothing is
// contracted, so the bits are the same on all levels. Private to the soil module. Uses nothing of the
// standard library, because the vector-level translation units include it (cmake/GrouserSimd.cmake).
#pragma once

namespace grouser::rft {

/// Number type of the elements: a register holds twice as many as in double precision, and a law of five
/// decimals has no use for more digits. Differences of lengths and speeds are formed before they are rounded.
using Real = float;

/// A point on a submerged arc, by t = u tan(theta_1/2) = tan(theta/2) with theta from the lowest point
/// forward, u from -1 to 1; on a strip along its ray it lies at v from the ground (0) or the rim to the arc
/// (1). Sides: +1 left or forward.
struct Points {
  static constexpr int kMost = 2 * 2 * 24 * 8, kLanes = 16;
  alignas(64) Real u[kMost], bow[kMost];  // bow: 1 - u^2
  alignas(64) Real v[kMost], side[kMost];
  alignas(64) Real weight[kMost];  // of u and v; 0 in what fills the last register
  int count = 0;                   // a multiple of kLanes
};

/// Constants of one part of the surface. Lengths in m, speeds over any common unit.
struct Part {
  // of the half behind the lowest point and of that in front of it, whose grounds may differ in level:
  Real end[2];  // tan(theta_1/2) of the circle that the arc is on
  Real bulge
      [2];  // height of its lowest point over the chord at ground level, times cos^2(theta/2) at u = 0: z
  Real buried[2];       // depth of the axle
  Real radius;          // of that circle
  Real inside;          // its distance inside the tips
  Real blade;           // height of a grouser
  Real slide, turning;  // forward speed less that of the tips; speed of the tips
  Real left, down;      // speeds
  Real tips, per_tips;  // radius over the tips, and one over it
  Real area;            // factor of the weights and lengths along the surface
  Real friction, per_lift;
  Real pressed;    // depth that the ground was pressed to before
  Real reloading;  // slope of reloading over that of the virgin curve, -
};

/// Force over xi_n and its moment about +y, m3 and m4; growth of the vertical force with depth, m2.
struct Sums {
  double x = 0.0, y = 0.0, z = 0.0, moment = 0.0, z_rate = 0.0;
};

/// Each adds one part of the surface to the sums.
struct SurfaceLoops {
  void (*cylinder)(const Points&, const Part&, Sums&);
  void (*sides)(const Points&, const Part&, Sums&);
  void (*grousers)(const Points&, const Part&, Sums&);
  /// Largest normal stress on a cylinder, over xi_n, m.
  double (*pressure)(const Points&, const Part&);
};
extern const SurfaceLoops kScalar, kNeon, kSse42, kAvx2, kAvx512;

}  // namespace grouser::rft

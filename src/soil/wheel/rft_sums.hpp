// Elements of a surface in granular ground, and the sum of what they feel (soil/laws/rft.hpp). Plain loops over
// independent elements in a fixed order, compiled for every vector level; nothing is contracted, so the bits are the
// same on all levels. Private to the soil module. Uses nothing of the standard library, because the vector-level
// translation units include it (cmake/GrouserSimd.cmake).
#pragma once

namespace grouser::rft {

/// What the elements are calculated in; their sums are of double precision.
using Real = float;

/// A list of elements; unused room up to the next multiple of kLanes must be filled with elements of no area.
struct Elements {
  static constexpr int kMost = 256, kLanes = 16;
  alignas(64) Real nx[kMost], ny[kMost], nz[kMost];  // normal
  alignas(64) Real vx[kMost], vy[kMost], vz[kMost];  // velocity
  alignas(64) Real x[kMost], z[kMost];               // arm from the axle, m
  alignas(64) Real depth[kMost], area[kMost];        // m, m2
  alignas(64) Real friction[kMost], per_lift[kMost];
  int count = 0;
};

/// Force over xi_n and its moment about +y, m3 and m4; growth of the vertical force with depth, m2.
struct Sums {
  double x = 0.0, y = 0.0, z = 0.0, moment = 0.0, z_rate = 0.0;
};

/// Adds the elements' forces to the sums.
using AddUp = void (*)(const Elements&, Sums&);
extern const AddUp kAddScalar, kAddNeon, kAddSse42, kAddAvx2, kAddAvx512;

}  // namespace grouser::rft

// SPDX-License-Identifier: BSD-3-Clause
// The ground along the discs of a wheel, where each dips into it once: loops of all vector levels. Private
// to the terrain module; includes nothing of the standard library (surface/lanes.hpp).
//
// In a disc's plane, with a along `side` and b along `down` from its centre, the ground is the curve b(a)
// on which
//   G(a, b) = H - z = 0,   G_a = grad H . side - side_z,   G_b = grad H . down - down_z > 0,   b' = -G_a/G_b
// G grows with the depth below the surface z = H(x, y), and N = (-dH/dx, -dH/dy, 1) is the surface's
// normal. With rho^2 = a^2 + b^2 and theta the angle from `down`, d(theta) = (b - a b')/rho^2 da, so what
// the disc stores (rim_piece.hpp) is an integral along the curve, without a ray:
//   S = 1/2 integral of (r - rho)^2/rho^2 (b + a G_a/G_b) da                            (1)
//   dS/d(center) = -integral of (r - rho)/(rho G_b) N da
#pragma once
#include "surface/lanes.hpp"

namespace grouser::terrain {

/// Discs of a wheel that are looked at together. Lane k is disc k, lane k + kDiscs the same disc: where
/// ends of arcs are looked for, the one at smaller and the one at larger angles.
inline constexpr int kDiscs = kLanes / 2;

struct WheelLanes {
  DiscNumbers disc;  ///< data that the discs share; its centre is not used
  double axis[3];    ///< unit axle
  Lanes x, y, z;     ///< centres, m
};

/// The ground under the centres, before any rut lowers it.
struct UnderLanes {
  Lanes z, slope_x, slope_y;
  Lanes bend;            ///< second derivative along `side`, 1/m
  Lanes steep;           ///< length of (-dH/dx, -dH/dy, 1) in the disc's plane
  Lanes per_steep;       ///< 1/steep
  Lanes a_in, b_in;      ///< unit direction into the tangent plane
  Lanes foot_x, foot_y;  ///< point of the rim that lies deepest below the tangent plane, m
};

/// The ground under the discs, on which the ends of arcs depend too.
struct GroundLanes {
  Lanes lowered;     ///< depth of the rut that lowers the ground, m
  Lanes bend_bound;  ///< of the ground's second derivatives in any direction near the disc, 1/m
};

/// Least G_b at which the ground counts as a curve b(a).
inline constexpr double kLeastInto = 0.2;

struct EndLanes {
  Lanes found;  ///< 1: the rim is below the ground between both ends and nowhere else (lone_arcs.hpp)
  Lanes a, b;   ///< of the end, m
  Lanes slope;  ///< b' of the ground there
};

/// An arc whose ends are known, of a disc whose centre is raised by the rut that lowers the ground.
struct ProfileArc {
  double a[2], b[2], slope[2];

  /// Eight nodes do for (1) along an arc of at most 1.2 rad (kPanel of rim_piece.cpp).
  bool even() const {
    constexpr double kCosine = 0.36235775447667357;  // of 1.2
    const double along = a[0] * a[1] + b[0] * b[1], square = a[0] * a[0] + b[0] * b[0];
    return along >= kCosine * square;
  }
};
/// The arcs of some discs of a wheel.
struct ProfileArcs {
  int count = 0;
  int disc[kDiscs];        ///< lane of each
  double lowered[kDiscs];  ///< depth of the rut that lowers its ground, m
  ProfileArc arc[kDiscs];
};

/// The integral S of the discs and its gradient; and the slope of the rut's depth across the heading.
struct StoredLanes {
  Lanes unfit;  ///< 1 where eight nodes do not follow the ground, or it is so steep that it is no curve b(a)
  Lanes stored, gradient_x, gradient_y, gradient_z, wall_x, wall_y;
};
/// The contacts that follow from it (ArcContact).
struct PressedLanes {
  Lanes penetration, gradient_x, gradient_y, gradient_z, x, y, z;
  /// 0 where the series of the inverse measure does not reach, or the force has no direction in the disc
  Lanes good;
};

/// Gauss-Legendre's nodes along an arc, and the cubic through its ends with their slopes at each: b is
/// from b[0] + to b[1] + half (rise_from slope[0] + rise_to slope[1]).
struct NodeTable {
  Lanes at, weight, from, to, rise_from, rise_to;
};
extern const NodeTable kProfileNodes;

/// Cells of the ground's memory in a rectangle (MemoryWindow), and cells per metre.
struct RutCells {
  const double* values;
  int stride, columns, rows;
  double west, south, per_cell;
};
/// Straight lines on the ground from (x, y) on along one vector, m.
struct StripLines {
  static constexpr int kMost = 4;
  int count;  ///< at least 1
  double x[kMost], y[kMost], along_x, along_y;
};
/// Points on each of them.
struct StripPoints {
  Lanes at[2];  ///< shares of the vector
  Lanes weight[2];
};

/// Loops over discs. Those that look at the field return the number of a cell to load before they are called
/// again, or kAllReady.
struct ProfileLoops {
  int (*look_under)(const FieldView&, const WheelLanes&, UnderLanes&);
  int (*find_ends)(const FieldView&, const WheelLanes&, const UnderLanes&, const GroundLanes&, EndLanes&);
  /// S and dS/d(center) of (1), in the lanes of the discs that have arcs.
  int (*sum_profiles)(const FieldView&, const WheelLanes&, const ProfileArcs&, StoredLanes&);
  void (*press)(const WheelLanes&, const StoredLanes&, PressedLanes&);
  /// Weighted sum of the memory's depth over each line, 0 where there is none. The depth is bilinear between
  /// the centres of the four cells around a point (as GroundMemory::sample).
  void (*sum_strips)(const RutCells&, const StripLines&, const StripPoints&,
                     double (&sum)[StripLines::kMost]);
};
extern const ProfileLoops kProfilesScalar, kProfilesNeon, kProfilesSse42, kProfilesAvx2, kProfilesAvx512;

/// The loops of the vector level that this process uses.
const ProfileLoops& profile_loops();

}  // namespace grouser::terrain

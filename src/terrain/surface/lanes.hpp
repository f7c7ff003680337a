// SPDX-License-Identifier: BSD-3-Clause
// Several points of the ground side by side, and the loops over them, compiled for every vector level. Each lane is independent of the
// others; levels differ by rounding. Private to the terrain module. Uses no Eigen and nothing of the standard library, because the
// vector-level translation units include it (cmake/GrouserSimd.cmake).
#pragma once
#include "grouser/math/simd/always_inline.hpp"
#include "keys_patch.hpp"

namespace grouser::terrain {

inline constexpr int kLanes = 8;
inline constexpr double kGrazing = 0.1;  // rays nearly along the surface are treated as this steep
// m: an error this large at an arc's end changes S by its third power and the gradient by its square
inline constexpr double kOnSurface = 2e-7;
inline constexpr double kMostTurned = 1.75;  // rad from straight down: rims are looked at over a quarter turn
struct Lanes {
  alignas(64) double v[kLanes];
};

/// The disc's centre, its directions down and sideways (world axes) and its radius, m.
struct DiscNumbers {
  double center[3], down[3], side[3], radius;
};

/// Cells of the ground's memory in a rectangle (MemoryWindow), and cells per metre.
struct RutCells {
  const double* values;
  int stride, columns, rows;
  double west, south, per_cell;
};

/// A heightfield and those of its cells that are ready to be looked at, each in the place that the last bits of its column
/// and row say.
struct FieldView {
  static constexpr int kSide = 32, kPlaces = kSide * kSide;
  const KeysPatch* patches;  ///< kPlaces
  const int* numbers;        ///< number_of() the cell that is ready in each place; -1: none
  double west, south;        ///< of the cell 0, m
  double per_cell, datum, last_column, last_row;
  int row_bit;  ///< numbers of a row begin at a multiple of this power of two

  GROUSER_INLINE int number_of(int column, int row) const { return (row << row_bit) + column; }
  GROUSER_INLINE int place_of(int number) const {
    return (number & (kSide - 1)) + kSide * ((number >> row_bit) & (kSide - 1));
  }
};
inline constexpr int kAllReady = -1;

/// Height and slopes of the base surface.
struct BaseLanes {
  Lanes z, slope_x, slope_y;
};

/// A straight strip of ground from (x, y) on, m, and points along it.
struct StripLine {
  double x, y, way_x, way_y;
};
struct StripPoints {
  Lanes at[2];  ///< parts of the way
  Lanes weight[2];
};

/// Rays at several angles, as far as the tangent planes of the base surface determine them.
struct RayLanes {
  Lanes delta;                               ///< r - d, m
  Lanes gradient_x, gradient_y, gradient_z;  ///< d(delta)/d(center)
};

struct LaneLoops {
  /// Cosine and sine of the angles middle + half x part, within +-kMostTurned.
  void (*turn)(double middle, double half, const Lanes& part, Lanes& cosine, Lanes& sine);
  /// Positions on the rays at distance delta inwards from the rim.
  void (*place)(const DiscNumbers&, const Lanes& cosine, const Lanes& sine, const Lanes& delta, Lanes& x,
                Lanes& y);
  /// Height and slopes of a heightfield at points within its extent. Returns the number of a cell that has to be made ready
  /// before it is called again, or kAllReady.
  int (*look)(const FieldView&, const Lanes& x, const Lanes& y, BaseLanes&);
  /// Weighted sums over a strip: of 1, of the memory's depth and of its slopes. The depth is bilinear between the centres of the
  /// four cells around a point (as GroundMemory::sample).
  void (*sum_strip)(const RutCells&, const StripLine&, const StripPoints&, double (&sum)[4]);
  /// One Newton step along each ray (base_rays.cpp); returns the largest change, m.
  double (*step_rays)(const DiscNumbers&, const Lanes& cosine, const Lanes& sine, const BaseLanes&,
                      bool first, RayLanes&);
  /// Sums over the rays of weight x (delta^2/2, delta d(delta)/d(center)), in the order of a tree.
  void (*sum_rays)(const Lanes& weight, const RayLanes&, double (&sum)[4]);
  /// Depth of the rim below the surface and its change with the angle.
  void (*rim)(const DiscNumbers&, const Lanes& cosine, const Lanes& sine, const BaseLanes&, Lanes& below,
              Lanes& slope);
};
extern const LaneLoops kLoopsScalar, kLoopsNeon, kLoopsSse42, kLoopsAvx2, kLoopsAvx512;

/// The loops of the vector level that this process uses.
const LaneLoops& lane_loops();

}  // namespace grouser::terrain

// Several points on the rim side by side, and the loops over them, compiled for every vector level. Each loop
// is independent lane by lane and nothing is contracted, so the bits are the same on all levels. Private to
// the terrain module. Uses no Eigen and nothing of the standard library, because the vector-level translation
// units include it (cmake/GrouserSimd.cmake).
#pragma once

namespace grouser::terrain {

inline constexpr int kLanes = 8;
inline constexpr double kGrazing = 0.1;  // rays nearly along the surface are treated as this steep
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

/// One cell of the heightfield: coefficients of s^i t^j (keys_patch.hpp), its south-west corner, cells per
/// metre.
struct PatchCell {
  const double (&a)[4][4];
  double west, south, per_cell, datum;
};

/// Height and slopes of the base surface.
struct BaseLanes {
  Lanes z, slope_x, slope_y;
};

/// Depth of the memory and its slopes.
struct RutLanes {
  Lanes depth, slope_x, slope_y;
};

/// What a lane still needs from the patches.
inline constexpr double kTaken = 0.0, kWanted = 1.0, kAnyPatch = 2.0;

/// Rays at several angles, as far as the tangent planes of the base surface determine them.
struct RayLanes {
  Lanes delta;                               ///< r - d, m
  Lanes gradient_x, gradient_y, gradient_z;  ///< d(delta)/d(center)
};

struct LaneLoops {
  /// Cosine and sine of the angles middle + half x part, within +-1.75 rad.
  void (*turn)(double middle, double half, const Lanes& part, Lanes& cosine, Lanes& sine);
  /// Positions on the rays at distance delta inwards from the rim.
  void (*place)(const DiscNumbers&, const Lanes& cosine, const Lanes& sine, const Lanes& delta, Lanes& x,
                Lanes& y);
  /// Height and slopes of the undisturbed surface at the points of `left` that lie in the cell (and at those
  /// that accept any patch); they are then set to kTaken. True if none is left.
  bool (*take_patch)(const PatchCell&, const Lanes& x, const Lanes& y, Lanes& left, BaseLanes&);
  /// The memory's depth at points: bilinear between the centres of the four cells around each (as
  /// GroundMemory::sample).
  void (*take_ruts)(const RutCells&, const Lanes& x, const Lanes& y, RutLanes&);
  /// One Newton step along each ray (base_rays.cpp); returns the largest change, m.
  double (*step_rays)(const DiscNumbers&, const Lanes& cosine, const Lanes& sine, const BaseLanes&,
                      bool first, RayLanes&);
  /// Depth of the rim below the surface and its change with the angle.
  void (*rim)(const DiscNumbers&, const Lanes& cosine, const Lanes& sine, const BaseLanes&, Lanes& below,
              Lanes& slope);
};
extern const LaneLoops kLoopsScalar, kLoopsNeon, kLoopsSse42, kLoopsAvx2, kLoopsAvx512;

/// The loops of the vector level that this process uses.
const LaneLoops& lane_loops();

}  // namespace grouser::terrain

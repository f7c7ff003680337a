// Several points on the rim side by side, and the loops over them, compiled for every vector level. Each loop
// is independent lane by lane and nothing is contracted, so the bits are the same on all levels. Private to
// the terrain module. Uses no Eigen and nothing of the standard library, because the vector-level translation
// units include it (cmake/GrouserSimd.cmake).
#pragma once

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

/// Ends of arcs that are looked for (contact/arc_ends.hpp): each lane is one end on a disc of its own.
struct EndLanes {
  Lanes x, y, height;  ///< the disc's centre, raised by the rut that lowers the ground, m
  Lanes curve;         ///< bound of the second derivative of the rim's depth, m
  Lanes angle;         ///< rad
  Lanes rise;          ///< of the penetration of rays along the arc, where it was looked at last, m/rad
  Lanes state;

  /// A lane that is not used.
  void leave(int k);
};
/// States of such a lane: looked for; angle found; left where no step was good enough.
inline constexpr double kMoving = 0.0, kFound = 1.0, kLost = 2.0;
inline void EndLanes::leave(int k) {
  x.v[k] = y.v[k] = height.v[k] = curve.v[k] = angle.v[k] = rise.v[k] = 0.0;
  state.v[k] = kLost;
}

/// Rays at several angles, as far as the tangent planes of the base surface determine them.
struct RayLanes {
  Lanes delta;                               ///< r - d, m
  Lanes gradient_x, gradient_y, gradient_z;  ///< d(delta)/d(center)
};

/// Where rays are expected to end (start_of() in contact/rim_piece.cpp).
struct RayStart {
  double radius;  ///< m
  double middle;  ///< of the angles from the middle of the arc, rad
  double scale, square, constant, slope;
};

struct LaneLoops {
  /// Cosine and sine of the angles middle + half x part, within +-kMostTurned.
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
  /// Delta of rays at the angles middle + half x part, roughly, m.
  void (*start_rays)(const RayStart&, double half, const Lanes& part, Lanes& delta);
  /// One Newton step along each ray (base_rays.cpp); returns the largest change, m.
  double (*step_rays)(const DiscNumbers&, const Lanes& cosine, const Lanes& sine, const BaseLanes&,
                      bool first, RayLanes&);
  /// Sums over the rays of weight x (delta^2/2, delta d(delta)/d(center)), in the order of a tree.
  void (*sum_rays)(const Lanes& weight, const RayLanes&, double (&sum)[4]);
  /// Depth of the rim below the surface and its change with the angle.
  void (*rim)(const DiscNumbers&, const Lanes& cosine, const Lanes& sine, const BaseLanes&, Lanes& below,
              Lanes& slope);
  /// Positions on the rims of the lanes' discs, which differ only in their centres.
  void (*place_ends)(const DiscNumbers&, const EndLanes&, const Lanes& cosine, const Lanes& sine, Lanes& x,
                     Lanes& y);
  /// One step of each end that is looked for, from a look at its angle; false if none is left.
  bool (*step_ends)(const DiscNumbers&, const Lanes& cosine, const Lanes& sine, const BaseLanes&, EndLanes&);
};
extern const LaneLoops kLoopsScalar, kLoopsNeon, kLoopsSse42, kLoopsAvx2, kLoopsAvx512;

/// The loops of the vector level that this process uses.
const LaneLoops& lane_loops();

}  // namespace grouser::terrain

// SPDX-License-Identifier: BSD-3-Clause
// Loops over the cells under a part on ground of the Soil Contact Model and over the nodes that it presses
// on, compiled for every vector level. The laws are those of soil/laws/scm_laws.hpp. Private to the contact
// module. Uses nothing of the standard library, because the vector-level translation units include it
// (cmake/GrouserSimd.cmake).
#pragma once

namespace grouser {
enum class SimdLevel;
}

namespace grouser::scm {

struct Cylinder;
struct Strip;

/// Arrays are filled up to a multiple of it.
inline constexpr int kLanes = 8;

/// Quantities of a node, each in an array of its own.
enum Column : int {
  // of the part above it: depth of the surface below the ground, m; area seen from above, m2; point and
  // normal, world
  kDepth,
  kArea,
  kX,
  kY,
  kZ,
  kNormalX,
  kNormalY,
  kNormalZ,
  // the layers of the ground, in their order (terrain/memory/soil_layers.hpp); rub() leaves what they become
  kGround,
  kSinkage,
  kLoose,
  kFloor,
  kPending,
  kSheared,
  kRim,
  kAxle,
  // the law of the soil there (ScmLaw)
  kModulus,
  kExponent,
  kStiffness,
  kShearStiffness,
  kDampingTime,
  kCohesion,
  kTanPhi,
  kJanosi,
  kScrape,
  // of the part: velocity, m/s; vertical speed of its surface at the node, m/s; displacement in the step, m
  kVelocityX,
  kVelocityY,
  kVelocityZ,
  kRise,
  kWayX,
  kWayY,
  kWayZ,
  // results of press(): ScmPressure
  kPressure,
  kPlastic,
  kMean,
  kSlope,
  // resistance ahead of a sole's edge: ScmEdge
  kEdgeRim,
  kEdgeAxle,
  kEdgeSpring,
  kColumns
};

struct Nodes {
  double* of[kColumns];
  int filled;  // a multiple of kLanes; beyond the last node nothing is pressed
};

/// A row of cells. x: of their middles, m; what is found, row by row: height of the part's surface
/// (infinite where it covers nothing), m, share of the cell that it covers, normal.
struct CellRow {
  const double* x;
  double y;
  int columns;
  double *top, *share, *normal[3];
};

/// Velocity of a body's origin and turning speed, world, m/s and rad/s; the origin, m.
struct Motion {
  double v[3], w[3], origin[3];
};

struct PressSums {
  double load = 0.0;     // N
  double slope = 0.0;    // of the load over the depth, N/m
  double closing = 0.0;  // change of the load as the part moves, N/s
};

struct Rubbing {
  double dt = 0.0;          // s: the displacement is the velocity times dt; 0: it is in the table
  double damped = 1.0;      // factor on all pressures
  double per_length = 0.0;  // one over the footprint's length, 1/m
  double cell_area = 0.0;   // m2
  bool is_rim = false, is_sole = false;
  double axle[3] = {};  // of a rim
  double risen = 0.0;   // displacement by which the surface was pushed up in this step, m
  bool wants_tangent = false;
  double step = 0.0;      // s, of the tangent
  double origin[3] = {};  // of the body, about which the tangent is taken
};

/// Sums over the nodes. Forces in N about the world's origin. Tangent of the wrench as tell_tangent() has it.
enum Total : int {
  kForce,
  kMoment = kForce + 3,
  kPoint = kMoment + 3,    // load times point
  kPressing = kPoint + 3,  // normal forces
  kLoad = kPressing + 3,   // their sizes
  kBefore,                 // load times plastic sinkage before
  kPlasticWork,
  kRubbed,
  kStored,
  kDamped,    // W
  kLowered,   // m
  kUnpaired,  // lowering of the ground less what waits to be carried away, m
  kPlain,     // numbers of the above
  kSpring = kPlain,
  kPush,
  kTurn = kPush + 3,
  kAcross = kTurn + 3,
  kAcrossAt,
  kAcrossSquare = kAcrossAt + 3,  // xx, xy, xz, yy, yz, zz
  kM = kAcrossSquare + 6,         // the same six
  kH = kM + 6,                    // row by row
  kJ = kH + 9,
  kTotals = kJ + 6
};
enum Greatest : int { kSunk, kApproach, kSpeed, kGreatest };  // m, m/s, m/s

struct RubSums {
  double of[kTotals] = {};
  double most[kGreatest] = {};
};

struct Loops {
  /// Finds the parts of a row's cells that a wheel covers. Arrays are written up to a multiple of kLanes.
  void (*cover)(const Cylinder&, const Strip&, const CellRow&);
  /// Velocities at the nodes, and kRise where it is asked for.
  void (*move)(const Nodes&, const Motion&, bool rise);
  /// Pressures with the surface pushed up by so much, m.
  PressSums (*press)(const Nodes&, double up);
  /// Friction and what the soil remembers.
  void (*rub)(const Nodes&, const Rubbing&, RubSums&);
};
extern const Loops kScalar, kNeon, kSse42, kAvx2, kAvx512;

/// The table of a level that was built.
const Loops& loops_of(SimdLevel level);

}  // namespace grouser::scm

// SPDX-License-Identifier: BSD-3-Clause
// The rover at rest on its ground at any place of a path: the quasi-static mode, after RPAT (Oettershagen &
// Michaud, i-SAIRAS 2012), the predecessor of DynRPAT.
//
// A pose is an equilibrium: no coordinate accelerates under weight, springs and the ground's reaction. The
// ground acts by exactly the laws of the dynamic mode (contact.hpp) without their dampers: a wheel's spring
// in series with its load-sinkage curve, slip as a deflection that builds up over rolled distance, ruts in
// the ground for the wheels that follow. There is no time; motion is only the distance from one pose to the
// next. The unknowns are height, roll, pitch and the passive joints, and what the drives must do to keep to
// the path: the slip they run at, the crab angle of the body to the path, and the curvature they steer.
// Derivation: docs/theory_quasi_static.md.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "grouser/contact/creep_wheels.hpp"
#include "grouser/math/types.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// A place on a path; the origin of the chassis frame is moved over it.
struct PathPoint {
  double distance = 0.0;   ///< from the path's start, in the map plane, m
  double x = 0.0;          ///< position in the world, m
  double y = 0.0;          ///< position in the world, m
  double heading = 0.0;    ///< direction of the path, from x to y, rad
  double curvature = 0.0;  ///< of the path in the map plane, + turns left, 1/m
};

/// Why there is no equilibrium, or none from which the rover can drive on.
enum class PoseStatus {
  ok,              ///< an equilibrium was found
  tips_over,       ///< the weight lies outside the support of the wheels
  slides,          ///< the soil cannot give the pull the slope needs
  sinks,           ///< a wheel sank to its axle
  joint_limit,     ///< a passive joint is at its stop and a wheel hangs
  wheel_in_air,    ///< wheels in the air prevent an equilibrium
  body_touches,    ///< a body of the rover lies on the ground
  leaves_terrain,  ///< a wheel stands outside the terrain
  no_convergence,  ///< the solver found none, and no status above explains it
};
const char* to_string(PoseStatus);  ///< the status as a word of reports

/// An equilibrium of the rover, or the reason why there is none.
struct QuasiStaticPose {
  PoseStatus status = PoseStatus::ok;  ///< ok: the equilibrium was found
  std::string reason;                  ///< in words, if the status is not ok
  PathPoint at;                        ///< place that was asked for
  Vec3 position = Vec3::Zero();        ///< of the chassis frame, m
  double roll = 0.0;                   ///< of the chassis, rad
  double pitch = 0.0;                  ///< of the chassis, nose down positive, rad
  double yaw = 0.0;                    ///< of the chassis, from east, to the left positive, rad
  double slip = 0.0;                   ///< load-weighted mean over the wheels, -
  double crab = 0.0;                   ///< heading of the body less direction of the path, rad
  double steering = 0.0;               ///< curvature that the wheels are steered to, 1/m
  double rim_distance = 0.0;           ///< r x angle of a wheel on the middle line since the last pose, m
  double work = 0.0;                   ///< of the drives since the last pose, without braking drives, J
  Vec3 com = Vec3::Zero();             ///< of the whole rover, m
  std::vector<StaticWheel> wheels;     ///< in the order of the world
  std::vector<double> joints;          ///< passive joints, rad or m, in the order of the model
  int evaluations = 0;                 ///< number of evaluations of the force balance
};

/// Marches along a path. Each pose is the start of the search for the next, and the ground keeps the ruts. No
/// allocation from the second pose on.
class QuasiStaticSolver {
 public:
  /// Throws InputError for a world that this mode cannot handle: no wheels, or coordinates beyond one
  /// vehicle's.
  explicit QuasiStaticSolver(std::shared_ptr<const World> world);
  ~QuasiStaticSolver();
  QuasiStaticSolver(QuasiStaticSolver&&) noexcept;  ///< movable

  /// The pose at a place on its own: wheels roll steadily along the path on the ground as it is. Also starts
  /// a march.
  const QuasiStaticPose& place(const PathPoint& at);
  /// The pose that follows the last one. It must lie farther along the path: wheels that do not roll have no
  /// slip, and no equilibrium is found. The distance between poses should be below a relaxation length (a few
  /// centimetres). After a pose that is not ok it starts afresh, as place() does.
  const QuasiStaticPose& advance(const PathPoint& to);

  const QuasiStaticPose& pose() const;  ///< the last pose
  const GroundMemory& ground() const;   ///< the ground with the ruts of all poses so far

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace grouser

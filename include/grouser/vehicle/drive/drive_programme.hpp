// SPDX-License-Identifier: BSD-3-Clause
// The commands to the drives: arcs, crabbing and point turns over time, converted to wheel spins and steering
// angles. Speeds ramp smoothly (0.5 s by default), because a jump in speed would require infinite torque in
// an ideal drive.
#pragma once
#include <string>
#include <vector>

#include "grouser/base/keys.hpp"
#include "grouser/math/pose.hpp"

namespace grouser {

/// Form of a motion.
enum class DriveMode {
  arc,        ///< along a circle (or straight), heading along the path
  crab,       ///< all wheels at one angle: the body moves in that direction and keeps its heading
  point_turn  ///< about the reference point, wheels along their circles
};

/// A phase, valid from `start` on. The steering follows from the geometry of the mode, not from the speed: a
/// phase with speed (or turn rate) 0 steers, and the next phase of the same geometry drives.
struct DrivePhase {
  double start = 0.0;      ///< s
  double speed = 0.0;      ///< arc, crab: speed of the rover's reference point, m/s; negative: backward
  double curvature = 0.0;  ///< arc: 1/m, + turns left
  DriveMode mode = DriveMode::arc;  ///< form of the motion; decides which other numbers count
  double crab = 0.0;                ///< crab: direction of motion from the heading, rad, + to the left
  double turn_rate = 0.0;           ///< point turn: rad/s, + to the left
  bool operator==(const DrivePhase&) const = default;  ///< true where all numbers are equal
};

/// Position, rate and second rate of one prescribed coordinate.
struct CoordinateCommand {
  double q = 0.0;  ///< rad or m
  double v = 0.0;  ///< rad/s or m/s
  double a = 0.0;  ///< rad/s2 or m/s2
};

/// A value that moves from one phase to the next by a smooth step (3 x^2 - 2 x^3) over `ramp` seconds, with
/// its integral and derivative in closed form. Hermite interpolation; continuous rate.
class RampedSignal {
 public:
  /// starts: increasing, at least `ramp` apart.
  RampedSignal(std::vector<double> starts, std::vector<double> values, double ramp);
  double value(double t) const;        ///< the value at time t, s
  double rate(double t) const;         ///< its rate at time t (s), in the value's unit per s
  double second_rate(double t) const;  ///< its second rate at time t (s), in the value's unit per s2
  double integral(double t) const;     ///< of the value from 0 to t

 private:
  int phase_at(double t) const;
  std::vector<double> starts_, values_, integrals_;  // integrals_[i]: up to starts_[i]
  double ramp_;
};

/// Drive and steering of one wheel over time.
struct WheelProgramme {
  RampedSignal spin_rate;  ///< rad/s, + rolls forward
  RampedSignal steer;      ///< rad, + to the left

  /// Spin of the wheel at time t (s): rad, rad/s, rad/s2.
  CoordinateCommand spin_at(double t) const {
    return {spin_rate.integral(t), spin_rate.value(t), spin_rate.rate(t)};
  }
  /// Steering angle at time t (s): rad, rad/s, rad/s2.
  CoordinateCommand steer_at(double t) const { return {steer.value(t), steer.rate(t), steer.second_rate(t)}; }
};

/// Phases and the ramps between them.
struct DriveProgramme {
  std::vector<DrivePhase> phases;  ///< the first starts at 0
  double ramp = 0.5;               ///< s
  std::string place = {};          ///< "file:line: key" of the input, for errors
};

// Ranges of the commands of a phase, in the units of files.
inline constexpr NumberRange kPhaseStarts{0.0, 1e9, false, "s"};              ///< of the start
inline constexpr NumberRange kPhaseSpeeds{-10.0, 10.0, false, "m/s"};         ///< of the speed
inline constexpr NumberRange kPhaseCurvatures{-10.0, 10.0, false, "1/m"};     ///< of the curvature
inline constexpr NumberRange kPhaseTurnRates{-360.0, 360.0, false, "deg/s"};  ///< of the turn rate

/// The keys of a phase: `start`, `mode` and the mode's keys.
void visit_keys(KeyVisitor& v, DrivePhase& phase);

/// The command to one wheel in a phase.
struct WheelCommand {
  double steer = 0.0;      ///< rad
  double spin_rate = 0.0;  ///< rad/s
};

/// Whether a wheel can be steered.
enum class WheelMount {
  fixed,   ///< its heading is the vehicle's
  steered  ///< it turns about a vertical axis
};

/// Plane motion of a rigid body: the hub at (x, y) from the reference point (the middle of the turning axle)
/// moves at
///   (v_x - w y, v_y + w x)
/// Its wheel steers in that direction and spins at that speed over its radius; it is reversed where this
/// keeps the angle within a quarter turn. Hub velocity by mode:
///   arc of curvature c   (1 - c y, c x) times the speed (Ackermann: all hubs turn about one centre)
///   crab                 (cos, sin) of its angle times the speed
///   point turn           (-y, x) times the turn rate
/// An unsteered wheel runs at the component along its heading.
WheelCommand wheel_command(const DrivePhase&, double x, double y, double radius, WheelMount);

/// Throws InputError naming the wheel if the programme asks it to do what it cannot: to crab unsteered.
void check_wheel_follows(const DriveProgramme&, const std::string& wheel, WheelMount);

/// The commands of the phases, connected by smooth ramps.
WheelProgramme wheel_programme(const DriveProgramme&, double x, double y, double radius, WheelMount);

}  // namespace grouser

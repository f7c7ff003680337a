// What the drives are told: speed and curvature of the path over time, turned into wheel spins and steering
// angles. Speeds ramp smoothly (0.5 s by default): a jump in speed would be an infinite torque in an ideal
// drive.
#pragma once
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"
#include "grouser/math/pose.hpp"

namespace grouser {

struct DrivePhase {
  double start = 0.0;      ///< s
  double speed = 0.0;      ///< path speed of the rover's reference point, m/s; negative: backward
  double curvature = 0.0;  ///< 1/m, + turns left
};

/// Position, rate and second rate of one prescribed coordinate.
struct CoordinateCommand {
  double q = 0.0, v = 0.0, a = 0.0;
};

/// A value that moves from one phase to the next by a smooth step (3 x^2 - 2 x^3) over `ramp` seconds, with
/// its integral and derivative in closed form. After Hermite; continuous rate.
class RampedSignal {
 public:
  /// starts: increasing, at least `ramp` apart.
  RampedSignal(std::vector<double> starts, std::vector<double> values, double ramp);
  double value(double t) const;
  double rate(double t) const;
  double second_rate(double t) const;
  double integral(double t) const;  ///< of value from 0 to t

 private:
  int phase_at(double t) const;
  std::vector<double> starts_, values_, integrals_;  // integrals_[i]: up to starts_[i]
  double ramp_;
};

/// Drive and steering of one wheel over time.
struct WheelProgramme {
  RampedSignal spin_rate;  ///< rad/s, + rolls forward
  RampedSignal steer;      ///< rad, + to the left
  CoordinateCommand spin_at(double t) const {
    return {spin_rate.integral(t), spin_rate.value(t), spin_rate.rate(t)};
  }
  CoordinateCommand steer_at(double t) const { return {steer.value(t), steer.rate(t), steer.second_rate(t)}; }
};

struct DriveProgramme {
  std::vector<DrivePhase> phases;  ///< the first starts at 0
  double ramp = 0.5;               ///< s
};

/// [drive]: `ramp`, and [[drive.phase]] tables (start, speed, curvature), or just `speed` and `start`. Throws
/// InputError where phases are closer than the ramp.
DriveProgramme read_drive_programme(const TomlTable& drive);

/// Ackermann: with path curvature c the wheel at (x, y) from the middle of the turning axle steers
/// atan2(c x, 1 - c y), and runs at the path speed times its distance from the turning centre over the
/// path's, so that all hubs turn about one centre. An unsteered wheel runs at the speed's share along its
/// heading, 1 - c y.
WheelProgramme wheel_programme(const DriveProgramme&, double x, double y, double radius, bool steered);

}  // namespace grouser

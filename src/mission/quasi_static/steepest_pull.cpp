#include "steepest_pull.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace grouser {
namespace {

/// One wheel over increasing slip: each search for the sinkage starts from an extrapolation of the last ones.
class WheelPull {
 public:
  explicit WheelPull(const LoadedWheel& wheel) : wheel_(wheel) {
    run_.rut_depth = wheel.rut_depth;
    if (!wheel.law->hard()) z_ = last_z_ = 0.1 * wheel.law->wheel.radius;
  }

  /// NaN if the soil does not carry the wheel.
  double at(double slip) {
    if (wheel_.load <= 0.0) return 0.0;
    if (wheel_.law->hard())
      return slip == 0.0 ? 0.0 : std::copysign(wheel_.law->soil.friction_mu * wheel_.load, slip);
    run_.slip_x = slip;
    return find_sinkage() ? reaction_.drawbar_pull : std::nan("");
  }

 private:
  /// Newton's method on W(z) = load, kept between a sinkage that carries too little and one that carries
  /// enough.
  bool find_sinkage() {
    constexpr double kClose = 1e-9;  // of the radius
    constexpr int kMaxRounds = 200;
    const double radius = wheel_.law->wheel.radius;
    double low = 0.0, high = radius, z = 2.0 * z_ - last_z_;
    bool carried = false;
    if (!(z > low && z <= high)) z = z_;
    for (int round = 0; round < kMaxRounds; ++round) {
      run_.sinkage = z;
      reaction_ = wheel_reaction(wheel_.law->on_soil, run_, kFineArcPoints);
      const double excess = reaction_.normal_force - wheel_.load;
      if (excess < 0.0 && z == radius) return false;
      (excess < 0.0 ? low : high) = z;
      carried |= excess >= 0.0;
      double next = z - excess / reaction_.stiffness;
      if (!(next > low && next < high)) next = carried ? 0.5 * (low + high) : radius;
      if (std::fabs(next - z) < kClose * radius) break;
      z = next;
    }
    last_z_ = z_;
    z_ = z;
    return true;
  }

  const LoadedWheel& wheel_;
  WheelRunning run_;
  WheelReaction reaction_;
  double z_ = 0.0, last_z_ = 0.0;
};

/// Largest of sign times the sum of the wheels' pull, over slips from 0 to sign.
double most_along(const std::vector<LoadedWheel>& wheels, double sign) {
  constexpr int kSteps = 100;
  std::vector<WheelPull> pulls(wheels.begin(), wheels.end());
  double most = -std::numeric_limits<double>::infinity();
  for (int i = 0; i <= kSteps; ++i) {
    double sum = 0.0;
    for (WheelPull& pull : pulls) sum += pull.at(sign * (i / double(kSteps)));
    most = std::fmax(most, sign * sum);
  }
  return most;
}

}  // namespace

double steepest_pull(const std::vector<LoadedWheel>& wheels) { return most_along(wheels, 1.0); }
double strongest_braking(const std::vector<LoadedWheel>& wheels) { return most_along(wheels, -1.0); }

}  // namespace grouser

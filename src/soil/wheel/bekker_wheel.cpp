#include "grouser/soil/wheel/bekker_wheel.hpp"

#include <cmath>

#include "grouser/math/elementary.hpp"

namespace grouser {

BekkerWheel bekker_rigid_wheel(double modulus, double n, double radius, double width, double load) {
  const double base = 3.0 * load / (width * (3.0 - n) * modulus * std::sqrt(2.0 * radius));
  const double z = math::pow(base, 2.0 / (2.0 * n + 1.0));
  return {z, width * modulus * math::pow(z, n + 1.0) / (n + 1.0)};
}

TrackSinkage track_sinkage(const TrackedVehicle& vehicle, double modulus, double n) {
  const double p = vehicle.weight / (2.0 * vehicle.track_width * vehicle.track_length);
  const double z = math::pow(p / modulus, 1.0 / n);
  return {p, z, 2.0 * vehicle.track_width * modulus * math::pow(z, n + 1.0) / (n + 1.0)};
}

double track_thrust(const TrackedVehicle& vehicle, double cohesion, double phi, double janosi_k,
                    double slip) {
  const double area = 2.0 * vehicle.track_width * vehicle.track_length;
  const double strength = area * cohesion + vehicle.weight * math::tan(phi);
  const double x = slip * vehicle.track_length / janosi_k;
  return strength * (1.0 - (1.0 - math::exp(-x)) / x);
}

}  // namespace grouser

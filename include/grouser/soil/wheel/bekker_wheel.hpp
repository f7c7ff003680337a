// Closed forms used as yardsticks: Bekker's rigid wheel and Wong's tracked vehicle. The simulation step does
// not use them.
#pragma once

namespace grouser {

/// Towed rigid wheel, Bekker 1956 (Wong, section 2.5):
///   z = (3 W / (b (3 - n) k sqrt(D)))^(2/(2n+1))
///   R_c = b k z^(n+1) / (n+1)
/// Valid for z/D below about 1/6 and n up to about 1.3.
struct BekkerWheel {
  double sinkage;     ///< m
  double resistance;  ///< N
};
BekkerWheel bekker_rigid_wheel(double modulus, double n, double radius, double width, double load);

/// Tracked vehicle with uniform pressure on two tracks b x l (Wong, section 2.4):
///   p = W/(2 b l),  z0 = (p/k)^(1/n),  R_c = 2 b k z0^(n+1)/(n+1)
///   F = (2 b l c + W tan phi)(1 - K/(s l) (1 - exp(-s l/K)))   (thrust)
struct TrackedVehicle {
  double weight;        ///< W, N
  double track_width;   ///< b, m
  double track_length;  ///< l, m
};
struct TrackSinkage {
  double pressure;    ///< Pa
  double sinkage;     ///< m
  double resistance;  ///< N
};
TrackSinkage track_sinkage(const TrackedVehicle& vehicle, double modulus, double n);
double track_thrust(const TrackedVehicle& vehicle, double cohesion, double phi, double janosi_k, double slip);

}  // namespace grouser

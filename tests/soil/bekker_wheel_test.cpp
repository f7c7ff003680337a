#include "grouser/soil/wheel/bekker_wheel.hpp"

#include <catch2/catch.hpp>

#include "grouser/soil/laws/pressure_sinkage.hpp"

using namespace grouser;

namespace {
constexpr double kDeg = 0.017453292519943296;
struct Case {
  const char* soil;
  double k_c, k_phi, n;
  double z_exomars, r_exomars, z_viper, r_viper;  // mm, N
};
}  // namespace

// Values of the closed form computed independently and printed to 0.01 mm and 0.01 N: half the last digit.
TEST_CASE("Bekker's rigid wheel") {
  const Case cases[] = {
      {"dry sand LLL", 990, 1528430, 1.1, 26.91, 44.29, 16.37, 23.36},
      {"lunar nominal", 1400, 820e3, 1.0, 30.77, 47.24, 18.15, 24.53},
      {"LETE sand", 102e3, 5301e3, 0.793, 3.47, 16.05, 1.95, 8.12},
      {"Krenn SCM", 2370, 60300, 0.63, 67.21, 72.30, 35.83, 35.69},
      {"DLR Mars sim", 5790, 180e3, 0.8, 45.25, 57.87, 25.93, 29.62},
      {"GRC-1 SCM fit", -2.02e5, 2.99e6, 1.27, 44.00, 57.54, 22.93, 28.09},
      {"GRC-3 SCM fit", -1.55e5, 3.66e6, 1.29, 32.90, 49.90, 19.20, 25.78},
  };
  for (const Case& c : cases) {
    INFO(c.soil);
    const auto exomars = bekker_rigid_wheel(bekker_modulus(c.k_c, c.k_phi, 0.12), c.n, 0.1425, 0.12, 191.7);
    CHECK(exomars.sinkage * 1e3 == Approx(c.z_exomars).margin(0.0051));
    CHECK(exomars.resistance == Approx(c.r_exomars).margin(0.0051));
    const auto viper = bekker_rigid_wheel(bekker_modulus(c.k_c, c.k_phi, 0.18), c.n, 0.25, 0.18, 171.7);
    CHECK(viper.sinkage * 1e3 == Approx(c.z_viper).margin(0.0051));
    CHECK(viper.resistance == Approx(c.r_viper).margin(0.0051));
  }
}

// Wong's example of two tracked vehicles, computed independently to the printed digits.
TEST_CASE("tracked vehicle of Wong's book") {
  struct Track {
    TrackedVehicle vehicle;
    double sinkage, resistance;
    double thrust[6];  // kN at 5, 10, 20, 40, 60, 80 %
  };
  const Track tracks[] = {
      {{135e3, 1.0, 3.6}, 0.2270, 3.274, {40.53, 47.83, 51.68, 53.61, 54.25, 54.57}},
      {{135e3, 0.8, 4.5}, 0.2262, 2.610, {43.33, 49.37, 52.45, 53.99, 54.51, 54.77}},
  };
  const double slips[] = {0.05, 0.1, 0.2, 0.4, 0.6, 0.8};
  for (const Track& t : tracks) {
    const double k = bekker_modulus(4370.0, 196720.0, t.vehicle.track_width);
    const TrackSinkage s = track_sinkage(t.vehicle, k, 1.6);
    CHECK(s.pressure == Approx(18750.0));
    CHECK(s.sinkage == Approx(t.sinkage).margin(5.1e-5));
    CHECK(s.resistance * 1e-3 == Approx(t.resistance).margin(5.1e-4));
    for (int i = 0; i < 6; ++i) {
      CHECK(track_thrust(t.vehicle, 1000.0, 19.7 * kDeg, 0.05, slips[i]) * 1e-3 ==
            Approx(t.thrust[i]).margin(0.0051));
    }
  }
}

// SPDX-License-Identifier: BSD-3-Clause
// Tests of plates and cones: pressure over depth, or depth under given pressures, each with its band where
// the soil is uncertain.
#pragma once
#include <string>
#include <vector>

#include "grouser/mission/rigs/uncertain_soil.hpp"
#include "grouser/recording/run_file/table_file.hpp"
#include "grouser/soil/force/plate_rig.hpp"

namespace grouser {

/// The quantity that is held while the other is found.
enum class PlateHeld { depth, pressure };
inline constexpr const char* kPlateHeld[] = {"depth", "pressure"};

struct PlateTests {
  std::vector<PressedBody> bodies;
  PlateHeld held = PlateHeld::depth;
  std::vector<double> values{};  ///< depths, m, or pressures above 0, Pa
  double gravity = 9.81;         ///< m/s2
  int draws = kBandDraws;        ///< of an uncertain soil
};
inline constexpr std::size_t kMostPlateRows = 1'000'000;

struct PlateTestRow {
  SoilLaw law = SoilLaw::bekker;
  std::size_t body = 0;   ///< of the tests
  double depth = 0.0;     ///< m; infinite: no depth carries the pressure
  double load = 0.0;      ///< N
  double pressure = 0.0;  ///< Pa; of a cone its index
  Band band;              ///< of the pressure, Pa, or of the depth, m: of what is not held
};

/// Rows in the order law, body, value. Throws InputError.
std::vector<PlateTestRow> test_plates(const std::vector<UncertainSoil>& laws, const PlateTests& tests);

/// Cone index as ASABE EP542 averages it: mean pressure from the surface to a depth (m), by the trapezoidal
/// rule in 200 steps, Pa.
double mean_pressure(const PressedCurve& curve, double depth);

/// The rows as a table.
Table plate_table(const PlateTests& tests, const std::vector<PlateTestRow>& rows);
/// Begin of the header of its CSV.
inline constexpr const char* kPlateCsvBegin = "law,form,";

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// A series of tests of one wheel on a rig: every law, width, load, slip angle and slip, each with its band
// where the soil is uncertain.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "grouser/contact/scm_rig.hpp"
#include "grouser/mission/campaign/parallel_jobs.hpp"
#include "grouser/mission/rigs/uncertain_soil.hpp"
#include "grouser/recording/run_file/table_file.hpp"

namespace grouser {

/// Conditions of the tests of a wheel. Loads and widths replace those of the setup.
struct WheelTests {
  ScmRigSetup setup;  ///< wheel, gravity, speed; the grid of the law scm
  std::vector<double> widths, loads, slip_angles, slips{};  ///< m, N, rad, -
  double slip_radius = kUnset;  ///< radius that the slips refer to, m; unset: the rim's
  int draws = kBandDraws;       ///< of an uncertain soil
};
inline constexpr std::size_t kMostWheelRows = 100'000;  ///< of all combinations together

/// The words of ScmRigStatus for tables; "ok" of the other laws.
const char* wheel_status_word(ScmRigStatus status);

/// One test.
struct WheelTestRow {
  SoilLaw law = SoilLaw::bekker;
  double width = 0.0, load = 0.0;  ///< m; N, as it was held
  ScmRigRow found;                 ///< slip and slip angle as they were asked for
  bool driven = false;             ///< over a grid: its numbers are means, with spreads
  struct Bands {
    Band sinkage{}, drawbar_pull{}, side_force{}, torque{};
    int draws = 0, lost = 0;  ///< lost: those that have no steady state
  } bands = {};
  /// Whether the numbers are those of a steady state, or near it.
  bool steady() const {
    return found.status == ScmRigStatus::settled || found.status == ScmRigStatus::unsettled;
  }
};

/// Conditions of one test: loads, widths and the rest as in WheelTests.
struct WheelAsked {
  ScmRigSetup setup;
  double slip_radius = kUnset, slip = 0.0, slip_angle = 0.0;  ///< m, -, rad
};

/// Tests in the order law, width, load, slip angle, slip. The same rows on any number of threads. Throws
/// InputError, also for more than kMostWheelRows.
std::vector<WheelTestRow> test_wheels(const std::vector<UncertainSoil>& laws, const WheelTests& tests,
                                      const JobOptions& options);
/// One test on a soil and on those that were drawn in its place, none: without bands. Throws InputError and
/// Interrupted.
WheelTestRow test_wheel_on(const SoilParams& soil, const std::vector<SoilParams>& drawn,
                           const WheelAsked& asked, const std::function<bool()>& cancelled);
/// One test on a soil, without bands.
ScmRigRow test_wheel_once(const SoilParams& soil, const WheelAsked& asked);

/// The rows as a table, angles in deg; numbers of rows without a steady state are NaN. Bands have columns
/// where some row has one, spreads where some row was driven.
Table wheel_table(const std::vector<WheelTestRow>& rows);
/// Begin of the header of its CSV.
inline constexpr const char* kWheelCsvBegin = "law,width [m],load [N],slip [-],";

}  // namespace grouser

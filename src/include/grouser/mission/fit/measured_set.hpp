// SPDX-License-Identifier: BSD-3-Clause
// Measured data that a fit compares a model with: rows of a test bed, each with its conditions (load, slip,
// width, depth, tilt, time) and the values measured there, with their uncertainty where the file has it.
#pragma once
#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace grouser {

/// The test beds and runs that can be fitted.
enum class FitKind {
  wheel,  ///< one wheel on a bed: pull, torque, sinkage, side force
  plate,  ///< a plate or a flat penetrometer pressed in: pressure at a depth
  shear,  ///< an annulus or a shear box: shear stress at a displacement under a normal stress
  tilt,   ///< a rover on a tilt bed: slip at a slope
  run     ///< a recorded drive: a channel over time
};
inline constexpr const char* kFitKinds[] = {"wheel", "plate", "shear", "tilt", "run"};

/// Conditions of a row, in SI units and radians.
enum class FitCondition : std::size_t {
  slip,
  slip_angle,
  load,
  radius,
  width,
  grouser_height,
  grouser_count,
  gravity,
  speed,
  depth,
  normal_stress,
  displacement,
  tilt,
  time
};
inline constexpr std::size_t kFitConditions = 14;

/// Values that are measured, in SI units.
enum class FitChannel : std::size_t {
  pull,
  torque,
  sinkage,
  side_force,
  pressure,
  shear_stress,
  slip,
  value
};
inline constexpr std::size_t kFitChannels = 8;
inline constexpr const char* kFitChannelNames[] = {"pull",     "torque",       "sinkage", "side_force",
                                                   "pressure", "shear_stress", "slip",    "value"};
inline constexpr const char* kFitChannelUnits[] = {"N", "N m", "m", "N", "Pa", "Pa", "-", ""};

/// One row. NaN: the file has no such value.
struct FitRow {
  std::array<double, kFitConditions> at{};
  std::array<double, kFitChannels> measured{}, sigma{};  ///< sigma: one standard deviation
  int line = 0;                                          ///< of the file
  bool held = false;                                     ///< kept back: predicted, not fitted

  double condition(FitCondition c) const { return at[static_cast<std::size_t>(c)]; }
};

/// One file of data.
struct MeasuredSet {
  std::filesystem::path file;
  std::string name;  ///< of the file, without folders
  FitKind kind = FitKind::wheel;
  std::vector<FitRow> rows;
  std::vector<std::size_t> channels;            ///< those that some row has, in order
  std::map<std::string, std::string> settings;  ///< words of the argument: rover, scenario, channel
  double weight = 1.0;                          ///< of each row, beside its uncertainty
  std::vector<std::string> notes;

  bool has(FitChannel channel) const;
  /// Words of the argument, or what counts without them.
  std::string setting(const std::string& key, const std::string& otherwise) const;
};

/// Most rows of a file that are compared; of a longer file every n-th row is taken.
inline constexpr std::size_t kMostFitRows = 2000;

/// Reads "FILE.csv" or "FILE.csv,key=value,key=value". Keys that the file has no column for are constants
/// ("radius=0.058"), a text names a column ("pull=Fx_tractive_N"), and kind, rows, hold, slip_of, weight,
/// rover, soil, scenario, channel and offset say what the file is of (docs/fit.md). Throws InputError naming
/// file, line and column.
MeasuredSet load_measured_set(const std::string& argument);

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Tables of the columns that measured data may have: names in small letters, units with factors to SI,
// allowed values. The order of both tables is that of FitCondition and FitChannel.
#include "fit/fit_columns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"

namespace grouser {
namespace {

using Names = std::string_view;

// Units per quantity; "" means that the header may leave the unit out.
constexpr FitUnit kShareUnits[] = {{"", 1.0}, {"-", 1.0}, {"%", 0.01}, {"percent", 0.01}};
constexpr FitUnit kAngleUnits[] = {{"deg", kDegree}, {"rad", 1.0}, {"°", kDegree}};
constexpr FitUnit kForceUnits[] = {{"", 1.0}, {"N", 1.0}, {"n", 1.0}, {"kN", 1e3}, {"kn", 1e3}};
constexpr FitUnit kLengthUnits[] = {{"", 1.0}, {"m", 1.0}, {"mm", 1e-3}, {"cm", 1e-2}};
constexpr FitUnit kTorqueUnits[] = {{"", 1.0},    {"Nm", 1.0},  {"N m", 1.0},
                                    {"N*m", 1.0}, {"N·m", 1.0}, {"nm", 1.0}};
constexpr FitUnit kStressUnits[] = {{"", 1.0},     {"Pa", 1.0},   {"pa", 1.0},  {"kPa", 1e3},
                                    {"kpa", 1e3},  {"MPa", 1e6},  {"mpa", 1e6}, {"psi", 6894.757293168},
                                    {"N/m2", 1.0}, {"hPa", 100.0}};
constexpr FitUnit kCountUnits[] = {{"", 1.0}, {"-", 1.0}};
constexpr FitUnit kGravityUnits[] = {{"", 1.0}, {"m/s2", 1.0}};
constexpr FitUnit kSpeedUnits[] = {{"", 1.0}, {"m/s", 1.0}, {"mm/s", 1e-3}, {"cm/s", 1e-2}};
constexpr FitUnit kTimeUnits[] = {{"", 1.0}, {"s", 1.0}, {"min", 60.0}, {"ms", 1e-3}};
constexpr FitUnit kFreeUnits[] = {{"", 1.0}};

// Names of conditions in headers; the first one that a file has is taken.
constexpr Names kSlipNames[] = {"slip", "slip_ratio"};
constexpr Names kSlipAngleNames[] = {"slip_angle", "beta"};
constexpr Names kLoadNames[] = {"load", "vertical_load", "normal_load", "wheel_load", "fz_load", "fz"};
constexpr Names kRadiusNames[] = {"radius", "wheel_radius", "plate_radius"};
constexpr Names kWidthNames[] = {"width", "wheel_width", "plate_width"};
constexpr Names kGrouserHeightNames[] = {"grouser_height"};
constexpr Names kGrouserCountNames[] = {"grouser_count"};
constexpr Names kGravityNames[] = {"gravity"};
constexpr Names kSpeedNames[] = {"speed"};
constexpr Names kDepthNames[] = {"depth", "sinkage", "z"};
constexpr Names kNormalStressNames[] = {"normal_stress", "normal_pressure"};
constexpr Names kDisplacementNames[] = {"displacement", "shear_displacement"};
constexpr Names kTiltNames[] = {"slope", "tilt"};
constexpr Names kTimeNames[] = {"time", "t"};

// Beyond this a number is taken for a wrong unit.
constexpr double kFar = 1e12;

// In the order of FitCondition.
constexpr FitColumn kConditionColumns[] = {
    {"slip", kSlipNames, kShareUnits, -1.0, 1.0},
    {"slip_angle", kSlipAngleNames, kAngleUnits, -180.0 * kDegree, 180.0 * kDegree},
    {"load", kLoadNames, kForceUnits, 1e-6, 1e7},
    {"radius", kRadiusNames, kLengthUnits, 1e-4, 10.0},
    {"width", kWidthNames, kLengthUnits, 1e-4, 10.0},
    {"grouser_height", kGrouserHeightNames, kLengthUnits, 0.0, 1.0},
    {"grouser_count", kGrouserCountNames, kCountUnits, 0.0, 1000.0},
    {"gravity", kGravityNames, kGravityUnits, 1e-3, 100.0},
    {"speed", kSpeedNames, kSpeedUnits, -100.0, 100.0},
    {"depth", kDepthNames, kLengthUnits, 0.0, 10.0},
    {"normal_stress", kNormalStressNames, kStressUnits, 0.0, 1e9},
    {"displacement", kDisplacementNames, kLengthUnits, 0.0, 10.0},
    {"tilt", kTiltNames, kAngleUnits, -60.0 * kDegree, 60.0 * kDegree},
    {"time", kTimeNames, kTimeUnits, -kFar, kFar},
};

// Names of channels.
constexpr Names kPullNames[] = {"pull",        "drawbar_pull", "meas_drawbar_pull", "dp",
                                "fx_tractive", "fx",           "tractive_force"};
constexpr Names kTorqueNames[] = {"torque", "meas_torque", "drive_torque"};
constexpr Names kSinkageNames[] = {"sinkage", "meas_sinkage", "z"};
constexpr Names kSideNames[] = {"side_force", "lateral_force", "fy_lateral", "fy"};
constexpr Names kPressureNames[] = {"pressure", "normal_pressure", "stress"};
constexpr Names kShearNames[] = {"shear_stress", "shear"};
constexpr Names kValueNames[] = {"value"};

// In the order of FitChannel.
constexpr FitColumn kChannelColumns[] = {
    {"pull", kPullNames, kForceUnits, -kFar, kFar},
    {"torque", kTorqueNames, kTorqueUnits, -kFar, kFar},
    {"sinkage", kSinkageNames, kLengthUnits, -1.0, 10.0},
    {"side_force", kSideNames, kForceUnits, -kFar, kFar},
    {"pressure", kPressureNames, kStressUnits, 0.0, 1e9},
    {"shear_stress", kShearNames, kStressUnits, 0.0, 1e9},
    {"slip", kSlipNames, kShareUnits, -1.0, 1.0},
    {"value", kValueNames, kFreeUnits, -kFar, kFar},
};
static_assert(std::size(kConditionColumns) == kFitConditions && std::size(kChannelColumns) == kFitChannels);

std::string lower_case(std::string_view text) {
  std::string small(text);
  for (char& c : small) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return small;
}

/// Factor of a column's unit to SI; throws InputError with the units that are known.
double scale_of(const CsvRows& rows, std::size_t index, const FitColumn& column) {
  const std::string& unit = rows.head()[index].unit;
  for (const FitUnit& known : column.units)
    if (unit == known.unit) return known.scale;
  std::string units;
  for (const FitUnit& known : column.units)
    if (!known.unit.empty() && units.find(known.unit) == std::string::npos)
      units += (units.empty() ? "" : ", ") + std::string(known.unit);
  throw InputError(rows.place(),
                   fmt::format("column {} in {}", csv_said(rows.head()[index].name),
                               unit.empty() ? "no unit" : "'" + unit + "'"),
                   "one of " + units + " as unit of " + std::string(column.key));
}

/// "fx_between_trial_sd" is the uncertainty of "fx_tractive" or "fx".
bool is_sigma_of(const std::string& name, std::string_view of) {
  if (name.find("_std") != std::string::npos)
    return false;  // spread within one test, no uncertainty of its mean
  if (!name.ends_with("_sd") && !name.ends_with("_sigma")) return false;
  const std::string stem(of.substr(0, of.find('_')));
  return name.starts_with(std::string(of) + "_") || name.starts_with(stem + "_");
}

}  // namespace

std::span<const FitColumn> fit_condition_columns() { return kConditionColumns; }
std::span<const FitColumn> fit_channel_columns() { return kChannelColumns; }

FoundColumn find_fit_column(const CsvRows& rows, const FitColumn& column, const std::string& named) {
  const std::vector<CsvName>& head = rows.head();
  // A column that the argument names must be there.
  if (!named.empty()) {
    for (std::size_t k = 0; k < head.size(); ++k)
      if (rows.cells()[k] == named || head[k].name == named)
        return {static_cast<int>(k), scale_of(rows, k, column)};
    throw InputError(rows.place(), fmt::format("no column '{}'", named),
                     fmt::format("a column of the file: {}", fmt::join(rows.cells(), ", ")));
  }
  // Known names in their order: the first that the file has.
  for (const std::string_view name : column.names) {
    const int at = rows.find({name});
    if (at >= 0) return {at, scale_of(rows, static_cast<std::size_t>(at), column)};
  }
  return {};
}

FoundColumn find_fit_sigma(const CsvRows& rows, const FitColumn& column, const std::string& named) {
  if (!named.empty()) return find_fit_column(rows, column, named);
  const std::vector<CsvName>& head = rows.head();
  for (const std::string_view name : column.names)
    for (std::size_t k = 0; k < head.size(); ++k)
      if (is_sigma_of(lower_case(head[k].name), name))
        return {static_cast<int>(k), scale_of(rows, k, column)};
  return {};
}

}  // namespace grouser

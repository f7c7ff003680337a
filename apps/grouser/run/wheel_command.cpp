// SPDX-License-Identifier: BSD-3-Clause
// grouser wheel: a single-wheel test rig. One wheel, its load, slip and slip angle held, on level undisturbed
// soil.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <optional>

#include "commands.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/error.hpp"
#include "grouser/contact/scm_rig.hpp"
#include "grouser/math/units.hpp"
#include "grouser/soil/laws/slip_radius.hpp"
#include "grouser/soil/wheel/rft_range.hpp"
#include "grouser/soil/wheel/wheel_rig.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"
#include "shared/number_range.hpp"
#include "soil_report.hpp"
#include "wheel_plot.hpp"

namespace grouser::cli {
namespace {

// Numbers stay text until the job runs, so that what is wrong is named like every other wrong input.
struct WheelArguments {
  std::string soil = "wong_LETE_sand";
  // The ExoMars wheel (285 mm x 120 mm) and a sixth of the vehicle's weight on Mars.
  std::string radius = "0.1425", width = "0.12", load = "191.7";
  std::string slip = "0:1:0.05", slip_angle = "0";
  std::string grouser_height = "0", grouser_count = "0";
  std::string slip_radius;  // empty: the rim's
  std::string gravity = "9.81", speed = "0";
  std::string law;
  std::string scm_cell = "0.02", scm_shear = kScmShears[0];
  std::string plot;
  bool json = false, force = false;
};

RigSetup read_setup(const WheelArguments& arguments) {
  RigSetup setup;
  setup.wheel.radius = parse_number("--radius", arguments.radius, {0.0, 10.0, true, "m"});
  setup.wheel.width = parse_number("--width", arguments.width, {0.0, 10.0, true, "m"});
  setup.wheel.grouser_height =
      parse_number("--grouser-height", arguments.grouser_height, {0.0, 1.0, false, "m"});
  setup.wheel.grouser_count =
      parse_number("--grouser-count", arguments.grouser_count, {0.0, 1000.0, false, ""});
  if (setup.wheel.grouser_count != std::floor(setup.wheel.grouser_count))
    throw InputError("--grouser-count", arguments.grouser_count, "a whole number");
  setup.load = parse_number("--load", arguments.load, {0.0, 1e6, true, "N"});
  setup.gravity = parse_number("--gravity", arguments.gravity, {0.0, 100.0, true, "m/s2"});
  setup.speed = parse_number("--speed", arguments.speed, {-100.0, 100.0, true, "m/s"});
  return setup;
}

/// What a wheel that is driven over a grid tells beside its means.
struct Driven {
  std::vector<ScmRigRow> rows;     ///< those with means
  std::vector<std::string> notes;  ///< of the others, and of those that still changed
};

ScmRigSetup read_scm_setup(const WheelArguments& arguments, const RigSetup& rig) {
  ScmRigSetup setup{.rig = rig};
  setup.cell = parse_number("--scm-cell", arguments.scm_cell, {1e-4, 1.0, false, "m"});
  const auto shear = std::find(std::begin(kScmShears), std::end(kScmShears), arguments.scm_shear);
  if (shear == std::end(kScmShears))
    throw InputError("--scm-shear", arguments.scm_shear,
                     fmt::format("one of {}", fmt::join(kScmShears, ", ")));
  setup.options.shear = static_cast<ScmShear>(shear - std::begin(kScmShears));
  return setup;
}

/// Takes out what has no mean, or says of a row what is wrong with it.
void sort_driven(ScmRigRow row, Driven& driven) {
  const std::string at =
      fmt::format("at slip {:.4g} and {:.4g} deg", row.mean.slip, row.mean.slip_angle / kDegree);
  switch (row.status) {
    case ScmRigStatus::no_way:
      driven.notes.push_back(at + " the wheel gets nowhere and goes on digging: left out");
      return;
    case ScmRigStatus::soil_too_weak:
      driven.notes.push_back(at + " the wheel sinks to its axle: left out");
      return;
    case ScmRigStatus::unsettled:
      driven.notes.push_back(
          fmt::format("{} the wheel has not settled after {:.2f} m, its pull by {:.2g} N a radius", at,
                      row.way, row.pull_drift));
      [[fallthrough]];
    case ScmRigStatus::settled:
      driven.rows.push_back(row);
  }
}

std::vector<RigRow> calc_rows(const SoilParams& soil, const RigSetup& setup, const WheelArguments& arguments,
                              Driven& driven) {
  const auto slips = parse_number_range("--slip", arguments.slip, {-1.0, 1.0, false, ""});
  const auto angles = parse_number_range("--slip-angle", arguments.slip_angle, {-89.0, 89.0, false, "deg"});
  constexpr std::size_t kMostRows = 100'000;
  if (angles.size() * slips.size() > kMostRows)
    throw InputError("--slip and --slip-angle", fmt::format("{} x {} rows", slips.size(), angles.size()),
                     fmt::format("at most {} together", kMostRows));
  const double rim = setup.wheel.radius;
  const double refers_to = arguments.slip_radius.empty()
                               ? rim
                               : parse_number("--slip-radius", arguments.slip_radius, {0.0, 10.0, true, "m"});
  std::vector<RigRow> rows;
  for (double angle : angles)
    for (double slip : slips) {
      const double of_rim = slip_on_radius(slip, 1.0, rim / refers_to);
      if (soil.law == SoilLaw::scm) {
        ScmRigRow row = drive_scm_rig(soil, read_scm_setup(arguments, setup), of_rim, angle * kDegree);
        row.mean.slip = slip;
        sort_driven(row, driven);
      } else {
        rows.push_back(solve_wheel_rig(soil, setup, of_rim, angle * kDegree));
        rows.back().slip = slip;
      }
    }
  for (const ScmRigRow& row : driven.rows) rows.push_back(row.mean);
  return rows;
}

void print_table(const std::vector<RigRow>& rows, const Driven& driven) {
  std::vector<std::string> header{"slip -",         "slip angle deg", "sinkage mm", "entry angle deg",
                                  "drawbar pull N", "side force N",   "torque N m", "load N"};
  if (!driven.rows.empty()) header.insert(header.end(), {"+- sinkage mm", "+- pull N", "+- torque N m"});
  TextTable table(std::vector<TextTable::Align>(header.size(), TextTable::Align::right));
  table.add_header(header);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const RigRow& row = rows[k];
    std::vector<std::string> cells{
        fmt::format("{:.4g}", row.slip),          fmt::format("{:.4g}", row.slip_angle / kDegree),
        fmt::format("{:.3f}", row.sinkage * 1e3), fmt::format("{:.3f}", row.entry_angle / kDegree),
        fmt::format("{:.3f}", row.drawbar_pull),  fmt::format("{:.3f}", row.side_force),
        fmt::format("{:.4f}", row.torque),        fmt::format("{:.2f}", row.load)};
    if (!driven.rows.empty()) {
      const RigSpread& spread = driven.rows[k].spread;
      cells.insert(cells.end(),
                   {fmt::format("{:.3f}", spread.sinkage * 1e3), fmt::format("{:.3f}", spread.drawbar_pull),
                    fmt::format("{:.4f}", spread.torque)});
    }
    table.add_row(cells);
  }
  std::cout << table.text();
}

Json rows_json(const std::vector<RigRow>& rows, const Driven& driven) {
  Json list = Json::array();
  for (const auto& row : rows)
    list.push_back({{"slip", row.slip},
                    {"slip_angle_deg", row.slip_angle / kDegree},
                    {"sinkage", row.sinkage},
                    {"entry_angle", row.entry_angle},
                    {"drawbar_pull", row.drawbar_pull},
                    {"side_force", row.side_force},
                    {"torque", row.torque},
                    {"load", row.load}});
  for (std::size_t k = 0; k < driven.rows.size(); ++k) {
    const ScmRigRow& row = driven.rows[k];
    list[k]["settled"] = row.status == ScmRigStatus::settled;
    list[k]["way"] = row.way;
    list[k]["pull_drift"] = row.pull_drift;
    list[k]["spread"] = {{"sinkage", row.spread.sinkage},
                         {"drawbar_pull", row.spread.drawbar_pull},
                         {"side_force", row.spread.side_force},
                         {"torque", row.spread.torque}};
  }
  return list;
}

/// Takes out the rows at which the soil cannot carry the load; says so in one line, or "" where there are
/// none.
std::string take_out_overloaded(std::vector<RigRow>& rows, const SoilParams& soil) {
  const auto carried = [](const RigRow& row) { return row.status == RigStatus::ok; };
  const auto first = std::find_if_not(rows.begin(), rows.end(), carried);
  if (first == rows.end()) return "";
  const RigRow weak = *first;
  const std::size_t count = std::erase_if(rows, [&](const RigRow& row) { return !carried(row); });
  return fmt::format(
      "soil {} does not carry the load in {} ({} left): at slip {:.4g}, sunk to the axle, it holds {:.4g} N",
      soil.id, count_text(count, "row"), rows.size(), weak.slip, weak.load);
}

/// Of the deepest row.
std::string depth_note(const std::vector<RigRow>& rows, const SoilParams& soil, const RigSetup& setup) {
  double deepest = 0.0;
  for (const RigRow& row : rows) deepest = std::max(deepest, row.sinkage);
  return rft_depth_note(soil, setup.wheel, deepest);
}

/// As asked for, or the file's own.
/// Soil, law, load and wheel of all curves.
std::string plot_title(const SoilParams& soil, const RigSetup& setup) {
  return fmt::format("{}, law {}: {:.4g} N on a wheel of radius {:.4g} m and width {:.4g} m, {:.4g} m/s2",
                     soil.id, kSoilLaws[static_cast<std::size_t>(soil.law)], setup.load, setup.wheel.radius,
                     setup.wheel.width, setup.gravity);
}

std::optional<SoilLaw> law_named(const std::string& name) {
  if (name.empty()) return std::nullopt;
  const auto law = std::find(std::begin(kSoilLaws), std::end(kSoilLaws), name);
  if (law != std::end(kSoilLaws)) return static_cast<SoilLaw>(law - std::begin(kSoilLaws));
  throw InputError("--law", name, fmt::format("one of {}", fmt::join(kSoilLaws, ", ")));
}

int test_wheel(const WheelArguments& arguments) {
  check_outputs({{"--plot", arguments.plot, picture_kind()}}, {resolve_asset(arguments.soil, "soils")},
                replacing(arguments.force));
  const SoilParams soil = load_soil(arguments.soil, {}, law_named(arguments.law));
  const RigSetup setup = read_setup(arguments);
  Driven driven;
  std::vector<RigRow> rows = calc_rows(soil, setup, arguments, driven);
  const std::string overloaded = take_out_overloaded(rows, soil);
  auto notes = soil_notes(soil, setup.gravity);
  if (const std::string deep = depth_note(rows, soil, setup); !deep.empty()) notes.push_back(deep);
  if (!overloaded.empty()) notes.push_back(overloaded);
  notes.insert(notes.end(), driven.notes.begin(), driven.notes.end());
  if (!arguments.plot.empty() && !rows.empty())
    write_wheel_plot(arguments.plot, plot_title(soil, setup), rows);
  if (arguments.json) {
    print_json({{"soil", soil.id},
                {"radius", setup.wheel.radius},
                {"width", setup.wheel.width},
                {"grouser_height", setup.wheel.grouser_height},
                {"grouser_count", setup.wheel.grouser_count},
                {"rows", rows_json(rows, driven)},
                {"notes", notes}});
  } else {
    print_table(rows, driven);
    print_notes(notes);
  }
  if (overloaded.empty()) return kExitOk;
  print_error(overloaded);
  return kExitFailed;
}

}  // namespace

void declare_wheel(Command& command) {
  auto& a = command.runs(test_wheel);
  command.option("--soil ID|FILE", a.soil, "A soil of 'grouser soils' or a soil file");
  command.option("--law LAW", a.law, "bekker, rft or scm, in place of the soil's own");
  command.option("--radius M", a.radius, "Radius of the rim");
  command.option("--width M", a.width, "Width");
  command.option("--load N", a.load, "Vertical load, held constant");
  command.option("--slip RANGE", a.slip,
                 "Slip: a number, a list A,B,C or FIRST:LAST:STEP; 1 spinning, -1 locked");
  command.option("--slip-angle RANGE", a.slip_angle, "Slip angle, deg");
  command.option("--grouser-height M", a.grouser_height, "Height of the grousers above the rim");
  command.option("--grouser-count N", a.grouser_count, "Grousers around the wheel");
  command.option("--slip-radius M", a.slip_radius,
                 "Radius that the slips refer to, as that over the grousers (default: the rim's)");
  command.option("--gravity M/S2", a.gravity, "Gravity, for the weight of the soil");
  command.option("--speed M/S", a.speed,
                 "Speed of the wheel's surface: by resistive force theory soil falls behind a fast one");
  command.option("--scm-cell M", a.scm_cell, "Law scm: spacing of the ground's nodes");
  command.option("--scm-shear WORD", a.scm_shear, "Law scm: coulomb or janosi");
  command.option("--plot OUT.png", a.plot, "Draw the curves into this picture");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as JSON, SI units");
  command.footer(
      "Example: grouser wheel --soil lunar_nominal_chrono --radius 0.25 --width 0.18 --load 171.7 --slip "
      "0:0.8:0.1\n"
      "The wheel is smooth and rigid unless grousers are given; the exit angle is the soil's (exit_b0).");
}

}  // namespace grouser::cli

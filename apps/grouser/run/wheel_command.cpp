// SPDX-License-Identifier: BSD-3-Clause
// grouser wheel: a single-wheel test rig. One wheel, with its load, slip and slip angle held, on level
// undisturbed soil. It runs every combination of law, width, load, slip angle and slip through test_wheels(),
// and reports the rows that reach a steady state.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "commands.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"
#include "grouser/soil/wheel/rft_range.hpp"
#include "rig_soils.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"
#include "shared/interruptible.hpp"
#include "shared/jobs_option.hpp"
#include "shared/number_range.hpp"
#include "shared/picture_option.hpp"
#include "wheel_plot.hpp"
#include "wheel_report.hpp"

namespace grouser::cli {
namespace {

// Numbers stay text until the job runs, so that a wrong one is reported like every other wrong input.
struct WheelArguments {
  RigSoilArguments soil;
  // The ExoMars wheel (285 mm x 120 mm) and a sixth of the vehicle's weight on Mars.
  std::string radius = "0.1425", width = "0.12", load = "191.7";
  std::string slip = "0:1:0.05", slip_angle = "0";
  std::string grouser_height = "0", grouser_count = "0";
  std::string slip_radius;  // empty: the rim's
  std::string gravity = "9.81", speed = "0";
  std::string scm_cell = "0.02", scm_shear = kScmShears[0];
  std::string plot, csv, jobs;
  PictureOptions size;
  bool json = false, force = false;
};

/// The shear law of that name for the law scm. Throws InputError.
ScmShear shear_named(const std::string& word) {
  const auto shear = std::find(std::begin(kScmShears), std::end(kScmShears), word);
  if (shear == std::end(kScmShears))
    throw InputError("--scm-shear", word, fmt::format("one of {}", fmt::join(kScmShears, ", ")));
  return static_cast<ScmShear>(shear - std::begin(kScmShears));
}

/// The tests that the options ask for. Throws InputError, also for too many rows.
WheelTests read_tests(const WheelArguments& arguments) {
  WheelTests tests;
  RigSetup& rig = tests.setup.rig;
  rig.wheel.radius = parse_number("--radius", arguments.radius, {0.0, 10.0, true, "m"});
  tests.widths = parse_number_range("--width", arguments.width, {0.0, 10.0, true, "m"});
  rig.wheel.grouser_height =
      parse_number("--grouser-height", arguments.grouser_height, {0.0, 1.0, false, "m"});
  rig.wheel.grouser_count =
      parse_number("--grouser-count", arguments.grouser_count, {0.0, 1000.0, false, ""});
  if (rig.wheel.grouser_count != std::floor(rig.wheel.grouser_count))
    throw InputError("--grouser-count", arguments.grouser_count, "a whole number");
  tests.loads = parse_number_range("--load", arguments.load, {0.0, 1e6, true, "N"});
  rig.gravity = parse_number("--gravity", arguments.gravity, {0.0, 100.0, true, "m/s2"});
  rig.speed = parse_number("--speed", arguments.speed, {-100.0, 100.0, true, "m/s"});
  rig.wheel.width = tests.widths.front();
  rig.load = tests.loads.front();
  tests.slips = parse_number_range("--slip", arguments.slip, {-1.0, 1.0, false, ""});
  for (const double angle :
       parse_number_range("--slip-angle", arguments.slip_angle, {-89.0, 89.0, false, "deg"}))
    tests.slip_angles.push_back(angle * kDegree);
  // Every combination is a row.
  const std::size_t count =
      tests.slips.size() * tests.slip_angles.size() * tests.widths.size() * tests.loads.size();
  if (count > kMostWheelRows)
    throw InputError(
        "--slip and --slip-angle",
        fmt::format("{} x {} rows{}", tests.slips.size(), tests.slip_angles.size(),
                    tests.widths.size() * tests.loads.size() > 1
                        ? fmt::format(" at {} loads and {} widths", tests.loads.size(), tests.widths.size())
                        : ""),
        fmt::format("at most {} together", kMostWheelRows));
  if (!arguments.slip_radius.empty())
    tests.slip_radius = parse_number("--slip-radius", arguments.slip_radius, {0.0, 10.0, true, "m"});
  tests.setup.cell = parse_number("--scm-cell", arguments.scm_cell, {1e-4, 1.0, false, "m"});
  tests.setup.options.shear = shear_named(arguments.scm_shear);
  tests.draws = rig_draws(arguments.soil);
  return tests;
}

/// Soil, laws, loads and wheel of all curves.
std::string plot_title(const std::vector<UncertainSoil>& soils, const WheelTests& tests) {
  const auto list = [](const std::vector<double>& values) {
    std::vector<std::string> texts;
    for (const double value : values) texts.push_back(fmt::format("{:.4g}", value));
    return fmt::format("{}", fmt::join(texts, ", "));
  };
  return fmt::format("{}, law {}: {} N on a wheel of radius {:.4g} m and width {} m, {:.4g} m/s2",
                     soils.front().best().id, law_list(soils), list(tests.loads),
                     tests.setup.rig.wheel.radius, list(tests.widths), tests.setup.rig.gravity);
}

/// Notes on the deepest steady row of each law and width: by resistive force theory a sinkage above the
/// width.
std::vector<std::string> depth_notes(const std::vector<WheelTestRow>& rows,
                                     const std::vector<UncertainSoil>& soils, const WheelTests& tests) {
  std::vector<std::string> notes;
  for (const UncertainSoil& soil : soils)
    for (const double width : tests.widths) {
      double deepest = 0.0;
      for (const WheelTestRow& row : rows)
        if (row.law == soil.best().law && row.width == width && row.steady())
          deepest = std::max(deepest, row.found.mean.sinkage);
      WheelGeometry wheel = tests.setup.rig.wheel;
      wheel.width = width;
      const std::string note = rft_depth_note(soil.best(), wheel, deepest);
      if (!note.empty() && std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
    }
  return notes;
}

/// Runs all rows, writes and reports. kExitFailed if the soil does not carry the load in some of them.
int test_wheel(const WheelArguments& arguments) {
  check_outputs({{"--plot", arguments.plot, chart_kind(arguments.plot)},
                 {"--csv", arguments.csv, csv_kind(kWheelCsvBegin)}},
                rig_soil_files(arguments.soil), replacing(arguments.force));
  const std::vector<UncertainSoil> soils = rig_soils(arguments.soil);
  const WheelTests tests = read_tests(arguments);
  const PlotSize size = picture_size(arguments.size);
  const int threads = parse_jobs(arguments.jobs);
  std::vector<WheelTestRow> rows;
  const int code = run_interruptible("wheel", [&](const GoOn& go_on) {
    const auto look = [&](double done, double total) { go_on(done / total); };
    rows = test_wheels(soils, tests, {threads, interrupted, look});
  });
  if (code != kExitOk) return code;
  if (!arguments.csv.empty()) write_table_csv(arguments.csv, wheel_table(rows));
  const std::string overloaded = overloaded_message(rows, soils.front().best().id);
  std::vector<std::string> notes = rig_soil_notes(soils, tests.setup.rig.gravity, tests.draws);
  for (const std::string& note : depth_notes(rows, soils, tests)) notes.push_back(note);
  if (!overloaded.empty()) notes.push_back(overloaded);
  for (const std::string& note : driven_notes(rows)) notes.push_back(note);
  // The CSV file has all rows; pictures and tables only those with a steady state.
  std::erase_if(rows, [](const WheelTestRow& row) { return !row.steady(); });
  if (!arguments.plot.empty() && !rows.empty())
    write_wheel_plot(arguments.plot, plot_title(soils, tests), rows, size);
  if (arguments.json) {
    print_json(wheel_json(soils, tests, rows, notes));
  } else {
    std::cout << wheel_text(rows, tests);
    print_notes(notes);
  }
  if (overloaded.empty()) return kExitOk;
  print_error(overloaded);
  return kExitFailed;
}

}  // namespace

void declare_wheel(Command& command) {
  auto& a = command.runs(test_wheel);
  add_rig_soil_options(command, a.soil);
  command.option("--radius M", a.radius, "Radius of the rim");
  command.option("--width RANGE", a.width, "Width, m: a number, a list A,B,C or FIRST:LAST:STEP");
  command.option("--load RANGE", a.load, "Vertical load, N, held constant: a number, a list or a range");
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
  command.option("--csv OUT.csv", a.csv, "Write all rows into this file");
  command.option("--plot FILE", a.plot, "Draw the curves into this picture: .png, .svg or .pdf");
  add_picture_options(command, a.size);
  command.option("--jobs N", a.jobs, "Rows at the same time; as many as processors by default");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as JSON, SI units");
  command.footer(
      "Example: grouser wheel --soil lunar_nominal_chrono --law bekker,rft --radius 0.25 --width 0.18 --load "
      "100,171.7 --slip 0:0.8:0.1 --csv wheel.csv\n"
      "The wheel is smooth and rigid unless grousers are given; the exit angle is the soil's (exit_b0).");
}

}  // namespace grouser::cli

// SPDX-License-Identifier: BSD-3-Clause
// grouser drop: a ball or a disc that falls onto level undisturbed soil. Each row is one law and one speed at
// the touch; the fall is computed by drop_bodies() until the body first stops, also for draws of an uncertain
// soil.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "commands.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/rigs/drop_rig.hpp"
#include "grouser/recording/run_file/table_file.hpp"
#include "rig_soils.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"
#include "shared/interruptible.hpp"
#include "shared/jobs_option.hpp"
#include "shared/number_range.hpp"

namespace grouser::cli {
namespace {

struct DropArguments {
  RigSoilArguments soil;
  std::string body = kDropShapes[0], radius = "0.05", density, mass, speed, height;
  std::string gravity = "9.81", scm_cell, csv, write, jobs;
  bool json = false, force = false;
};

/// The body and its conditions. Throws InputError, also for a disc without a mass.
DropTest read_drop(const DropArguments& a) {
  DropTest test;
  const auto* shape = std::find(std::begin(kDropShapes), std::end(kDropShapes), a.body);
  if (shape == std::end(kDropShapes))
    throw InputError("--body", a.body, fmt::format("one of {}", fmt::join(kDropShapes, ", ")));
  test.shape = static_cast<DropShape>(shape - std::begin(kDropShapes));
  test.radius = parse_number("--radius", a.radius, {0.0, 10.0, true, "m"});
  if (!a.density.empty() && !a.mass.empty())
    throw InputError("--density and --mass", "both", "one of the two");
  constexpr double kStone = 2500.0;  // kg/m3
  if (test.shape == DropShape::disc && a.mass.empty())
    throw InputError("--mass", "nothing", "the mass of the disc, kg");
  const double density =
      a.density.empty() ? kStone : parse_number("--density", a.density, {0.0, 1e5, true, "kg/m3"});
  test.mass = a.mass.empty() ? sphere_mass(test.radius, density)
                             : parse_number("--mass", a.mass, {0.0, 1e6, true, "kg"});
  test.gravity = parse_number("--gravity", a.gravity, {0.0, 100.0, true, "m/s2"});
  if (!a.scm_cell.empty()) test.scm_cell = parse_number("--scm-cell", a.scm_cell, {1e-4, 1.0, false, "m"});
  return test;
}

/// The speeds at the touch, m/s: as they are given, or those of a fall from the heights.
std::vector<double> read_speeds(const DropArguments& a, double gravity) {
  if (!a.speed.empty() && !a.height.empty())
    throw InputError("--speed and --height", "both", "one of the two");
  if (!a.speed.empty()) return parse_number_range("--speed", a.speed, {0.0, 100.0, false, "m/s"});
  std::vector<double> speeds;
  for (const double height :
       parse_number_range("--height", a.height.empty() ? "0.1" : a.height, {0.0, 500.0, false, "m"}))
    speeds.push_back(std::sqrt(2.0 * gravity * height));
  return speeds;
}

/// "1.2 to 3.4" in the scaled unit; "-" without a band.
std::string drop_band(const Band& band, double scale) {
  return band.any() ? number_text(scale * band.low, 4) + " to " + number_text(scale * band.high, 4) : "-";
}

/// The table for people: depth in mm, force in N, time in ms, and their bands if the soil is uncertain.
std::string drop_text(const std::vector<DropRow>& rows) {
  const bool bands = rows.front().fall.draws > 0;
  std::vector<std::string> header{"law", "speed m/s", "depth mm", "peak force N", "time ms"};
  if (bands) header.insert(header.end(), {"depth band mm", "force band N", "time band ms"});
  TextTable table(std::vector<TextTable::Align>(header.size(), TextTable::Align::right));
  table.add_header(header);
  for (const DropRow& row : rows) {
    const DropFall& fall = row.fall;
    std::vector<std::string> cells{kSoilLaws[static_cast<std::size_t>(row.law)], number_text(row.speed),
                                   number_text(1e3 * fall.depth), number_text(fall.peak_force),
                                   number_text(1e3 * fall.time)};
    if (bands)
      cells.insert(cells.end(), {drop_band(fall.depth_band, 1e3), drop_band(fall.force_band, 1.0),
                                 drop_band(fall.time_band, 1e3)});
    table.add_row(cells);
  }
  return table.text();
}

/// The rows with all settings, SI units. Without --scm-cell the spacing is a quarter of the radius.
Json drop_json(const std::vector<UncertainSoil>& soils, const DropTest& test, int draws,
               const std::vector<DropRow>& rows, const std::vector<std::string>& notes) {
  Json list = Json::array();
  const auto band = [](const Band& b) { return Json{{"low", b.low}, {"high", b.high}}; };
  for (const DropRow& row : rows) {
    const DropFall& fall = row.fall;
    Json json{{"law", kSoilLaws[static_cast<std::size_t>(row.law)]},
              {"speed", row.speed},
              {"depth", fall.depth},
              {"peak_force", fall.peak_force},
              {"time", fall.time},
              {"energy_ledger_error", fall.energy_error},
              {"step", fall.step}};
    if (fall.draws > 0)
      json["band"] = {{"depth", band(fall.depth_band)},
                      {"peak_force", band(fall.force_band)},
                      {"time", band(fall.time_band)},
                      {"draws", fall.draws},
                      {"lost", fall.lost}};
    list.push_back(std::move(json));
  }
  Json settings{{"laws", laws_json(soils)},
                {"body", kDropShapes[static_cast<std::size_t>(test.shape)]},
                {"radius", test.radius},
                {"mass", test.mass},
                {"gravity", test.gravity},
                {"scm_cell", std::isnan(test.scm_cell) ? 0.25 * test.radius : test.scm_cell}};
  settings.update(rig_soils_json(soils, draws));
  return {{"soil", soils.front().best().id}, {"settings", settings}, {"rows", list}, {"notes", notes}};
}

/// Writes scenario, body and soil of the first row into a folder, for `grouser run`; does nothing without
/// one.
void write_drop(const std::string& folder, const UncertainSoil& soil, const DropTest& test, Replace replace) {
  if (folder.empty()) return;
  std::filesystem::create_directories(folder);
  const std::vector<InputDocument> documents = drop_documents(soil.best(), test);
  std::vector<OutputFile> outputs;
  for (const InputDocument& document : documents)
    outputs.push_back({"--write", (std::filesystem::path(folder) / document.name).string(),
                       edited_kind({".toml"}, document.text)});
  check_outputs(outputs, {}, replace);
  for (const InputDocument& document : documents)
    write_file_atomically(std::filesystem::path(folder) / document.name, document.text);
}

/// Checks all input, writes the files of --write, runs the falls and reports.
int test_drop(const DropArguments& arguments) {
  check_outputs({{"--csv", arguments.csv, csv_kind(kDropCsvBegin)}}, rig_soil_files(arguments.soil),
                replacing(arguments.force));
  const std::vector<UncertainSoil> soils = rig_soils(arguments.soil);
  DropTest test = read_drop(arguments);
  const std::vector<double> speeds = read_speeds(arguments, test.gravity);
  const int draws = rig_draws(arguments.soil), threads = parse_jobs(arguments.jobs);
  std::vector<DropRow> rows;
  test.speed = speeds.front();
  write_drop(arguments.write, soils.front(), test, replacing(arguments.force));
  // The share is kept so that a look for Ctrl+C does not move the bar.
  const int code = run_interruptible("drop", [&](const GoOn& go_on) {
    double share = 0.0;
    const DropRunOptions options{[&] { return !go_on(share); },
                                 [&](double done, double total) { go_on(share = done / total); }, draws,
                                 threads};
    rows = drop_bodies(soils, test, speeds, options);
  });
  if (code != kExitOk) return code;
  std::vector<std::string> notes = rig_soil_notes(soils, test.gravity, draws);
  for (const DropRow& row : rows)
    if (row.fall.lost > 0)
      notes.push_back(fmt::format("{} of {} draws do not stop: left out of the bands at {:.3g} m/s",
                                  row.fall.lost, row.fall.draws, row.speed));
  if (!arguments.csv.empty()) write_table_csv(arguments.csv, drop_table(rows));
  if (arguments.json) {
    print_json(drop_json(soils, test, draws, rows, notes));
  } else {
    std::cout << drop_text(rows);
    print_notes(notes);
  }
  return kExitOk;
}

}  // namespace

void declare_drop(Command& command) {
  auto& a = command.runs(test_drop);
  command.option("--body SHAPE", a.body, "sphere, or disc: a flat round plate that stays level");
  command.option("--radius M", a.radius, "Its radius");
  command.option("--density KG/M3", a.density, "Of the sphere (2500 by default)");
  command.option("--mass KG", a.mass, "In place of the density; a disc needs it");
  command.option("--height RANGE", a.height,
                 "Fall to the ground, m (0.1 by default): a number, a list or FIRST:LAST:STEP");
  command.option("--speed RANGE", a.speed, "Speed at the touch, m/s, in place of a height");
  add_rig_soil_options(command, a.soil);
  command.option("--gravity M/S2", a.gravity, "Gravity");
  command.option("--scm-cell M", a.scm_cell,
                 "Law scm: spacing of the ground's nodes (a quarter of the radius by default)");
  command.option("--csv OUT.csv", a.csv, "Write the rows into this file");
  command.option("--write FOLDER", a.write,
                 "Write scenario, body and soil of the first row into this folder, for 'grouser run'");
  command.option("--jobs N", a.jobs, "Draws at the same time; as many as processors by default");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as JSON, SI units");
  command.footer(
      "Example: grouser drop --body sphere --radius 0.0127 --density 7900 --height 0.02,0.1,0.5 --soil "
      "wong_LETE_sand --law bekker,rft\n"
      "Depth, largest force and time are those of the first stop; what it settles to afterwards is a run of "
      "the files of --write.");
}

}  // namespace grouser::cli

// SPDX-License-Identifier: BSD-3-Clause
// grouser traverse: a rover along a path, by equilibria or by the dynamic simulation (run_traverse()). It
// collects waypoints, speed and outputs, refuses contradictions before the work, and reports.
#include <fmt/format.h>

#include <cmath>
#include <iostream>

#include "commands.hpp"
#include "grouser/base/error.hpp"
#include "grouser/exchange/mcap/mcap_reader.hpp"
#include "grouser/exchange/mcap/measured_mcap.hpp"
#include "grouser/math/units.hpp"
#include "grouser/mission/traverse/traverse.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"
#include "shared/interrupt.hpp"
#include "shared/map_outputs.hpp"
#include "shared/number_range.hpp"
#include "shared/picture_option.hpp"
#include "shared/progress.hpp"
#include "traverse_plot.hpp"

namespace grouser::cli {
namespace {

struct TraverseArguments {
  std::string scenario, path, mode = "quasi-static", spacing = "0.005", speed, color_by = "slip", csv, plot,
                              out, topic;
  std::vector<std::string> settings;
  PictureOptions size;
  MapOutputs maps;
  bool json = false, force = false;
};

/// Prints a stretch of the path that failed, and why.
void print_stretch(const char* how, const TraverseFailure& f) {
  std::cout << fmt::format("{} from {:.3f} m to {:.3f} m (x = {:.3f} m, y = {:.3f} m): {}\n", how, f.at, f.to,
                           f.x, f.y, f.reason);
}

/// Prints the totals; a number that is not finite is "-".
void print_result(const TraverseResult& r) {
  using enum TextTable::Align;
  std::cout << fmt::format("{}: {}, {}\n", r.scenario, to_string(r.mode), to_string(r.status));
  TextTable table({left, right, left});
  const auto row = [&](const char* name, double value, const char* unit) {
    table.add_row({name, std::isfinite(value) ? number_text(value) : "-", unit});
  };
  row("path_length", r.path_length, "m");
  row("distance", r.distance, "m");
  row("time", r.time, "s");
  row("energy", r.energy, "J");
  row("energy", r.energy / 3600.0, "Wh");
  row("mean_slip", r.mean_slip, "-");
  row("max_slip", r.max_slip, "-");
  row("max_sinkage", r.max_sinkage, "m");
  row("max_tilt", r.max_tilt * kDegrees, "deg");
  row("min_tip_margin", r.min_tip_margin * kDegrees, "deg");
  row("min_drawbar_margin", r.min_drawbar_margin, "-");
  table.add_row({"poses", std::to_string(r.poses.size()), ""});
  table.add_row({"real_time_factor", number_text(r.real_time_factor(), 3), "-"});
  std::cout << table.text();
  for (const TraverseFailure& f : r.failures) print_stretch("blocked", f);
  for (const TraverseFailure& f : r.unresolved) print_stretch("unresolved, and passed dynamically", f);
  print_notes(r.notes);
}

/// kExitOk only for a traverse that was completed; a blocked one prints its reason.
int exit_code(const TraverseResult& r) {
  if (r.status == TraverseStatus::completed) return kExitOk;
  if (r.status == TraverseStatus::interrupted) {
    std::cerr << fmt::format("grouser: interrupted at {} m\n", number_text(r.distance));
    return kExitInterrupted;
  }
  print_error("the traverse cannot be completed: " + r.message);
  return kExitFailed;
}

/// The waypoints of --path, m: points as text, a table of them, or a recorded drive in an MCAP log, thinned
/// to 0.5 m.
std::vector<Vec2> read_way(const TraverseArguments& a) {
  constexpr double kApart = 0.5;  // m between points of a drive: closer ones would make corners of its noise
  if (looks_like_mcap(a.path)) return read_log_waypoints(a.path, a.topic, kApart, interrupted);
  if (!a.topic.empty()) throw InputError("--topic", "no MCAP file as --path", "it beside --path LOG.mcap");
  return read_waypoints(a.path);
}

/// Collects the options, drives the path, writes the files and reports.
int traverse(const TraverseArguments& a) {
  std::vector<Override> overrides;
  for (const auto& setting : a.settings) overrides.push_back(parse_override(setting));
  const PlotSize size = picture_size(a.size);
  // A picture without room for its map is refused before the work.
  if (!a.plot.empty()) check_traverse_plot(a.plot, size);
  catch_interrupts();
  const auto world = load_world(a.scenario, overrides);
  TraverseOptions options;
  options.mode = a.mode == "dynamic" ? TraverseMode::dynamic : TraverseMode::quasi_static;
  options.spacing = parse_number("--spacing", a.spacing, {1e-4, 1.0, false, "m"});
  options.speed =
      a.speed.empty() ? scenario_speed(*world) : parse_number("--speed", a.speed, {1e-5, 10.0, false, "m/s"});
  if (!(options.speed > 0.0)) throw InputError("--speed", "a scenario that does not drive", "--speed M/S");
  // The scenario's own drive commands are used only if neither path nor speed replaces them.
  options.own_drive = a.path.empty() && a.speed.empty() && !world->follower;
  options.waypoints = a.path.empty() ? scenario_waypoints(*world) : read_way(a);
  if (!a.out.empty() && options.mode != TraverseMode::dynamic)
    throw InputError("--out", "the quasi-static mode", "--mode dynamic: only it makes a run file");
  std::vector<std::filesystem::path> inputs = world->files;
  inputs.emplace_back(a.path);  // a file of waypoints, or the points themselves
  std::vector<OutputFile> outputs = a.maps.files();
  outputs.push_back({"--csv", a.csv, csv_kind(kTraverseCsvBegin)});
  outputs.push_back({"--plot", a.plot, chart_kind(a.plot)});
  outputs.push_back({"--out", a.out, run_file_kind()});
  check_outputs(outputs, inputs, replacing(a.force));
  check_maps(a.maps, *world->terrain);
  if (!a.out.empty()) options.out = a.out;
  options.now = steady_seconds;
  options.cancelled = interrupted;
  TraverseResult result;
  {
    Progress progress(world->settings.name);
    options.progress = [&](double done, double total) { progress.update(done, total); };
    result = run_traverse(world, options);
  }
  if (!a.csv.empty()) write_traverse_csv(a.csv, result);
  write_maps(a.maps, "traverse", make_traverse_table(result), MapLine::yes, *world->terrain);
  if (!a.plot.empty()) write_traverse_plot(a.plot, *world, result, a.color_by, size);
  if (a.json)
    std::cout << to_json(result) << "\n";
  else
    print_result(result);
  return exit_code(result);
}

}  // namespace

void declare_traverse(Command& command) {
  auto& a = command.runs(traverse);
  command.argument("SCENARIO", a.scenario, "A scenario file or id: its rover, soil, terrain and start");
  command.option(
      "--path X,Y:X,Y:...|FILE.csv", a.path,
      "Waypoints in m, a CSV file of them, or an MCAP log of a drive; by default the path that the scenario "
      "itself drives");
  command.option("--topic NAME", a.topic, "Of an MCAP log: the topic of its poses");
  command
      .option("--mode", a.mode,
              "quasi-static: an equilibrium at each place, fast; dynamic: the full simulation")
      .one_of({"quasi-static", "dynamic"});
  command.option("--spacing M", a.spacing, "Distance between poses");
  command.option("--speed M/S", a.speed, "Speed that the drives are commanded; by default the scenario's");
  command.option("--color-by", a.color_by, "What colours the path in the picture").one_of(traverse_colors());
  command.option("--csv OUT.csv", a.csv, "Write one row a pose into this file");
  add_map_options(command, a.maps);
  command.option("--plot OUT.png|.svg|.pdf", a.plot, "Draw the map and the profile into this picture");
  add_picture_options(command, a.size);
  command.option("--out RUN.h5", a.out,
                 "Record the dynamic mode into this run file, which 'grouser rerun' can repeat");
  command.repeated("--set KEY=VALUE", a.settings,
                   "Replace a value of the scenario, or of its rover. or soil. file");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as one JSON object on standard output");
  command.footer(
      "Example: grouser traverse traverse_mars --path -15,0:-5,4:8,-3 --color-by slip --plot map.png\n"
      "Exit code 1: the traverse cannot be completed; the places and reasons are reported all the same.");
}

}  // namespace grouser::cli

// SPDX-License-Identifier: BSD-3-Clause
// grouser placement: a lander set down at random on a terrain: tilt, ramp angles, sinkage, what a test
// covers. Places are drawn by their seed, each is solved as a static equilibrium on all threads, and the
// first of them may be dropped with the whole simulation to check the equilibria.
#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <iostream>

#include "commands.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/campaign/parallel_jobs.hpp"
#include "grouser/mission/placement/placement_table.hpp"
#include "grouser/vehicle/spec/vehicle_document.hpp"
#include "placement_report.hpp"
#include "run/soil_report.hpp"
#include "shared/force_option.hpp"
#include "shared/interrupt.hpp"
#include "shared/jobs_option.hpp"
#include "shared/map_outputs.hpp"
#include "shared/number_range.hpp"
#include "shared/progress.hpp"

namespace grouser::cli {
namespace {
namespace fs = std::filesystem;

struct PlacementArguments {
  std::string lander = "exomars_platform", terrain, samples = "1000", seed = "1", check = "0",
              confidence = "0.95";
  std::string soil, soil_map, gravity, envelope, out, jobs;
  MapOutputs maps;
  bool record = false, json = false, force = false;
};

constexpr double kMostSamples = 1e6;  // some 700 bytes each

/// A whole number within a range. Throws InputError.
int whole_number(const std::string& option, const std::string& text, NumberRange allowed) {
  const double value = parse_number(option, text, allowed);
  if (value != std::floor(value)) throw InputError(option, text, "a whole number");
  return static_cast<int>(value);
}

std::uint64_t parse_seed(const std::string& text) {
  constexpr double kMost = 9007199254740992.0;  // 2^53: whole numbers that a double holds
  const double value = parse_number("--seed", text, {0.0, kMost, false, ""});
  if (value != std::floor(value)) throw InputError("--seed", text, "a whole number");
  return static_cast<std::uint64_t>(value);
}

/// Throws InputError if a file of the study would replace an input or, without --force, a file that is not an
/// earlier study's.
void check_files(const PlacementArguments& a, const std::string& lander, const Terrain& terrain) {
  check_outputs(a.maps.files(), {a.terrain, lander, a.soil, a.soil_map}, replacing(a.force));
  check_maps(a.maps, terrain);
  std::error_code ec;
  if (a.out.empty() || !fs::is_directory(a.out, ec)) return;
  std::vector<OutputFile> outputs;
  for (const auto& [name, kind] : placement_files())
    outputs.push_back({"--out", (fs::path(a.out) / name).string(), kind});
  check_outputs(outputs, {a.terrain, lander, a.soil, a.soil_map}, replacing(a.force));
}

/// Throws InputError before the work if the folder cannot be written; the folder is made only after the work.
void check_folder(const std::string& out) {
  if (out.empty()) return;
  std::error_code ec;
  fs::path above = fs::absolute(fs::path(out), ec);
  if (fs::exists(above, ec) && !fs::is_directory(above, ec))
    throw InputError("--out " + out, "a file", "a folder to write in");
  while (!fs::exists(above, ec) && above.has_relative_path()) above = above.parent_path();
  if (!fs::is_directory(above, ec) || ::access(above.c_str(), W_OK) != 0)
    throw InputError("--out " + out, "no folder, and none can be made", "a folder to write in");
}

/// Makes the folder. Throws InputError if it cannot be made.
void make_folder(const std::string& out) {
  std::error_code ec;
  fs::create_directories(out, ec);
  if (!fs::is_directory(out, ec))
    throw InputError("--out " + out, "no folder, and none can be made", "a folder to write in");
}

/// Run file of the drop of a sample, numbered as in placements.csv.
std::string drop_file(const std::string& folder, std::size_t sample) {
  return (fs::path(folder) / fmt::format("drop_{}.h5", sample)).string();
}

/// The first `wanted` counted samples, dropped with the whole simulation; recorded in a folder if one is
/// named.
std::vector<CheckedPlacement> check_by_drops(const std::string& lander, const PlacementReport& report,
                                             int wanted, int threads, const std::string& folder,
                                             Replace replace) {
  std::vector<CheckedPlacement> checked;
  for (std::size_t k = 0; k < report.placements.size() && static_cast<int>(checked.size()) < wanted; ++k)
    if (!report.placements[k].spot.on_void) checked.push_back({k, {}});
  if (checked.empty()) return checked;
  const LanderDrop drop(lander, report.ground, report.form);
  if (!folder.empty()) {
    std::vector<OutputFile> outputs;
    for (const CheckedPlacement& placement : checked)
      outputs.push_back({"--out", drop_file(folder, placement.sample), run_file_kind()});
    check_outputs(outputs, {}, replace);
  }
  Progress bar("drops");
  // Only one thread may record, because HDF5 need not be built for several.
  const JobOptions options{folder.empty() ? threads : 1, interrupted,
                           [&](double done, double total) { bar.update(done, total); }};
  run_jobs(checked.size(), options, [&](std::size_t job, const JobContext& context) {
    DropOptions drop_options{.cancelled = context.cancelled};
    if (!folder.empty()) drop_options.out = drop_file(folder, checked[job].sample);
    checked[job].drop = drop.run(report.placements[checked[job].sample].spot, drop_options);
  });
  return checked;
}

int interrupted_exit() {
  std::cerr << "grouser: interrupted, nothing written\n";
  return kExitInterrupted;
}

/// Checks all input, draws, sets down, checks by drops, writes and reports.
int place_lander(const PlacementArguments& a) {
  const int samples = whole_number("--samples", a.samples, {1.0, kMostSamples, false, ""});
  const int drops = whole_number("--check", a.check, {0.0, 1e5, false, ""});
  const std::uint64_t seed = parse_seed(a.seed);
  const double confidence = parse_number("--confidence", a.confidence, {0.5, 0.9999, false, ""});
  const Envelope envelope = parse_envelope("--envelope", a.envelope);
  GroundChoice choice;
  if (!a.soil.empty()) choice.soil = a.soil;
  if (!a.soil_map.empty()) choice.soil_map = a.soil_map;
  if (!a.gravity.empty()) choice.gravity = parse_number("--gravity", a.gravity, {0.0, 100.0, true, "m/s2"});
  const int threads = parse_jobs(a.jobs);
  if (a.record && (a.out.empty() || drops == 0))
    throw InputError("--record", "no folder or no drops", "--out DIR and --check N beside it");
  check_folder(a.out);
  catch_interrupts();
  const PlacementGround ground = load_placement_ground(a.terrain, choice);
  const std::string file = resolve_asset(a.lander, "landers").string();
  const LanderForm form = make_lander_form(load_vehicle(file), ground.materials, file);
  check_files(a, file, *ground.terrain);
  const auto spots = draw_spots(ground, form, samples, seed);
  std::vector<Placement> placements;
  {
    Progress bar("placement");
    placements =
        set_down(ground, form, spots,
                 {threads, [&](double done, double total) { bar.update(done, total); }, interrupted});
  }
  if (interrupted()) return interrupted_exit();
  PlacementReport report{ground,     form,       seed,
                         a.envelope, placements, study_placements(form, placements, envelope, confidence)};
  // Drops are recorded while they run, so the folder is needed before them.
  if (a.record) make_folder(a.out);
  const auto checked =
      check_by_drops(a.lander, report, drops, threads, a.record ? a.out : "", replacing(a.force));
  if (interrupted()) return interrupted_exit();
  if (!a.out.empty()) {
    make_folder(a.out);
    write_placement_files(a.out, report, checked);
  }
  write_maps(a.maps, "placements", make_placement_table(ground, form, placements, seed), MapLine::no,
             *ground.terrain);
  if (a.json) {
    print_json(placement_json(report, checked));
  } else {
    print_placements(report);
    if (!checked.empty()) print_check(report, checked);
    for (const int material : ground.soils())
      print_notes(soil_notes(ground.materials[static_cast<std::size_t>(material)]));
  }
  // The files are written all the same; they say which samples were void.
  if (report.study.counted == 0) throw RunError("no sample could be counted: voids under all of them");
  return kExitOk;
}

}  // namespace

void declare_placement(Command& command) {
  auto& a = command.runs(place_lander);
  command.option("--lander ID|FILE", a.lander, "A lander of assets/landers or a lander file");
  command
      .option("--terrain T", a.terrain,
              "A recipe (.toml), a raster of heights, or a scenario, whose terrain, soil and gravity count")
      .required();
  command.option("--samples N", a.samples, "Places and headings drawn");
  command.option("--seed S", a.seed, "Of the random places; the same seed gives the same bits");
  command.option("--soil ID|FILE", a.soil, "The ground; by default the scenario's, or wong_LETE_sand");
  command.option("--soil-map MAP.tif", a.soil_map,
                 "Which soil lies where (grouser soilmap); by default the scenario's, or one soil");
  command.option("--gravity M/S2", a.gravity,
                 "By default the scenario's, or of the raster's body, or Mars, 3.71");
  command.option(
      "--envelope KEY=MAX,...", a.envelope,
      "What was tested: tilt_deg, ramp_deg (every ramp), best_ramp_deg (one ramp), ramp_cross_deg, ramp_gap "
      "(m), sinkage (m)");
  command.option("--confidence C", a.confidence, "Of all intervals");
  command.option("--check N", a.check, "Drop the first N of them with the whole simulation too, and compare");
  command.option("--out DIR", a.out, "Write tables (CSV), histograms and a map (PNG) into this folder");
  add_map_options(command, a.maps);
  command.flag(
      "--record", a.record,
      "With --check and --out: record each drop as DIR/drop_SAMPLE.h5, which 'grouser rerun' can repeat");
  command.option("--jobs N", a.jobs, "Threads; as many as processors by default; the results are the same");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as one JSON object on standard output");
  command.footer(
      "Example: grouser placement --terrain terrains/mars_made.tif --samples 1000 --seed 1 --envelope "
      "tilt_deg=15,ramp_deg=25 --out landings");
}

}  // namespace grouser::cli

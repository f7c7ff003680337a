// SPDX-License-Identifier: BSD-3-Clause
// grouser gradeability: slip, sinkage and loads of a rover against the tilt of a bed of soil. Each tilt is a
// simulation of the scenario tilt_bed until nothing changes any more (run_gradeability()); this file compares
// them with a measured curve and with drawn soils, and writes table, picture and JSON.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "commands.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/math/units.hpp"
#include "grouser/mission/gradeability/grade_band.hpp"
#include "grouser/mission/gradeability/grade_comparison.hpp"
#include "grouser/mission/gradeability/grade_curves.hpp"
#include "grouser/mission/gradeability/gradeability_campaign.hpp"
#include "grouser/soil/laws/soil_params.hpp"
#include "run/soil_report.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"
#include "shared/interrupt.hpp"
#include "shared/jobs_option.hpp"
#include "shared/number_range.hpp"
#include "shared/picture_option.hpp"
#include "shared/progress.hpp"

namespace grouser::cli {
namespace {

constexpr NumberRange kTilts{-60.0, 60.0, false, "deg"};

struct GradeabilityArguments {
  std::string rover = "exomars_lvm", soil = "wong_LETE_sand", tilt = "0:25:2.5";
  std::string speed = "0.011", gravity = "3.71", max_time, jobs;
  std::vector<std::string> settings;
  std::string csv, plot, measured;
  PictureOptions size;
  int band = 0;
  std::uint64_t seed = 1;
  bool json = false, force = false;
};

/// The tilts asked for and those of the measured points, rad, each once.
std::vector<double> all_tilts(const std::vector<double>& asked_deg,
                              const std::vector<MeasuredGrade>& measured) {
  std::vector<double> tilts;
  for (const double tilt : asked_deg) tilts.push_back(tilt * kDegree);
  for (const MeasuredGrade& grade : measured) tilts.push_back(grade.tilt);
  if (!measured.empty()) std::sort(tilts.begin(), tilts.end());
  tilts.erase(std::unique(tilts.begin(), tilts.end()), tilts.end());
  return tilts;
}

/// The numbers of the options, checked for their ranges. Throws InputError.
GradeabilitySpec read_spec(const GradeabilityArguments& arguments) {
  GradeabilitySpec spec{.rover = arguments.rover, .soil = arguments.soil};
  spec.speed = parse_number("--speed", arguments.speed, {1e-4, 10.0, false, "m/s"});
  spec.gravity = parse_number("--gravity", arguments.gravity, {0.0, 100.0, true, "m/s2"});
  if (!arguments.max_time.empty())
    spec.max_time = parse_number("--max-time", arguments.max_time, {1.0, 1e6, false, "s"});
  for (const auto& setting : arguments.settings) spec.settings.push_back(parse_override(setting));
  return spec;
}

/// Runs the tilts. If a person stops it, the points that were done are returned.
std::vector<GradePoint> run_points(const GradeabilitySpec& spec, const std::vector<double>& tilts,
                                   int threads) {
  Progress bar("gradeability");
  const JobOptions options{threads, interrupted, [&](double done, double total) { bar.update(done, total); }};
  return run_gradeability(spec, tilts, {}, options);
}

/// The slips on drawn soils; none where no band is asked for or a person stopped it.
std::vector<GradeBand> run_band(const GradeabilityArguments& arguments, const GradeabilitySpec& spec,
                                const std::vector<double>& tilts) {
  if (arguments.band == 0 || interrupted()) return {};
  Progress bar("band");
  const JobOptions options{parse_jobs(arguments.jobs), interrupted,
                           [&](double done, double total) { bar.update(done, total); }};
  return run_grade_band(spec, tilts, arguments.band, arguments.seed, options);
}

/// Prints the quantiles of the slip on drawn soils; nothing without a band.
void print_band(const std::vector<GradeBand>& bands) {
  if (bands.empty()) return;
  using enum TextTable::Align;
  TextTable table({right, right, right, right, right, right});
  table.add_header({"tilt deg", "5 % slip -", "50 %", "95 %", "climbs %", "draws"});
  for (const GradeBand& band : bands)
    table.add_row({number_text(band.tilt / kDegree), number_text(band.low, 3), number_text(band.median, 3),
                   number_text(band.high, 3), number_text(100.0 * band.climbs, 3),
                   std::to_string(band.counted)});
  std::cout << "\nOn soils drawn as its file says (a rover that stalls counts as slip 1):\n" << table.text();
}

/// The band as two dashed lines in the first chart, that of the slip.
std::vector<Chart> plots_with_band(std::vector<Chart> charts, const std::vector<GradeBand>& bands) {
  if (bands.empty() || charts.empty()) return charts;
  ChartSeries low{.label = "90 % band", .x = {}, .y = {}, .style = ChartStyle::kDashed}, high = low;
  high.label.clear();
  low.colour = high.colour = static_cast<int>(charts.front().series.size());
  for (const GradeBand& band : bands) {
    low.add(band.tilt / kDegree, band.low);
    high.add(band.tilt / kDegree, band.high);
  }
  charts.front().series.push_back(std::move(low));
  charts.front().series.push_back(std::move(high));
  return charts;
}

Json band_json(const std::vector<GradeBand>& bands) {
  Json list = Json::array();
  for (const GradeBand& band : bands)
    list.push_back({{"tilt_deg", band.tilt / kDegree},
                    {"slip_5", band.low},
                    {"slip_50", band.median},
                    {"slip_95", band.high},
                    {"climbs", band.climbs},
                    {"draws", band.counted}});
  return list;
}

/// Prints one row per tilt, with the range over the wheels of sinkage in mm and load in N.
void print_table(const std::vector<GradePoint>& points) {
  using enum TextTable::Align;
  TextTable table({right, right, right, right, right, right, right, right, left});
  table.add_header({"tilt deg", "slip -", "drawbar margin -", "braking margin -", "sinkage mm", "load N",
                    "time s", "distance m", ""});
  for (const GradePoint& point : points) {
    // The least and the greatest value of the wheels; "-" where the rover did not settle.
    const auto span = [&](double GradeWheel::*member, double scale) -> std::string {
      if (!point.settled) return "-";
      const auto [low, high] = std::minmax_element(
          point.wheels.begin(), point.wheels.end(),
          [&](const GradeWheel& a, const GradeWheel& b) { return a.*member < b.*member; });
      return fmt::format("{:.4g} to {:.4g}", scale * (*low).*member, scale * (*high).*member);
    };
    const std::string error = point.slip_error > 0.0 ? fmt::format(" +- {:.1g}", point.slip_error) : "";
    table.add_row({number_text(tilt_deg(point)), number_text(point.slip, 4) + error,
                   number_text(point.drawbar_margin, 3), number_text(point.braking_margin, 3),
                   span(&GradeWheel::sinkage, 1e3), span(&GradeWheel::load, 1.0),
                   fmt::format("{:.1f}", point.time), fmt::format("{:.3f}", point.distance),
                   point.settled ? "" : "not settled: " + point.reason});
  }
  std::cout << table.text();
}

/// One tilt with all its wheels, SI units but for the tilt in degrees.
Json point_json(const GradePoint& point) {
  Json json{{"tilt_deg", tilt_deg(point)}, {"slip", point.slip}, {"settled", point.settled}};
  if (!point.settled) json["reason"] = point.reason;
  if (!point.settled) json["stalled"] = point.stalled;
  if (point.slip_error > 0.0) json["slip_error"] = point.slip_error;
  json["drawbar_margin"] = point.drawbar_margin;
  json["braking_margin"] = point.braking_margin;
  json["time_s"] = point.time;
  json["distance"] = point.distance;
  json["wheels"] = Json::array();
  for (const GradeWheel& wheel : point.wheels)
    json["wheels"].push_back({{"name", wheel.name},
                              {"load", wheel.load},
                              {"sinkage", wheel.sinkage},
                              {"rut_depth", wheel.rut_depth},
                              {"slip", wheel.slip},
                              {"torque", wheel.torque}});
  return json;
}

/// Prints the errors of slip at equal tilt, and of tilt at equal slip.
void print_comparison(const GradeComparison& comparison) {
  using enum TextTable::Align;
  TextTable table({right, right, right, right, right, right});
  table.add_header({"tilt deg", "measured slip", "simulated", "error", "tilt at that slip deg", "error deg"});
  for (const GradeError& e : comparison.points)
    table.add_row({number_text(e.tilt / kDegree), number_text(e.measured_slip, 3), number_text(e.slip, 3),
                   number_text(e.slip_error, 2), number_text(e.tilt_at_slip / kDegree, 4),
                   number_text(e.tilt_error / kDegree, 2)});
  std::cout
      << "\nMeasured curve:\n"
      << table.text()
      << fmt::format(
             "slip error rms {}, largest {} (a rover that stalls counts as slip 1); tilt error rms {} deg\n",
             number_text(comparison.rms_slip_error, 3), number_text(comparison.largest_slip_error, 3),
             number_text(comparison.rms_tilt_error / kDegree, 3));
}

Json comparison_json(const std::string& file, const GradeComparison& comparison) {
  Json list = Json::array();
  for (const GradeError& e : comparison.points)
    list.push_back({{"tilt_deg", e.tilt / kDegree},
                    {"measured_slip", e.measured_slip},
                    {"slip", e.slip},
                    {"slip_error", e.slip_error},
                    {"tilt_at_slip_deg", e.tilt_at_slip / kDegree},
                    {"tilt_error_deg", e.tilt_error / kDegree}});
  return {{"file", file},
          {"points", list},
          {"compared", comparison.compared},
          {"rms_slip_error", comparison.rms_slip_error},
          {"largest_slip_error", comparison.largest_slip_error},
          {"rms_tilt_error_deg", comparison.rms_tilt_error / kDegree}};
}

/// The whole report; `asked` is the number of tilts, of which an interrupted command has done fewer.
Json report_json(const GradeabilitySpec& spec, const std::vector<GradePoint>& points, std::size_t asked,
                 const std::vector<std::string>& notes) {
  Json list = Json::array();
  for (const GradePoint& point : points) list.push_back(point_json(point));
  const auto settled =
      std::count_if(points.begin(), points.end(), [](const GradePoint& p) { return p.settled; });
  return {{"status", points.size() < asked ? "interrupted" : "completed"},
          {"rover", spec.rover},
          {"soil", spec.soil},
          {"gravity", spec.gravity},
          {"speed", spec.speed},
          {"points", list},
          {"counts",
           {{"total", asked},
            {"settled", settled},
            {"unsettled", points.size() - static_cast<std::size_t>(settled)}}},
          {"notes", notes}};
}

/// Reads, checks the outputs, runs, writes and reports.
int test_gradeability(const GradeabilityArguments& arguments) {
  const GradeabilitySpec spec = read_spec(arguments);
  std::vector<MeasuredGrade> measured;
  if (!arguments.measured.empty()) measured = load_measured_grades(arguments.measured);
  const auto tilts = all_tilts(parse_number_range("--tilt", arguments.tilt, kTilts), measured);
  const auto notes = soil_notes(load_soil(spec.soil), spec.gravity);
  std::vector<std::filesystem::path> inputs = grade_inputs(spec);
  inputs.emplace_back(arguments.measured);
  check_outputs({{"--csv", arguments.csv, csv_kind(kGradeCsvBegin)},
                 {"--plot", arguments.plot, chart_kind(arguments.plot)}},
                inputs, replacing(arguments.force));
  const PlotSize size = picture_size(arguments.size);
  catch_interrupts();
  const auto points = run_points(spec, tilts, parse_jobs(arguments.jobs));
  const auto bands = run_band(arguments, spec, tilts);
  // Points are missing after Ctrl+C; those that were done are still written and reported.
  const std::size_t missing = tilts.size() - points.size();
  const bool comparable = !measured.empty() && missing == 0;  // part of a curve would mislead
  if (!arguments.csv.empty() && !points.empty())
    write_table_csv(arguments.csv, make_grade_table(spec, points));
  if (!arguments.plot.empty() && !points.empty())
    write_plot(arguments.plot, plots_with_band(make_grade_plots(spec, points, measured), bands), size);
  const GradeComparison comparison = compare_grades(points, measured);
  if (arguments.json) {
    Json report = report_json(spec, points, tilts.size(), notes);
    if (!bands.empty()) report["band"] = band_json(bands);
    if (comparable) report["comparison"] = comparison_json(arguments.measured, comparison);
    print_json(report);
  } else {
    print_table(points);
    print_band(bands);
    if (comparable) print_comparison(comparison);
    print_notes(notes);
  }
  if (missing == 0) return kExitOk;
  std::cerr << fmt::format("grouser: interrupted with {} of {} to do\n", count_text(missing, "point"),
                           tilts.size());
  return kExitInterrupted;
}

}  // namespace

void declare_gradeability(Command& command) {
  auto& a = command.runs(test_gradeability);
  command.option("--rover ID|FILE", a.rover, "A rover of 'grouser rovers' or a rover file");
  command.option("--soil ID|FILE", a.soil, "A soil of 'grouser soils' or a soil file");
  command.option("--tilt RANGE", a.tilt,
                 "Tilts, deg: a number, a list A,B,C or FIRST:LAST:STEP; negative: downhill");
  command.option("--speed M/S", a.speed, "Speed of the wheels' rims");
  command.option("--gravity M/S2", a.gravity, "Gravity; Mars by default, 9.81 for a test on Earth");
  command.option("--max-time S", a.max_time,
                 "Longest simulated time of a point; enough for slip 0.8 by default");
  command.repeated("--set KEY=VALUE", a.settings,
                   "Replace a value of the scenario tilt_bed, or of the rover. or soil. file");
  command.option(
      "--measured CURVE.csv", a.measured,
      "Compare with a measured curve: columns slope_deg and slip_percent (or tilt_deg and slip); its tilts "
      "are added");
  command
      .option("--band N", a.band,
              "Also draw N soils as [uncertain] of the soil's file says, and give the 90 % band of the slip")
      .within(0, 10000);
  command.option("--seed N", a.seed, "Of the drawn soils");
  command.option("--csv OUT.csv", a.csv, "Write the table, all wheels, into this file");
  command.option("--plot FILE", a.plot, "Draw the curves into this picture: .png, .svg or .pdf");
  add_picture_options(command, a.size);
  command.option("--jobs N", a.jobs, "Points at the same time; as many as processors by default");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as one JSON object on standard output, SI units");
  command.footer(
      "Example: grouser gradeability --rover viper --soil lunar_nominal_chrono --gravity 1.62 --tilt 0:20:5 "
      "--csv viper.csv --plot viper.png\n"
      "A point counts once the last wheel runs in the ruts of the first and nothing changes any more; one "
      "that does\n"
      "not settle is reported with its reason and has no value. Exit code 0 where all points were computed, "
      "settled or not.");
}

}  // namespace grouser::cli

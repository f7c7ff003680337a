// SPDX-License-Identifier: BSD-3-Clause
// grouser terrain clean: spikes and boxes out, holes kriged (clean_raster()). Pictures and samples are
// written under other names and get theirs after the raster is complete, so an interrupted command leaves
// none behind.
#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <optional>

#include "clean_report.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/exchange/maps/map_style.hpp"
#include "grouser/mission/campaign/parallel_jobs.hpp"
#include "grouser/survey/clean/clean_forecast.hpp"
#include "raster_options.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"
#include "shared/interrupt.hpp"
#include "shared/interruptible.hpp"
#include "shared/jobs_option.hpp"
#include "shared/number_range.hpp"
#include "shared/progress.hpp"
#include "terrain_command.hpp"

namespace grouser::cli {
namespace {

constexpr int kPreviewSide = 512;  // cells

struct CleanArguments {
  std::string file, out, report, mask, deviation, samples, window, jobs, sampling = "near_holes";
  RasterArguments raster;
  CleanOptions options;
  std::optional<double> length, noise;
  std::string threshold = "auto", box_step = "auto";
  bool dry_run = false;
  bool no_spikes = false, no_boxes = false, packed = false, literal = false, preview = false, json = false,
       force = false;
};

/// Sets the thresholds of spikes and boxes, m: as given, or as the raster's own heights propose them.
void set_thresholds(const CleanArguments& a, RasterSource& source, CleanOptions& o) {
  const bool own_kernel = a.literal && a.threshold == "auto";  // the paper's words have the paper's T
  const bool spikes = a.threshold == "auto" && !own_kernel, boxes = a.box_step == "auto";
  if (a.threshold != "auto") o.kernel.threshold = parse_number("--threshold", a.threshold, positive("m"));
  if (!boxes) o.boxes.least_step = parse_number("--box-step", a.box_step, positive("m"));
  if (!spikes && !boxes) return;
  const CellRect part = o.window ? overlap(*o.window, source.all()) : source.all();
  if (part.count() == 0) return;  // refused in its place
  const CleanThresholds found = propose_thresholds(source, part, o.kernel);
  if (spikes) o.kernel.threshold = found.outlier;
  if (boxes) o.boxes.least_step = found.box_step;
}

/// The options of the cleaning. --preview is a window of 512 x 512 cells in the middle. Throws InputError.
CleanOptions options_of(const CleanArguments& a, RasterSource& source) {
  const CellRect all = source.all();
  CleanOptions o = a.options;
  if (a.literal) o.kernel = literal_kernel();
  o.find_spikes = !a.no_spikes;
  o.find_boxes = !a.no_boxes;
  if (a.sampling == "random") o.sampling = KrigingSamples::random;
  // A value of 0 means that it is learnt.
  if (a.length.value_or(0.0) != 0.0) o.length = a.length;
  if (a.noise.value_or(0.0) != 0.0) o.noise = a.noise;
  if (!a.window.empty()) o.window = parse_cells("--window", a.window);
  if (a.preview && a.window.empty())
    o.window = overlap(
        {all.columns / 2 - kPreviewSide / 2, all.rows / 2 - kPreviewSide / 2, kPreviewSide, kPreviewSide},
        all);
  if (a.packed) o.packing = RasterPacking::deflate;
  o.keep_samples = !a.samples.empty();
  o.picture_side = a.report.empty() ? 0 : kPictureSide;
  o.workers = parallel_workers(parse_jobs(a.jobs));
  o.workers.stopped = interrupted;
  set_thresholds(a, source, o);
  return o;
}

constexpr const char* kSamplesHeader = "column,row,height\n";

/// The samples of the kriging as text; columns and rows are counted in cells.
std::string samples_csv(const HeightSamples& s) {
  std::string text = kSamplesHeader;
  for (int i = 0; i < s.count(); ++i) text += fmt::format("{},{},{:.9g}\n", s.x[i], s.y[i], s.height[i]);
  return text;
}

/// Windows and matrices of a tile go back to the system when they are freed. Left alone, the C library soon
/// keeps them in a heap for each thread: 425 MB instead of 376 on 20,000 x 20,000 cells, for a tenth of the
/// time.
void give_large_blocks_back() {
#ifdef M_MMAP_THRESHOLD
  mallopt(M_MMAP_THRESHOLD, 2 << 20);
#endif
}

/// --dry-run: reports what would be found, and writes no file.
int forecast_terrain(const CleanArguments& a) {
  RasterSource source(a.file, read_raster_options(a.raster));
  const CleanOptions options = options_of(a, source);
  CleanForecast forecast;
  const int code = run_interruptible(
      "looking", [&](const GoOn& go_on) { forecast = forecast_cleaning(source, options, go_on); });
  if (code != kExitOk) return code;
  print_report(report_of(source.info(), options, forecast), a.json);
  return kExitOk;
}

/// Cleans, writes the files and reports.
int clean_terrain(const CleanArguments& a) {
  give_large_blocks_back();
  if (a.dry_run) return forecast_terrain(a);
  if (a.out.empty())
    throw InputError("--out", "no file", "CLEAN.tif, or --dry-run to see what would be done");
  check_outputs({{"--out", a.out, geotiff_kind()},
                 {"--mask", a.mask, geotiff_kind()},
                 {"--deviation", a.deviation, geotiff_kind()},
                 {"--deviation", a.deviation.empty() ? "" : style_path(a.deviation).string(),
                  text_kind({".qml"}, "<!DOCTYPE qgis")},
                 {"--report", a.report, picture_kind()},
                 {"--samples-csv", a.samples, csv_kind(kSamplesHeader)}},
                {a.file}, replacing(a.force));
  RasterSource source(a.file, read_raster_options(a.raster));
  const CleanOptions options = options_of(a, source);
  std::optional<PendingFile> picture, samples;
  if (!a.report.empty()) picture.emplace(a.report);
  if (!a.samples.empty()) samples.emplace(a.samples);
  const auto write_beside = [&](const CleanReport& report) {
    if (picture) write_clean_picture(*picture, source.info(), report);
    if (samples) samples->write(samples_csv(report.samples));
  };
  CleanReport report;
  const double start = steady_seconds();
  const int code = run_interruptible("cleaning", [&](const GoOn& go_on) {
    report = clean_raster(source, {a.out, a.mask, a.deviation}, options, go_on, write_beside);
  });
  if (code != kExitOk) return code;
  // A scale of colours needs a range above 0, also if nothing was filled.
  constexpr double kLeastRange = 1e-3;  // m
  if (!a.deviation.empty())
    write_value_style(a.deviation, {"standard deviation", "m", 0.0,
                                    std::max(kLeastRange, report.worst_deviation), ValueStyle::Ramp::magma});
  if (picture) picture->commit();
  if (samples) samples->commit();
  print_report(report_of(a.out, source.info(), options, report, steady_seconds() - start), a.json);
  return kExitOk;
}

/// Options of the search for spikes and boxes.
void add_outlier_options(Command group, CleanArguments& a) {
  OutlierKernel& k = a.options.kernel;
  BoxOptions& b = a.options.boxes;
  group.flag("--no-spikes", a.no_spikes, "Do not look for spikes");
  group.option(
      "--threshold T", a.threshold,
      "An outlier is farther from its neighbours' mean [m]; auto: ten times the scatter, at most 0.7");
  group.option("--kernel-width", k.width, "Of the Gaussian kernel, odd [cells]");
  group.option("--kernel-hole", k.hole, "Its middle that does not count, odd [cells]");
  group.option("--kernel-sigma", k.sigma, "Its standard deviation [cells]");
  group.option("--roughness", k.roughness_factor,
               "T is no lower than this times the ground's own scatter; 0: T alone");
  group.option("--near-roughness", k.near_factor,
               "And no lower than this times the scatter within 5 cells; 0: not asked");
  group.flag("--literal-kernel", a.literal,
             "The paper's words to the letter (hole 71): flags most of clean ground");
  group.flag("--no-boxes", a.no_boxes, "Do not look for boxes with an offset");
  group.option("--box-step STEP", a.box_step,
               "Least offset of a box [m]; auto: twenty times the scatter of steps, at most 0.4");
  group.option("--box-roughness", b.roughness_factor, "And no lower than this times the scatter of steps");
  group.option("--box-least", b.least_side, "Least side of a box [cells]");
  group.option("--box-most", b.most_side, "Greatest side of a box [cells]");
}

/// Options of the filling of holes.
void add_kriging_options(Command group, CleanArguments& a) {
  CleanOptions& o = a.options;
  group.option("--sampling", a.sampling, "near_holes, or random: the paper's one process for all")
      .one_of({"near_holes", "random"});
  group.option("--samples", o.fit_samples, "That length and noise are learnt from");
  group.option("--neighbours", o.fill.samples.most, "Samples of one hole at most");
  group.option("--deviation-samples", o.fill.deviation_samples, "The same for the deviation, at most 200");
  group.option("--length", a.length, "Correlation length [cells], instead of learning it");
  group.option("--noise", a.noise, "Share of the variance, instead of learning it");
  group.option("--seed", o.fill.samples.seed, "Of the random draws");
  group.option("--small-hole", o.fill.small_hole, "Holes up to this are kriged whole [cells]");
  group.option("--block", o.fill.block, "Greater ones in blocks of this side [cells]");
  group.option("--block-margin", o.fill.margin, "By which blocks overlap on each side [cells]");
  group.option("--bias-width", o.fill.bias.width,
               "Averaging window of the bias, odd; 0: no correction [cells]");
  group.option("--bias-relaxations", o.fill.bias.relaxations,
               "Passes of its membrane; 0: the paper's averages alone");
  group.flag("--fill-border", o.fill_margin, "Fill the voids that join the raster's border too");
}

}  // namespace

void declare_terrain_clean(Command& command) {
  auto& a = command.runs(clean_terrain);
  command.argument("FILE", a.file, "GeoTIFF, PDS, ISIS, VICAR, ENVI or JPEG 2000");
  command.option("--out CLEAN.tif", a.out, "The clean raster");
  command.flag("--dry-run", a.dry_run,
               "Write nothing: thresholds, and how many spikes, boxes, voids and seams of mosaics there are");
  command.option("--mask MASK.tif", a.mask, "What was touched and why, 8 bits");
  command.option("--deviation DEV.tif", a.deviation,
                 "Standard deviation of what was filled [m]; takes several times as long");
  command.option("--report REPORT.png", a.report, "Picture: before, mask, after, difference");
  command.option("--samples-csv SAMPLES.csv", a.samples, "The cells that the kriging of each hole looked at");
  command.flag("--packed", a.packed, "Pack the heights (deflate): a smaller file, written more slowly");
  command.flag("--preview", a.preview, "Only a window of 512 x 512 cells, in the middle");
  command.option("--window X,Y,W,H", a.window, "Only this part, in cells");
  add_outlier_options(command.group("Outliers"), a);
  add_kriging_options(command.group("Kriging"), a);
  add_raster_options(command, a.raster);
  command.option("--jobs N", a.jobs, "Tiles worked on at a time (default: as many as processors)");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as one JSON object");
  command.footer(
      "Example: grouser terrain clean site.tif --out clean.tif --mask mask.tif --report clean.png");
}

}  // namespace grouser::cli

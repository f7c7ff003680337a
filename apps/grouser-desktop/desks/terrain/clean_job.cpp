// SPDX-License-Identifier: BSD-3-Clause
// One step of the cleaning, by the same code as `grouser terrain clean`: on a copy in a folder of its own,
// so that nothing is left of a step that was cancelled. The result is the list of cells whose height or
// fate the step has changed.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/processors.hpp"
#include "desks/terrain/site_jobs.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/campaign/parallel_jobs.hpp"
#include "grouser/survey/clean/seam_step.hpp"
#include "session/scratch_folder.hpp"

namespace grouser::desktop {
namespace {

constexpr double kNoHeight = std::numeric_limits<double>::quiet_NaN();

/// One per cell, 1: its height was filled in.
std::vector<std::uint8_t> filled_cells(const std::vector<double>& heights,
                                       const std::vector<std::uint8_t>& fates) {
  std::vector<std::uint8_t> filled(fates.size());
  for (std::size_t i = 0; i < fates.size(); ++i) filled[i] = is_filled(fates[i]) && !std::isnan(heights[i]);
  return filled;
}

/// Workers on all processors but the window's; they stop when the job does.
Workers workers_beside_window(const GoOn& go_on) {
  Workers workers = parallel_workers(processors_beside_window());
  workers.stopped = [&go_on] { return !go_on(-1.0); };
  return workers;
}

/// The options of the library for one step: only outliers are searched for, or only voids filled.
CleanOptions options_of(const CleanStart& start, CleanKind kind, const CleanSettings& settings,
                        const GoOn& go_on) {
  CleanOptions o;
  o.detect_only = kind == CleanKind::outliers;
  o.find_spikes = kind == CleanKind::outliers;
  o.find_boxes = kind == CleanKind::outliers && settings.find_boxes;
  o.kernel = settings.kernel;
  o.boxes = settings.boxes;
  o.fit_samples = settings.fit_samples;
  o.fill_margin = settings.fill_border;
  if (kind == CleanKind::kriging) o.fill.bias.width = 0;  // the rims are the next step's business
  // The seams use length and noise of the kriging before, within the ranges that the library takes.
  if (kind == CleanKind::seams && start.params) {
    o.length = std::clamp(start.params->length, 0.1, 1e6);
    o.noise = std::clamp(start.params->noise, 1e-10, 10.0);
  }
  o.workers = workers_beside_window(go_on);
  return o;
}

/// The heights that a step starts from; for seams, the cells that kriging filled are voids again.
Heights input_of(const CleanStart& start, CleanKind kind) {
  if (kind != CleanKind::seams) return start.heights;
  auto heights = std::make_shared<std::vector<double>>(*start.heights);
  const std::vector<std::uint8_t> filled = filled_cells(*heights, *start.fates);
  for (std::size_t i = 0; i < heights->size(); ++i)
    if (filled[i]) (*heights)[i] = kNoHeight;
  return heights;
}

/// Writes heights as a raster in a folder of its own.
void write_copy(const SiteOrigin& origin, const Heights& heights, const std::string& path,
                const GoOn& go_on) {
  RasterSpec spec = origin.spec;
  spec.packing = RasterPacking::none;
  RasterSink sink(path, spec);
  write_heights(sink, *heights, [&](double) { return go_on(-1.0); });
  sink.finish();
}

/// Puts proposed thresholds into the options, if the settings want them.
void take_proposal(RasterSource& source, CleanOptions& options, const CleanSettings& settings) {
  if (!settings.proposed) return;
  const CleanThresholds found = propose_thresholds(source, source.all(), options.kernel);
  options.kernel.threshold = found.outlier;
  options.boxes.least_step = found.box_step;
}

/// Fate of a cell over all steps: a spike that was removed and then filled in stays a spike.
std::uint8_t joined_fate(std::uint8_t before, std::uint8_t now) {
  if (!is_filled(now)) return before;
  const bool taken_out = is_filled(before) && before != static_cast<std::uint8_t>(CellFate::filled_void);
  return taken_out ? before : now;
}

/// Notes the cells of one row of the raster whose height or fate has changed.
void note_row(const CleanStart& start, std::size_t first, const std::vector<double>& heights,
              const std::vector<float>& fates, CleanStep& step) {
  for (std::size_t k = 0; k < heights.size(); ++k) {
    const std::size_t i = first + k;
    const double old = (*start.heights)[i];
    const std::uint8_t fate = joined_fate((*start.fates)[i], static_cast<std::uint8_t>(fates[k]));
    // Cells that the step has not touched keep their bits, also where the file in between has fewer.
    const double z = fates[k] == 0.0f ? old : heights[k];
    if (std::isnan(z)) ++step.voids;
    const bool same = z == old || (std::isnan(z) && std::isnan(old));
    if (same && fate == (*start.fates)[i]) continue;
    step.cells.push_back(static_cast<std::uint32_t>(i));
    step.heights_before.push_back(old), step.heights_after.push_back(z);
    step.fates_before.push_back((*start.fates)[i]), step.fates_after.push_back(fate);
    if (!same) ++step.changed;
    if (const double change = std::fabs(z - old); change > step.largest_change)
      step.largest_change = change;  // false for NaN
  }
}

/// Cleans `heights` in a folder of its own and notes the differences from the start. Besides the memory of
/// the cleaning only rows of the rasters are held.
void clean(const CleanStart& start, const Heights& heights, CleanOptions options,
           const CleanSettings& settings, const GoOn& go_on, CleanStep& step) {
  const ScratchFolder scratch;
  const std::string before = scratch.file("before.tif"), after = scratch.file("after.tif"),
                    mask = scratch.file("mask.tif");
  write_copy(start.origin, heights, before, go_on);
  RasterSource source(before);
  if (options.detect_only) take_proposal(source, options, settings);
  const bool deviation = settings.deviation && step.kind == CleanKind::kriging;
  const CleanFiles files{after, mask, deviation ? scratch.file("deviation.tif") : ""};
  const CleanReport report = clean_raster(source, files, options, go_on);
  step.params = report.params;
  step.largest_deviation = report.worst_deviation;
  // The result is read row by row.
  RasterSource cleaned(after), fates(mask);
  const RasterSpec& spec = start.origin.spec;
  std::vector<double> row(static_cast<std::size_t>(spec.columns));
  std::vector<float> row_fates(row.size());
  for (int r = 0; r < spec.rows; ++r) {
    const CellRect rect{0, r, spec.columns, 1};
    cleaned.read(rect, std::span<double>(row));
    fates.read(rect, std::span<float>(row_fates));
    note_row(start, static_cast<std::size_t>(r) * row.size(), row, row_fates, step);
  }
}

}  // namespace

CleanOutlook look_ahead(const SiteOrigin& origin, const Heights& heights, const CleanSettings& settings,
                        const GoOn& go_on) {
  const ScratchFolder scratch;
  const std::string copy = scratch.file("ahead.tif");
  write_copy(origin, heights, copy, go_on);
  RasterSource source(copy);
  CleanOptions options = options_of({}, CleanKind::outliers, settings, go_on);
  take_proposal(source, options, settings);
  CleanOutlook outlook;
  outlook.thresholds.outlier = options.kernel.threshold;
  outlook.thresholds.box_step = options.boxes.least_step;
  outlook.forecast = forecast_cleaning(source, options, go_on);
  return outlook;
}

std::string nothing_to_do(const Site& site, CleanKind kind, const CleanOutlook* outlook) {
  switch (kind) {
    case CleanKind::outliers:
      if (!outlook || outlook->forecast.taken_out() > 0) return "";
      return fmt::format("Nothing stands out: no cell differs from its neighbours by more than {:.3g} m.",
                         outlook->thresholds.outlier);
    case CleanKind::kriging:
      return site.voids() == 0 ? "Nothing to fill: every cell has a height." : "";
    case CleanKind::seams:
      return site.filled() == 0 ? "Nothing was filled, so there is no rim to be made to meet." : "";
  }
  return "";
}

CleanStep run_clean_step(const CleanStart& start, CleanKind kind, const CleanSettings& settings,
                         const GoOn& go_on) {
  const Heights input = input_of(start, kind);
  CleanStep step;
  step.kind = kind;
  const CleanOptions options = options_of(start, kind, settings, go_on);
  clean(start, input, options, settings, go_on, step);
  if (kind == CleanKind::outliers) return step;
  const int columns = start.origin.spec.columns;
  // The largest step at a rim is measured before and after the seams are closed, after kriging only once.
  if (kind == CleanKind::seams)
    step.seam_before = largest_seam_step(*start.heights, filled_cells(*start.heights, *start.fates), columns);
  // Heights after the step are made here, because the site has not applied it yet.
  std::vector<double> heights = *start.heights;
  std::vector<std::uint8_t> fates = *start.fates;
  for (std::size_t i = 0; i < step.cells.size(); ++i)
    heights[step.cells[i]] = step.heights_after[i], fates[step.cells[i]] = step.fates_after[i];
  step.seam_after = largest_seam_step(heights, filled_cells(heights, fates), columns);
  return step;
}

}  // namespace grouser::desktop

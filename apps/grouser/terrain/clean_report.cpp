// SPDX-License-Identifier: BSD-3-Clause
// Report of a cleaning and of a forecast, and the picture with four panels: before, mask, after, difference.
#include "clean_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "grouser/base/error.hpp"
#include "grouser/recording/plot/raster_sheet.hpp"
#include "grouser/survey/raster/raster_notes.hpp"

namespace grouser::cli {
namespace {

constexpr const char* kFateKeys[kCellFates] = {"kept",       "filled_void", "filled_spike",
                                               "filled_box", "left_margin", "left_far"};

/// Sides of a cell on the body, also of a raster in degrees; 0 if the file does not give them.
CellSize cell_of(const RasterInfo& info) {
  std::optional<MapFrame> frame;
  if (info.transform && !info.crs.empty()) {
    try {
      frame.emplace(info.crs, info.path);
    } catch (const InputError&) {  // without a body its map counts as metres
    }
  }
  return cell_size(info, frame ? &*frame : nullptr);
}

/// A length in cells, and in metres where they are known: "12 cells (6 m)".
std::string length_text(double cells, const CellSize& cell) {
  const std::string text = number_text(cells, 3) + " cells";
  if (!(cell.east > 0.0 && cell.north > 0.0)) return text;
  const std::string east = number_text(cells * cell.east, 3), north = number_text(cells * cell.north, 3);
  return text + (east == north ? fmt::format(" ({} m)", east)
                               : fmt::format(" ({} m along rows, {} m along columns)", east, north));
}

/// The thresholds that were in force, as a line; "" if nothing was looked for.
std::string threshold_text(const CleanOptions& o) {
  std::string text;
  if (o.find_spikes)
    text += fmt::format("spikes differ by more than {} m", number_text(o.kernel.threshold, 3));
  if (o.find_boxes)
    text += fmt::format("{}boxes by more than {} m", text.empty() ? "" : ", ",
                        number_text(o.boxes.least_step, 3));
  return text.empty() ? "" : text + "\n";
}
void add_thresholds(const CleanOptions& o, nlohmann::ordered_json& j) {
  if (o.find_spikes) j["threshold_m"] = o.kernel.threshold;
  if (o.find_boxes) j["box_step_m"] = o.boxes.least_step;
}

/// Colours and names of the mask, in the order of CellFate from 1 on.
std::vector<SheetKey> fate_keys() {
  return {{{33, 113, 181}, "filled void"},
          {{203, 24, 29}, "filled spike"},
          {{230, 145, 20}, "filled box"},
          {{190, 190, 190}, "void at the border, left"},
          {{90, 90, 90}, "no height within reach, left"}};
}

}  // namespace

Report report_of(const RasterInfo& info, const CleanOptions& options, const CleanForecast& f) {
  Report t;
  t.text = fmt::format("{}: {} cells, nothing is written\n", info.path, f.cells);
  TextTable table({TextTable::Align::left, TextTable::Align::right, TextTable::Align::right});
  table.add_header({"cells", "count", "greatest"});
  table.add_row({"spikes", fmt::format("{}", f.spikes), number_text(f.greatest_spike, 3) + " m"});
  table.add_row({fmt::format("in {} boxes", f.boxes), fmt::format("{}", f.box_cells),
                 number_text(f.greatest_box, 3) + " m"});
  table.add_row({"voids", fmt::format("{}", f.voids), ""});
  t.text += table.text() + threshold_text(options);
  t.json = {{"file", info.path},
            {"cells", f.cells},
            {"spikes", f.spikes},
            {"greatest_spike_m", f.greatest_spike},
            {"boxes", f.boxes},
            {"box_cells", f.box_cells},
            {"greatest_box_m", f.greatest_box},
            {"voids", f.voids}};
  add_thresholds(options, t.json);
  t.json["seams"] = nlohmann::json::array();
  for (const MosaicSeam& s : f.seams) {
    const bool rows = s.line == SeamLine::along_rows;
    t.text += fmt::format("seam of a mosaic: a step of {} m {} {}, {} {} to {}\n", number_text(s.step, 3),
                          rows ? "south of row" : "east of column", s.at, rows ? "columns" : "rows", s.first,
                          s.last);
    t.json["seams"].push_back(
        {{rows ? "row" : "column", s.at}, {"first", s.first}, {"last", s.last}, {"step_m", s.step}});
  }
  if (!f.seams.empty())
    t.notes.emplace_back(
        "seams of mosaics are found and not mended: cut the piece beside them, or level its parts first");
  return t;
}

Report report_of(const std::string& out, const RasterInfo& info, const CleanOptions& options,
                 const CleanReport& r, double seconds) {
  Report t;
  const auto all = static_cast<double>(r.window.count());
  t.text =
      fmt::format("{}: {} x {} cells, cleaned in {:.1f} s\n", out, r.window.columns, r.window.rows, seconds);
  TextTable table({TextTable::Align::left, TextTable::Align::right, TextTable::Align::right});
  table.add_header({"cells", "count", "share"});
  for (int k = 0; k < kCellFates; ++k) {
    const auto fate = static_cast<CellFate>(k);
    table.add_row({fate_name(fate), fmt::format("{}", r.of(fate)),
                   fmt::format("{:.3f} %", 100.0 * static_cast<double>(r.of(fate)) / all)});
  }
  t.text += table.text() + threshold_text(options);
  t.json = {
      {"file", out}, {"columns", r.window.columns}, {"rows", r.window.rows}, {"cells", r.window.count()}};
  for (int k = 0; k < kCellFates; ++k) t.json[kFateKeys[k]] = r.of(static_cast<CellFate>(k));
  t.json["boxes"] = r.boxes;
  add_thresholds(options, t.json);
  if (r.filled() > 0) {
    t.text += fmt::format(
        "kriging: Matern 3/2 with length {}, deviation {} m, noise {} of the variance, from {} samples\n",
        length_text(r.params.length, cell_of(info)), number_text(std::sqrt(r.params.variance), 3),
        number_text(r.params.noise, 2), r.fit_samples);
    t.json["kriging"] = {{"length_cells", r.params.length},
                         {"variance", r.params.variance},
                         {"noise", r.params.noise},
                         {"samples", r.fit_samples}};
  }
  if (r.worst_deviation > 0.0) {
    t.text += fmt::format("largest standard deviation: {} m\n", number_text(r.worst_deviation, 3));
    t.json["largest_deviation"] = r.worst_deviation;
  }
  t.json["wall_s"] = seconds;
  if (r.of(CellFate::left_margin) > 0)
    t.notes.emplace_back(
        "voids that join the border were left; --fill-border fills those within reach of heights");
  if (r.of(CellFate::left_far) > 0)
    t.notes.push_back(fmt::format("some voids have no height within {} cells and were left", kSampleReach));
  return t;
}

void write_clean_picture(PendingFile& file, const RasterInfo& info, const CleanReport& r) {
  const CleanPicture& p = r.picture;
  const double step = static_cast<double>(r.window.columns) / p.columns;
  SheetPanel base;
  // The picture is thinned, so its cell is a multiple of the raster's.
  const CellSize cell = cell_of(info);
  const double side = cell.east > 0.0 && cell.north > 0.0 ? 0.5 * (cell.east + cell.north) : 1.0;
  base.columns = p.columns, base.rows = p.rows, base.cell = step * side;
  SheetPanel before = base, mask = base, after = base, difference = base;
  before.title = "before: " + std::filesystem::path(info.path).filename().string();
  before.heights = p.before;
  mask.title = fmt::format("mask: {} filled of {} cells", r.filled(), r.window.count());
  mask.heights = p.after;
  for (const CellFate fate : p.fate) mask.key.push_back(static_cast<std::uint8_t>(fate));
  mask.keys = fate_keys();
  after.title = "after";
  after.heights = p.after;
  difference.title = "difference: after - before";
  difference.heights = p.after;
  difference.unit = "m";
  for (std::size_t i = 0; i < p.after.size(); ++i) {
    // A void has no height before, so its difference is NaN, which is left out of the scale.
    const float d = p.fate[i] == CellFate::kept ? 0.0f : p.after[i] - p.before[i];
    difference.values.push_back(d);
    if (std::isfinite(d)) difference.most = std::max<double>(difference.most, std::fabs(d));
  }
  write_raster_sheet(file, {before, mask, after, difference});
}

}  // namespace grouser::cli

// SPDX-License-Identifier: BSD-3-Clause
// A raster may be too large to read, so the statistics come from the overview that has at most 16 million
// cells, unless every cell is asked for. The JSON is made first and the text from it.
#include "raster_report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/recording/plot/map_plot.hpp"
#include "grouser/survey/raster/raster_notes.hpp"

namespace grouser::cli {
namespace {

constexpr long long kQuickCells = 16'000'000;    // read in a fraction of a second
constexpr double kBytesPerCell = sizeof(float);  // of a field in memory

/// Length of a vector of map units.
double length(double x, double y) { return std::sqrt(x * x + y * y); }

/// Bytes in kB, MB or GB, which are powers of 1000.
std::string size_text(double bytes) {
  if (bytes < 1e6) return fmt::format("{:.1f} kB", bytes / 1e3);
  if (bytes < 1e9) return fmt::format("{:.1f} MB", bytes / 1e6);
  return fmt::format("{:.2f} GB", bytes / 1e9);
}

/// Size and spacing: cell_x and cell_y in map units, cell_east and cell_north in m.
Json grid_json(const RasterDescription& d) {
  const RasterInfo& i = d.info;
  Json j = {{"columns", i.columns}, {"rows", i.rows}};
  if (i.transform) {
    const auto center = i.transform->map(0.5 * i.columns, 0.5 * i.rows);
    j["cell_x"] = length(i.transform->c[1], i.transform->c[4]);
    j["cell_y"] = length(i.transform->c[2], i.transform->c[5]);
    j["map_unit"] = !d.frame                            ? ""
                    : d.frame->in_degrees()             ? "degree"
                    : d.frame->metres_per_unit() == 1.0 ? "metre"
                                                        : "other";
    j["map_x"] = center[0];
    j["map_y"] = center[1];
    j["cell_east"] = d.cell_east;
    j["cell_north"] = d.cell_north;
  }
  if (!i.axis_order.empty()) j["axis_order"] = i.axis_order;
  return j;
}

/// Coordinate reference system, body, and longitude and latitude of the middle, as far as they are known.
Json place_json(const RasterDescription& d) {
  Json j = {{"crs", d.frame ? d.frame->words() : d.info.crs.empty() ? "" : "unknown"}};
  if (!d.frame) return j;
  j["body"] = d.frame->body() ? d.frame->body()->name : "unknown";
  const auto& g = *d.info.transform;
  const auto center = g.map(0.5 * d.info.columns, 0.5 * d.info.rows);
  if (const auto at = d.frame->to_lonlat(center[0], center[1])) {
    const auto deg = d.frame->write_deg(*at, usual_style(d.frame->body()));
    j["longitude_deg"] = deg[0];
    j["latitude_deg"] = deg[1];
    j["latitude_type"] = latitude_word(usual_style(d.frame->body()));
  }
  return j;
}

/// Heights in m and voids. Counts of cells of an overview are scaled to the whole raster.
Json height_json(const RasterDescription& d) {
  const RasterSurvey& s = d.survey;
  const auto& level = d.info.levels[s.level];
  const double scale =
      static_cast<double>(d.info.columns) * d.info.rows / s.cells;  // cells of the raster per cell read
  Json j = {
      {"statistics",
       s.level == 0 ? "every cell" : fmt::format("overview of {} x {} cells", level.columns, level.rows)},
      {"lowest", s.all_void() ? std::nan("") : s.lowest},
      {"highest", s.all_void() ? std::nan("") : s.highest},
      {"void_share", static_cast<double>(s.voids) / s.cells},
      {"margin_void_share", static_cast<double>(s.margin_voids) / s.cells},
      {"holes", s.holes},
      {"largest_hole_cells", std::llround(scale * s.largest_hole.cells)}};
  if (d.info.transform) j["largest_hole_area"] = scale * s.largest_hole.cells * d.cell_east * d.cell_north;
  return j;
}

/// Type, blocks and overviews of the file, and the bytes that a simulation on all of it would need.
Json storage_json(const RasterDescription& d) {
  const RasterInfo& i = d.info;
  return {
      {"sample_type", i.sample_type},     {"vertical_unit", i.vertical_unit},
      {"block_columns", i.block_columns}, {"block_rows", i.block_rows},
      {"overviews", i.levels.size() - 1}, {"memory_bytes", std::llround(kBytesPerCell * i.columns * i.rows)}};
}

/// The description as a table of two columns.
std::string text_of(const RasterDescription& d, const Json& j) {
  const RasterInfo& i = d.info;
  using enum TextTable::Align;
  TextTable table({left, left});
  const auto row = [&](const char* name, const std::string& value) {
    table.add_row({std::string("  ") + name, value});
  };
  row("size", fmt::format("{} x {} cells", i.columns, i.rows));
  if (i.transform)
    row("posting",
        fmt::format("{} x {} m, {} x {} m in all", number_text(d.cell_east, 7), number_text(d.cell_north, 7),
                    number_text(d.cell_east * i.columns, 6), number_text(d.cell_north * i.rows, 6)));
  if (!i.axis_order.empty()) row("axes", i.axis_order);
  row("map", j["crs"].get<std::string>().empty() ? "none" : j["crs"].get<std::string>());
  if (j.contains("longitude_deg"))
    row("centre",
        fmt::format("longitude {:.7f} deg east, latitude {:.7f} deg {}", j["longitude_deg"].get<double>(),
                    j["latitude_deg"].get<double>(), j["latitude_type"].get<std::string>()));
  if (!d.survey.all_void())
    row("heights",
        fmt::format("{} to {} m", number_text(d.survey.lowest, 8), number_text(d.survey.highest, 8)));
  row("voids",
      fmt::format("{:.2f} % ({:.2f} % along the border, {}; the largest of {} cells)",
                  100.0 * j["void_share"].get<double>(), 100.0 * j["margin_void_share"].get<double>(),
                  count_text(d.survey.holes, "hole"), j["largest_hole_cells"].get<long long>()));
  row("statistics", j["statistics"]);
  row("stored as", fmt::format("{}, {} in blocks of {} x {}, {}", i.driver, i.sample_type, i.block_columns,
                               i.block_rows, count_text(i.levels.size() - 1, "overview")));
  row("in memory", size_text(j["memory_bytes"].get<double>()));
  return "raster " + i.path + "\n" + table.text();
}

}  // namespace

RasterDescription describe_raster(const std::filesystem::path& path, const RasterOptions& options,
                                  SurveyDepth depth, int picture_side,
                                  const std::function<bool(double)>& progress) {
  RasterSource source(path, options);
  RasterDescription d{.info = source.info(), .survey = {}, .frame = std::nullopt};
  if (d.info.transform && !d.info.crs.empty()) {
    try {
      d.frame.emplace(d.info.crs, d.info.path);
    } catch (const InputError&) {  // a note reports it; the heights are there all the same
    }
  }
  // Without a frame the cells of a map in metres still have a size.
  const CellSize cell = cell_size(d.info, d.frame ? &*d.frame : nullptr);
  d.cell_east = cell.east, d.cell_north = cell.north;
  const int level = depth == SurveyDepth::quick ? level_within(d.info, kQuickCells) : 0;
  d.survey = survey_raster(source, {.level = level, .picture_side = picture_side, .progress = progress});
  return d;
}

MapGround picture_ground(const RasterDescription& d) {
  const RasterSurvey& s = d.survey;
  const double east = d.cell_east > 0.0 ? d.cell_east : 1.0, north = d.cell_north > 0.0 ? d.cell_north : 1.0;
  MapGround ground;
  ground.columns = std::max(2, s.picture_columns);
  ground.cell = east * d.info.columns / ground.columns;
  ground.rows = std::max(2, static_cast<int>(std::lround(north * d.info.rows / ground.cell)));
  // Coordinates are counted from the middle, as in a scenario on this raster.
  ground.west = -0.5 * (ground.columns - 1) * ground.cell;
  ground.south = -0.5 * (ground.rows - 1) * ground.cell;
  // Nearest cell of the thumbnail, which may have another shape than the ground.
  for (int j = 0; j < ground.rows; ++j)
    for (int i = 0; i < ground.columns; ++i) {
      const int row = static_cast<int>((ground.rows - 1 - j + 0.5) / ground.rows * s.picture_rows);
      const int column = static_cast<int>((i + 0.5) / ground.columns * s.picture_columns);
      ground.heights.push_back(s.picture[static_cast<std::size_t>(row) * s.picture_columns + column]);
    }
  return ground;
}

Report report_of(const RasterDescription& d) {
  Report report;
  report.json = {{"kind", "raster"}, {"file", d.info.path}, {"driver", d.info.driver}};
  for (const Json& part : {grid_json(d), place_json(d), height_json(d), storage_json(d)})
    report.json.update(part);
  // Metadata of ours describe the site that the raster was cut from.
  for (const auto& [key, value] : d.info.metadata)
    if (key.starts_with("GROUSER_")) report.json["site"][key.substr(8)] = value;
  report.text = text_of(d, report.json);
  report.notes = raster_notes(d.info, d.frame ? &*d.frame : nullptr, d.survey);
  return report;
}

void write_thumbnail(const std::filesystem::path& path, const RasterDescription& d) {
  MapPanel map;
  map.title = std::filesystem::path(d.info.path).filename().string();
  if (!d.survey.all_void())
    map.title +=
        fmt::format(": {} to {} m", number_text(d.survey.lowest, 6), number_text(d.survey.highest, 6));
  map.ground = picture_ground(d);
  write_map_plot(path, map, {});
}

}  // namespace grouser::cli

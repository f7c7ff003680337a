// SPDX-License-Identifier: BSD-3-Clause
// Loads a window of a raster as a heightfield in a local frame about the window's middle, and writes one.
// Heights are floats above a datum of whole metres. Maps must be in metres, with square cells, north up, and
// true to scale.
#include "grouser/survey/raster/geotiff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/survey/raster/celestial_body.hpp"
#include "grouser/survey/raster/raster_sink.hpp"
#include "grouser/survey/raster/raster_source.hpp"
#include "map_scale.hpp"
#include "raster_library.hpp"

namespace grouser {

namespace {

constexpr long long kMaxCells = 64'000'000;
constexpr double kSquareTolerance = 2e-3;  // relative: positions of heights are right to 0.1 %, slopes too
constexpr double kNearZero = 100.0;        // m; floats of this size have steps of 8 micrometres
constexpr double kNoRelief = 1e5;          // m; heights beyond are distances from the centre of the body
constexpr double kLikeRadius = 0.1;        // relative: such heights are radii of that body

struct MapGrid {
  double west, north;  // map coordinates of the outer corner of the north-west pixel
  double cell;
};

/// Refuses a map that is not in metres.
void check_map_unit(const RasterInfo& info) {
  if (info.crs.empty()) return;
  const terrain::CrsFacts crs = terrain::raster_library().describe_crs(info.crs);
  if (!crs.nonsense.empty())
    throw InputError(info.path, "a coordinate reference system that makes no sense (" + crs.nonsense + ")",
                     "a map in metres");
  if (crs.geographic)
    throw InputError(info.path, "a map in degrees", "a map in metres (grouser terrain import makes one)");
  if (std::fabs(crs.metres_per_unit - 1.0) > 1e-9)
    throw InputError(info.path, fmt::format("map units of {}", crs.unit), "metres");
}

/// Corner and cell of the raster's grid; throws InputError unless it is north up with square cells.
MapGrid read_grid(const RasterInfo& info) {
  if (!info.transform)
    throw InputError(info.path, "no pixel size (not georeferenced)", "a georeferenced raster");
  if (info.at_an_angle)
    throw InputError(info.path, "a rotated or sheared raster",
                     "rows along east (grouser terrain import makes one)");
  const auto& g = info.transform->c;
  if (std::fabs(g[1] + g[5]) > kSquareTolerance * g[1])
    throw InputError(info.path, fmt::format("pixels of {} x {} m", g[1], -g[5]),
                     "square pixels (to 0.2 %; grouser terrain import makes them)");
  return {g[0], g[3], std::sqrt(-g[1] * g[5])};
}

/// Cells of a window, and its middle.
struct CellWindow {
  int column, row, columns, rows;
  double center_x, center_y;  // of the local frame, m from the raster's centre
};

/// Cells of the requested window; all without a size.
CellWindow choose_window(const GeotiffWindow& window, const MapGrid& grid, int columns, int rows,
                         const std::string& place) {
  CellWindow w{0, 0, columns, rows, 0.0, 0.0};
  if (window.center && window.map_center)
    throw InputError(place, "a window with both center and map_center", "one of the two");
  if (window.center) w.center_x = (*window.center)[0], w.center_y = (*window.center)[1];
  if (window.map_center) {
    w.center_x = (*window.map_center)[0] - (grid.west + 0.5 * columns * grid.cell);
    w.center_y = (*window.map_center)[1] - (grid.north - 0.5 * rows * grid.cell);
  }
  if (!window.size) return w;
  // The cells whose centres lie inside the window, with room for rounding.
  const double half_x = 0.5 * (*window.size)[0], half_y = 0.5 * (*window.size)[1];
  const auto cell_at = [&](double offset, int count) { return offset / grid.cell + 0.5 * (count - 1); };
  const double first_column = std::ceil(cell_at(w.center_x - half_x, columns) - 1e-9);
  const double last_column = std::floor(cell_at(w.center_x + half_x, columns) + 1e-9);
  const double first_row = std::ceil(cell_at(-w.center_y - half_y, rows) - 1e-9);
  const double last_row = std::floor(cell_at(-w.center_y + half_y, rows) + 1e-9);
  if (!(first_column >= 0.0 && first_row >= 0.0 && last_column < columns && last_row < rows))
    throw InputError(place,
                     fmt::format("a window of {} x {} m about ({}, {}) m that reaches beyond the raster",
                                 2.0 * half_x, 2.0 * half_y, w.center_x, w.center_y),
                     fmt::format("a window within {} x {} m", columns * grid.cell, rows * grid.cell));
  w.column = static_cast<int>(first_column);
  w.row = static_cast<int>(first_row);
  w.columns = static_cast<int>(last_column - first_column) + 1;
  w.rows = static_cast<int>(last_row - first_row) + 1;
  return w;
}

/// The radius that heights from the centre of a body are taken from: of the map's body, else of a known one,
/// else the whole kilometres of the first height.
double reference_radius(const std::string& crs, double first) {
  if (!crs.empty()) {
    const double radius = terrain::raster_library().describe_crs(crs).equatorial_radius;
    if (std::fabs(first - radius) < kLikeRadius * radius) return radius;
  }
  if (const CelestialBody* body = find_body(first)) return body->equatorial_radius;
  return 1e3 * std::floor(first / 1e3);
}

/// Zero of a field's heights within its raster's heights, m.
double zero_of(const RasterInfo& info, double first, HeightfieldSpec& spec) {
  if (std::fabs(first) < kNoRelief) return 0.0;
  const double zero = reference_radius(info.crs, first);
  spec.note = fmt::format(
      "the heights of {} are distances from the centre of the body ({:.6g} m): 0 m here is a radius of "
      "{:.10g} m",
      info.path, first, zero);
  return zero;
}

// Reads the window's heights as offsets from a datum, row by row. Returns which cells have a height; empty if
// all have one.
std::vector<std::uint8_t> read_heights(RasterSource& source, const CellWindow& w, HeightfieldSpec& spec) {
  const RasterInfo& info = source.info();
  std::vector<double> line(w.columns);
  std::vector<std::uint8_t> known;
  std::optional<double> zero;
  spec.offsets.resize(static_cast<std::size_t>(w.columns) * w.rows);
  for (int j = 0; j < w.rows; ++j) {
    source.read({w.column, w.row + j, w.columns, 1}, std::span<double>(line));
    for (int i = 0; i < w.columns; ++i) {
      const double z = line[i];
      const std::size_t cell = static_cast<std::size_t>(j) * w.columns + i;
      if (std::isnan(z)) {
        if (known.empty()) known.assign(spec.offsets.size(), 1);
        known[cell] = 0;
        continue;
      }
      if (!zero) {
        zero = zero_of(info, z, spec);
        // The datum is in whole metres, where a float would lose digits. The first height decides; any nearby
        // one would do.
        const double first = z - *zero;
        spec.datum = info.states_offset             ? info.offset * info.metres_per_unit.value() - *zero
                     : std::fabs(first) < kNearZero ? 0.0
                                                    : std::floor(first);
      }
      spec.offsets[cell] = static_cast<float>(z - *zero - spec.datum);
    }
  }
  return known;
}

/// Throws InputError where the map is not true to scale at the window's middle: slopes and distances would be
/// wrong.
void check_scale(const RasterInfo& info, const MapGrid& grid, const CellWindow& w) {
  if (info.crs.empty() || !lies_on_body(info.crs, info.path)) return;
  const MapFrame frame(info.crs, info.path);
  const double x = grid.west + (w.column + 0.5 * w.columns) * grid.cell,
               y = grid.north - (w.row + 0.5 * w.rows) * grid.cell;
  const auto scale = terrain::scale_at(frame, x, y, info.path);
  if (!scale)
    throw InputError(
        info.path,
        fmt::format("a window about ({:.10g}, {:.10g}) of its map, which is not on the body", x, y),
        "a place on the body");
  if (!scale->is_true())
    throw InputError(info.path, "a map that is not true to scale here: " + terrain::scale_words(*scale),
                     "a scale true within 1 % (grouser terrain import --frame local makes such a map)");
}

/// The window's heights, and which cells have one.
HeightfieldSpec read_window(const std::filesystem::path& path, const GeotiffWindow& window,
                            std::vector<std::uint8_t>& known) {
  RasterSource source(path);
  const RasterInfo& info = source.info();
  require_heights(info);
  check_map_unit(info);
  const MapGrid grid = read_grid(info);
  const CellWindow w = choose_window(window, grid, info.columns, info.rows, info.path);
  if (static_cast<long long>(w.columns) * w.rows > kMaxCells)
    throw InputError(info.path, fmt::format("{} x {} cells", w.columns, w.rows),
                     "at most 64 million: choose a window with center and size");
  check_scale(info, grid, w);
  // Position of the grid in the local frame and of the frame's origin on the map.
  HeightfieldSpec spec;
  spec.columns = w.columns;
  spec.rows = w.rows;
  spec.cell = grid.cell;
  spec.west = (w.column - 0.5 * (info.columns - 1)) * grid.cell - w.center_x;
  spec.north = (0.5 * (info.rows - 1) - w.row) * grid.cell - w.center_y;
  spec.map_x = grid.west + 0.5 * info.columns * grid.cell + w.center_x;
  spec.map_y = grid.north - 0.5 * info.rows * grid.cell + w.center_y;
  spec.crs = info.crs;
  spec.source = info.path;
  known = read_heights(source, w, spec);
  return spec;
}

}  // namespace

Heightfield load_geotiff(const std::filesystem::path& path, const GeotiffWindow& window) {
  std::vector<std::uint8_t> known;
  HeightfieldSpec spec = read_window(path, window, known);
  if (!known.empty())
    throw InputError(
        spec.source,
        fmt::format("{} of {} cells without a height", std::count(known.begin(), known.end(), 0),
                    known.size()),
        "a window without voids: choose one with center and size, or fill them (grouser terrain clean)");
  return Heightfield(std::move(spec));
}

PatchyHeightfield load_patchy_geotiff(const std::filesystem::path& path, const GeotiffWindow& window) {
  PatchyHeightfield patchy;
  HeightfieldSpec spec = read_window(path, window, patchy.known);
  if (!patchy.known.empty() && std::count(patchy.known.begin(), patchy.known.end(), 1) == 0)
    throw InputError(spec.source, "no cell with a height", "a raster that is not all void");
  patchy.field = std::make_shared<const Heightfield>(std::move(spec));
  return patchy;
}

void write_geotiff(const std::filesystem::path& path, const Heightfield& field) {
  const HeightfieldSpec& s = field.spec();
  RasterSpec spec{.columns = s.columns, .rows = s.rows, .crs = s.crs, .offset = s.datum};
  spec.transform = GeoTransform{
      {s.map_x + s.west - 0.5 * s.cell, s.cell, 0.0, s.map_y + s.north + 0.5 * s.cell, 0.0, -s.cell}};
  RasterSink sink(path, spec);
  sink.write_raw({0, 0, s.columns, s.rows}, s.offsets);
  sink.finish();
}

}  // namespace grouser

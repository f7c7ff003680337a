// SPDX-License-Identifier: BSD-3-Clause
// Remarks on a raster for people: voids, suspected nodata values, and reasons why it cannot be driven on as
// it is.
#include "grouser/survey/raster/raster_notes.hpp"

#include <fmt/format.h>

#include <cmath>

#include "grouser/math/elementary.hpp"
#include "grouser/math/units.hpp"
#include "map_scale.hpp"
#include "unstated_nodata.hpp"

namespace grouser {

using terrain::Suspect;
using terrain::unstated_nodata;

namespace {

constexpr double kBytesPerCell = sizeof(float);  // of a field in memory
constexpr double kSquareCells = 2e-3;            // relative, as load_geotiff() has it

/// Length of a vector.
double length(double x, double y) { return std::sqrt(x * x + y * y); }

/// Reasons for which load_geotiff() would refuse the grid.
void add_grid_notes(const RasterInfo& info, const MapFrame* frame, std::vector<std::string>& notes) {
  constexpr const char* kCut = "cut a piece with grouser terrain import";
  const auto& g = info.transform->c;
  if (info.at_an_angle)
    notes.push_back(fmt::format("its rows do not run along east: {}", kCut));
  else if (std::fabs(g[1] + g[5]) > kSquareCells * g[1])
    notes.push_back(fmt::format("its cells are not square: {}", kCut));
  if (!frame) return;
  if (frame->in_degrees()) {
    notes.push_back(fmt::format("its map is in degrees: {}", kCut));
    return;
  }
  const auto middle = info.transform->map(0.5 * info.columns, 0.5 * info.rows);
  const auto scale = terrain::scale_at(*frame, middle[0], middle[1], info.path);
  if (scale && !scale->is_true())
    notes.push_back(fmt::format("its map is not true to scale at its middle: {}: {} --frame local",
                                terrain::scale_words(*scale), kCut));
}

}  // namespace

CellSize cell_size(const RasterInfo& info, const MapFrame* frame) {
  if (!info.transform) return {};
  const GeoTransform& g = *info.transform;
  double along_x = 1.0, along_y = 1.0;
  // Metres per map unit at the raster's middle.
  if (frame && frame->in_degrees()) {
    const auto center = g.map(0.5 * info.columns, 0.5 * info.rows);
    along_y = frame->equatorial_radius() / kDegrees;
    along_x = along_y * math::sincos(center[1] / kDegrees).cos;
  } else if (frame) {
    along_x = along_y = frame->metres_per_unit();
  }
  return {length(g.c[1] * along_x, g.c[4] * along_y), length(g.c[2] * along_x, g.c[5] * along_y)};
}

std::vector<std::string> raster_notes(const RasterInfo& info, const MapFrame* frame, const RasterSurvey& s) {
  std::vector<std::string> notes = info.label_notes;
  if (s.all_void())
    notes.emplace_back("no cell has a height");
  else if (s.voids > 0)
    notes.emplace_back(
        "it has voids: a scenario needs a window without them, or fill them (grouser terrain clean)");
  for (const Suspect& suspect : unstated_nodata(info, s)) notes.push_back(suspect.words());
  if (!info.transform) notes.emplace_back("it is not georeferenced");
  if (info.transform && !frame) notes.emplace_back("it does not say on which body it lies");
  if (info.transform) add_grid_notes(info, frame, notes);
  const double cells = static_cast<double>(info.columns) * info.rows;
  if (cells > static_cast<double>(kFieldCells))
    notes.push_back(fmt::format(
        "too large to drive on as a whole ({:.2f} GB in memory): cut a part with grouser terrain import",
        kBytesPerCell * cells / 1e9));
  return notes;
}

}  // namespace grouser

#include "grouser/survey/raster/raster_notes.hpp"

#include <fmt/format.h>

#include <cmath>

#include "grouser/math/elementary.hpp"
#include "grouser/math/units.hpp"

namespace grouser {
namespace {

constexpr double kBytesPerCell = sizeof(float);  // of a field in memory
constexpr long long kSuspicious = 1000;          // cells at exactly the lowest height

double length(double x, double y) { return std::sqrt(x * x + y * y); }

}  // namespace

CellSize cell_size(const RasterInfo& info, const MapFrame* frame) {
  if (!info.transform) return {};
  const GeoTransform& g = *info.transform;
  double along_x = 1.0, along_y = 1.0;
  if (frame && frame->in_degrees()) {
    const auto center = g.map(0.5 * info.columns, 0.5 * info.rows);
    along_y = frame->equatorial_radius() / kDegrees;
    along_x = along_y * math::sincos(center[1] / kDegrees).cos;
  } else if (frame) {
    along_x = along_y = frame->metres_per_unit();
  }
  return {length(g.c[1] * along_x, g.c[4] * along_y), length(g.c[2] * along_x, g.c[5] * along_y)};
}

std::vector<std::string> raster_notes(const RasterInfo& info, bool on_body, const RasterSurvey& s) {
  std::vector<std::string> notes;
  if (s.all_void())
    notes.emplace_back("no cell has a height");
  else if (s.voids > 0)
    notes.emplace_back(
        "it has voids: a scenario needs a window without them, or fill them (grouser terrain clean)");
  if (!info.nodata && s.at_lowest >= kSuspicious && s.at_lowest * 1000 > s.cells && s.lowest < 0.0)
    notes.push_back(
        fmt::format("{} cells lie at exactly {} m: perhaps a nodata value the file does not state (--nodata)",
                    s.at_lowest, s.lowest));
  if (!info.transform) notes.emplace_back("it is not georeferenced");
  if (info.transform && !on_body) notes.emplace_back("it does not say on which body it lies");
  const double cells = static_cast<double>(info.columns) * info.rows;
  if (cells > static_cast<double>(kFieldCells))
    notes.push_back(fmt::format(
        "too large to drive on as a whole ({:.2f} GB in memory): cut a part with grouser terrain import",
        kBytesPerCell * cells / 1e9));
  return notes;
}

}  // namespace grouser

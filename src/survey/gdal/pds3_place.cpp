// SPDX-License-Identifier: BSD-3-Clause
// Place of a PDS3 image on its map: side of a pixel, projection offsets, extent, and corrections of GDAL's
// system. Labels of archives contradict themselves now and then; a note says which value is taken.
#include <fmt/format.h>
#include <ogr_spatialref.h>

#include <algorithm>
#include <cmath>

#include "crs_text.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/units.hpp"
#include "label_extent.hpp"
#include "label_facts.hpp"
#include "raster_units.hpp"
#include "text_case.hpp"

namespace grouser::terrain {
namespace {

constexpr const char* kMap = "IMAGE_MAP_PROJECTION";
constexpr double kCentreOfFirst = 0.5;  // cells from the raster's corner to the centre of its first pixel

/// "KM" of "KM/PIXEL".
std::string per_pixel(const std::string& unit) { return unit.substr(0, unit.find('/')); }

/// A field of a length, m; without a unit it is in kilometres, as PDS3 defines it.
std::optional<double> metres_of(const OdlLabel& label, const char* key) {
  const auto q = label.number(kMap, key);
  if (!q) return std::nullopt;
  if (q->unit.empty()) return q->value * 1000.0;
  const auto metres = metres_per_unit(per_pixel(q->unit));
  if (!metres) label.refuse(*label.find(kMap, key), "a length: <KM>, <M>, <KM/PIXEL>, <METERS/PIXEL>, ...");
  return q->value * *metres;
}

/// A field of an angle, degrees.
std::optional<double> degrees_of(const OdlLabel& label, const char* key) {
  const auto q = label.number(kMap, key);
  if (!q) return std::nullopt;
  const std::string unit = upper(q->unit);
  if (unit.empty() || unit.starts_with("DEG")) return q->value;
  if (unit.starts_with("RAD")) return q->value / kDegree;
  label.refuse(*label.find(kMap, key), "an angle: <DEG> or <RAD>");
}

/// Whether longitudes count to the west.
bool positive_west(const OdlLabel& label) {
  const std::string word = upper(label.text(kMap, "POSITIVE_LONGITUDE_DIRECTION"));
  if (word == "WEST" || word == "PLANETOGRAPHIC_WEST") return true;
  if (!word.empty() && word != "EAST")
    label.refuse(*label.find(kMap, "POSITIVE_LONGITUDE_DIRECTION"), "EAST or WEST");
  return false;
}

/// Name of the projection in upper case, with "_" for blanks.
std::string projection_of(const OdlLabel& label) {
  std::string name = upper(label.text(kMap, "MAP_PROJECTION_TYPE"));
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

/// Whether the projection is equidistant along meridians and parallels, so that degrees are proportional to
/// columns and rows.
bool is_cylinder(const std::string& projection) {
  return projection == "EQUIRECTANGULAR" || projection == "SIMPLE_CYLINDRICAL" || projection == "EQUIDISTANT";
}

/// The place that the label states, in degrees and metres.
struct Place {
  std::string projection;
  double sign = 1.0;  ///< of longitudes: -1 where they count to the west
  double radius = 0.0, latitude = 0.0, longitude = 0.0;
  double cell = 0.0;                   ///< 0: not stated
  std::optional<double> line, sample;  ///< projection offsets
  std::optional<LabelExtent> extent;
};

/// A field in pixels; throws InputError if it has another unit.
std::optional<double> pixels_of(const OdlLabel& label, const char* key) {
  const auto q = label.number(kMap, key);
  if (!q) return std::nullopt;
  const std::string unit = upper(q->unit);
  for (const char* word : {"", "PIX", "LINE", "SAMPLE"})
    if (*word ? unit.starts_with(word) : unit.empty()) return q->value;
  label.refuse(*label.find(kMap, key), "pixels");
}

/// The extent in degrees to the east and north; nothing unless all four sides are stated. sign: of
/// longitudes.
std::optional<LabelExtent> extent_of(const OdlLabel& label, double sign) {
  const auto west = degrees_of(label, "WESTERNMOST_LONGITUDE"),
             east = degrees_of(label, "EASTERNMOST_LONGITUDE"), south = degrees_of(label, "MINIMUM_LATITUDE"),
             north = degrees_of(label, "MAXIMUM_LATITUDE");
  if (!west || !east || !south || !north) return std::nullopt;
  LabelExtent e{sign * *west, sign * *east, *south, *north, 0.0};
  // An extent may cross the meridian at which longitudes begin.
  if (e.east <= e.west) e.east += 360.0;
  for (const char* key :
       {"WESTERNMOST_LONGITUDE", "EASTERNMOST_LONGITUDE", "MINIMUM_LATITUDE", "MAXIMUM_LATITUDE"}) {
    const Quantity q = *label.number(kMap, key);
    // Whole degrees are exact, because maps are cut there.
    if (q.value != std::floor(q.value)) e.written = std::max(e.written, half_of_last(q.decimals));
  }
  return e;
}

/// Side of a pixel, m: MAP_SCALE, or the value from MAP_RESOLUTION if the scale is missing, or if it is
/// rounded on a map that is cut at whole degrees. 0 if neither is stated.
double cell_of(const OdlLabel& label, const Place& place, int columns, int rows) {
  const LabelField* field = label.find(kMap, "MAP_SCALE");
  const auto resolution = label.number(kMap, "MAP_RESOLUTION");
  if (resolution && !resolution->unit.empty() && upper(resolution->unit).find("DEG") == std::string::npos)
    label.refuse(*label.find(kMap, "MAP_RESOLUTION"), "pixels per degree: <PIXEL/DEG>");
  // Pixels per degree and the radius give the side.
  const double by_resolution =
      resolution && resolution->value > 0.0 ? place.radius * kDegree / resolution->value : 0.0;
  if (!field || not_applicable(field->value)) return by_resolution;
  if (upper(field->unit).starts_with("DEG"))
    return label.number(kMap, "MAP_SCALE")->value * place.radius * kDegree;
  const double cell = *metres_of(label, "MAP_SCALE");
  const auto whole = [&](int cells) {
    const double degrees = cells / resolution->value;
    return std::fabs(degrees - std::floor(degrees + 0.5)) < 1e-9;
  };
  constexpr double kRounded = 1e-3;  // relative
  // A map of whole degrees has an exact resolution, so that the scale beside it is a rounded one.
  const bool rounded = by_resolution > 0.0 && is_cylinder(place.projection) && place.latitude == 0.0 &&
                       whole(columns) && whole(rows) && std::fabs(cell - by_resolution) < kRounded * cell;
  return rounded ? by_resolution : cell;
}

/// The place by the fields of the label, with a note if scale and resolution differ by more than 1 %.
Place place_of(const OdlLabel& label, int columns, int rows, LabelFacts& facts) {
  Place p;
  p.projection = projection_of(label);
  p.sign = positive_west(label) ? -1.0 : 1.0;
  p.radius = metres_of(label, "A_AXIS_RADIUS").value_or(0.0);
  p.latitude = degrees_of(label, "CENTER_LATITUDE").value_or(0.0);
  p.longitude = p.sign * degrees_of(label, "CENTER_LONGITUDE").value_or(0.0);
  p.cell = cell_of(label, p, columns, rows);
  p.line = pixels_of(label, "LINE_PROJECTION_OFFSET");
  p.sample = pixels_of(label, "SAMPLE_PROJECTION_OFFSET");
  p.extent = extent_of(label, p.sign);
  const auto resolution = label.number(kMap, "MAP_RESOLUTION");
  constexpr double kAlike = 0.01;
  if (resolution && p.cell > 0.0 && p.radius > 0.0) {
    const double ratio = p.cell * resolution->value / (p.radius * kDegree);
    if (std::fabs(ratio - 1.0) > kAlike)
      facts.notes.push_back(
          fmt::format("its label contradicts itself: MAP_SCALE is {:.6g} m, and MAP_RESOLUTION and "
                      "A_AXIS_RADIUS make {:.6g} m of a pixel; "
                      "the scale is taken",
                      p.cell, p.cell / ratio));
  }
  return p;
}

/// The map as columns and rows per degree, true to scale at the latitude of its centre.
CylinderMap cylinder_of(const Place& p) {
  const double degree = p.radius * kDegree / p.cell;
  return {degree * math::sincos(p.latitude * kDegree).cos, degree, p.longitude};
}

/// Cells from the raster's corner to the map's origin; nothing if it is not known. The offsets count from the
/// centre of the first pixel, as PDS3 defines them; or from 1 at it, or from the raster's corner, if the
/// extent shows so.
std::optional<std::array<double, 2>> origin_of(const Place& p, int columns, int rows, LabelFacts& facts) {
  const bool cylinder = is_cylinder(p.projection) && p.extent && p.radius > 0.0 && p.cell > 0.0;
  if (!p.line || !p.sample) {
    if (!cylinder) {
      facts.notes.emplace_back("its label states no projection offsets: its place on the map is not known");
      return std::nullopt;
    }
    // Without offsets the extent gives the place.
    const ExtentCorner corner = corner_of(*p.extent, cylinder_of(p), columns, rows, 0.5 * columns);
    facts.notes.emplace_back("its label states no projection offsets: it is placed by its extent");
    return std::array{corner.column, corner.row};
  }
  const std::array<double, 2> stated{*p.sample + kCentreOfFirst, *p.line + kCentreOfFirst};
  if (!cylinder) return stated;
  const CylinderMap map = cylinder_of(p);
  const ExtentCorner corner = corner_of(*p.extent, map, columns, rows, stated[0]);
  constexpr double kFits = 0.1;  // cells
  constexpr std::pair<double, const char*> kOthers[] = {{-1.0, "count pixels from 1"},
                                                        {-0.5, "count from the raster's corner"}};
  const auto fits = [&](double shift) {
    return corner.same_size && std::fabs(stated[0] + shift - corner.column) < kFits &&
           std::fabs(stated[1] + shift - corner.row) < kFits;
  };
  // Try the conventions of counting, PDS3's own first.
  if (fits(0.0)) return stated;
  for (const auto& [shift, words] : kOthers)
    if (fits(shift)) {
      facts.notes.push_back(
          fmt::format("the projection offsets of its label {}, as its extent shows", words));
      return std::array{stated[0] + shift, stated[1] + shift};
    }
  note_contradiction(*p.extent, map, columns, rows, stated[0], stated[1], p.cell, facts.notes);
  return stated;
}

/// Georeference by cell and origin, turned by MAP_PROJECTION_ROTATION, deg.
GeoTransform transform_of(double cell, const std::array<double, 2>& origin, double rotation) {
  GeoTransform g{{origin[0] * cell * -1.0, cell, 0.0, origin[1] * cell, 0.0, -cell}};
  if (rotation == 0.0) return g;
  const auto [sine, cosine] = math::sincos(rotation * kDegree);
  // A quarter turn is exact.
  const double s = rotation == 90.0 ? 1.0 : sine, c = rotation == 90.0 ? 0.0 : cosine;
  GeoTransform turned;
  for (int k = 0; k < 3; ++k) {
    turned.c[k] = c * g.c[k] - s * g.c[k + 3];
    turned.c[k + 3] = s * g.c[k] + c * g.c[k + 3];
  }
  return turned;
}

/// Corrects GDAL's system: it takes radii for kilometres, the meridian for one to the east, and every
/// stereographic map for a polar one.
void correct_crs(const OdlLabel& label, const Place& p, GDALDataset& data, LabelFacts& facts) {
  const OGRSpatialReference* stated = data.GetSpatialRef();
  if (!stated) {
    if (!p.projection.empty())
      facts.notes.push_back(
          fmt::format("the map projection of its label, {}, is not known here, nor is its scale or its place",
                      p.projection));
    return;
  }
  OGRSpatialReference crs(*stated);
  bool changed = false;
  // Radii stated in metres make GDAL's body a thousand times too large.
  const auto radius = label.number(kMap, "A_AXIS_RADIUS");
  if (radius && p.radius > 0.0) {
    const double factor = p.radius / (radius->value * 1000.0), as_km = crs.GetSemiMajor();
    if (std::fabs(factor - 1.0) > 1e-9 && as_km > 10.0 * p.radius) {
      const auto name = [&](const char* node) {
        return std::string(crs.GetAttrValue(node) ? crs.GetAttrValue(node) : "unknown");
      };
      crs.SetGeogCS(name("GEOGCS").c_str(), name("DATUM").c_str(), name("SPHEROID").c_str(), as_km * factor,
                    crs.GetInvFlattening(), "Reference_Meridian", 0.0);
      changed = true;
    }
  }
  // A stereographic map with its centre off the poles.
  if (p.projection == "STEREOGRAPHIC" && std::fabs(std::fabs(p.latitude) - 90.0) > 1e-7) {
    crs.SetStereographic(p.latitude, p.longitude, 1.0, 0.0, 0.0);
    changed = true;
  }
  // The meridian of a map whose longitudes count to the west.
  const auto stated_longitude = label.number(kMap, "CENTER_LONGITUDE");
  constexpr double kRounding = 1e-9;  // deg, of numbers in WKT
  for (const char* key : {SRS_PP_CENTRAL_MERIDIAN, SRS_PP_LONGITUDE_OF_CENTER, SRS_PP_LONGITUDE_OF_ORIGIN}) {
    OGRErr missing = OGRERR_NONE;
    const double meridian = crs.GetNormProjParm(key, 0.0, &missing);
    // Another one comes from a .prj file, which is right as it is.
    if (missing != OGRERR_NONE || !stated_longitude ||
        std::fabs(meridian - stated_longitude->value) > kRounding)
      continue;
    if (std::fabs(meridian - p.longitude) <= kRounding) continue;
    crs.SetNormProjParm(key, p.longitude);
    changed = true;
  }
  if (changed) facts.crs = crs_text(&crs);
}

}  // namespace

void read_pds3_place(const OdlLabel& label, GDALDataset& data, LabelFacts& facts) {
  const bool placed = std::any_of(label.fields().begin(), label.fields().end(),
                                  [](const LabelField& f) { return f.object == kMap; });
  if (!placed) return;
  const int columns = data.GetRasterXSize(), rows = data.GetRasterYSize();
  const Place p = place_of(label, columns, rows, facts);
  correct_crs(label, p, data, facts);
  if (!(p.cell > 0.0)) return;
  const auto origin = origin_of(p, columns, rows, facts);
  if (origin)
    facts.transform =
        transform_of(p.cell, *origin, degrees_of(label, "MAP_PROJECTION_ROTATION").value_or(0.0));
}

}  // namespace grouser::terrain

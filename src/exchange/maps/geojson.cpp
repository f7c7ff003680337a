// SPDX-License-Identifier: BSD-3-Clause
// GeoJSON (RFC 7946) has longitude east and latitude in degrees. Map coordinates are inverted by the
// terrain's projection and the planetocentric latitude becomes planetographic. The standard knows the Earth
// alone; the body of these coordinates is named in a member of its own.
#include "grouser/exchange/maps/geojson.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "grouser/base/error.hpp"
#include "grouser/base/version.hpp"
#include "grouser/math/units.hpp"
#include "grouser/survey/raster/celestial_body.hpp"
#include "grouser/survey/raster/map_frame.hpp"

namespace grouser {
namespace {

using FeatureJson = nlohmann::ordered_json;

constexpr const char *kLongitude = "longitude_deg", *kLatitude = "latitude_deg";

/// The numbers of a column, or null.
const std::vector<double>* numbers_of(const Table& table, const std::string& name) {
  const auto found = std::ranges::find(table.columns, name, &TableColumn::name);
  return found == table.columns.end() ? nullptr : std::get_if<std::vector<double>>(&found->cells);
}

/// Adds two columns in degrees; NaN where the projection has no inverse.
void add_longitude_and_latitude(const MapFrame& frame, MapFeatures& features) {
  std::vector<double> longitudes, latitudes;
  for (std::size_t row = 0; row < features.x.size(); ++row) {
    double longitude = std::numeric_limits<double>::quiet_NaN(), latitude = longitude;
    if (const auto place = frame.to_lonlat(features.x[row], features.y[row])) {
      longitude = place->longitude * kDegrees;
      latitude =
          graphic_from_centric(place->latitude, frame.equatorial_radius(), frame.polar_radius()) * kDegrees;
    }
    longitudes.push_back(longitude);
    latitudes.push_back(latitude);
  }
  features.table.columns.push_back({kLongitude, "deg", std::move(longitudes)});
  features.table.columns.push_back({kLatitude, "deg", std::move(latitudes)});
}

/// The cells of a row, with units in the names; null for numbers that are not finite.
FeatureJson properties_of(const Table& table, std::size_t row) {
  FeatureJson properties = FeatureJson::object();
  for (const TableColumn& column : table.columns) {
    const std::string unit = column.unit.empty() || column.unit == "-" ? "" : " [" + column.unit + "]";
    if (const auto* numbers = std::get_if<std::vector<double>>(&column.cells))
      properties[column.name + unit] =
          std::isfinite((*numbers)[row]) ? FeatureJson((*numbers)[row]) : FeatureJson();
    else
      properties[column.name] = std::get<std::vector<std::string>>(column.cells)[row];
  }
  return properties;
}

}  // namespace

MapFeatures map_features(const std::string& name, Table table, bool line, const Terrain& terrain) {
  MapFeatures features{.name = name,
                       .crs = {},
                       .x = *numbers_of(table, "x"),
                       .y = *numbers_of(table, "y"),
                       .table = std::move(table),
                       .line = line};
  // Without a map the features keep the site's own coordinates.
  const Heightfield* const field = terrain.heightfield();
  if (!field || field->spec().crs.empty()) return features;
  const HeightfieldSpec& spec = field->spec();
  features.crs = spec.crs;
  for (double& x : features.x) x += spec.map_x;
  for (double& y : features.y) y += spec.map_y;
  if (lies_on_body(spec.crs, spec.source))
    add_longitude_and_latitude(MapFrame(spec.crs, spec.source), features);
  return features;
}

std::string geojson(const MapFeatures& features, const std::string& option) {
  const std::vector<double>* const longitudes = numbers_of(features.table, kLongitude);
  const std::vector<double>* const latitudes = numbers_of(features.table, kLatitude);
  if (!longitudes || !latitudes)
    throw InputError(option, "a terrain that is on no map, so that nothing has a longitude and latitude",
                     "a scenario whose terrain is a georeferenced raster, or a GeoPackage (--gpkg)");
  FeatureJson list = FeatureJson::array(), path = FeatureJson::array();
  for (std::size_t row = 0; row < longitudes->size(); ++row) {
    FeatureJson point;  // null where there is no place
    if (std::isfinite((*longitudes)[row] + (*latitudes)[row])) {
      path.push_back({(*longitudes)[row], (*latitudes)[row]});
      point = {{"type", "Point"}, {"coordinates", path.back()}};
    }
    list.push_back(
        {{"type", "Feature"}, {"geometry", point}, {"properties", properties_of(features.table, row)}});
  }
  constexpr std::size_t kLeastLine = 2;
  if (features.line && path.size() >= kLeastLine)
    list.push_back({{"type", "Feature"},
                    {"geometry", {{"type", "LineString"}, {"coordinates", path}}},
                    {"properties", {{"name", features.name}}}});
  const MapFrame frame(features.crs, features.name);
  FeatureJson file{{"type", "FeatureCollection"}, {"generator", std::string("Grouser ") + version()}};
  if (frame.body()) file["body"] = frame.body()->name;
  for (const auto& [key, value] : features.table.attributes) file[key] = value;
  file["features"] = std::move(list);
  return file.dump(-1, ' ', false, FeatureJson::error_handler_t::replace) + "\n";
}

}  // namespace grouser

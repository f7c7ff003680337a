// SPDX-License-Identifier: BSD-3-Clause
// GeoJSON has longitudes and latitudes (WGS 84 order), so it needs a terrain on a map; a GeoPackage keeps the
// terrain's own coordinates.
#include "map_outputs.hpp"

#include "grouser/base/atomic_file.hpp"
#include "grouser/exchange/maps/geojson.hpp"

namespace grouser::cli {

std::vector<OutputFile> MapOutputs::files() const {
  return {
      {"--geojson", geojson, text_kind({".geojson", ".json"}, kGeojsonBegin)},
      {"--gpkg", geopackage, {.endings = {".gpkg"}, .begins = "SQLite format 3", .mark = "made by Grouser"}}};
}

void add_map_options(Command& command, MapOutputs& outputs) {
  command.option("--geojson OUT.geojson", outputs.geojson,
                 "Places by longitude and latitude, for QGIS and the web");
  command.option("--gpkg OUT.gpkg", outputs.geopackage, "The same as a GeoPackage, on the terrain's own map");
}

void check_maps(const MapOutputs& outputs, const Terrain& terrain) {
  if (outputs.geojson.empty()) return;
  // Converting a table without rows fails where any table would, before the work is done.
  const Table none{.columns = {{"x", "m", std::vector<double>{}}, {"y", "m", std::vector<double>{}}},
                   .attributes = {}};
  geojson(map_features("places", none, false, terrain), "--geojson");
}

void write_maps(const MapOutputs& outputs, const std::string& name, const Table& table, MapLine line,
                const Terrain& terrain) {
  if (!outputs.wanted()) return;
  const MapFeatures features = map_features(name, table, line == MapLine::yes, terrain);
  if (!outputs.geojson.empty()) write_file_atomically(outputs.geojson, geojson(features, "--geojson"));
  if (!outputs.geopackage.empty()) write_geopackage(outputs.geopackage, features);
}

}  // namespace grouser::cli

// SPDX-License-Identifier: BSD-3-Clause
// Writes points, and a line through them, as a GeoPackage (OGC 12-128). It is made in GDAL's memory file
// system and returned as bytes.
#include "gdal_features.hpp"

#include <cpl_conv.h>
#include <cpl_vsi.h>
#include <gdal_priv.h>
#include <ogrsf_frmts.h>

#include <cmath>
#include <mutex>

#include "gdal_session.hpp"
#include "grouser/base/error.hpp"

namespace grouser::terrain {
namespace {

/// A GeoPackage in memory, without the time of its making, so that the same features give the same bytes.
class MemoryPackage {
 public:
  explicit MemoryPackage(const std::string& path) : path_(path) {
    static std::once_flag once;
    std::call_once(once, RegisterOGRGeoPackage);
    CPLSetThreadLocalConfigOption("OGR_CURRENT_DATE", "2000-01-01T00:00:00.000Z");
  }
  ~MemoryPackage() {
    data_.reset();
    VSIUnlink(name().c_str());
    CPLSetThreadLocalConfigOption("OGR_CURRENT_DATE", nullptr);
  }
  MemoryPackage(const MemoryPackage&) = delete;
  MemoryPackage& operator=(const MemoryPackage&) = delete;

  /// Throws RunError with GDAL's reason.
  [[noreturn]] void fail() const { throw RunError(path_ + ": cannot be written: " + gdal_.said()); }
  /// The empty data set; throws RunError without the driver.
  GDALDataset& open() {
    GDALDriver* const driver = GetGDALDriverManager()->GetDriverByName("GPKG");
    if (driver) data_.reset(driver->Create(name().c_str(), 0, 0, 0, GDT_Unknown, nullptr));
    if (!data_) fail();
    return *data_;
  }
  /// Closes the data set and returns its file.
  std::string bytes() {
    data_->FlushCache(true);
    data_.reset();
    vsi_l_offset size = 0;
    const GByte* const first = VSIGetMemFileBuffer(name().c_str(), &size, FALSE);
    if (!first || gdal_.complained()) fail();
    return {reinterpret_cast<const char*>(first), static_cast<std::size_t>(size)};
  }

 private:
  /// Name of the file in memory, unique among packages that exist at the same time.
  std::string name() const {
    return "/vsimem/" + std::to_string(reinterpret_cast<std::uintptr_t>(this)) + ".gpkg";
  }
  std::string path_;
  GdalSession gdal_;
  GDALDatasetUniquePtr data_;
};

/// A new layer for one type of geometry.
OGRLayer& new_layer(MemoryPackage& package, GDALDataset& data, const std::string& name,
                    OGRSpatialReference& crs, OGRwkbGeometryType type) {
  OGRLayer* const layer = data.CreateLayer(name.c_str(), &crs, type, nullptr);
  if (!layer) package.fail();
  layer->SetMetadataItem("DESCRIPTION", "made by Grouser");
  return *layer;
}

/// One field per column: a real number or a text, with the unit in its alternative name.
void add_fields(MemoryPackage& package, OGRLayer& layer, const Table& table) {
  for (const TableColumn& column : table.columns) {
    const bool number = std::holds_alternative<std::vector<double>>(column.cells);
    OGRFieldDefn field(column.name.c_str(), number ? OFTReal : OFTString);
    if (!column.unit.empty()) field.SetAlternativeName((column.name + " [" + column.unit + "]").c_str());
    if (layer.CreateField(&field) != OGRERR_NONE) package.fail();
  }
}

/// One feature per row. NaN gives an empty field, or a feature without a place.
void add_points(MemoryPackage& package, OGRLayer& layer, const MapFeatures& features) {
  add_fields(package, layer, features.table);
  for (std::size_t row = 0; row < features.x.size(); ++row) {
    const OGRFeatureUniquePtr feature(OGRFeature::CreateFeature(layer.GetLayerDefn()));
    int place = 0;
    for (const TableColumn& column : features.table.columns) {
      if (const auto* numbers = std::get_if<std::vector<double>>(&column.cells)) {
        if (std::isfinite((*numbers)[row])) feature->SetField(place, (*numbers)[row]);
      } else {
        feature->SetField(place, std::get<std::vector<std::string>>(column.cells)[row].c_str());
      }
      ++place;
    }
    OGRPoint point(features.x[row], features.y[row]);
    if (std::isfinite(features.x[row] + features.y[row])) feature->SetGeometry(&point);
    if (layer.CreateFeature(feature.get()) != OGRERR_NONE) package.fail();
  }
}

/// One feature: the line through all finite places.
void add_line(MemoryPackage& package, OGRLayer& layer, const MapFeatures& features) {
  OGRLineString line;
  for (std::size_t row = 0; row < features.x.size(); ++row)
    if (std::isfinite(features.x[row] + features.y[row])) line.addPoint(features.x[row], features.y[row]);
  const OGRFeatureUniquePtr feature(OGRFeature::CreateFeature(layer.GetLayerDefn()));
  feature->SetGeometry(&line);
  if (layer.CreateFeature(feature.get()) != OGRERR_NONE) package.fail();
}

}  // namespace

std::string geopackage(const MapFeatures& features, const std::string& path) {
  MemoryPackage package(path);
  GDALDataset& data = package.open();
  OGRSpatialReference crs;
  // Without a system GDAL would take the coordinates for longitudes and latitudes.
  constexpr const char* kLocal =
      "LOCAL_CS[\"Local frame of the "
      "terrain\",UNIT[\"metre\",1],AXIS[\"Easting\",EAST],AXIS[\"Northing\",NORTH]]";
  if (crs.importFromWkt(features.crs.empty() ? kLocal : features.crs.c_str()) != OGRERR_NONE) package.fail();
  crs.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
  data.StartTransaction();
  add_points(package, new_layer(package, data, features.name, crs, wkbPoint), features);
  if (features.line)
    add_line(package, new_layer(package, data, features.name + "_line", crs, wkbLineString), features);
  data.CommitTransaction();
  return package.bytes();
}

}  // namespace grouser::terrain

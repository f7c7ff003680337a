// SPDX-License-Identifier: BSD-3-Clause
// Small rasters made by GDAL itself, for tests of our reading.
#pragma once
#include <gdal_frmts.h>
#include <gdal_priv.h>
#include <ogr_spatialref.h>

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "catch.hpp"

namespace grouser::test {

struct MadeRaster {
  int columns = 6, rows = 5;
  std::array<double, 6> transform{1000.0, 2.0, 0.0, 5000.0, 0.0, -2.0};
  std::string crs = {};             // PROJ text
  std::vector<double> values = {};  // by default 10 row + column, which tells columns from rows
  double scale = 1.0, offset = 0.0;
  std::optional<double> nodata = {};
  std::string unit = {};
  GDALDataType type = GDT_Float32;
  std::string driver = "GTiff";
  std::vector<std::string> options = {};
};

inline void write_made(const std::filesystem::path& path, MadeRaster spec) {
  GDALRegister_GTiff();
  if (spec.values.empty())
    for (int j = 0; j < spec.rows; ++j)
      for (int i = 0; i < spec.columns; ++i) spec.values.push_back(10 * j + i);
  std::vector<char*> options;
  for (std::string& option : spec.options) options.push_back(option.data());
  options.push_back(nullptr);
  GDALDriver* driver = GetGDALDriverManager()->GetDriverByName(spec.driver.c_str());
  REQUIRE(driver);
  GDALDatasetUniquePtr data(
      driver->Create(path.c_str(), spec.columns, spec.rows, 1, spec.type, options.data()));
  REQUIRE(data);
  data->SetGeoTransform(spec.transform.data());
  if (!spec.crs.empty()) {
    OGRSpatialReference crs;
    REQUIRE(crs.SetFromUserInput(spec.crs.c_str()) == OGRERR_NONE);
    data->SetSpatialRef(&crs);
  }
  GDALRasterBand* band = data->GetRasterBand(1);
  if (spec.nodata) band->SetNoDataValue(*spec.nodata);
  if (spec.scale != 1.0) band->SetScale(spec.scale);
  if (spec.offset != 0.0) band->SetOffset(spec.offset);
  if (!spec.unit.empty()) band->SetUnitType(spec.unit.c_str());
  REQUIRE(band->RasterIO(GF_Write, 0, 0, spec.columns, spec.rows, spec.values.data(), spec.columns, spec.rows,
                         GDT_Float64, 0, 0, nullptr) == CE_None);
}

inline const char* const kMarsMap = "+proj=eqc +lat_ts=0 +lon_0=0 +R=3396190 +units=m +no_defs";

}  // namespace grouser::test

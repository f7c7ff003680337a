// SPDX-License-Identifier: BSD-3-Clause
// Entry of the library, which raster/raster_library.cpp looks up by its name. The library is apart, so that
// GDAL is loaded only with the first raster. A number protects against a library of another build.
#include "gdal_features.hpp"
#include "gdal_files.hpp"
#include "gdal_maps.hpp"

namespace grouser::terrain {
namespace {

/// Passes each call on to the functions of this folder.
class GdalLibrary final : public RasterLibrary {
 public:
  std::unique_ptr<SourceFile> open(const std::string& name, const std::string& path,
                                   const RasterOptions& options) const override {
    return open_source(name, path, options);
  }
  std::unique_ptr<SinkFile> create(const std::filesystem::path& temporary, const std::string& path,
                                   const RasterSpec& spec) const override {
    return create_sink(temporary, path, spec);
  }
  CrsFacts describe_crs(const std::string& wkt) const override { return terrain::describe_crs(wkt); }
  std::unique_ptr<Projection> project(const std::string& wkt, const std::string& place) const override {
    return terrain::project(wkt, place);
  }
  std::string crs_from_proj(const std::string& text, const std::string& name) const override {
    return terrain::crs_from_proj(text, name);
  }
  bool same_crs(const std::string& wkt, const std::string& other) const override {
    return terrain::same_crs(wkt, other);
  }
  std::string geopackage(const MapFeatures& features, const std::string& path) const override {
    return terrain::geopackage(features, path);
  }
};

}  // namespace
}  // namespace grouser::terrain

extern "C" __attribute__((visibility("default"))) const grouser::terrain::RasterLibrary*
grouser_raster_library(unsigned long number);

extern "C" const grouser::terrain::RasterLibrary* grouser_raster_library(unsigned long number) {
  static const grouser::terrain::GdalLibrary library;
  return number == grouser::terrain::kRasterLibraryNumber ? &library : nullptr;
}

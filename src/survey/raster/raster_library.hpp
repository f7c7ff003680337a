// SPDX-License-Identifier: BSD-3-Clause
// Interface to GDAL for raster formats and map projections. It is loaded with the first raster, because its
// hundred libraries take 40 ms to load, four times as long as the rest of a start. Private.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "grouser/survey/raster/map_features.hpp"
#include "grouser/survey/raster/raster_sink.hpp"
#include "grouser/survey/raster/raster_source.hpp"

namespace grouser::terrain {

/// Name of the expected file in errors about another one.
inline constexpr const char* kHeightRaster = "a height raster (GeoTIFF)";

/// An open raster, as RasterSource presents it.
class SourceFile {
 public:
  virtual ~SourceFile() = default;
  const RasterInfo& info() const { return info_; }
  /// Heights of a window of a level, which lies within it, m; NaN if there is none. Throws InputError if the
  /// file is broken.
  virtual void read(int level, const CellRect&, std::span<float> heights) = 0;
  virtual void read(int level, const CellRect&, std::span<double> heights) = 0;
  virtual CellRect stored_window(const CellRect&) const = 0;
  virtual CellRect window_of_stored(const CellRect&) const = 0;

 protected:
  RasterInfo info_;
};

/// A GeoTIFF that is being written; what is unfinished when it is destroyed is of no use. All throw RunError.
class SinkFile {
 public:
  virtual ~SinkFile() = default;
  /// Raw values of a window.
  virtual void put(const CellRect&, std::span<const float> values) = 0;
  virtual void put(const CellRect&, std::span<const double> values) = 0;
  virtual void put(const CellRect&, std::span<const std::uint8_t> values) = 0;
  virtual void flush() = 0;
  /// By halves, quarters, ...; `progress` as in RasterSink::add_overviews().
  virtual void add_overviews(std::vector<int> factors, const std::function<bool(double)>& progress) = 0;
  virtual void close() = 0;
};

/// Properties of a coordinate reference system.
struct CrsFacts {
  std::string nonsense;  ///< why the text is none; empty: it is one, and the rest holds
  bool geographic = false, projected = false, local = false;
  double equatorial_radius = 0.0, polar_radius = 0.0;  ///< m
  double metres_per_unit = 1.0;                        ///< of its lengths
  std::string unit;                                    ///< their name
  std::string projection;                              ///< as WKT names it; empty: unnamed
};

/// Converts between map coordinates and longitude (east) and latitude (planetographic), both in degrees.
/// Points that cannot be converted become NaN or infinite.
class Projection {
 public:
  virtual ~Projection() = default;
  virtual void to_lonlat(std::span<double> x, std::span<double> y) const = 0;
  virtual void to_map(std::span<double> x, std::span<double> y) const = 0;
};

/// All that Grouser uses of GDAL.
class RasterLibrary {
 public:
  virtual ~RasterLibrary() = default;
  /// name: as it is opened. path: as errors name it. Throws InputError.
  virtual std::unique_ptr<SourceFile> open(const std::string& name, const std::string& path,
                                           const RasterOptions&) const = 0;
  /// Writes `temporary`; `path`: as errors name it. Throws RunError.
  virtual std::unique_ptr<SinkFile> create(const std::filesystem::path& temporary, const std::string& path,
                                           const RasterSpec&) const = 0;
  virtual CrsFacts describe_crs(const std::string& wkt) const = 0;
  /// The projection of a system on a body. `place` names the file in errors. Throws InputError.
  virtual std::unique_ptr<Projection> project(const std::string& wkt, const std::string& place) const = 0;
  /// WKT of a system given as PROJ writes it, with the name; "": the one that PROJ gives it. Throws RunError.
  virtual std::string crs_from_proj(const std::string& text, const std::string& name) const = 0;
  virtual bool same_crs(const std::string& wkt, const std::string& other) const = 0;
  /// The bytes of a GeoPackage (write_geopackage()). `path`: as errors name it. Throws RunError.
  virtual std::string geopackage(const MapFeatures& features, const std::string& path) const = 0;
};

/// Loads it the first time. Throws RunError if its file is missing, owned by another user, or of another
/// build. No static object may hold an object that it has made: at the end of a program GDAL goes first.
const RasterLibrary& raster_library();

/// Name of the entry of the library's file, lib/libgrouser_gdal.so beside the folder of the programs. The
/// entry gives null if the number is not its own: the structures handed over must be alike on both sides.
inline constexpr const char* kRasterLibraryEntry = "grouser_raster_library";
using RasterLibraryEntry = const RasterLibrary* (*)(unsigned long number);
/// Differs if the size of a structure handed over does.
inline constexpr unsigned long kRasterLibraryNumber =
    ((2ul * 8191 + sizeof(RasterInfo)) * 8191 + sizeof(RasterSpec)) * 8191 + sizeof(CrsFacts);

}  // namespace grouser::terrain

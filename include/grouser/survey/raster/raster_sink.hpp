// SPDX-License-Identifier: BSD-3-Clause
// Writes a GeoTIFF window by window, so it may be larger than memory. It is written as a temporary file
// beside the target and takes its name only when complete: a cancelled or failed write leaves nothing behind.
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "grouser/survey/raster/raster_source.hpp"

namespace grouser {

class PendingFile;
namespace terrain {
class SinkFile;
}

enum class SampleType { float32, float64, uint8 };
enum class RasterPacking { none, deflate };

/// HiRISE's null, 0xFF7FFFFB: written for cells without a height, unless the source has its own value.
inline constexpr double kNullHeight = -3.40282265508890445e+38;

struct RasterSpec {
  int columns = 0, rows = 0;
  SampleType type = SampleType::float32;
  RasterPacking packing = RasterPacking::deflate;
  std::optional<GeoTransform> transform = {};
  std::string crs = {};               ///< WKT, or empty
  std::optional<double> nodata = {};  ///< raw; float rasters: kNullHeight if not given
  double offset = 0.0;                ///< added to each raw value, m; stated in the file
  std::string unit = "m";             ///< vertical unit, or what the values are in
  int tile = 256;                     ///< side of the file's tiles, a multiple of 16; 0: rows instead
  std::map<std::string, std::string> metadata = {};
  /// uint8 only: red, green, blue, alpha of each value
  std::vector<std::array<std::uint8_t, 4>> colours = {};
};

/// The grid, CRS and nodata value of a raster, as heights in metres. Its own float nodata value is kept if
/// its heights need no conversion.
RasterSpec spec_like(const RasterInfo&);

class RasterSink {
 public:
  /// Throws InputError (no such folder, wrong sizes) or RunError (the file cannot be made).
  RasterSink(const std::filesystem::path& path, RasterSpec spec);
  /// Removes what was written unless finish() was called.
  ~RasterSink();
  RasterSink(const RasterSink&) = delete;
  RasterSink& operator=(const RasterSink&) = delete;

  const RasterSpec& spec() const { return spec_; }
  /// Writes the values of a window in metres, NaN where there is none. Packed files: write whole rows of
  /// tiles, or each tile in one call; a tile that is written twice leaves unused space in the file. Cells
  /// never written have no height. Throws RunError (disk full).
  void write(const CellRect&, std::span<const float> values);
  void write(const CellRect&, std::span<const double> values);
  void write(const CellRect&, std::span<const std::uint8_t> values);
  /// The same with raw file values: the offset is not yet added, voids are already `nodata`.
  void write_raw(const CellRect&, std::span<const float> values);

  /// Writes what was held back. The order of the tiles in the file, and so its bytes, then follow only from
  /// the calls and not from what else is read meanwhile. Throws RunError.
  void flush();

  /// Averages of 2 x 2, 4 x 4, ... cells (uint8: the nearest cell) down to `smallest` cells on the longer
  /// side, kept in the file for fast pictures. `progress` gets 0 to 1 and returns whether to continue; false
  /// leads to a RunError.
  void add_overviews(int smallest = 256, const std::function<bool(double)>& progress = {});
  /// Writes what is left; afterwards only the name is missing. Throws RunError.
  void close();
  /// Closes the file if it is still open, and gives it its name. Throws RunError.
  void finish();

 private:
  RasterSpec spec_;
  std::unique_ptr<PendingFile> pending_;
  std::unique_ptr<terrain::SinkFile> file_;  // of what is pending, which outlives it
  std::vector<double> doubles_;
  std::vector<float> floats_;
};

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Windowed reading of a height raster of any size through GDAL: GeoTIFF, PDS3, PDS4, ISIS, VICAR, ENVI, JPEG
// 2000 and no other format; also files inside archives (/vsizip/...). The only other files opened are those
// beside it with its own name, whatever it refers to (file_gate.hpp). Nothing is kept except GDAL's bounded
// block cache, so a raster may be larger than memory.
//
// Heights are returned in metres: the band's scale and offset are applied, its vertical unit is converted.
// Cells without a height are NaN: not a number, the nodata value of the file and every other that a PDS label
// states (NULL, MISSING, INVALID, UNKNOWN, DUMMY, NOT_APPLICABLE, saturations, hexadecimal or not), its
// mask, an alpha band of 0 wherever it stands, anything beyond +-1e30 (HiRISE's null 0xFF7FFFFB =
// -3.4028227e38, tagged or not, and also ISIS' special values), and ISIS' five special 16-bit values where
// an ISIS or PDS file holds them or no nodata value is stated.
//
// Rows run from north to south and columns from west to east whatever the axis order of the file: mirrored
// and transposed rasters are turned while they are read. Only a raster at an angle to its map's axes stays as
// stored.
#pragma once
#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace grouser {

namespace terrain {
class SourceFile;
}

/// Cells of a grid: `columns` x `rows` of them, starting with the north-west one.
struct CellRect {
  int column = 0, row = 0, columns = 0, rows = 0;
  long long count() const { return static_cast<long long>(columns) * rows; }
  friend bool operator==(const CellRect&, const CellRect&) = default;
};

/// Map coordinates of a grid's points, as in GDAL: column 0, row 0 is the outer corner of the first cell,
/// whose centre is (0.5, 0.5).
///   x = c[0] + column c[1] + row c[2]
///   y = c[3] + column c[4] + row c[5]
struct GeoTransform {
  std::array<double, 6> c{0.0, 1.0, 0.0, 0.0, 0.0, -1.0};
  std::array<double, 2> map(double column, double row) const;
  /// Column and row of map coordinates.
  std::array<double, 2> cell(double x, double y) const;
  /// The transform of the part of the grid that begins at (column, row).
  GeoTransform moved(double column, double row) const;
};

/// The raster at one resolution; level 0 is the full one, the others are overviews.
struct RasterLevel {
  int columns = 0, rows = 0;
};

struct RasterInfo {
  std::string path, driver;  ///< GDAL's name of the format
  int columns = 0, rows = 0;
  std::optional<GeoTransform> transform;  ///< none: not georeferenced
  bool at_an_angle = false;               ///< rotated or sheared: rows do not run from north to south
  std::string axis_order;                 ///< of the file, in words, if it is not north up; otherwise empty
  std::string crs;                        ///< WKT, empty if none; x is east or longitude, y north or latitude
  std::string sample_type;                ///< "Float32", "Int16", ...
  int sample_bytes = 0;
  double scale = 1.0, offset = 0.0;  ///< height = raw scale + offset, in the vertical unit
  bool states_offset = false;
  std::optional<double> nodata;                 ///< raw
  std::vector<double> more_nodata;              ///< raw, of a label that states several
  std::string vertical_unit;                    ///< as stated; empty if not
  std::optional<double> metres_per_unit = 1.0;  ///< of heights; none: the vertical unit is no length
  bool has_colours = false;                     ///< a table of colours, or red, green and blue bands
  int block_columns = 0, block_rows = 0;
  std::vector<RasterLevel> levels;  ///< from full to coarsest; at least one
  std::map<std::string, std::string> metadata;
  std::vector<std::string>
      label_notes;  ///< contradictions in the file, and the reading chosen, a clause each
};

/// Throws InputError where the band is not a height map: colours, or a unit that is not a length.
void require_heights(const RasterInfo&);

struct RasterOptions {
  int band = 0;                                ///< from 1; 0: the first that is no alpha band
  std::optional<double> nodata = {};           ///< raw value without a height, beside those the file states
  std::optional<double> metres_per_unit = {};  ///< of heights, instead of the file's vertical unit
};

class RasterSource {
 public:
  /// Throws InputError: no such raster, not readable, no such band, complex numbers, a scale that is not a
  /// number, a size or block size that no height raster has, a label without its data, a data file or a
  /// sidecar whose size cannot be right, a field of a label that is not understood.
  explicit RasterSource(const std::filesystem::path& path, const RasterOptions& = {});
  ~RasterSource();
  RasterSource(RasterSource&&) noexcept;
  RasterSource& operator=(RasterSource&&) noexcept;

  const RasterInfo& info() const;
  CellRect all() const;

  /// Heights of a window in metres, row by row, NaN where there is none. Float32 rasters without scale are
  /// returned bit-identical. Throws InputError where the file is broken or truncated there. One thread at a
  /// time; several sources of one file may be read in parallel.
  void read(const CellRect&, std::span<float> heights);
  void read(const CellRect&, std::span<double> heights);
  /// The same for an overview; the window is in its cells.
  void read_level(int level, const CellRect&, std::span<float> heights);

  /// Converts a window in our orientation to the file's own columns and rows, and back.
  CellRect stored_window(const CellRect&) const;
  CellRect window_of_stored(const CellRect&) const;

 private:
  std::unique_ptr<terrain::SourceFile> file_;
};

}  // namespace grouser

#include "grouser/terrain/geotiff.hpp"

#include <cpl_conv.h>
#include <cpl_error.h>
#include <fmt/format.h>
#include <gdal_priv.h>
#include <ogr_spatialref.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <mutex>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"

namespace grouser {
namespace {

constexpr long long kMaxCells = 64'000'000;
constexpr double kSquareTolerance = 2e-3;  // relative: heights keep their place to 0.1 %, slopes too
constexpr double kNearZero = 100.0;        // m; floats of this size have steps of 8 micrometres
constexpr double kVoidBelow = -1e30;       // HiRISE's null 0xFF7FFFFB (-3.4028227e38) and its like

// Collects what GDAL says in this thread instead of printing it.
class QuietGdal {
 public:
  QuietGdal() {
    static std::once_flag once;
    std::call_once(once, [] { GDALAllRegister(); });
    CPLPushErrorHandlerEx(&QuietGdal::collect, this);
    CPLSetThreadLocalConfigOption("GDAL_PAM_ENABLED", "NO");  // no .aux.xml beside the file
  }
  ~QuietGdal() {
    CPLSetThreadLocalConfigOption("GDAL_PAM_ENABLED", nullptr);
    CPLPopErrorHandler();
  }
  QuietGdal(const QuietGdal&) = delete;
  QuietGdal& operator=(const QuietGdal&) = delete;

  bool complained() const { return !message_.empty(); }
  std::string said() const { return message_.empty() ? "GDAL gave no reason" : message_; }

 private:
  static void CPL_STDCALL collect(CPLErr severity, CPLErrorNum, const char* text) {
    auto* self = static_cast<QuietGdal*>(CPLGetErrorHandlerUserData());
    if (severity < CE_Failure || !self->message_.empty()) return;
    self->message_ = text;
    std::replace(self->message_.begin(), self->message_.end(), '\n', ' ');
  }
  std::string message_;
};

GDALDatasetUniquePtr open_raster(const std::filesystem::path& path, const QuietGdal& gdal) {
  std::error_code ec;
  if (!std::filesystem::exists(path, ec))
    throw InputError(path.string(), "no such file", "a height raster (GeoTIFF)");
  if (std::filesystem::is_directory(path, ec))
    throw InputError(path.string(), "a folder", "a height raster (GeoTIFF)");
  const char* const drivers[] = {"GTiff", "PDS", "PDS4", "ISIS3", "ISIS2", nullptr};
  GDALDatasetUniquePtr data(
      GDALDataset::Open(path.c_str(), GDAL_OF_RASTER | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR, drivers));
  if (!data)
    throw InputError(path.string(), "a file that cannot be opened (" + gdal.said() + ")",
                     "a height raster (GeoTIFF)");
  if (data->GetRasterCount() < 1) throw InputError(path.string(), "no band", "a height raster with one band");
  if (data->GetRasterBand(1)->GetColorTable() ||
      GDALDataTypeIsComplex(data->GetRasterBand(1)->GetRasterDataType()))
    throw InputError(path.string(), "a band of colours or complex numbers", "a band of heights");
  return data;
}

// Raw value to metres, or void.
class HeightReader {
 public:
  HeightReader(GDALRasterBand& band, std::string place) : band_(band), place_(std::move(place)) {
    int known = 0;
    const double nodata = band.GetNoDataValue(&known);
    if (known) nodata_ = nodata;
    scale_ = band.GetScale();
    int has_offset = 0;
    offset_ = band.GetOffset(&has_offset);
    stated_datum_ = has_offset != 0;
    if (!std::isfinite(scale_) || scale_ == 0.0 || !std::isfinite(offset_))
      throw InputError(place_, fmt::format("band scale {} and offset {}", scale_, offset_),
                       "finite, scale not 0");
  }
  void read(int column, int row, int columns, int rows, double* out, const QuietGdal& gdal) const {
    if (band_.RasterIO(GF_Read, column, row, columns, rows, out, columns, rows, GDT_Float64, 0, 0, nullptr) !=
        CE_None)
      throw InputError(place_, "a broken or truncated raster (" + gdal.said() + ")", "a whole file");
  }
  bool is_void(double raw) const {
    if (!std::isfinite(raw) || raw < kVoidBelow) return true;
    return nodata_ && (raw == *nodata_ || static_cast<float>(raw) == static_cast<float>(*nodata_));
  }
  double height(double raw) const { return raw * scale_ + offset_; }
  double offset() const { return offset_; }
  bool states_datum() const { return stated_datum_; }

 private:
  GDALRasterBand& band_;
  std::string place_;
  std::optional<double> nodata_;
  double scale_ = 1.0, offset_ = 0.0;
  bool stated_datum_ = false;
};

struct MapGrid {
  double west, north;  // map coordinates of the outer corner of the north-west pixel
  double cell;
};

void check_units(GDALDataset& data, const std::string& place) {
  if (const OGRSpatialReference* crs = data.GetSpatialRef()) {
    if (crs->IsGeographic())
      throw InputError(place, "a map in degrees", "a map in metres (reproject it, e.g. with gdalwarp)");
    const char* unit = "";
    const double metres = crs->GetLinearUnits(&unit);
    if (std::fabs(metres - 1.0) > 1e-9)
      throw InputError(place, fmt::format("map units of {}", unit), "metres");
  }
  const std::string vertical = data.GetRasterBand(1)->GetUnitType();
  if (!vertical.empty() && vertical != "m" && vertical != "metre" && vertical != "meter" &&
      vertical != "metres" && vertical != "meters" && vertical != "METER" && vertical != "METERS")
    throw InputError(place, "heights in '" + vertical + "'", "metres");
}

MapGrid read_grid(GDALDataset& data, const std::string& place) {
  double g[6];
  if (data.GetGeoTransform(g) != CE_None)
    throw InputError(place, "no pixel size (not georeferenced)", "a georeferenced raster");
  for (double value : g)
    if (!std::isfinite(value))
      throw InputError(place, "a georeference that is no finite number", "finite numbers");
  constexpr double kTurned = 1e-9;
  if (std::fabs(g[2]) > kTurned * std::fabs(g[1]) || std::fabs(g[4]) > kTurned * std::fabs(g[5]))
    throw InputError(place, "a rotated or sheared raster", "north up (resample it, e.g. with gdalwarp)");
  if (!(g[1] > 0.0 && g[5] < 0.0))
    throw InputError(place, "rows that do not run from north to south", "north up");
  if (std::fabs(g[1] + g[5]) > kSquareTolerance * g[1])
    throw InputError(place, fmt::format("pixels of {} x {} m", g[1], -g[5]), "square pixels (to 0.2 %)");
  return {g[0], g[3], std::sqrt(-g[1] * g[5])};
}

struct CellWindow {
  int column, row, columns, rows;
  double center_x, center_y;  // of the local frame, m from the raster's centre
};

CellWindow choose_window(const GeotiffWindow& window, const MapGrid& grid, int columns, int rows,
                         const std::string& place) {
  CellWindow w{0, 0, columns, rows, 0.0, 0.0};
  if (window.center && window.map_center)
    throw InputError(place, "a window with both center and map_center", "one of the two");
  if (window.center) w.center_x = (*window.center)[0], w.center_y = (*window.center)[1];
  if (window.map_center) {
    w.center_x = (*window.map_center)[0] - (grid.west + 0.5 * columns * grid.cell);
    w.center_y = (*window.map_center)[1] - (grid.north - 0.5 * rows * grid.cell);
  }
  if (!window.size) return w;
  // the cells whose centres lie inside the window
  const double half_x = 0.5 * (*window.size)[0], half_y = 0.5 * (*window.size)[1];
  const auto cell_at = [&](double offset, int count) { return offset / grid.cell + 0.5 * (count - 1); };
  const double first_column = std::ceil(cell_at(w.center_x - half_x, columns) - 1e-9);
  const double last_column = std::floor(cell_at(w.center_x + half_x, columns) + 1e-9);
  const double first_row = std::ceil(cell_at(-w.center_y - half_y, rows) - 1e-9);
  const double last_row = std::floor(cell_at(-w.center_y + half_y, rows) + 1e-9);
  if (!(first_column >= 0.0 && first_row >= 0.0 && last_column < columns && last_row < rows))
    throw InputError(place,
                     fmt::format("a window of {} x {} m about ({}, {}) m that reaches beyond the raster",
                                 2.0 * half_x, 2.0 * half_y, w.center_x, w.center_y),
                     fmt::format("a window within {} x {} m", columns * grid.cell, rows * grid.cell));
  w.column = static_cast<int>(first_column);
  w.row = static_cast<int>(first_row);
  w.columns = static_cast<int>(last_column - first_column) + 1;
  w.rows = static_cast<int>(last_row - first_row) + 1;
  return w;
}

// Heights of the window as offsets from a datum; throws if there are voids.
void read_heights(const HeightReader& reader, const CellWindow& w, const QuietGdal& gdal,
                  const std::string& place, HeightfieldSpec& spec) {
  std::vector<double> line(w.columns);
  long long voids = 0;
  bool have_datum = reader.states_datum();
  spec.datum = reader.offset();
  spec.offsets.resize(static_cast<std::size_t>(w.columns) * w.rows);
  for (int j = 0; j < w.rows; ++j) {
    reader.read(w.column, w.row + j, w.columns, 1, line.data(), gdal);
    for (int i = 0; i < w.columns; ++i) {
      if (reader.is_void(line[i])) {
        ++voids;
        continue;
      }
      const double z = reader.height(line[i]);
      // whole metres, where a float would lose digits: the first height decides, any near one would do
      if (!have_datum) spec.datum = std::fabs(z) < kNearZero ? 0.0 : std::floor(z), have_datum = true;
      spec.offsets[static_cast<std::size_t>(j) * w.columns + i] = static_cast<float>(z - spec.datum);
    }
  }
  if (voids > 0)
    throw InputError(place, fmt::format("{} of {} cells without a height", voids, spec.offsets.size()),
                     "a window without voids: choose one with center and size");
}

std::string crs_text(const GDALDataset& data) {
  const OGRSpatialReference* crs = data.GetSpatialRef();
  if (!crs) return {};
  char* text = nullptr;
  crs->exportToWkt(&text);
  std::string out = text ? text : "";
  CPLFree(text);
  return out;
}

void write_dataset(const std::filesystem::path& path, const Heightfield& field, const QuietGdal& gdal) {
  const HeightfieldSpec& s = field.spec();
  const auto fail = [&] { throw RunError(path.string() + ": cannot be written: " + gdal.said()); };
  GDALDriver* driver = GetGDALDriverManager()->GetDriverByName("GTiff");
  if (!driver) fail();
  const char* const options[] = {"COMPRESS=DEFLATE", "PREDICTOR=3", "ZLEVEL=9", nullptr};
  GDALDatasetUniquePtr data(
      driver->Create(path.c_str(), s.columns, s.rows, 1, GDT_Float32, const_cast<char**>(options)));
  if (!data) fail();
  double g[6] = {s.map_x + s.west - 0.5 * s.cell,  s.cell, 0.0,
                 s.map_y + s.north + 0.5 * s.cell, 0.0,    -s.cell};
  if (data->SetGeoTransform(g) != CE_None) fail();
  if (!s.crs.empty() && data->SetProjection(s.crs.c_str()) != CE_None) fail();
  GDALRasterBand* band = data->GetRasterBand(1);
  if (band->SetOffset(s.datum) != CE_None) fail();
  if (band->SetUnitType("m") != CE_None) fail();
  auto* values = const_cast<float*>(s.offsets.data());
  if (band->RasterIO(GF_Write, 0, 0, s.columns, s.rows, values, s.columns, s.rows, GDT_Float32, 0, 0,
                     nullptr) != CE_None)
    fail();
  data->FlushCache(true);
  data.reset();
  if (gdal.complained()) fail();  // a full disk shows only now
}

}  // namespace

Heightfield load_geotiff(const std::filesystem::path& path, const GeotiffWindow& window) {
  const QuietGdal gdal;
  const std::string place = path.string();
  const GDALDatasetUniquePtr data = open_raster(path, gdal);
  check_units(*data, place);
  const MapGrid grid = read_grid(*data, place);
  const int columns = data->GetRasterXSize(), rows = data->GetRasterYSize();
  const CellWindow w = choose_window(window, grid, columns, rows, place);
  if (static_cast<long long>(w.columns) * w.rows > kMaxCells)
    throw InputError(place, fmt::format("{} x {} cells", w.columns, w.rows),
                     "at most 64 million: choose a window with center and size");
  HeightfieldSpec spec;
  spec.columns = w.columns;
  spec.rows = w.rows;
  spec.cell = grid.cell;
  spec.west = (w.column - 0.5 * (columns - 1)) * grid.cell - w.center_x;
  spec.north = (0.5 * (rows - 1) - w.row) * grid.cell - w.center_y;
  spec.map_x = grid.west + 0.5 * columns * grid.cell + w.center_x;
  spec.map_y = grid.north - 0.5 * rows * grid.cell + w.center_y;
  spec.crs = crs_text(*data);
  spec.source = place;
  read_heights(HeightReader(*data->GetRasterBand(1), place), w, gdal, place, spec);
  return Heightfield(std::move(spec));
}

void write_geotiff(const std::filesystem::path& path, const Heightfield& field) {
  const QuietGdal gdal;
  with_temporary_file(path,
                      [&](const std::filesystem::path& temporary) { write_dataset(temporary, field, gdal); });
}

TerrainInfo describe_raster(const std::filesystem::path& path) {
  const QuietGdal gdal;
  const GDALDatasetUniquePtr data = open_raster(path, gdal);
  TerrainInfo info;
  info.driver = data->GetDriverName();
  info.columns = data->GetRasterXSize();
  info.rows = data->GetRasterYSize();
  double g[6] = {0, 1, 0, 0, 0, -1};
  if (data->GetGeoTransform(g) == CE_None) {
    info.cell_x = std::fabs(g[1]);
    info.cell_y = std::fabs(g[5]);
    info.map_x = g[0] + 0.5 * info.columns * g[1];
    info.map_y = g[3] + 0.5 * info.rows * g[5];
  }
  if (const OGRSpatialReference* crs = data->GetSpatialRef()) {
    info.crs_name = crs->GetName() ? crs->GetName() : "";
    const char* unit = "";
    if (crs->IsGeographic())
      crs->GetAngularUnits(&unit);
    else
      crs->GetLinearUnits(&unit);
    info.map_unit = unit;
  }
  info.vertical_unit = data->GetRasterBand(1)->GetUnitType();
  const HeightReader reader(*data->GetRasterBand(1), path.string());
  std::vector<double> line(info.columns);
  long long voids = 0;
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (int j = 0; j < info.rows; ++j) {
    reader.read(0, j, info.columns, 1, line.data(), gdal);
    for (double raw : line) {
      if (reader.is_void(raw)) {
        ++voids;
        continue;
      }
      low = std::min(low, reader.height(raw));
      high = std::max(high, reader.height(raw));
    }
  }
  if (low <= high) info.lowest = low, info.highest = high;
  info.nodata_share = static_cast<double>(voids) / (static_cast<double>(info.columns) * info.rows);
  return info;
}

}  // namespace grouser

#include <fmt/format.h>
#include <gdal_priv.h>
#include <ogr_spatialref.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "crs_text.hpp"
#include "file_gate.hpp"
#include "gdal_files.hpp"
#include "gdal_session.hpp"
#include "grouser/base/error.hpp"
#include "raster_axes.hpp"
#include "raster_units.hpp"
#include "raw_heights.hpp"

namespace grouser::terrain {
namespace {

constexpr long long kMostSourceCells =
    1'000'000'000'000;                        // the whole of Mars at 12 m; a larger header is broken
constexpr double kMaxBlockBytes = 256 << 20;  // GDAL holds one whole block
constexpr long long kChunkCells = 1 << 20;    // converted at once

/// GDAL's messages, and the file that the gate refused.
std::string reason(const GdalSession& gdal, const FileGate& gate) {
  const std::string refused = gate.refused();
  return refused.empty() ? gdal.said()
                         : fmt::format("{}; it names '{}', and only files beside it of its own name are read",
                                       gdal.said(), refused);
}

GDALDatasetUniquePtr open_dataset(const std::string& name, const std::string& shown, const FileGate& gate) {
  const GdalSession gdal;
  GDALDatasetUniquePtr data(GDALDataset::Open(
      name.c_str(), GDAL_OF_RASTER | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR, raster_drivers()));
  if (!data)
    throw InputError(shown, "a file that cannot be opened (" + reason(gdal, gate) + ")", kHeightRaster);
  return data;
}

std::string axis_unit(const OGRSpatialReference* crs) {
  if (!crs || !crs->IsCompound()) return {};
  const char* unit = crs->GetAttrValue("VERT_CS|UNIT");
  return unit ? unit : "";
}

// Rejects a CRS from a broken header that cannot be read again as text: radii of nan or infinity.
void check_crs(const RasterInfo& info) {
  if (info.crs.empty()) return;
  const GdalSession gdal;
  OGRSpatialReference crs;
  if (crs.importFromWkt(info.crs.c_str()) != OGRERR_NONE)
    throw InputError(info.path, "a coordinate reference system that makes no sense (" + gdal.said() + ")",
                     "one on a planet, moon or small body, a local one, or none");
}

bool is_picture(GDALRasterBand& band) {
  const GDALColorInterp meaning = band.GetColorInterpretation();
  return band.GetColorTable() || meaning == GCI_RedBand || meaning == GCI_GreenBand ||
         meaning == GCI_BlueBand;
}

/// Number of bands in a block of the file: all, where the bands of a cell are stored together.
int bands_in_block(GDALDataset& data) {
  const char* order = data.GetMetadataItem("INTERLEAVE", "IMAGE_STRUCTURE");
  return order && std::string(order) == "PIXEL" ? data.GetRasterCount() : 1;
}

void check_size(const RasterInfo& info, int bands) {
  if (static_cast<long long>(info.columns) * info.rows > kMostSourceCells)
    throw InputError(info.path, fmt::format("{} x {} cells", info.columns, info.rows), "at most 10^12 cells");
  const double block_bytes =
      static_cast<double>(info.block_columns) * info.block_rows * info.sample_bytes * bands;
  if (block_bytes > kMaxBlockBytes)
    throw InputError(info.path,
                     fmt::format("blocks of {} x {} cells{}", info.block_columns, info.block_rows,
                                 bands > 1 ? fmt::format(" of {} bands", bands) : ""),
                     "tiles or strips of at most 256 MB (gdal_translate -co TILED=YES makes them)");
}

class GdalSource final : public SourceFile {
 public:
  GdalSource(const std::string& name, const std::string& path, const RasterOptions& options);
  void read(int level, const CellRect& r, std::span<float> heights) override { read_as(level, r, heights); }
  void read(int level, const CellRect& r, std::span<double> heights) override { read_as(level, r, heights); }
  CellRect stored_window(const CellRect& r) const override {
    return axes_.stored(r, band_->GetXSize(), band_->GetYSize());
  }
  CellRect window_of_stored(const CellRect& r) const override {
    return axes_.presented(r, band_->GetXSize(), band_->GetYSize());
  }

 private:
  void describe_band(const RasterOptions& options);
  void describe_grid();
  void find_levels();
  void try_first_cell();
  void fetch(GDALRasterBand&, const CellRect&, void* out, GDALDataType);
  const std::uint8_t* fetch_mask(GDALRasterBand&, const CellRect&);
  template <class Real>
  void read_as(int level, const CellRect&, std::span<Real> out);
  template <class Real>
  void read_converted(GDALRasterBand&, const CellRect& stored, std::span<Real> out);

  std::optional<FileGate> gate_;  // outlives the data
  GDALDatasetUniquePtr data_;
  GDALRasterBand* band_ = nullptr;
  std::vector<GDALRasterBand*> bands_;  // of each level
  RasterAxes axes_;
  RawHeights heights_;
  std::vector<double> chunk_;
  std::vector<std::uint8_t> mask_;
};

GdalSource::GdalSource(const std::string& name, const std::string& path, const RasterOptions& options) {
  info_.path = path;
  const GdalSession gdal;
  gate_.emplace(name, FileGate::For::reading);
  data_ = open_dataset(name, info_.path, *gate_);
  info_.driver = data_->GetDriverName();
  if (options.band < 1 || options.band > data_->GetRasterCount())
    throw InputError(info_.path, fmt::format("{} bands", data_->GetRasterCount()),
                     fmt::format("a band {}", options.band));
  band_ = data_->GetRasterBand(options.band);
  describe_band(options);
  describe_grid();
  find_levels();
  check_size(info_, bands_in_block(*data_));
  heights_ = RawHeights(*band_, info_, options);
  for (char** text = data_->GetMetadata(); text && *text; ++text) {
    const std::string line = *text;
    if (const auto at = line.find('='); at != std::string::npos)
      info_.metadata[line.substr(0, at)] = line.substr(at + 1);
  }
  try_first_cell();
}

void GdalSource::describe_band(const RasterOptions& options) {
  const GDALDataType type = band_->GetRasterDataType();
  if (GDALDataTypeIsComplex(type)) throw InputError(info_.path, "complex numbers", "a band of heights");
  info_.sample_type = GDALGetDataTypeName(type);
  info_.sample_bytes = GDALGetDataTypeSizeBytes(type);
  info_.has_colours = is_picture(*band_);
  int known = 0;
  info_.scale = band_->GetScale();
  info_.offset = band_->GetOffset(&known);
  info_.states_offset = known != 0;
  if (!std::isfinite(info_.scale) || info_.scale == 0.0 || !std::isfinite(info_.offset))
    throw InputError(info_.path, fmt::format("band scale {} and offset {}", info_.scale, info_.offset),
                     "finite, scale not 0");
  const double nodata = band_->GetNoDataValue(&known);
  if (known) info_.nodata = nodata;
  info_.vertical_unit = band_->GetUnitType();
  if (info_.vertical_unit.empty()) info_.vertical_unit = axis_unit(data_->GetSpatialRef());
  if (options.metres_per_unit)
    info_.metres_per_unit = options.metres_per_unit;
  else if (!info_.vertical_unit.empty())
    info_.metres_per_unit = metres_per_unit(info_.vertical_unit);
  band_->GetBlockSize(&info_.block_columns, &info_.block_rows);
}

void GdalSource::describe_grid() {
  info_.columns = data_->GetRasterXSize();
  info_.rows = data_->GetRasterYSize();
  info_.crs = crs_text(data_->GetSpatialRef());
  check_crs(info_);
  GeoTransform stored;
  if (data_->GetGeoTransform(stored.c.data()) != CE_None) return;
  for (double value : stored.c)
    if (!std::isfinite(value))
      throw InputError(info_.path, "a georeference that is no finite number", "finite numbers");
  if (stored.c[1] * stored.c[5] == stored.c[2] * stored.c[4])
    throw InputError(info_.path, "a georeference without area", "cells with a width and a height");
  axes_ = RasterAxes(stored);
  info_.at_an_angle = axes_.at_an_angle();
  info_.axis_order = axes_.words();
  info_.transform = axes_.north_up(stored, info_.columns, info_.rows);
  if (axes_.transposed()) std::swap(info_.columns, info_.rows);
}

void GdalSource::find_levels() {
  bands_ = {band_};
  for (int i = 0; i < band_->GetOverviewCount(); ++i)
    if (GDALRasterBand* next = band_->GetOverview(i); next && next->GetXSize() < bands_.back()->GetXSize())
      bands_.push_back(next);
  for (GDALRasterBand* level : bands_) {
    RasterLevel size{level->GetXSize(), level->GetYSize()};
    if (axes_.transposed()) std::swap(size.columns, size.rows);
    info_.levels.push_back(size);
  }
}

// Drivers of labels open without ever reading the data, so this tries to read one cell.
void GdalSource::try_first_cell() {
  for (const char* driver : {"PDS", "PDS4", "ISIS2", "ISIS3", "VICAR", "ENVI"}) {
    if (info_.driver != driver) continue;
    const GdalSession gdal;
    double value = 0.0;
    if (band_->RasterIO(GF_Read, 0, 0, 1, 1, &value, 1, 1, GDT_Float64, 0, 0, nullptr) != CE_None)
      throw InputError(info_.path, "a label without its data (" + reason(gdal, *gate_) + ")",
                       "the data that it describes");
  }
}

void GdalSource::fetch(GDALRasterBand& from, const CellRect& r, void* out, GDALDataType type) {
  const GdalSession gdal;
  if (from.RasterIO(GF_Read, r.column, r.row, r.columns, r.rows, out, r.columns, r.rows, type, 0, 0,
                    nullptr) != CE_None)
    throw InputError(info_.path, "a broken or truncated raster (" + gdal.said() + ")", "a whole file");
}

// Null if the file has no mask of its own.
const std::uint8_t* GdalSource::fetch_mask(GDALRasterBand& from, const CellRect& r) {
  if (!(band_->GetMaskFlags() & (GMF_PER_DATASET | GMF_ALPHA))) return nullptr;
  mask_.resize(r.count());
  fetch(*from.GetMaskBand(), r, mask_.data(), GDT_Byte);
  return mask_.data();
}

template <class Real>
void GdalSource::read_converted(GDALRasterBand& from, const CellRect& stored, std::span<Real> out) {
  const int step = static_cast<int>(std::max<long long>(1, kChunkCells / stored.columns));
  for (int first = 0; first < stored.rows; first += step) {
    const CellRect part{stored.column, stored.row + first, stored.columns,
                        std::min(step, stored.rows - first)};
    chunk_.resize(part.count());
    fetch(from, part, chunk_.data(), GDT_Float64);
    const std::uint8_t* there = fetch_mask(from, part);
    for (long long k = 0; k < part.count(); ++k) {
      const int column = static_cast<int>(k % part.columns), row = first + static_cast<int>(k / part.columns);
      const double height =
          there && there[k] == 0 ? std::numeric_limits<double>::quiet_NaN() : heights_.height(chunk_[k]);
      out[axes_.index(stored, column, row)] = static_cast<Real>(height);
    }
  }
}

template <class Real>
void GdalSource::read_as(int level, const CellRect& r, std::span<Real> out) {
  GDALRasterBand& from = *bands_[static_cast<std::size_t>(level)];
  const CellRect stored = axes_.stored(r, from.GetXSize(), from.GetYSize());
  if (!axes_.as_stored() || !heights_.plain<Real>()) return read_converted(from, stored, out);
  constexpr GDALDataType kType = sizeof(Real) == 4 ? GDT_Float32 : GDT_Float64;
  fetch(from, stored, out.data(), kType);
  for (Real& z : out)
    if (heights_.is_void(z)) z = std::numeric_limits<Real>::quiet_NaN();
  if (const std::uint8_t* there = fetch_mask(from, stored))
    for (std::size_t k = 0; k < out.size(); ++k)
      if (there[k] == 0) out[k] = std::numeric_limits<Real>::quiet_NaN();
}

}  // namespace

std::unique_ptr<SourceFile> open_source(const std::string& name, const std::string& path,
                                        const RasterOptions& options) {
  return std::make_unique<GdalSource>(name, path, options);
}

}  // namespace grouser::terrain

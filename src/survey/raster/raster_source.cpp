#include "grouser/survey/raster/raster_source.hpp"

#include <fmt/format.h>
#include <gdal_priv.h>
#include <ogr_spatialref.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "crs_text.hpp"
#include "file_gate.hpp"
#include "gdal_session.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/file_signature.hpp"
#include "raster_axes.hpp"
#include "raster_units.hpp"
#include "raw_heights.hpp"

namespace grouser {

using terrain::FileGate;
using terrain::GdalSession;
using terrain::RasterAxes;
using terrain::RawHeights;

namespace {

constexpr long long kMostSourceCells =
    1'000'000'000'000;                        // the whole of Mars at 12 m; a larger header is broken
constexpr double kMaxBlockBytes = 256 << 20;  // GDAL holds one whole block
constexpr long long kChunkCells = 1 << 20;    // converted at once

constexpr const char* kExpected = "a height raster (GeoTIFF)";

/// The name that GDAL gets: of a file, or of a file within an archive. GDAL's other names, of drivers
/// ("PDS4:a:1:1") and of the network, are not accepted.
std::string checked_name(const std::filesystem::path& path) {
  const std::string name = path.string();
  if (name.starts_with("/vsi")) {
    constexpr const char* kArchives[] = {"/vsizip/", "/vsigzip/", "/vsitar/"};
    const bool archive = std::any_of(std::begin(kArchives), std::end(kArchives),
                                     [&](const char* prefix) { return name.starts_with(prefix); });
    if (!archive || name.find("/vsi", 1) != std::string::npos)
      throw InputError(name, "a name of GDAL's own",
                       "a file, or one inside an archive: /vsizip/maps.zip/a.tif");
    return name;
  }
  std::error_code ec;
  const auto status = std::filesystem::status(path, ec);
  if (!std::filesystem::exists(status)) throw InputError(name, "no such file", kExpected);
  if (std::filesystem::is_directory(status)) throw InputError(name, "a folder", kExpected);
  if (!std::filesystem::is_regular_file(status)) throw InputError(name, "a device or a pipe", kExpected);
  if (path.extension() == ".toml")
    throw InputError(name, "a TOML file",
                     std::string(kExpected) + "; `grouser terrain make` makes one of a terrain recipe");
  if (path.extension() == ".h5") refuse_signature(path, kExpected);
  return path.is_absolute() ? name : "./" + name;  // "MEM:x" is a file here
}

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
      name.c_str(), GDAL_OF_RASTER | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR, terrain::raster_drivers()));
  if (!data) throw InputError(shown, "a file that cannot be opened (" + reason(gdal, gate) + ")", kExpected);
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

}  // namespace

std::array<double, 2> GeoTransform::map(double column, double row) const {
  return {c[0] + column * c[1] + row * c[2], c[3] + column * c[4] + row * c[5]};
}

std::array<double, 2> GeoTransform::cell(double x, double y) const {
  const double det = c[1] * c[5] - c[2] * c[4], dx = x - c[0], dy = y - c[3];
  return {(dx * c[5] - dy * c[2]) / det, (dy * c[1] - dx * c[4]) / det};
}

GeoTransform GeoTransform::moved(double column, double row) const {
  GeoTransform out = *this;
  const auto corner = map(column, row);
  out.c[0] = corner[0];
  out.c[3] = corner[1];
  return out;
}

void require_heights(const RasterInfo& info) {
  if (info.has_colours) throw InputError(info.path, "a band of colours", "a band of heights");
  if (!info.metres_per_unit)
    throw InputError(info.path, "heights in '" + info.vertical_unit + "'", "metres, or another length");
}

struct RasterSource::Part {
  std::optional<FileGate> gate;  // outlives the data
  GDALDatasetUniquePtr data;
  GDALRasterBand* band = nullptr;
  std::vector<GDALRasterBand*> bands;  // of each level
  RasterAxes axes;
  RasterInfo info;
  RawHeights heights;
  std::vector<double> chunk;
  std::vector<std::uint8_t> mask;

  void open(const std::filesystem::path& path, const RasterOptions& options);
  void describe_band(const RasterOptions& options);
  void describe_grid();
  void find_levels();
  void try_first_cell();
  void fetch(GDALRasterBand&, const CellRect&, void* out, GDALDataType);
  const std::uint8_t* fetch_mask(GDALRasterBand&, const CellRect&);
  template <class Real>
  void read(int level, const CellRect&, std::span<Real> out);
  template <class Real>
  void read_converted(GDALRasterBand&, const CellRect& stored, std::span<Real> out);
};

void RasterSource::Part::open(const std::filesystem::path& path, const RasterOptions& options) {
  info.path = path.string();
  const std::string name = checked_name(path);
  const GdalSession gdal;
  gate.emplace(name, FileGate::For::reading);
  data = open_dataset(name, info.path, *gate);
  info.driver = data->GetDriverName();
  if (options.band < 1 || options.band > data->GetRasterCount())
    throw InputError(info.path, fmt::format("{} bands", data->GetRasterCount()),
                     fmt::format("a band {}", options.band));
  band = data->GetRasterBand(options.band);
  describe_band(options);
  describe_grid();
  find_levels();
  check_size(info, bands_in_block(*data));
  heights = RawHeights(*band, info, options);
  for (char** text = data->GetMetadata(); text && *text; ++text) {
    const std::string line = *text;
    if (const auto at = line.find('='); at != std::string::npos)
      info.metadata[line.substr(0, at)] = line.substr(at + 1);
  }
  try_first_cell();
}

void RasterSource::Part::describe_band(const RasterOptions& options) {
  const GDALDataType type = band->GetRasterDataType();
  if (GDALDataTypeIsComplex(type)) throw InputError(info.path, "complex numbers", "a band of heights");
  info.sample_type = GDALGetDataTypeName(type);
  info.sample_bytes = GDALGetDataTypeSizeBytes(type);
  info.has_colours = is_picture(*band);
  int known = 0;
  info.scale = band->GetScale();
  info.offset = band->GetOffset(&known);
  info.states_offset = known != 0;
  if (!std::isfinite(info.scale) || info.scale == 0.0 || !std::isfinite(info.offset))
    throw InputError(info.path, fmt::format("band scale {} and offset {}", info.scale, info.offset),
                     "finite, scale not 0");
  const double nodata = band->GetNoDataValue(&known);
  if (known) info.nodata = nodata;
  info.vertical_unit = band->GetUnitType();
  if (info.vertical_unit.empty()) info.vertical_unit = axis_unit(data->GetSpatialRef());
  if (options.metres_per_unit)
    info.metres_per_unit = options.metres_per_unit;
  else if (!info.vertical_unit.empty())
    info.metres_per_unit = terrain::metres_per_unit(info.vertical_unit);
  band->GetBlockSize(&info.block_columns, &info.block_rows);
}

void RasterSource::Part::describe_grid() {
  info.columns = data->GetRasterXSize();
  info.rows = data->GetRasterYSize();
  info.crs = terrain::crs_text(data->GetSpatialRef());
  check_crs(info);
  GeoTransform stored;
  if (data->GetGeoTransform(stored.c.data()) != CE_None) return;
  for (double value : stored.c)
    if (!std::isfinite(value))
      throw InputError(info.path, "a georeference that is no finite number", "finite numbers");
  if (stored.c[1] * stored.c[5] == stored.c[2] * stored.c[4])
    throw InputError(info.path, "a georeference without area", "cells with a width and a height");
  axes = RasterAxes(stored);
  info.at_an_angle = axes.at_an_angle();
  info.axis_order = axes.words();
  info.transform = axes.north_up(stored, info.columns, info.rows);
  if (axes.transposed()) std::swap(info.columns, info.rows);
}

void RasterSource::Part::find_levels() {
  bands = {band};
  for (int i = 0; i < band->GetOverviewCount(); ++i)
    if (GDALRasterBand* next = band->GetOverview(i); next && next->GetXSize() < bands.back()->GetXSize())
      bands.push_back(next);
  for (GDALRasterBand* level : bands) {
    RasterLevel size{level->GetXSize(), level->GetYSize()};
    if (axes.transposed()) std::swap(size.columns, size.rows);
    info.levels.push_back(size);
  }
}

// Drivers of labels open without ever reading the data, so this tries to read one cell.
void RasterSource::Part::try_first_cell() {
  for (const char* driver : {"PDS", "PDS4", "ISIS2", "ISIS3", "VICAR", "ENVI"}) {
    if (info.driver != driver) continue;
    const GdalSession gdal;
    double value = 0.0;
    if (band->RasterIO(GF_Read, 0, 0, 1, 1, &value, 1, 1, GDT_Float64, 0, 0, nullptr) != CE_None)
      throw InputError(info.path, "a label without its data (" + reason(gdal, *gate) + ")",
                       "the data that it describes");
  }
}

void RasterSource::Part::fetch(GDALRasterBand& from, const CellRect& r, void* out, GDALDataType type) {
  const GdalSession gdal;
  if (from.RasterIO(GF_Read, r.column, r.row, r.columns, r.rows, out, r.columns, r.rows, type, 0, 0,
                    nullptr) != CE_None)
    throw InputError(info.path, "a broken or truncated raster (" + gdal.said() + ")", "a whole file");
}

// Null if the file has no mask of its own.
const std::uint8_t* RasterSource::Part::fetch_mask(GDALRasterBand& from, const CellRect& r) {
  if (!(band->GetMaskFlags() & (GMF_PER_DATASET | GMF_ALPHA))) return nullptr;
  mask.resize(r.count());
  fetch(*from.GetMaskBand(), r, mask.data(), GDT_Byte);
  return mask.data();
}

template <class Real>
void RasterSource::Part::read_converted(GDALRasterBand& from, const CellRect& stored, std::span<Real> out) {
  const int step = static_cast<int>(std::max<long long>(1, kChunkCells / stored.columns));
  for (int first = 0; first < stored.rows; first += step) {
    const CellRect part{stored.column, stored.row + first, stored.columns,
                        std::min(step, stored.rows - first)};
    chunk.resize(part.count());
    fetch(from, part, chunk.data(), GDT_Float64);
    const std::uint8_t* there = fetch_mask(from, part);
    for (long long k = 0; k < part.count(); ++k) {
      const int column = static_cast<int>(k % part.columns), row = first + static_cast<int>(k / part.columns);
      const double height =
          there && there[k] == 0 ? std::numeric_limits<double>::quiet_NaN() : heights.height(chunk[k]);
      out[axes.index(stored, column, row)] = static_cast<Real>(height);
    }
  }
}

template <class Real>
void RasterSource::Part::read(int level, const CellRect& r, std::span<Real> out) {
  const RasterLevel& size = info.levels.at(level);
  if (r.column < 0 || r.row < 0 || r.columns < 1 || r.rows < 1 || r.columns > size.columns - r.column ||
      r.rows > size.rows - r.row)
    throw InputError(info.path,
                     fmt::format("a window of {} x {} cells at ({}, {})", r.columns, r.rows, r.column, r.row),
                     fmt::format("one within {} x {} cells", size.columns, size.rows));
  GROUSER_ASSERT(static_cast<long long>(out.size()) == r.count());
  GDALRasterBand& from = *bands[level];
  const CellRect stored = axes.stored(r, from.GetXSize(), from.GetYSize());
  if (!axes.as_stored() || !heights.plain<Real>()) return read_converted(from, stored, out);
  constexpr GDALDataType kType = sizeof(Real) == 4 ? GDT_Float32 : GDT_Float64;
  fetch(from, stored, out.data(), kType);
  for (Real& z : out)
    if (heights.is_void(z)) z = std::numeric_limits<Real>::quiet_NaN();
  if (const std::uint8_t* there = fetch_mask(from, stored))
    for (std::size_t k = 0; k < out.size(); ++k)
      if (there[k] == 0) out[k] = std::numeric_limits<Real>::quiet_NaN();
}

RasterSource::RasterSource(const std::filesystem::path& path, const RasterOptions& options)
    : part_(std::make_unique<Part>()) {
  part_->open(path, options);
}
RasterSource::~RasterSource() = default;
RasterSource::RasterSource(RasterSource&&) noexcept = default;
RasterSource& RasterSource::operator=(RasterSource&&) noexcept = default;

const RasterInfo& RasterSource::info() const { return part_->info; }
CellRect RasterSource::all() const { return {0, 0, part_->info.columns, part_->info.rows}; }

void RasterSource::read(const CellRect& r, std::span<float> heights) { part_->read(0, r, heights); }
void RasterSource::read(const CellRect& r, std::span<double> heights) { part_->read(0, r, heights); }
void RasterSource::read_level(int level, const CellRect& r, std::span<float> heights) {
  part_->read(level, r, heights);
}

CellRect RasterSource::stored_window(const CellRect& r) const {
  return part_->axes.stored(r, part_->band->GetXSize(), part_->band->GetYSize());
}
CellRect RasterSource::window_of_stored(const CellRect& r) const {
  return part_->axes.presented(r, part_->band->GetXSize(), part_->band->GetYSize());
}

}  // namespace grouser

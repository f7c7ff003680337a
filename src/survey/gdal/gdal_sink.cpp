// SPDX-License-Identifier: BSD-3-Clause
// Writes a raster as GeoTIFF: tiled and packed as asked for, BigTIFF when it may exceed 4 GB. An error of
// GDAL becomes a RunError; a file that is not finished is closed without being filled up.
#include <fmt/format.h>
#include <gdal_priv.h>

#include <optional>

#include "file_gate.hpp"
#include "gdal_files.hpp"
#include "gdal_session.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/output_files.hpp"

namespace grouser::terrain {

namespace fs = std::filesystem;

namespace {

/// GDAL's type of a sample.
GDALDataType gdal_type(SampleType type) {
  switch (type) {
    case SampleType::float32:
      return GDT_Float32;
    case SampleType::float64:
      return GDT_Float64;
    default:
      return GDT_Byte;
  }
}

/// Options of GDAL's GeoTIFF driver. Predictor 3 is for floating-point numbers.
std::vector<std::string> creation_options(const RasterSpec& spec) {
  std::vector<std::string> options{"BIGTIFF=IF_SAFER"};
  if (spec.tile > 0)
    options.insert(options.end(), {"TILED=YES", fmt::format("BLOCKXSIZE={}", spec.tile),
                                   fmt::format("BLOCKYSIZE={}", spec.tile)});
  if (spec.packing == RasterPacking::deflate) {
    options.insert(options.end(), {"COMPRESS=DEFLATE", "ZLEVEL=1"});
    options.emplace_back(spec.type == SampleType::uint8 ? "PREDICTOR=1" : "PREDICTOR=3");
  }
  return options;
}

/// The file while it is written.
class GdalSink final : public SinkFile {
 public:
  GdalSink(std::string path, bool nearest) : path_(std::move(path)), nearest_(nearest) {}
  ~GdalSink() override;
  void create(const fs::path& temporary, const RasterSpec& spec);
  void put(const CellRect& r, std::span<const float> values) override { put(r, values.data(), GDT_Float32); }
  void put(const CellRect& r, std::span<const double> values) override { put(r, values.data(), GDT_Float64); }
  void put(const CellRect& r, std::span<const std::uint8_t> values) override {
    put(r, values.data(), GDT_Byte);
  }
  void flush() override;
  void add_overviews(std::vector<int> factors, const std::function<bool(double)>& progress) override;
  void close() override;

 private:
  [[noreturn]] void fail(const GdalSession& gdal) const {
    throw RunError(path_ + ": cannot be written: " + gdal.said());
  }
  void describe(const RasterSpec&, const GdalSession&);
  void put(const CellRect&, const void* values, GDALDataType);

  std::string path_;
  bool nearest_;                  // overviews are of the nearest cell instead of means
  std::optional<FileGate> gate_;  // outlives the data
  GDALDatasetUniquePtr data_;
};

// Creates the file behind a gate that lets it be written.
void GdalSink::create(const fs::path& temporary, const RasterSpec& spec) {
  const GdalSession gdal;
  const NoSideFiles no_side_files;
  gate_.emplace(temporary, FileGate::For::writing);
  GDALDriver* driver = GetGDALDriverManager()->GetDriverByName("GTiff");
  if (!driver) fail(gdal);
  const auto options = creation_options(spec);
  std::vector<char*> list;
  for (const std::string& option : options) list.push_back(const_cast<char*>(option.c_str()));
  list.push_back(nullptr);
  data_.reset(
      driver->Create(temporary.c_str(), spec.columns, spec.rows, 1, gdal_type(spec.type), list.data()));
  if (!data_) fail(gdal);
  describe(spec, gdal);
}

// Place, system, nodata, unit, metadata and colours; each must succeed.
void GdalSink::describe(const RasterSpec& spec, const GdalSession& gdal) {
  GDALRasterBand* band = data_->GetRasterBand(1);
  const auto must = [&](CPLErr result) {
    if (result != CE_None) fail(gdal);
  };
  if (spec.transform) {
    GeoTransform g = *spec.transform;
    must(data_->SetGeoTransform(g.c.data()));
  }
  if (!spec.crs.empty()) must(data_->SetProjection(spec.crs.c_str()));
  if (spec.nodata) must(band->SetNoDataValue(*spec.nodata));
  if (spec.offset != 0.0) must(band->SetOffset(spec.offset));
  if (!spec.unit.empty()) must(band->SetUnitType(spec.unit.c_str()));
  must(data_->SetMetadataItem("TIFFTAG_SOFTWARE", kSoftware));
  for (const auto& [key, value] : spec.metadata) must(data_->SetMetadataItem(key.c_str(), value.c_str()));
  if (spec.colours.empty()) return;
  GDALColorTable colours;
  for (std::size_t i = 0; i < spec.colours.size(); ++i) {
    const auto& c = spec.colours[i];
    const GDALColorEntry entry{c[0], c[1], c[2], c[3]};
    colours.SetColorEntry(static_cast<int>(i), &entry);
  }
  must(band->SetColorTable(&colours));
}

GdalSink::~GdalSink() {
  const GdalSession gdal;
  const NoSideFiles no_side_files;
  // An abandoned file is not filled up: closing would write every missing tile as voids, all of 60,000 x
  // 60,000 cells.
  if (data_) data_->GetRasterBand(1)->DeleteNoDataValue();
  data_.reset();
}

void GdalSink::put(const CellRect& r, const void* values, GDALDataType type) {
  const GdalSession gdal;
  if (data_->GetRasterBand(1)->RasterIO(GF_Write, r.column, r.row, r.columns, r.rows,
                                        const_cast<void*>(values), r.columns, r.rows, type, 0, 0,
                                        nullptr) != CE_None ||
      gdal.complained())
    fail(gdal);
}

void GdalSink::flush() {
  const GdalSession gdal;
  if (data_->GetRasterBand(1)->FlushCache(false) != CE_None || gdal.complained()) fail(gdal);
}

// GDAL asks for the progress between blocks, where the caller can stop it.
void GdalSink::add_overviews(std::vector<int> factors, const std::function<bool(double)>& progress) {
  const GdalSession gdal;
  const NoSideFiles no_side_files;
  const GDALProgressFunc ask = [](double done, const char*, void* told) {
    const auto& go_on = *static_cast<const std::function<bool(double)>*>(told);
    return !go_on || go_on(done) ? TRUE : FALSE;
  };
  auto told = progress;
  if (data_->BuildOverviews(nearest_ ? "NEAREST" : "AVERAGE", static_cast<int>(factors.size()),
                            factors.data(), 0, nullptr, ask, &told) != CE_None)
    fail(gdal);
}

void GdalSink::close() {
  if (!data_) return;
  const GdalSession gdal;
  const NoSideFiles no_side_files;
  data_->FlushCache(true);
  data_.reset();
  if (gdal.complained()) fail(gdal);  // a full disk is noticed only here
}

}  // namespace

std::unique_ptr<SinkFile> create_sink(const fs::path& temporary, const std::string& path,
                                      const RasterSpec& spec) {
  auto sink = std::make_unique<GdalSink>(path, spec.type == SampleType::uint8);
  // If this throws, the destructor closes what there is, and nothing is printed.
  sink->create(temporary, spec);
  return sink;
}

}  // namespace grouser::terrain

#include "grouser/survey/raster/raster_sink.hpp"

#include <fmt/format.h>
#include <gdal_priv.h>

#include <cmath>
#include <limits>
#include <optional>

#include "file_gate.hpp"
#include "gdal_session.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/output_files.hpp"

namespace grouser {

namespace fs = std::filesystem;
using terrain::FileGate;
using terrain::GdalSession;
using terrain::NoSideFiles;

namespace {

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

void check_spec(const fs::path& path, const RasterSpec& spec) {
  if (spec.columns < 1 || spec.rows < 1)
    throw InputError(path.string(), fmt::format("{} x {} cells", spec.columns, spec.rows),
                     "at least one cell");
}

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

}  // namespace

RasterSpec spec_like(const RasterInfo& info) {
  RasterSpec spec{.columns = info.columns, .rows = info.rows, .transform = info.transform, .crs = info.crs};
  const bool plain = info.scale == 1.0 && info.offset == 0.0 && info.metres_per_unit == 1.0;
  if (info.sample_type == "Float64" || info.sample_type == "Int32" || info.sample_type == "UInt32")
    spec.type = SampleType::float64;
  if (plain && info.nodata && info.sample_type.starts_with("Float")) spec.nodata = info.nodata;
  return spec;
}

struct RasterSink::Part {
  explicit Part(const fs::path& path) : file(path) {}
  PendingFile file;
  std::optional<FileGate> gate;  // outlives the data
  GDALDatasetUniquePtr data;
  double null = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> doubles;
  std::vector<float> floats;

  ~Part() {
    const GdalSession gdal;
    const NoSideFiles no_side_files;
    // an abandoned file is not filled up: closing would write every missing tile as voids, all of
    // 60,000 x 60,000 cells
    if (data) data->GetRasterBand(1)->DeleteNoDataValue();
    data.reset();
  }
  [[noreturn]] void fail(const GdalSession& gdal) const {
    throw RunError(file.path().string() + ": cannot be written: " + gdal.said());
  }
  void create(const RasterSpec&);
  void describe(const RasterSpec&, const GdalSession&);
  void put(const CellRect&, const void* values, GDALDataType);
};

void RasterSink::Part::create(const RasterSpec& spec) {
  const GdalSession gdal;
  const NoSideFiles no_side_files;
  gate.emplace(file.temporary(), FileGate::For::writing);
  GDALDriver* driver = GetGDALDriverManager()->GetDriverByName("GTiff");
  if (!driver) fail(gdal);
  const auto options = creation_options(spec);
  std::vector<char*> list;
  for (const std::string& option : options) list.push_back(const_cast<char*>(option.c_str()));
  list.push_back(nullptr);
  data.reset(driver->Create(file.temporary().c_str(), spec.columns, spec.rows, 1, gdal_type(spec.type),
                            list.data()));
  if (!data) fail(gdal);
  describe(spec, gdal);
}

void RasterSink::Part::describe(const RasterSpec& spec, const GdalSession& gdal) {
  GDALRasterBand* band = data->GetRasterBand(1);
  const auto must = [&](CPLErr result) {
    if (result != CE_None) fail(gdal);
  };
  if (spec.transform) {
    GeoTransform g = *spec.transform;
    must(data->SetGeoTransform(g.c.data()));
  }
  if (!spec.crs.empty()) must(data->SetProjection(spec.crs.c_str()));
  if (spec.nodata) must(band->SetNoDataValue(*spec.nodata));
  if (spec.offset != 0.0) must(band->SetOffset(spec.offset));
  if (!spec.unit.empty()) must(band->SetUnitType(spec.unit.c_str()));
  must(data->SetMetadataItem("TIFFTAG_SOFTWARE", kSoftware));
  for (const auto& [key, value] : spec.metadata) must(data->SetMetadataItem(key.c_str(), value.c_str()));
  if (spec.colours.empty()) return;
  GDALColorTable colours;
  for (std::size_t i = 0; i < spec.colours.size(); ++i) {
    const auto& c = spec.colours[i];
    const GDALColorEntry entry{c[0], c[1], c[2], c[3]};
    colours.SetColorEntry(static_cast<int>(i), &entry);
  }
  must(band->SetColorTable(&colours));
}

void RasterSink::Part::put(const CellRect& r, const void* values, GDALDataType type) {
  const GdalSession gdal;
  if (data->GetRasterBand(1)->RasterIO(GF_Write, r.column, r.row, r.columns, r.rows,
                                       const_cast<void*>(values), r.columns, r.rows, type, 0, 0,
                                       nullptr) != CE_None ||
      gdal.complained())
    fail(gdal);
}

RasterSink::RasterSink(const fs::path& path, RasterSpec spec)
    : spec_(std::move(spec)), part_(std::make_unique<Part>(path)) {
  check_spec(path, spec_);
  if (!spec_.nodata && spec_.type != SampleType::uint8) spec_.nodata = kNullHeight;
  part_->null = spec_.nodata.value_or(0.0);
  part_->create(spec_);
}

RasterSink::~RasterSink() = default;

void RasterSink::write(const CellRect& r, std::span<const float> values) {
  GROUSER_ASSERT(static_cast<long long>(values.size()) == r.count());
  if (spec_.offset != 0.0 || spec_.type != SampleType::float32) {
    part_->doubles.assign(values.begin(), values.end());
    return write(r, std::span<const double>(part_->doubles));
  }
  part_->floats.assign(values.begin(), values.end());
  for (float& z : part_->floats)
    if (std::isnan(z)) z = static_cast<float>(part_->null);
  write_raw(r, part_->floats);
}

void RasterSink::write_raw(const CellRect& r, std::span<const float> values) {
  GROUSER_ASSERT(static_cast<long long>(values.size()) == r.count());
  part_->put(r, values.data(), GDT_Float32);
}

void RasterSink::write(const CellRect& r, std::span<const double> values) {
  GROUSER_ASSERT(static_cast<long long>(values.size()) == r.count());
  if (values.data() != part_->doubles.data()) part_->doubles.assign(values.begin(), values.end());
  for (double& z : part_->doubles) z = std::isnan(z) ? part_->null : z - spec_.offset;
  part_->put(r, part_->doubles.data(), GDT_Float64);
}

void RasterSink::write(const CellRect& r, std::span<const std::uint8_t> values) {
  GROUSER_ASSERT(static_cast<long long>(values.size()) == r.count());
  part_->put(r, values.data(), GDT_Byte);
}

void RasterSink::flush() {
  const GdalSession gdal;
  if (part_->data->GetRasterBand(1)->FlushCache(false) != CE_None || gdal.complained()) part_->fail(gdal);
}

void RasterSink::add_overviews(int smallest, const std::function<bool(double)>& progress) {
  std::vector<int> factors;
  for (int factor = 2; std::max(spec_.columns, spec_.rows) / factor >= std::max(1, smallest / 2); factor *= 2)
    factors.push_back(factor);
  if (factors.empty()) return;
  const GdalSession gdal;
  const NoSideFiles no_side_files;
  const GDALProgressFunc ask = [](double done, const char*, void* told) {
    const auto& go_on = *static_cast<const std::function<bool(double)>*>(told);
    return !go_on || go_on(done) ? TRUE : FALSE;
  };
  const char* how = spec_.type == SampleType::uint8 ? "NEAREST" : "AVERAGE";
  auto told = progress;
  if (part_->data->BuildOverviews(how, static_cast<int>(factors.size()), factors.data(), 0, nullptr, ask,
                                  &told) != CE_None)
    part_->fail(gdal);
}

void RasterSink::close() {
  if (!part_->data) return;
  const GdalSession gdal;
  const NoSideFiles no_side_files;
  part_->data->FlushCache(true);
  part_->data.reset();
  if (gdal.complained()) part_->fail(gdal);  // a full disk is noticed only here
}

void RasterSink::finish() {
  close();
  part_->file.commit();
}

}  // namespace grouser

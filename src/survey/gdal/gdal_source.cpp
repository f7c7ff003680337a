// SPDX-License-Identifier: BSD-3-Clause
// A raster as GDAL opens it, turned north up, with heights in metres and voids as NaN. The label's facts take
// precedence over GDAL's. Heights that need no conversion are read straight into the caller's buffer.
#include <fmt/format.h>
#include <gdal_priv.h>
#include <ogr_spatialref.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>

#include "crs_text.hpp"
#include "file_bounds.hpp"
#include "gdal_files.hpp"
#include "gdal_open.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"
#include "label_facts.hpp"
#include "raster_axes.hpp"
#include "raster_units.hpp"
#include "raw_heights.hpp"

namespace grouser::terrain {
namespace {

constexpr long long kChunkCells = 1 << 20;  // converted at once

/// Unit of the vertical axis of a compound system; "" if there is none.
std::string axis_unit(const OGRSpatialReference* crs) {
  if (!crs || !crs->IsCompound()) return {};
  const char* unit = crs->GetAttrValue("VERT_CS|UNIT");
  return unit ? unit : "";
}

// Rejects a CRS from a broken header that cannot be read again as text, such as one with radii of nan or
// infinity.
void check_crs(const RasterInfo& info) {
  if (info.crs.empty()) return;
  const GdalSession gdal;
  OGRSpatialReference crs;
  if (crs.importFromWkt(info.crs.c_str()) != OGRERR_NONE)
    throw InputError(info.path, "a coordinate reference system that makes no sense (" + gdal.said() + ")",
                     "one on a planet, moon or small body, a local one, or none");
}

/// Whether a system's heights count downwards: depths.
bool counts_down(const OGRSpatialReference* crs) {
  if (!crs || !crs->IsCompound()) return false;
  OGRAxisOrientation along = OAO_Other;
  crs->GetAxis(nullptr, 2, &along);
  return along == OAO_Down;
}

/// A system as text, with longitude and latitude in degrees and heights upwards, to which the raster is
/// converted. Sets degrees_per_unit if its angles have another unit.
std::string usual_units(const OGRSpatialReference& stated, double& degrees_per_unit) {
  OGRSpatialReference crs(stated);
  if (counts_down(&stated)) crs.StripVertical();
  const double unit = crs.GetAngularUnits();
  if (crs.IsGeographic() && std::fabs(unit / kDegree - 1.0) > 1e-9) {
    degrees_per_unit = unit / kDegree;
    crs.SetAngularUnits("degree", kDegree);
  }
  return crs_text(&crs);
}

/// Refuses a scale or an offset beyond all heights, and names the file beside the raster that may state it.
void refuse_absurd_scale(const RasterInfo& info) {
  constexpr double kMostScale = 1e6, kMostOffset = 1e9;  // in the unit of the heights
  if (std::fabs(info.scale) <= kMostScale && std::fabs(info.offset) <= kMostOffset) return;
  const std::filesystem::path beside = info.path + ".aux.xml";
  std::error_code ec;
  const std::string from = std::filesystem::exists(beside, ec) ? " (stated in " + beside.string() + ")" : "";
  throw InputError(
      info.path, fmt::format("band scale {} and offset {}{}", info.scale, info.offset, from),
      fmt::format("a scale of at most {:g} and an offset of at most {:g} in size", kMostScale, kMostOffset));
}

/// Whether a band shows colours instead of heights.
bool is_picture(GDALRasterBand& band) {
  const GDALColorInterp meaning = band.GetColorInterpretation();
  return band.GetColorTable() || meaning == GCI_RedBand || meaning == GCI_GreenBand ||
         meaning == GCI_BlueBand;
}

/// The file behind RasterSource.
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
  void choose_band(int asked);
  void describe_band(const RasterOptions& options, const LabelFacts&);
  void describe_grid(const LabelFacts&);
  void find_levels();
  void match_alphas();
  void try_first_cell();
  void fetch(GDALRasterBand&, const CellRect&, void* out, GDALDataType);
  void fetch_values(GDALRasterBand&, const CellRect&);
  const std::uint8_t* fetch_mask(int level, const CellRect&);
  template <class Real>
  void read_as(int level, const CellRect&, std::span<Real> out);
  template <class Real>
  void read_converted(int level, const CellRect& stored, std::span<Real> out);

  OpenRaster open_;
  GDALDataset* data_ = nullptr;
  GDALRasterBand* band_ = nullptr;
  GDALRasterBand* alpha_ = nullptr;      // 0 where there is no height; null: none
  std::vector<GDALRasterBand*> bands_;   // of each level
  std::vector<GDALRasterBand*> alphas_;  // of each level; empty: none
  SampleCode code_;
  RasterAxes axes_;
  RawHeights heights_;
  std::vector<double> chunk_, opacity_;
  std::vector<std::uint8_t> samples_;
  std::vector<std::uint8_t> mask_;
};

GdalSource::GdalSource(const std::string& name, const std::string& path, const RasterOptions& options) {
  info_.path = path;
  const GdalSession gdal;
  open_ = open_raster(name, info_.path);
  data_ = open_.data.get();
  info_.driver = data_->GetDriverName();
  choose_band(options.band);
  const LabelFacts label = read_label(*data_, *band_, open_.name, info_.path);
  describe_band(options, label);
  describe_grid(label);
  info_.label_notes.insert(info_.label_notes.end(), label.notes.begin(), label.notes.end());
  find_levels();
  std::vector<GDALRasterBand*> all = bands_;
  all.insert(all.end(), alphas_.begin(), alphas_.end());
  // Sizes of all levels are checked before anything is read.
  check_size(*data_, all, info_.path);
  heights_ = RawHeights(info_, options, code_);
  for (char** text = data_->GetMetadata(); text && *text; ++text) {
    const std::string line = *text;
    if (const auto at = line.find('='); at != std::string::npos)
      info_.metadata[line.substr(0, at)] = line.substr(at + 1);
  }
  // Reading one cell finds a label without data, and lets GDAL find what it reads late.
  try_first_cell();
  check_data_size(*data_, info_.driver, info_.path);
  check_too_long(*open_.gate, info_.path);
}

// The band asked for, or the first one that is no alpha band; and the raster's alpha band, if it has one.
void GdalSource::choose_band(int asked) {
  const int count = data_->GetRasterCount();
  const auto is_alpha = [&](int band) {
    return data_->GetRasterBand(band)->GetColorInterpretation() == GCI_AlphaBand;
  };
  int band = asked == 0 ? 1 : asked;
  while (asked == 0 && band < count && is_alpha(band)) ++band;
  if (band < 1 || band > count)
    throw InputError(info_.path, fmt::format("{} bands", count), fmt::format("a band {}", band));
  band_ = data_->GetRasterBand(band);
  if (is_alpha(band))
    throw InputError(info_.path, fmt::format("an alpha band {}", band), "a band of heights");
  if (asked == 0 && band > 1)
    info_.label_notes.push_back(fmt::format("its band 1 is an alpha band: heights are of band {}", band));
  for (int other = 1; other <= count && !alpha_; ++other)
    if (other != band && is_alpha(other)) alpha_ = data_->GetRasterBand(other);
}

// Type, scale, offset, nodata values and unit of the band, from the label or else from GDAL.
void GdalSource::describe_band(const RasterOptions& options, const LabelFacts& label) {
  const GDALDataType type = band_->GetRasterDataType();
  if (GDALDataTypeIsComplex(type)) throw InputError(info_.path, "complex numbers", "a band of heights");
  code_ = label.code;
  info_.sample_type = code_.foreign ? code_.type_name() : GDALGetDataTypeName(type);
  info_.sample_bytes = GDALGetDataTypeSizeBytes(type);
  info_.has_colours = is_picture(*band_);
  int known = 0;
  info_.scale = band_->GetScale();
  info_.offset = band_->GetOffset(&known);
  info_.states_offset = known != 0;
  info_.scale = label.scale.value_or(info_.scale);
  info_.offset = label.offset.value_or(info_.offset);
  if (!std::isfinite(info_.scale) || info_.scale == 0.0 || !std::isfinite(info_.offset))
    throw InputError(info_.path, fmt::format("band scale {} and offset {}", info_.scale, info_.offset),
                     "finite, scale not 0");
  refuse_absurd_scale(info_);
  const double nodata = band_->GetNoDataValue(&known);
  // GDAL's driver of PDS3 takes 0 for no height where a label states none: there it is a height as any other
  if (known && !(info_.driver == "PDS" && nodata == 0.0)) info_.nodata = nodata;
  if (!label.voids.empty()) {
    info_.nodata = label.voids[0];
    info_.more_nodata.assign(label.voids.begin() + 1, label.voids.end());
  }
  // The unit: of the label, the band or the vertical axis; the caller's own value counts before them.
  info_.vertical_unit = label.unit.value_or(band_->GetUnitType());
  if (info_.vertical_unit.empty()) info_.vertical_unit = axis_unit(data_->GetSpatialRef());
  if (options.metres_per_unit)
    info_.metres_per_unit = options.metres_per_unit;
  else if (!info_.vertical_unit.empty())
    info_.metres_per_unit = metres_per_unit(info_.vertical_unit);
  band_->GetBlockSize(&info_.block_columns, &info_.block_rows);
}

// Size, system and georeference; the grid is turned north up.
void GdalSource::describe_grid(const LabelFacts& label) {
  info_.columns = data_->GetRasterXSize();
  info_.rows = data_->GetRasterYSize();
  const OGRSpatialReference* const stated = data_->GetSpatialRef();
  double degrees_per_unit = 1.0;
  info_.crs = label.crs.value_or(crs_text(stated));
  if (stated && !label.crs) info_.crs = usual_units(*stated, degrees_per_unit);
  // Depths become heights by the sign of scale and offset.
  if (counts_down(stated)) {
    info_.scale = -info_.scale;
    info_.offset = -info_.offset;
    info_.label_notes.emplace_back("its heights count downwards, as depths do: they are turned");
  }
  check_crs(info_);
  GeoTransform stored;
  if (label.transform)
    stored = *label.transform;
  else if (data_->GetGeoTransform(stored.c.data()) != CE_None)
    return;
  if (degrees_per_unit != 1.0)
    for (double& value : stored.c) value *= degrees_per_unit;
  // A georeference must be finite and invertible.
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

// The band and its overviews, each smaller than the one before.
void GdalSource::find_levels() {
  bands_ = {band_};
  // Overviews of samples that GDAL takes for others are means of nonsense.
  const int overviews = code_.foreign ? 0 : band_->GetOverviewCount();
  for (int i = 0; i < overviews; ++i) {
    GDALRasterBand* const next = band_->GetOverview(i);
    if (next && next->GetXSize() < bands_.back()->GetXSize() && next->GetYSize() <= bands_.back()->GetYSize())
      bands_.push_back(next);
  }
  if (alpha_) match_alphas();
  for (GDALRasterBand* level : bands_) {
    RasterLevel size{level->GetXSize(), level->GetYSize()};
    if (axes_.transposed()) std::swap(size.columns, size.rows);
    info_.levels.push_back(size);
  }
}

// The alpha band's own overviews; a level without one is left out.
void GdalSource::match_alphas() {
  alphas_ = {alpha_};
  std::vector<GDALRasterBand*> kept = {band_};
  for (std::size_t k = 1; k < bands_.size(); ++k)
    for (int i = 0; i < alpha_->GetOverviewCount(); ++i) {
      GDALRasterBand* const alpha = alpha_->GetOverview(i);
      if (!alpha || alpha->GetXSize() != bands_[k]->GetXSize() || alpha->GetYSize() != bands_[k]->GetYSize())
        continue;
      kept.push_back(bands_[k]);
      alphas_.push_back(alpha);
      break;
    }
  bands_ = kept;
}

// Drivers of labels open without ever reading the data, so this tries to read one cell.
void GdalSource::try_first_cell() {
  for (const char* driver : {"PDS", "PDS4", "ISIS2", "ISIS3", "VICAR", "ENVI"}) {
    if (info_.driver != driver) continue;
    const GdalSession gdal;
    double value = 0.0;
    if (band_->RasterIO(GF_Read, 0, 0, 1, 1, &value, 1, 1, GDT_Float64, 0, 0, nullptr) != CE_None)
      throw InputError(info_.path, "a label without its data (" + reason(gdal, *open_.gate) + ")",
                       "the data that it describes");
  }
}

// Reads a window of a band; throws InputError if the file is broken.
void GdalSource::fetch(GDALRasterBand& from, const CellRect& r, void* out, GDALDataType type) {
  const GdalSession gdal;
  if (from.RasterIO(GF_Read, r.column, r.row, r.columns, r.rows, out, r.columns, r.rows, type, 0, 0,
                    nullptr) != CE_None)
    throw InputError(info_.path, "a broken or truncated raster (" + gdal.said() + ")", "a whole file");
}

// Null if the file has no mask or alpha band of its own.
const std::uint8_t* GdalSource::fetch_mask(int level, const CellRect& r) {
  const auto k = static_cast<std::size_t>(level);
  const bool masked = (band_->GetMaskFlags() & GMF_PER_DATASET) != 0;
  if (!alpha_ && !masked) return nullptr;
  mask_.resize(r.count());
  if (!alpha_) {
    fetch(*bands_[k]->GetMaskBand(), r, mask_.data(), GDT_Byte);
    return mask_.data();
  }
  opacity_.resize(r.count());
  fetch(*alphas_[k], r, opacity_.data(), GDT_Float64);
  // The comparison is false for NaN, which counts as void.
  for (std::size_t i = 0; i < mask_.size(); ++i) mask_[i] = opacity_[i] > 0.0 ? 255 : 0;
  return mask_.data();
}

// Reads a window into chunk_ as numbers; samples that GDAL misreads are decoded from their bytes.
void GdalSource::fetch_values(GDALRasterBand& from, const CellRect& r) {
  chunk_.resize(r.count());
  if (!code_.foreign) return fetch(from, r, chunk_.data(), GDT_Float64);
  samples_.resize(chunk_.size() * static_cast<std::size_t>(code_.bytes));
  fetch(from, r, samples_.data(), from.GetRasterDataType());
  decode(code_, samples_, chunk_);
}

// Reads in strips of about a million cells, converts each cell and puts it at its place in the north-up
// window.
template <class Real>
void GdalSource::read_converted(int level, const CellRect& stored, std::span<Real> out) {
  GDALRasterBand& from = *bands_[static_cast<std::size_t>(level)];
  const int step = static_cast<int>(std::max<long long>(1, kChunkCells / stored.columns));
  for (int first = 0; first < stored.rows; first += step) {
    const CellRect part{stored.column, stored.row + first, stored.columns,
                        std::min(step, stored.rows - first)};
    fetch_values(from, part);
    const std::uint8_t* there = fetch_mask(level, part);
    for (long long k = 0; k < part.count(); ++k) {
      const int column = static_cast<int>(k % part.columns), row = first + static_cast<int>(k / part.columns);
      const double height =
          there && there[k] == 0 ? std::numeric_limits<double>::quiet_NaN() : heights_.height(chunk_[k]);
      out[axes_.index(stored, column, row)] = static_cast<Real>(height);
    }
  }
}

// Straight into the buffer if neither order nor values change; then only voids are replaced.
template <class Real>
void GdalSource::read_as(int level, const CellRect& r, std::span<Real> out) {
  GDALRasterBand& from = *bands_[static_cast<std::size_t>(level)];
  const CellRect stored = axes_.stored(r, from.GetXSize(), from.GetYSize());
  if (!axes_.as_stored() || !heights_.plain<Real>()) return read_converted(level, stored, out);
  constexpr GDALDataType kType = sizeof(Real) == 4 ? GDT_Float32 : GDT_Float64;
  fetch(from, stored, out.data(), kType);
  for (Real& z : out)
    if (heights_.is_void(z)) z = std::numeric_limits<Real>::quiet_NaN();
  if (const std::uint8_t* there = fetch_mask(level, stored))
    for (std::size_t k = 0; k < out.size(); ++k)
      if (there[k] == 0) out[k] = std::numeric_limits<Real>::quiet_NaN();
}

}  // namespace

std::unique_ptr<SourceFile> open_source(const std::string& name, const std::string& path,
                                        const RasterOptions& options) {
  return std::make_unique<GdalSource>(name, path, options);
}

}  // namespace grouser::terrain

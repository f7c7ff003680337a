// SPDX-License-Identifier: BSD-3-Clause
// Writes a raster tile by tile under a temporary name. NaN becomes the nodata value, and heights are stored
// above the offset of the description.
#include "grouser/survey/raster/raster_sink.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "raster_library.hpp"

namespace grouser {

namespace fs = std::filesystem;

namespace {

/// Refuses an empty raster.
void check_spec(const fs::path& path, const RasterSpec& spec) {
  if (spec.columns < 1 || spec.rows < 1)
    throw InputError(path.string(), fmt::format("{} x {} cells", spec.columns, spec.rows),
                     "at least one cell");
}

/// Whether single precision holds every height of a raster exactly: those of floats that are not converted,
/// and of integers of up to 16 bits, which are tried one by one if they are scaled.
bool single_holds(const RasterInfo& info, bool plain) {
  const bool byte = info.sample_type == "Byte", words = info.sample_type == "UInt16";
  if (!byte && !words && info.sample_type != "Int16") return plain && info.sample_type == "Float32";
  if (plain) return true;
  const double metres = info.metres_per_unit.value_or(1.0), scale = info.scale * metres,
               offset = info.offset * metres;
  const int first = byte || words ? 0 : -32768, last = byte ? 255 : first + 65535;
  for (int raw = first; raw <= last; ++raw) {
    const double height = raw * scale + offset;
    if (static_cast<double>(static_cast<float>(height)) != height) return false;
  }
  return true;
}

}  // namespace

RasterSpec spec_like(const RasterInfo& info) {
  RasterSpec spec{.columns = info.columns, .rows = info.rows, .transform = info.transform, .crs = info.crs};
  const bool plain = info.scale == 1.0 && info.offset == 0.0 && info.metres_per_unit == 1.0;
  if (!single_holds(info, plain)) spec.type = SampleType::float64;
  if (plain && info.nodata && info.sample_type.starts_with("Float")) spec.nodata = info.nodata;
  return spec;
}

RasterSink::RasterSink(const fs::path& path, RasterSpec spec)
    : spec_(std::move(spec)), pending_(std::make_unique<PendingFile>(path)) {
  check_spec(path, spec_);
  if (!spec_.nodata && spec_.type != SampleType::uint8) spec_.nodata = kNullHeight;
  file_ = terrain::raster_library().create(pending_->temporary(), pending_->path().string(), spec_);
}

RasterSink::~RasterSink() = default;

void RasterSink::write(const CellRect& r, std::span<const float> values) {
  GROUSER_ASSERT(static_cast<long long>(values.size()) == r.count());
  if (spec_.offset != 0.0 || spec_.type != SampleType::float32) {
    doubles_.assign(values.begin(), values.end());
    return write(r, std::span<const double>(doubles_));
  }
  floats_.assign(values.begin(), values.end());
  for (float& z : floats_)
    if (std::isnan(z)) z = static_cast<float>(spec_.nodata.value_or(0.0));
  write_raw(r, floats_);
}

void RasterSink::write_raw(const CellRect& r, std::span<const float> values) {
  GROUSER_ASSERT(static_cast<long long>(values.size()) == r.count());
  file_->put(r, values);
}

void RasterSink::write(const CellRect& r, std::span<const double> values) {
  GROUSER_ASSERT(static_cast<long long>(values.size()) == r.count());
  if (values.data() != doubles_.data()) doubles_.assign(values.begin(), values.end());
  for (double& z : doubles_) z = std::isnan(z) ? spec_.nodata.value_or(0.0) : z - spec_.offset;
  file_->put(r, std::span<const double>(doubles_));
}

void RasterSink::write(const CellRect& r, std::span<const std::uint8_t> values) {
  GROUSER_ASSERT(static_cast<long long>(values.size()) == r.count());
  file_->put(r, values);
}

void RasterSink::flush() { file_->flush(); }

void RasterSink::add_overviews(int smallest, const std::function<bool(double)>& progress) {
  std::vector<int> factors;
  for (int factor = 2; std::max(spec_.columns, spec_.rows) / factor >= std::max(1, smallest / 2); factor *= 2)
    factors.push_back(factor);
  if (!factors.empty()) file_->add_overviews(std::move(factors), progress);
}

void RasterSink::close() { file_->close(); }

void RasterSink::finish() {
  close();
  pending_->commit();
}

}  // namespace grouser

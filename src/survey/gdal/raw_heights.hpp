// SPDX-License-Identifier: BSD-3-Clause
// Converts a raw value of a band to metres, or void. Private.
#pragma once
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "grouser/survey/raster/raster_source.hpp"
#include "sample_code.hpp"

namespace grouser::terrain {

/// height = raw scale + offset in metres, unless the raw value is one of the void values of the file, of its
/// format or of the caller.
class RawHeights {
 public:
  RawHeights() = default;
  RawHeights(const RasterInfo& info, const RasterOptions& options, const SampleCode& code)
      : also_void_(options.nodata), more_void_(info.more_nodata) {
    using enum SampleCode::Kind;
    const bool whole = code.kind == signed_integer || code.kind == unsigned_integer;
    const double metres = info.metres_per_unit.value_or(1.0);
    scale_ = info.scale * metres;
    offset_ = info.offset * metres;
    nodata_ = info.nodata;
    float32_ = !whole && code.bytes == 4;
    // Special values of ISIS apply to its own formats, and to signed 16-bit samples of others that state no
    // nodata value or come from PDS.
    const bool isis = info.driver.starts_with("ISIS"), pds = info.driver.starts_with("PDS");
    special16_ = code.kind == signed_integer && code.bytes == 2 && (isis || pds || !info.nodata);
    special_u16_ = code.kind == unsigned_integer && code.bytes == 2 && isis;
    plain_ = scale_ == 1.0 && offset_ == 0.0 && !code.foreign;
    fits_float_ = float32_ || (whole && code.bytes <= 2);
  }
  /// Whether a raw value means "no height"; also true for NaN and beyond +-1e30.
  bool is_void(double raw) const {
    if (!(std::fabs(raw) < kBeyond)) return true;
    if (special16_ && raw <= kLastSpecial16) return true;
    if (special_u16_ && (raw <= kLastLowU16 || raw >= kFirstHighU16)) return true;
    for (const double value : more_void_)
      if (same(value, raw)) return true;
    return same(nodata_, raw) || same(also_void_, raw);
  }
  /// Height of a raw value, m; NaN if it is void.
  double height(double raw) const {
    if (is_void(raw)) return std::numeric_limits<double>::quiet_NaN();
    const double z = raw * scale_ + offset_;
    return std::fabs(z) < kBeyond ? z : std::numeric_limits<double>::quiet_NaN();  // also finite as a float
  }
  /// True if raw values are heights that a Real holds exactly.
  template <class Real>
  bool plain() const {
    return plain_ && (sizeof(Real) > sizeof(float) || fits_float_);
  }

 private:
  // Beyond this: no height; HiRISE's null and ISIS' specials are at -3.4e38
  static constexpr double kBeyond = 1e30;
  static constexpr double kLastSpecial16 = -32764.0;  // ISIS: null -32768, four saturations up to -32764
  static constexpr double kLastLowU16 = 2.0,
                          kFirstHighU16 = 65534.0;  // ISIS: null 0, the saturations beside it and above
  /// Whether a raw value is a nodata value.
  bool same(const std::optional<double>& nodata, double raw) const {
    if (!nodata) return false;
    if (raw == *nodata) return true;
    // A nodata value that is written in decimals need not be exactly the float that is meant.
    return float32_ && std::fabs(*nodata) < kBeyond && static_cast<float>(raw) == static_cast<float>(*nodata);
  }
  double scale_ = 1.0, offset_ = 0.0;
  std::optional<double> nodata_, also_void_;
  std::vector<double> more_void_;
  bool float32_ = false, special16_ = false, special_u16_ = false, plain_ = true, fits_float_ = false;
};

}  // namespace grouser::terrain

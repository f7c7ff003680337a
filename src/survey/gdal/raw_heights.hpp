// Converts a raw value of a band to metres, or void. Private.
#pragma once
#include <gdal_priv.h>

#include <cmath>
#include <limits>
#include <optional>

#include "grouser/survey/raster/raster_source.hpp"

namespace grouser::terrain {

class RawHeights {
 public:
  RawHeights() = default;
  RawHeights(GDALRasterBand& band, const RasterInfo& info, const RasterOptions& options)
      : also_void_(options.nodata) {
    const GDALDataType type = band.GetRasterDataType();
    const double metres = info.metres_per_unit.value_or(1.0);
    scale_ = info.scale * metres;
    offset_ = info.offset * metres;
    nodata_ = info.nodata;
    float32_ = type == GDT_Float32;
    const bool isis = info.driver.starts_with("ISIS") || info.driver.starts_with("PDS");
    special16_ = type == GDT_Int16 && (isis || !info.nodata);
    plain_ = scale_ == 1.0 && offset_ == 0.0;
    fits_float_ = float32_ || type == GDT_Byte || type == GDT_Int16 || type == GDT_UInt16;
  }
  bool is_void(double raw) const {
    if (!(std::fabs(raw) < kBeyond)) return true;
    if (special16_ && raw <= kLastSpecial16) return true;
    return same(nodata_, raw) || same(also_void_, raw);
  }
  double height(double raw) const {
    return is_void(raw) ? std::numeric_limits<double>::quiet_NaN() : raw * scale_ + offset_;
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
  bool same(const std::optional<double>& nodata, double raw) const {
    if (!nodata) return false;
    if (raw == *nodata) return true;
    // a nodata value written in decimals need not be exactly the float it stands for
    return float32_ && std::fabs(*nodata) < kBeyond && static_cast<float>(raw) == static_cast<float>(*nodata);
  }
  double scale_ = 1.0, offset_ = 0.0;
  std::optional<double> nodata_, also_void_;
  bool float32_ = false, special16_ = false, plain_ = true, fits_float_ = false;
};

}  // namespace grouser::terrain

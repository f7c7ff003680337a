// SPDX-License-Identifier: BSD-3-Clause
// Writes the raster of a site as planned: cells are copied, or resampled and rounded to a step that packs
// well. Its metadata say where it comes from.
#include "grouser/survey/raster/site_import.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "cell_path.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"
#include "grouser/survey/raster/raster_sink.hpp"
#include "resampler.hpp"

namespace grouser {

using terrain::CellPath;
using terrain::Resampler;

namespace {

constexpr int kBlockColumns = 2048, kBlockRows = 256;  // written at once: whole tiles
constexpr double kFineness = 1e-5;  // resampled heights are rounded to this share of a cell
constexpr double kCoarsest = 1e-3;  // m, or to this

// The power of two below kFineness cells and below a millimetre, m: rounding to it leaves zeros at the end of
// a double, which pack well, and changes slopes by at most 1e-5.
double rounding_step(double cell) {
  int exponent = 0;
  std::frexp(std::min(kFineness * cell, kCoarsest), &exponent);
  return std::ldexp(1.0, exponent - 1);
}

/// Description of the new raster, with its source in the metadata.
RasterSpec spec_of(const RasterInfo& info, const SitePlan& plan) {
  RasterSpec spec = spec_like(info);
  spec.columns = plan.columns;
  spec.rows = plan.rows;
  spec.transform = plan.transform;
  spec.crs = plan.crs;
  // A float at -4450 m has steps of 0.5 mm, which would show in cells of 0.1 m.
  if (plan.resampled) spec.type = SampleType::float64;
  if (plan.resampled) spec.nodata = kNullHeight;
  spec.metadata["GROUSER_SOURCE"] = std::filesystem::path(info.path).filename().string();
  spec.metadata["GROUSER_FRAME"] = plan.local ? "local" : "map";
  spec.metadata["GROUSER_RESAMPLED"] = plan.resampled ? "yes" : "no";
  if (!plan.resampled)
    spec.metadata["GROUSER_WINDOW"] = fmt::format("{},{},{},{}", plan.copied.column, plan.copied.row,
                                                  plan.copied.columns, plan.copied.rows);
  if (plan.center) {
    const MapFrame frame(plan.crs, info.path);
    spec.metadata["GROUSER_BODY"] = frame.body() ? frame.body()->name : "unknown";
    const CoordinateStyle style = usual_style(frame.body());
    const bool graphic = style.latitude == CoordinateStyle::Latitude::planetographic;
    const double latitude =
        graphic ? frame.write_deg(*plan.center, style)[1] : plan.center->latitude * kDegrees;
    spec.metadata["GROUSER_CENTER_LONGITUDE_DEG"] = fmt::format("{:.12g}", plan.center->longitude * kDegrees);
    spec.metadata["GROUSER_CENTER_LATITUDE_DEG"] = fmt::format("{:.12g}", latitude);
    if (graphic) spec.metadata["GROUSER_CENTER_LATITUDE_TYPE"] = latitude_word(style);
  }
  return spec;
}

/// Range of the heights, and number of voids.
class Tally {
 public:
  void add(std::span<const double> heights) {
    for (const double z : heights) {
      if (std::isnan(z)) {
        ++result_.voids;
        continue;
      }
      low_ = std::min(low_, z);
      high_ = std::max(high_, z);
    }
  }
  SiteResult result() {
    result_.lowest = low_;
    result_.highest = high_;
    return result_;
  }
  bool nothing() const { return low_ > high_; }

 private:
  double low_ = std::numeric_limits<double>::infinity(), high_ = -low_;
  SiteResult result_;
};

}  // namespace

SiteResult import_site(RasterSource& source, const SitePlan& plan, const std::filesystem::path& out,
                       const std::function<bool(double)>& progress) {
  const RasterInfo& info = source.info();
  RasterSink sink(out, spec_of(info, plan));
  const CellPath path(info, plan.crs, plan.transform);
  Resampler resampler(source, path, plan.columns, plan.rows);
  const double rounding = rounding_step(plan.cell);
  Tally tally;
  std::vector<double> block;
  for (int row = 0; row < plan.rows; row += kBlockRows)
    for (int column = 0; column < plan.columns; column += kBlockColumns) {
      const CellRect r{column, row, std::min(kBlockColumns, plan.columns - column),
                       std::min(kBlockRows, plan.rows - row)};
      if (plan.resampled) {
        block.resize(r.count());
        resampler.heights(r, block);
        for (double& z : block) z = rounding * std::floor(z / rounding + 0.5);
      } else {
        terrain::read_around(source, path.whole_turn(),
                             {plan.copied.column + column, plan.copied.row + row, r.columns, r.rows}, block);
      }
      tally.add(block);
      sink.write(r, std::span<const double>(block));
      const double done =
          (row + static_cast<double>(r.rows) * (column + r.columns) / plan.columns) / plan.rows;
      if (progress && !progress(done)) throw RunError("stopped");
    }
  if (tally.nothing())
    throw InputError(info.path, "no height anywhere in the window", "a window with ground in it");
  sink.finish();
  return tally.result();
}

}  // namespace grouser

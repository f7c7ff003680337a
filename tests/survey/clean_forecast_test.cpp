// SPDX-License-Identifier: BSD-3-Clause
// Thresholds proposed by the heights, what the cleaning says beforehand, and seams of mosaics.
#include "grouser/survey/clean/clean_forecast.hpp"

#include <cmath>
#include <limits>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/random.hpp"
#include "grouser/survey/raster/raster_sink.hpp"
#include "made_window.hpp"
#include "real_tile.hpp"
#include "scratch_folder.hpp"

using namespace grouser;

namespace {

/// Rolling ground with scatter, m.
double rough_ground(int column, int row, math::RandomStream& random, double scatter) {
  return 3.0 * std::sin(0.05 * column) + 2.0 * std::cos(0.04 * row) + scatter * random.uniform(-1.0, 1.0);
}

std::filesystem::path write_raster(const std::filesystem::path& path, const HeightWindow& w) {
  RasterSpec spec{.columns = w.place.columns, .rows = w.place.rows};
  spec.transform = GeoTransform{{0.0, 1.0, 0.0, 0.0, 0.0, -1.0}};
  spec.type = SampleType::float64;
  RasterSink sink(path, spec);
  sink.write(w.place, std::span<const double>(w.heights));
  sink.finish();
  return path;
}

HeightWindow scattered(double scatter, int side = 300) {
  math::RandomStream random(4, 0);
  return made(CellRect{0, 0, side, side}, [&](int c, int r) { return rough_ground(c, r, random, scatter); });
}

}  // namespace

TEST_CASE("Clean forecast: thresholds follow the scatter of the ground, and no spike moves them", "[clean]") {
  const test::ScratchFolder folder("forecast_thresholds");
  HeightWindow w = scattered(0.01);
  RasterSource smooth(write_raster(folder / "smooth.tif", w));
  const CleanThresholds found = propose_thresholds(smooth, smooth.all());
  CHECK(found.scatter > 0.004);  // m: that of a uniform law, 0.0058 m, and of the mean of its neighbours
  CHECK(found.scatter < 0.02);
  CHECK(found.outlier >= 10.0 * found.scatter);
  CHECK(found.outlier <= 11.0 * found.scatter);
  CHECK(found.box_step < 0.4);
  for (int k = 0; k < 200; ++k) w.heights[w.index((k * 37) % 300, (k * 91) % 300)] += 5.0;
  RasterSource spiked(write_raster(folder / "spiked.tif", w));
  CHECK(propose_thresholds(spiked, spiked.all()).outlier <= 1.3 * found.outlier);

  RasterSource rough(write_raster(folder / "rough.tif", scattered(1.0)));
  CHECK(propose_thresholds(rough, rough.all()).outlier == 0.7);
  RasterSource flat(write_raster(folder / "flat.tif", made({0, 0, 60, 60}, [](int, int) { return 2.0; })));
  CHECK(propose_thresholds(flat, flat.all()).outlier == 0.7);
  const double none = std::numeric_limits<double>::quiet_NaN();
  RasterSource empty(
      write_raster(folder / "empty.tif", made({0, 0, 60, 60}, [&](int, int) { return none; })));
  CHECK(propose_thresholds(empty, empty.all()).outlier == 0.7);
  CHECK_THROWS_AS(forecast_cleaning(empty), InputError);
}

TEST_CASE("Clean forecast: it counts what the cleaning then takes out and fills", "[clean]") {
  const test::ScratchFolder folder("forecast_counts");
  HeightWindow w = scattered(0.01);
  for (int k = 0; k < 9; ++k) w.heights[w.index(20 + 30 * k, 30 + 25 * k)] += 0.5;  // below 0.7 m
  for (int r = 200; r < 210; ++r)
    for (int c = 60; c < 75; ++c) w.heights[w.index(c, r)] = std::numeric_limits<double>::quiet_NaN();
  RasterSource source(write_raster(folder / "map.tif", w));
  CleanOptions options;
  options.fit_samples = 200;
  CHECK(forecast_cleaning(source, options).spikes == 0);  // as it is without a proposal
  options.kernel.threshold = propose_thresholds(source, source.all(), options.kernel).outlier;
  const CleanForecast forecast = forecast_cleaning(source, options);
  CHECK(forecast.cells == 300 * 300);
  CHECK(forecast.spikes == 9);
  CHECK(forecast.greatest_spike == Approx(0.5).margin(0.05));
  CHECK(forecast.voids == 150);
  CHECK(forecast.to_fill() == 159);
  CHECK(forecast.seams.empty());
  const CleanReport report = clean_raster(source, {folder / "clean.tif"}, options);
  CHECK(report.of(CellFate::filled_spike) == forecast.spikes);
  CHECK(report.of(CellFate::filled_void) == forecast.voids);
  CHECK_THROWS_AS(forecast_cleaning(source, options, [](double) { return false; }), RunError);
}

TEST_CASE("Clean forecast: the seam of a mosaic is found where it lies, across tiles, and slopes are none",
          "[clean]") {
  const test::ScratchFolder folder("forecast_seams");
  HeightWindow w = scattered(0.01, 1200);
  for (int r = 0; r < 1200; ++r)
    for (int c = 0; c < 1200; ++c) {
      if (c > 417) w.heights[w.index(c, r)] += 0.3;
      if (r > 701 && c < 400) w.heights[w.index(c, r)] -= 0.25;
    }
  RasterSource source(write_raster(folder / "mosaic.tif", w));
  const std::vector<MosaicSeam> seams = forecast_cleaning(source).seams;
  REQUIRE(seams.size() == 3);  // the third one is the east side of the lower part, at column 399
  CHECK(seams[0].line == SeamLine::along_columns);
  CHECK(seams[0].at == 417);
  CHECK(seams[0].cells() == 1200);
  CHECK(seams[0].step == Approx(0.3).margin(0.01));
  CHECK(seams[1].line == SeamLine::along_columns);
  CHECK(seams[1].at == 399);
  CHECK(std::abs(seams[1].first - 702) <= 32);
  CHECK(seams[2].line == SeamLine::along_rows);
  CHECK(seams[2].at == 701);
  CHECK(seams[2].step == Approx(-0.25).margin(0.01));
  CHECK(seams[2].first == 0);
  CHECK(std::abs(seams[2].last - 399) <= 32);
}

TEST_CASE(
    "Clean forecast: of a real tile little is taken out, and the seam that one sees in its shading is found",
    "[clean]") {
  GROUSER_NEED_REFERENCE(kRealTile, place);
  RasterSource source(place);
  CleanOptions options;
  const CleanThresholds found = propose_thresholds(source, source.all());
  options.kernel.threshold = found.outlier;
  options.boxes.least_step = found.box_step;
  const CleanForecast forecast = forecast_cleaning(source, options);
  CAPTURE(found.scatter, found.outlier, found.box_step, forecast.spikes, forecast.boxes,
          forecast.seams.size());
  CHECK(found.outlier < 0.7);
  CHECK(forecast.spikes < 120);  // of 117,276 cells
  CHECK(forecast.boxes == 0);
  REQUIRE(forecast.seams.size() == 1);
  CHECK(forecast.seams[0].line == SeamLine::along_rows);
  CHECK(forecast.seams[0].at == 145);
  CHECK(forecast.seams[0].cells() >= 90);
}

// SPDX-License-Identifier: BSD-3-Clause
#include "terrain/raster_report.hpp"

#include "catch.hpp"
#include "grouser/survey/raster/geotiff.hpp"
#include "grouser/survey/raster/raster_sink.hpp"
#include "scratch_folder.hpp"

using namespace grouser;

TEST_CASE("the picture of a raster counts from the middle, as a scenario on it does") {
  const test::ScratchFolder folder("raster_report");
  constexpr int kColumns = 60, kRows = 30;
  constexpr double kCell = 2.0;
  RasterSpec spec{.columns = kColumns, .rows = kRows};
  spec.transform = GeoTransform{{500000.0, kCell, 0.0, 4000000.0, 0.0, -kCell}};
  {
    RasterSink sink(folder / "site.tif", spec);
    sink.write({0, 0, kColumns, kRows}, std::vector<float>(kColumns * kRows, 1.0f));
    sink.finish();
  }
  const auto found = cli::describe_raster(folder / "site.tif", {}, cli::SurveyDepth::every_cell, 1000,
                                          [](double) { return true; });
  const MapGround ground = cli::picture_ground(found);
  const Heightfield field = load_geotiff((folder / "site.tif").string());
  const HeightfieldSpec& grid = field.spec();
  CHECK(ground.west == Approx(grid.west));
  CHECK(ground.south == Approx(grid.north - (grid.rows - 1) * grid.cell));
  CHECK(ground.west + (ground.columns - 1) * ground.cell == Approx(-ground.west));
  CHECK(ground.south + (ground.rows - 1) * ground.cell == Approx(-ground.south));
}

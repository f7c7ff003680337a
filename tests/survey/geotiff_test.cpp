// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/survey/raster/geotiff.hpp"

#include <ogr_spatialref.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/survey/raster/raster_survey.hpp"
#include "made_raster.hpp"
#include "scratch_folder.hpp"
#include "skip.hpp"
#include "terrain/made_fields.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

double height(const Heightfield& field, int column, int row) {
  return field.spec().datum + field.spec().offsets[row * field.spec().columns + column];
}

const char* kMars = test::kMarsMap;

}  // namespace

TEST_CASE("The local frame's origin is the raster's centre, rows run south") {
  const test::ScratchFolder folder("geotiff");
  test::write_made(folder / "a.tif", {.crs = kMars});
  const Heightfield field = load_geotiff(folder / "a.tif");
  const HeightfieldSpec& s = field.spec();
  CHECK(s.columns == 6);
  CHECK(s.rows == 5);
  CHECK(s.cell == 2.0);
  // centres of the corner cells: 6 x 5 cells of 2 m about the origin
  CHECK(s.west == -5.0);
  CHECK(s.north == 4.0);
  CHECK(s.map_x == 1006.0);
  CHECK(s.map_y == 4995.0);
  CHECK(s.crs.find("3396190") != std::string::npos);
  CHECK(height(field, 0, 0) == 0.0);
  CHECK(height(field, 5, 0) == 5.0);
  CHECK(height(field, 0, 4) == 40.0);
  CHECK(height(field, 5, 4) == 45.0);
}

TEST_CASE("A window takes the cells inside it, about its own centre") {
  const test::ScratchFolder folder("geotiff");
  test::write_made(folder / "a.tif", {.columns = 20, .rows = 16, .crs = kMars});
  GeotiffWindow window;
  window.center = {4.0, -2.0};
  window.size = {10.0, 8.0};
  const Heightfield field = load_geotiff(folder / "a.tif", window);
  // column centres lie at -19, -17, ..., 19: within 4 +- 5 are -1, 1, ..., 9; rows at 15, ..., -15: within -2
  // +- 4
  CHECK(field.spec().columns == 6);
  CHECK(field.spec().rows == 4);
  CHECK(field.spec().west == -5.0);
  CHECK(field.spec().north == 3.0);
  CHECK(height(field, 0, 0) == 10.0 * 7 + 9);
  CHECK(field.spec().map_x == 1020.0 + 4.0);
  GeotiffWindow by_map;
  by_map.map_center = {1024.0, 5000.0 - 16.0 - 2.0};
  by_map.size = window.size;
  CHECK((load_geotiff(folder / "a.tif", by_map).spec().offsets == field.spec().offsets));
  window.center = {14.0, 0.0};
  window.size = {20.0, 8.0};
  CHECK_THROWS_WITH(load_geotiff(folder / "a.tif", window),
                    ContainsSubstring("beyond the raster") && ContainsSubstring("40 x 32 m"));
  window.map_center = {0.0, 0.0};
  CHECK_THROWS_AS(load_geotiff(folder / "a.tif", window), InputError);
}

TEST_CASE("Scale and offset of the band are applied") {
  const test::ScratchFolder folder("geotiff");
  test::write_made(folder / "a.tif", {.scale = 0.5, .offset = -4400.0});
  const Heightfield field = load_geotiff(folder / "a.tif");
  CHECK(height(field, 3, 2) == -4400.0 + 0.5 * 23);
}

TEST_CASE("Voids are counted, whatever marks them") {
  const test::ScratchFolder folder("geotiff");
  const fs::path path = folder / "a.tif";
  const float hirise = -3.40282265508890445e+38f;  // 0xFF7FFFFB
  test::MadeRaster spec{.nodata = -32767.0};
  spec.values.assign(30, 1.0);
  spec.values[3] = -32767.0;
  spec.values[4] = std::numeric_limits<double>::quiet_NaN();
  spec.values[17] = hirise;
  test::write_made(path, spec);
  CHECK_THROWS_WITH(load_geotiff(path),
                    ContainsSubstring("3 of 30 cells without a height") && ContainsSubstring("window"));
  // a window beside them is fine: rows 1 to 4 of columns 0 to 3
  spec.values[17] = 2.0;
  test::write_made(path, spec);
  GeotiffWindow window;
  window.center = {-2.0, -1.0};
  window.size = {6.5, 6.5};
  CHECK(load_geotiff(path, window).spec().columns == 4);
}

TEST_CASE("Rasters that are no ground are refused in one line") {
  const test::ScratchFolder folder("geotiff");
  const fs::path path = folder / "bad.tif";
  const auto refused = [&](const test::MadeRaster& spec, const char* word) {
    test::write_made(path, spec);
    CHECK_THROWS_WITH(load_geotiff(path), ContainsSubstring("bad.tif") && ContainsSubstring(word));
  };
  refused({.transform = {0, 2, 0.5, 0, 0.5, -2}}, "rotated");
  refused({.transform = {0, 2, 0, 0, 0, -2.01}}, "square");
  refused({.transform = {0, 0.01, 0, 0, 0, -0.01}, .crs = "+proj=longlat +R=3396190"}, "degrees");
  refused({.crs = "+proj=eqc +R=3396190 +units=us-ft"}, "metres");
  refused({.unit = "DN"}, "DN");
  refused({.columns = 3, .rows = 3}, "4 x 4");
  CHECK_NOTHROW((test::write_made(path, {.transform = {0, 2, 0, 0, 0, -2.003}}), load_geotiff(path)));

  std::ofstream(path, std::ios::binary) << "not a raster at all";
  CHECK_THROWS_AS(load_geotiff(path), InputError);
  std::ofstream(path, std::ios::binary | std::ios::trunc);
  CHECK_THROWS_AS(load_geotiff(path), InputError);
  CHECK_THROWS_WITH(load_geotiff(folder / "none.tif"), ContainsSubstring("no such file"));
  CHECK_THROWS_WITH(load_geotiff(folder.path()), ContainsSubstring("a folder"));
}

TEST_CASE("A truncated raster is refused, and GDAL prints nothing") {
  const test::ScratchFolder folder("geotiff");
  const fs::path path = folder / "cut.tif";
  write_geotiff(
      path, test::field_of(20.0, 0.25, [](double x, double y) { return std::sin(3 * x) * std::cos(5 * y); }));
  fs::resize_file(path, fs::file_size(path) / 2);
  // what a library prints lands on stderr: caught in a file
  const fs::path log = folder / "stderr.txt";
  std::fflush(stderr);
  const int kept = dup(2);
  REQUIRE(std::freopen(log.c_str(), "w", stderr));
  CHECK_THROWS_WITH(load_geotiff(path), ContainsSubstring("cut.tif"));
  std::fflush(stderr);
  dup2(kept, 2);
  close(kept);
  CHECK(fs::file_size(log) == 0);
}

TEST_CASE("What is written is read back to the bit") {
  const test::ScratchFolder folder("geotiff");
  HeightfieldSpec s = test::field_of(
                          5.0, 0.25, [](double x, double y) { return -4450.0 + 0.01 * x * y; }, -4450.0)
                          .spec();
  s.map_x = 8142580.0;
  s.map_y = -276623.5;
  OGRSpatialReference crs;
  crs.SetFromUserInput(kMars);
  char* wkt = nullptr;
  crs.exportToWkt(&wkt);
  s.crs = wkt;
  CPLFree(wkt);
  const Heightfield field(s);
  write_geotiff(folder / "out.tif", field);
  const Heightfield back = load_geotiff(folder / "out.tif");
  CHECK(back.hash() == field.hash());
  CHECK(back.spec().map_x == s.map_x);
  CHECK(back.spec().map_y == s.map_y);
  RasterSource written(folder / "out.tif");
  CHECK(written.info().driver == "GTiff");
  CHECK(written.info().vertical_unit == "m");
  CHECK(written.info().columns == 41);
  CHECK(written.info().transform->c[1] == 0.25);
  const RasterSurvey survey = survey_raster(written);
  CHECK(survey.lowest == Approx(-4450.25));
  CHECK(survey.highest == Approx(-4449.75));
  // nothing else is left in the folder, and no folder is made
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
  CHECK_THROWS_AS(write_geotiff(folder / "none/out.tif", field), Error);
}

TEST_CASE("The Gale tile has the heights GDAL's own tool finds", "[reference]") {
  GROUSER_NEED_REFERENCE("dem/MMGIS_Gale_missionDEM_1m.tif", path);
  const Heightfield field = load_geotiff(path);
  CHECK(field.spec().columns == 348);
  CHECK(field.spec().rows == 337);
  CHECK(field.spec().cell == 1.0);
  CHECK(field.spec().map_x == 8142580.0);
  CHECK(field.spec().map_y == -276623.5);
  // gdallocationinfo -valonly FILE column row; offsets from a whole-metre datum are exact
  CHECK(height(field, 0, 0) == -4470.73974609375);
  CHECK(height(field, 174, 168) == -4458.70849609375);
  CHECK(height(field, 347, 336) == -4437.8828125);
  CHECK(height(field, 100, 200) == -4449.912109375);
  // REFERENCE.md section 7
  CHECK(field.lowest() == Approx(-4472.67).margin(0.005));
  CHECK(field.highest() == Approx(-4437.88).margin(0.005));
  HeightSample at;
  // the centre of cell (174, 168) from the middle of 348 x 337 cells: half a cell east, on the axis
  REQUIRE(field.sample(0.5, 0.0, at));
  CHECK(at.z == Approx(-4458.70849609375).margin(1e-9));
}

TEST_CASE("A HiRISE footprint with its void margin", "[reference]") {
  GROUSER_NEED_REFERENCE("dem/DTEEC_017825_1760_018458_1760_A01.tif", path);
  CHECK_THROWS_WITH(load_geotiff(path), ContainsSubstring("10555 of 25960 cells without a height"));
  GeotiffWindow window;
  window.center = {0.0, 0.0};
  window.size = {2000.0, 2000.0};
  const Heightfield field = load_geotiff(path, window);
  CHECK(field.spec().columns >= 19);
  RasterSource source(path);
  CHECK(field.lowest() >= survey_raster(source).lowest);
}

TEST_CASE("Phobos: 16-bit heights", "[reference]") {
  GROUSER_NEED_REFERENCE("dem/Phobos_ME_HRSC_DEM_Global_2ppd.tiff", path);
  RasterSource source(path);
  CHECK(source.info().columns == 699);
  CHECK(source.info().transform->c[1] == Approx(100.0));
  // gdalinfo -mm
  const RasterSurvey survey = survey_raster(source);
  CHECK(survey.lowest == -2940.0);
  CHECK(survey.highest == 2917.0);
}

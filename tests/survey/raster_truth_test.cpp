// SPDX-License-Identifier: BSD-3-Clause
// Rasters are read with the scale, place and voids that they state: maps that are not true
// to scale, radii, seams, alpha bands, unstated nodata values, grads and depths.
#include <cmath>
#include <numbers>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"
#include "grouser/survey/clean/clean.hpp"
#include "grouser/survey/raster/geotiff.hpp"
#include "grouser/survey/raster/raster_notes.hpp"
#include "grouser/survey/raster/raster_sink.hpp"
#include "grouser/survey/raster/site_import.hpp"
#include "made_raster.hpp"
#include "scratch_folder.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

constexpr double kMoon = 1737400.0;

std::vector<double> all_heights(const fs::path& path, const RasterOptions& options = {}) {
  RasterSource source(path, options);
  std::vector<double> z(source.all().count());
  source.read(source.all(), std::span<double>(z));
  return z;
}

std::string all_notes(const fs::path& path) {
  RasterSource source(path);
  std::optional<MapFrame> frame;
  if (!source.info().crs.empty() && lies_on_body(source.info().crs, "a"))
    frame.emplace(source.info().crs, "a");
  std::string text;
  for (const std::string& note :
       raster_notes(source.info(), frame ? &*frame : nullptr, survey_raster(source)))
    text += note + "; ";
  return text;
}

test::MadeRaster square_map(const std::string& crs, double x, double y, double cell = 0.5, int side = 40) {
  return {.columns = side,
          .rows = side,
          .transform = {x - 0.5 * side * cell, cell, 0, y + 0.5 * side * cell, 0, -cell},
          .crs = crs};
}

/// Bands of floats, with the meanings given.
void write_bands(const fs::path& path, const std::vector<std::vector<float>>& bands,
                 const std::vector<GDALColorInterp>& meanings, GDALDataType type = GDT_Float32) {
  GDALRegister_GTiff();
  const int count = static_cast<int>(bands.size());
  GDALDatasetUniquePtr data(
      GetGDALDriverManager()->GetDriverByName("GTiff")->Create(path.c_str(), 4, 3, count, type, nullptr));
  REQUIRE(data);
  for (int b = 0; b < count; ++b) {
    GDALRasterBand* band = data->GetRasterBand(b + 1);
    band->SetColorInterpretation(meanings[b]);
    REQUIRE(band->RasterIO(GF_Write, 0, 0, 4, 3, const_cast<float*>(bands[b].data()), 4, 3, GDT_Float32, 0, 0,
                           nullptr) == CE_None);
  }
}

}  // namespace

TEST_CASE("A map that is not true to scale is not driven on") {
  const test::ScratchFolder folder("truth");
  const fs::path path = folder / "a.tif";
  const std::string body = " +R=3396190 +units=m +no_defs";
  const double quarter = std::numbers::pi / 4 * 3396190;
  const auto refused = [&](const test::MadeRaster& map) {
    test::write_made(path, map);
    CHECK_THROWS_WITH(load_geotiff(path),
                      ContainsSubstring("not true to scale") && ContainsSubstring("terrain import"));
    CHECK_THROWS_WITH(load_patchy_geotiff(path), ContainsSubstring("not true to scale"));
    CHECK_THAT(all_notes(path), ContainsSubstring("not true to scale"));
  };
  const auto accepted = [&](const test::MadeRaster& map) {
    test::write_made(path, map);
    CHECK_NOTHROW(load_geotiff(path));
    CHECK_THAT(all_notes(path), !ContainsSubstring("scale"));
  };
  refused(square_map("+proj=eqc" + body, 0, 4 * quarter / 3));  // 60 degrees
  refused(square_map("+proj=merc" + body, 0, quarter));
  refused(square_map("+proj=sinu" + body, quarter, quarter));  // sheared
  refused(square_map("+proj=stere +lat_0=90 +lon_0=0 +k=0.98" + body, 0, 0));
  refused(square_map("+proj=eqc +lat_ts=60" + body, 0, 0));
  // limit of 1 %: cos 8 deg = 0.990
  refused(square_map("+proj=eqc" + body, 0, 8.2 * kDegree * 3396190));
  accepted(square_map("+proj=eqc" + body, 0, 7.9 * kDegree * 3396190));
  accepted(square_map("+proj=eqc +lat_ts=60" + body, 0, 60 * kDegree * 3396190));
  accepted(square_map("+proj=sinu" + body, 0, quarter));
  accepted(square_map("+proj=stere +lat_0=90 +lon_0=0" + body, 1000, -3000));
  accepted(square_map("EPSG:32631", 500000, 4000000));
  accepted(square_map("", 0, 0));
}

TEST_CASE("Imported into a local frame, such a map has the slopes of its body") {
  const test::ScratchFolder folder("truth");
  // at 60 degrees a metre of the map is half a metre to the east: a rise of tan 10 deg per metre is twice as
  // steep
  test::MadeRaster map =
      square_map("+proj=eqc +R=3396190 +units=m +no_defs", 0, std::numbers::pi / 3 * 3396190, 0.5, 120);
  const double rise = std::tan(10 * kDegree);
  for (int j = 0; j < map.rows; ++j)
    for (int i = 0; i < map.columns; ++i) map.values.push_back(rise * 0.5 * i);
  map.type = GDT_Float64;
  test::write_made(folder / "in.tif", map);
  RasterSource source(folder / "in.tif");
  const SitePlan plan = plan_site(source, {.map_center = std::array{0.0, std::numbers::pi / 3 * 3396190},
                                           .size = std::array{10.0, 10.0}});
  CHECK(plan.local);
  import_site(source, plan, folder / "site.tif");
  HeightSample ground;
  REQUIRE(load_geotiff(folder / "site.tif").sample(0.0, 0.0, ground));
  CHECK(ground.slope_x == Approx(2 * rise).epsilon(2e-4));
  CHECK(std::fabs(ground.slope_y) < 2e-4);
}

TEST_CASE("Distances from the centre of the body are heights above its radius") {
  const test::ScratchFolder folder("truth");
  const std::string moon = "+proj=eqc +R=1737400 +units=m +no_defs";
  test::MadeRaster map = square_map(moon, 0, 0);
  for (int k = 0; k < map.columns * map.rows; ++k) map.values.push_back(0.25 * (k % 37) - 1.5);
  map.type = GDT_Float64;
  test::write_made(folder / "heights.tif", map);
  const Heightfield heights = load_geotiff(folder / "heights.tif");
  CHECK(heights.spec().note.empty());
  const auto check_radii = [&](test::MadeRaster radii, const char* word) {
    test::write_made(folder / "radii.tif", radii);
    const Heightfield field = load_geotiff(folder / "radii.tif");
    CHECK_THAT(field.spec().note, ContainsSubstring(word));
    for (std::size_t k = 0; k < field.spec().offsets.size(); ++k)
      REQUIRE(field.spec().datum + field.spec().offsets[k] ==
              heights.spec().datum + heights.spec().offsets[k]);
  };
  test::MadeRaster radii = map;
  for (double& z : radii.values) z += kMoon;
  check_radii(radii, "1737400");
  radii.crs.clear();  // the body is found by the radius
  check_radii(radii, "1737400");
  radii = map;
  radii.offset = kMoon;
  check_radii(radii, "1737400");
  radii.offset = 0.001 * kMoon, radii.unit = "km";
  for (double& z : radii.values) z *= 0.001;
  test::write_made(folder / "radii.tif", radii);
  CHECK(std::fabs(load_geotiff(folder / "radii.tif").lowest() + 1.5) < 1e-6);
}

TEST_CASE("A globe whose cells are rounded has no seam") {
  const test::ScratchFolder folder("truth");
  const auto globe = [&](const char* crs, double cell, int columns, int rows, double west, double north) {
    test::MadeRaster map{
        .columns = columns, .rows = rows, .transform = {west, cell, 0, north, 0, -cell}, .crs = crs};
    for (int j = 0; j < rows; ++j)
      for (int i = 0; i < columns; ++i)
        map.values.push_back(100 * std::cos(2 * std::numbers::pi * (i + 0.5) / columns));
    test::write_made(folder / "globe.tif", map);
  };
  /// Voids of a site across longitude `west` of the raster, and its mean height.
  const auto seam = [&](double longitude) {
    RasterSource source(folder / "globe.tif");
    const SitePlan plan = plan_site(source, {.center = LonLat{longitude * kDegree, 0.01},
                                             .size = std::array{400e3, 100e3},
                                             .cell = 10e3,
                                             .frame = SiteFrameChoice::local});
    const SiteResult result = import_site(source, plan, folder / "site.tif");
    CHECK(result.lowest > 90.0);  // cos of up to 7 degrees: 99 m, and the worst place within a cell or two
    return result.voids;
  };
  const std::string eqc = "+proj=eqc +lon_0=180 +R=1737400 +units=m +no_defs";
  globe(eqc.c_str(), 30323.0, 360, 180, -180 * 30323.0, 90 * 30323.0);
  CHECK(seam(0.0) == 0);
  globe("+proj=longlat +R=1737400 +no_defs", 0.33, 1080, 540, -180, 90);  // a third of a degree
  CHECK(seam(180.0) == 0);
  globe("+proj=longlat +R=1737400 +no_defs", 0.25, 1440, 720, 0, 90);
  CHECK(seam(0.0) == 0);
  // exact cells, and three columns missing: no rounding, a gap
  globe("+proj=longlat +R=1737400 +no_defs", 1.0, 357, 180, -180, 90);
  RasterSource source(folder / "globe.tif");
  CHECK_THROWS_WITH(plan_site(source, {.center = LonLat{178.5 * kDegree, 0.01},
                                       .size = std::array{60e3, 60e3},
                                       .cell = 10e3,
                                       .frame = SiteFrameChoice::local}),
                    ContainsSubstring("beyond the raster"));
}

TEST_CASE("An alpha band hides cells, whatever its type and wherever it stands") {
  const test::ScratchFolder folder("truth");
  const fs::path path = folder / "a.tif";
  std::vector<float> z(12), alpha(12, 255), share(12, 1.0f);
  for (int k = 0; k < 12; ++k) z[k] = static_cast<float>(-2500 + k);
  for (const int k : {3, 7}) z[k] = 0, alpha[k] = share[k] = 0;
  share[5] = 0.25f;  // in part there
  const auto hidden = [&] {
    std::string pattern;
    for (const double height : all_heights(path)) pattern += std::isnan(height) ? 'v' : '.';
    RasterSource source(path);
    std::vector<float> floats(12);
    source.read(source.all(), std::span<float>(floats));
    for (int k = 0; k < 12; ++k) CHECK(std::isnan(floats[k]) == (pattern[k] == 'v'));
    return pattern;
  };
  const char* const wanted = "...v...v....";
  constexpr auto kGrey = GCI_GrayIndex, kOther = GCI_Undefined, kAlpha = GCI_AlphaBand;
  write_bands(path, {z, alpha}, {kGrey, kAlpha});
  CHECK(hidden() == wanted);
  write_bands(path, {z, share}, {kGrey, kAlpha});
  CHECK(hidden() == wanted);
  write_bands(path, {z, z, alpha}, {kGrey, kOther, kAlpha});
  CHECK(hidden() == wanted);
  write_bands(path, {z, alpha, z, z}, {kGrey, kAlpha, kOther, kOther});
  CHECK(hidden() == wanted);
  write_bands(path, {z, alpha}, {kGrey, kAlpha}, GDT_Float64);
  CHECK(hidden() == wanted);
  write_bands(path, {z, alpha}, {kGrey, kAlpha}, GDT_Int16);
  CHECK(hidden() == wanted);
  write_bands(path, {alpha, z}, {kAlpha, kGrey});
  CHECK(hidden() == wanted);
  CHECK_THAT(all_notes(path), ContainsSubstring("band 2"));
  CHECK_THROWS_WITH(RasterSource(path, {.band = 1}), ContainsSubstring("alpha band"));
  CHECK(all_heights(path, {.band = 2})[0] == -2500.0);
}

TEST_CASE("A nodata value that is not stated is suspected by share, distance and custom") {
  const test::ScratchFolder folder("truth");
  const fs::path path = folder / "a.tif";
  std::vector<double> ground(1000);
  for (int k = 0; k < 1000; ++k) ground[k] = -2300 + 90 * std::sin(0.1 * k) + 0.01 * k;
  const auto suspected = [&](std::vector<double> z, std::optional<double> nodata = {}) {
    test::write_made(path, {.columns = 40, .rows = 25, .values = std::move(z), .nodata = nodata});
    return all_notes(path).find("perhaps a nodata value") != std::string::npos;
  };
  const auto with = [&](double value, int cells) {
    std::vector<double> z = ground;
    for (int k = 0; k < cells; ++k) z[k * 1000 / cells] = value;
    return z;
  };
  CHECK_FALSE(suspected(ground));
  for (const double value : {-32768.0, 32767.0, -9999.0, 9999.0, 65535.0, 1e10, -99999.0, 0.0, 12345.0, -5e6})
    for (const int cells : {2, 12, 250, 700}) {
      CAPTURE(value, cells);
      CHECK(suspected(with(value, cells)));
    }
  CHECK(suspected(with(9999.0, 1)));
  for (const double value : {1e20, -1e20, 4e4, -4e4})
    CHECK(suspected(with(value, 1)));           // no ground steps so far
  CHECK_FALSE(suspected(with(12345.0, 1)));     // a spike, for `clean`
  CHECK(suspected(with(-9999.0, 5), 12345.0));  // beside one that is stated
  CHECK_FALSE(suspected(with(-9999.0, 5), -9999.0));
  CHECK_FALSE(suspected(with(-2000.0, 5)));  // a crag
  std::vector<double> both = with(-32768.0, 20);
  both[500] = both[501] = 32767.0;
  CHECK(suspected(both));
  std::vector<double> saturated = with(-32768.0, 20);
  saturated[1] = -32767.0, saturated[2] = -32765.0;
  CHECK(suspected(saturated));
  // steps and floors of made ground are none
  std::vector<double> steps(1000, 0.0);
  for (int k = 500; k < 1000; ++k) steps[k] = 0.4;
  CHECK_FALSE(suspected(steps));
}

TEST_CASE("Heights that single precision does not hold are written in double") {
  const test::ScratchFolder folder("truth");
  const auto check_kept = [&](test::MadeRaster made) {
    made.columns = made.rows = 40;
    for (int k = 0; k < 1600; ++k)
      made.values.push_back(std::floor(1e4 * std::sin(0.01 * k)) + (made.type == GDT_Float64 ? 0.1 : 0.0));
    test::write_made(folder / "in.tif", made);
    RasterSource source(folder / "in.tif");
    clean_raster(source, {.heights = folder / "out.tif"});
    const auto before = all_heights(folder / "in.tif"), after = all_heights(folder / "out.tif");
    for (std::size_t k = 0; k < before.size(); ++k) REQUIRE(after[k] == before[k]);
  };
  check_kept({.type = GDT_Float64});
  check_kept({.offset = kMoon, .type = GDT_Float64});
  check_kept({.offset = 1737400.3});
  check_kept({.scale = 0.1, .type = GDT_Int16});
  check_kept({.unit = "ft"});
  check_kept({.scale = 0.5, .offset = kMoon, .type = GDT_Int16});
  RasterSource source(folder / "in.tif");
  CHECK(spec_like(source.info()).type == SampleType::float32);  // halves of a metre fit
}

TEST_CASE("Grads, radians and another prime meridian come to degrees from the usual one") {
  const test::ScratchFolder folder("truth");
  const auto center_of = [&](const char* crs, double x, double y) {
    test::write_made(folder / "a.tif", square_map(crs, x, y, 1e-4));
    RasterSource source(folder / "a.tif");
    const MapFrame frame(source.info().crs, "a");
    const auto p = source.info().transform->map(20, 20);
    const LonLat at = *frame.to_lonlat(p[0], p[1]);
    // and back
    const auto q = *frame.to_map(at);
    CHECK(std::fabs(q[0] - p[0]) < 1e-9);
    CHECK(std::fabs(q[1] - p[1]) < 1e-9);
    return frame.write_deg(at, usual_style(frame.body()));
  };
  const auto check = [](const std::array<double, 2>& found, double longitude, double latitude) {
    CHECK(found[0] == Approx(longitude).margin(1e-9));
    CHECK(found[1] == Approx(latitude).margin(1e-9));
  };
  // the Pantheon in Paris, by both meridians, 2.33722917 deg apart
  check(center_of("EPSG:4807", 0.01, 54.0), 0.009 + 2.33722917, 48.6);
  check(center_of("+proj=longlat +ellps=clrk80ign +pm=paris +no_defs", 0.5, 48.6), 2.83722917, 48.6);
  check(center_of("GEOGCS[\"Mars\",DATUM[\"D_Mars\",SPHEROID[\"Mars\",3396190,0]],PRIMEM[\"Reference\",0],"
                  "UNIT[\"radian\",1]]",
                  0.5, 0.25),
        0.5 / kDegree, 0.25 / kDegree);
  // on Earth latitudes are geodetic: those of the map itself
  check(center_of("EPSG:4326", 11.0, 48.0), 11.0, 48.0);
}

TEST_CASE("Depths are heights turned") {
  const test::ScratchFolder folder("truth");
  test::MadeRaster made = square_map("EPSG:32631+5715", 500000, 4000000);  // MSL depth, downwards
  for (int k = 0; k < 1600; ++k) made.values.push_back(k);
  test::write_made(folder / "depth.tif", made);
  CHECK(all_heights(folder / "depth.tif")[7] == -7.0);
  CHECK_THAT(all_notes(folder / "depth.tif"), ContainsSubstring("downwards"));
  made.crs = "EPSG:32631+5714";  // MSL height
  test::write_made(folder / "height.tif", made);
  CHECK(all_heights(folder / "height.tif")[7] == 7.0);
  // what is cut from depths holds heights, and says so
  RasterSource source(folder / "depth.tif");
  import_site(source, plan_site(source, {.window = CellRect{0, 0, 10, 10}}), folder / "site.tif");
  CHECK(all_heights(folder / "site.tif")[7] == -7.0);
}

// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/survey/raster/site_import.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <limits>

#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"
#include "grouser/survey/raster/geotiff.hpp"
#include "made_raster.hpp"
#include "outside_tool.hpp"
#include "scratch_folder.hpp"
#include "skip.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

// Heights by map coordinates, whatever the axis order.
template <class F>
void write_ground(const fs::path& path, test::MadeRaster made, F&& z) {
  const GeoTransform g{made.transform};
  for (int j = 0; j < made.rows; ++j)
    for (int i = 0; i < made.columns; ++i) {
      const auto p = g.map(i + 0.5, j + 0.5);
      made.values.push_back(z(p[0], p[1]));
    }
  test::write_made(path, made);
}

struct Imported {
  SitePlan plan;
  SiteResult result;
  std::vector<double> z;
};

Imported cut(const fs::path& from, const SiteRequest& request, const fs::path& to) {
  RasterSource source(from);
  Imported out;
  out.plan = plan_site(source, request);
  out.result = import_site(source, out.plan, to);
  RasterSource back(to);
  out.z.resize(back.all().count());
  back.read(back.all(), std::span<double>(out.z));
  REQUIRE(back.info().columns == out.plan.columns);
  REQUIRE(back.info().transform->c == out.plan.transform.c);
  return out;
}

// Worst difference from a function of longitude and latitude, at the cells' own places.
template <class F>
double worst(const fs::path& site, F&& z_of) {
  RasterSource source(site);
  const MapFrame frame(source.info().crs, "site");
  std::vector<double> z(source.all().count());
  source.read(source.all(), std::span<double>(z));
  double out = 0.0;
  for (int j = 0; j < source.info().rows; ++j)
    for (int i = 0; i < source.info().columns; ++i) {
      const auto p = source.info().transform->map(i + 0.5, j + 0.5);
      const LonLat at = *frame.to_lonlat(p[0], p[1]);
      out = std::max(out, std::fabs(z[static_cast<std::size_t>(j) * source.info().columns + i] - z_of(at)));
    }
  return out;
}

}  // namespace

TEST_CASE("A window is cut to the pixel from every axis order") {
  const test::ScratchFolder folder("site");
  const auto ground = [](double x, double y) { return std::floor(x) + 1000 * std::floor(y); };
  // 40 cells east by 30 north from (100, 200), the first corner each of four, rows along either axis
  const std::vector<std::array<double, 6>> orders = {
      {100, 1, 0, 230, 0, -1}, {140, -1, 0, 230, 0, -1}, {100, 1, 0, 200, 0, 1}, {140, -1, 0, 200, 0, 1},
      {100, 0, 1, 230, -1, 0}, {140, 0, -1, 230, -1, 0}, {100, 0, 1, 200, 1, 0}, {140, 0, -1, 200, 1, 0}};
  for (std::size_t k = 0; k < orders.size(); ++k) {
    CAPTURE(k);
    write_ground(
        folder / "in.tif",
        {.columns = k < 4 ? 40 : 30, .rows = k < 4 ? 30 : 40, .transform = orders[k], .crs = test::kMarsMap},
        ground);
    const Imported site =
        cut(folder / "in.tif", {.bounds = MapBounds{110, 205, 122, 214}}, folder / "site.tif");
    REQUIRE_FALSE(site.plan.resampled);
    REQUIRE(site.plan.columns == 12);
    REQUIRE(site.plan.rows == 9);
    for (int j = 0; j < 9; ++j)
      for (int i = 0; i < 12; ++i) CHECK(site.z[j * 12 + i] == ground(110.5 + i, 213.5 - j));
    // the same by the file's own pixels
    RasterSource source(folder / "in.tif");
    const Imported again =
        cut(folder / "in.tif", {.window = source.stored_window({10, 16, 12, 9})}, folder / "b.tif");
    CHECK(again.z == site.z);
    CHECK((again.plan.transform.c == site.plan.transform.c));
  }
}

TEST_CASE("By longitude and latitude, in any turn of longitude") {
  const test::ScratchFolder folder("site");
  const double R = 3396190.0;
  write_ground(folder / "in.tif",
               {.columns = 60,
                .rows = 50,
                .transform = {R * 137 * kDegree - 30, 1, 0, 25, 0, -1},
                .crs = test::kMarsMap},
               [](double x, double y) { return 0.25 * std::floor(x) - std::floor(y); });
  const SiteRequest request{.center = LonLat{137 * kDegree, 0.0}, .size = std::array{10.0, 8.0}};
  const Imported site = cut(folder / "in.tif", request, folder / "site.tif");
  REQUIRE_FALSE(site.plan.resampled);
  CHECK(site.plan.center->longitude == Approx(137 * kDegree).margin(0.5 / R));
  SiteRequest turned = request;
  turned.center->longitude -= 360 * kDegree;
  CHECK(cut(folder / "in.tif", turned, folder / "b.tif").z == site.z);
  // and what simulations read: its origin leads back
  const Heightfield field = load_geotiff(folder / "site.tif");
  const auto at = SiteFrame(field.spec()).to_lonlat(0.0, 0.0);
  CHECK(at->longitude == Approx(site.plan.center->longitude).margin(1e-12));
  SiteRequest away = request;
  away.center->longitude += 1e-4;
  CHECK_THROWS_WITH(cut(folder / "in.tif", away, folder / "c.tif"),
                    ContainsSubstring("beyond the raster") && ContainsSubstring("deg east"));
  CHECK_FALSE(fs::exists(folder / "c.tif"));
}

TEST_CASE("A window over the antimeridian of a map that goes round") {
  const test::ScratchFolder folder("site");
  // degrees: 720 x 360 cells of half a degree, on the Moon; heights smooth in longitude
  const auto ground = [](const LonLat& at) {
    return 1000 * std::cos(at.longitude) + 300 * std::sin(at.latitude);
  };
  for (const double west : {-180.0, 0.0}) {
    CAPTURE(west);
    write_ground(folder / "in.tif",
                 {.columns = 720,
                  .rows = 360,
                  .transform = {west, 0.5, 0, 90, 0, -0.5},
                  .crs = "+proj=longlat +R=1737400 +no_defs",
                  .type = GDT_Float64},
                 [&](double x, double y) {
                   return ground({x * kDegree, y * kDegree});
                 });
    for (const double lon : {179.9, -179.9, 0.1, 359.8}) {
      CAPTURE(lon);
      const Imported site =
          cut(folder / "in.tif", {.center = LonLat{lon * kDegree, 0.3}, .size = std::array{200e3, 150e3}},
              folder / "site.tif");
      CHECK(site.plan.local);
      CHECK(site.result.voids == 0);
      // places are good to 1e-3 cells, of 2.6 m of height there; cubic convolution errs by less than h^3 1000
      // m = 7e-4 m
      CHECK(worst(folder / "site.tif", ground) < 4e-3);
    }
  }
}

TEST_CASE("Metres across the seam are copied, cell by cell") {
  const test::ScratchFolder folder("site");
  const double turn = 2 * 180 * kDegree * 11100, cell = turn / 360;
  write_ground(
      folder / "in.tif",
      {.columns = 360,
       .rows = 20,
       .transform = {-0.5 * turn, cell, 0, 10 * cell, 0, -cell},
       .crs = "+proj=eqc +lat_ts=0 +lon_0=0 +R=11100 +units=m"},
      [&](double x, double y) { return std::floor((x + 0.5 * turn) / cell) + 1000 * std::floor(y / cell); });
  const Imported site =
      cut(folder / "in.tif", {.center = LonLat{180 * kDegree, 0.0}, .size = std::array{6 * cell, 4 * cell}},
          folder / "site.tif");
  REQUIRE_FALSE(site.plan.resampled);
  REQUIRE(site.plan.columns == 6);
  for (int i = 0; i < 6; ++i) CHECK(site.z[i] == (357 + i) % 360 + 1000.0);
}

TEST_CASE("Around a pole") {
  const test::ScratchFolder folder("site");
  const char* polar = "+proj=stere +lat_0=-90 +lat_ts=-90 +lon_0=0 +k=1 +R=1737400 +units=m +no_defs";
  write_ground(folder / "in.tif",
               {.columns = 400,
                .rows = 400,
                .transform = {-2000, 10, 0, 2000, 0, -10},
                .crs = polar,
                .type = GDT_Float64},
               [](double x, double y) { return x + 1e-3 * y * y; });
  // the pole inside: the map's cells as they are
  const Imported pole =
      cut(folder / "in.tif", {.center = LonLat{0.4, -90 * kDegree}, .size = std::array{200.0, 100.0}},
          folder / "pole.tif");
  REQUIRE_FALSE(pole.plan.resampled);
  CHECK(pole.z[0] == -95.0 + 1e-3 * 45 * 45);
  // beside it, at 90 deg east, the map's north is west: a frame of its own
  const LonLat beside{90 * kDegree, -90 * kDegree + 1000.0 / 1737400};
  const Imported side =
      cut(folder / "in.tif", {.center = beside, .size = std::array{200.0, 100.0}}, folder / "side.tif");
  CHECK(side.plan.local);
  const MapFrame map(RasterSource(folder / "in.tif").info().crs, "in");
  // quadratic ground: cubic convolution is exact; what is left is the rounding of places to 1e-3 cells of 10
  // m
  CHECK(worst(folder / "side.tif", [&](const LonLat& at) {
          const auto p = *map.to_map(at);
          return p[0] + 1e-3 * p[1] * p[1];
        }) < 0.011);
  // degrees right up to the pole
  const auto ground = [](const LonLat& at) { return 1e5 * std::cos(at.latitude) * std::cos(at.longitude); };
  write_ground(folder / "deg.tif",
               {.columns = 360,
                .rows = 40,
                .transform = {-180, 1, 0, 90, 0, -0.05},
                .crs = "+proj=longlat +R=1737400 +no_defs",
                .type = GDT_Float64},
               [&](double x, double y) {
                 return ground({x * kDegree, y * kDegree});
               });
  const Imported top = cut(folder / "deg.tif",
                           {.center = LonLat{0.3, 90 * kDegree}, .size = std::array{20e3, 20e3}, .cell = 500},
                           folder / "top.tif");
  CHECK(top.result.voids == 0);
  // heights within 10 km of the pole are below 576 m; across the pole the raster ends: half a row (26 m) at
  // most
  CHECK(worst(folder / "top.tif", ground) < 30.0);
}

TEST_CASE("Resampled heights: exact for cubics, means where cells are larger, voids stay") {
  const test::ScratchFolder folder("site");
  const double void_value = -32767;
  const auto ground = [](double x, double y) {
    return 3.0 + 0.5 * x - 0.25 * y + 0.01 * x * x + 0.02 * x * y;
  };
  write_ground(
      folder / "in.tif",
      {.columns = 60,
       .rows = 60,
       .transform = {0, 1, 0, 60, 0, -1},
       .crs = test::kMarsMap,
       .nodata = void_value,
       .type = GDT_Float64},
      [&](double x, double y) { return x > 30 && x < 32 && y > 30 && y < 32 ? void_value : ground(x, y); });
  const Imported fine =
      cut(folder / "in.tif", {.bounds = MapBounds{10, 10, 20, 20}, .cell = 0.1}, folder / "fine.tif");
  CHECK(fine.plan.resampled);
  REQUIRE(fine.plan.columns == 100);
  for (int j : {0, 13, 99})
    for (int i : {0, 57, 99})  // rounded to 2^-20 m
      CHECK(fine.z[j * 100 + i] == Approx(ground(10.05 + 0.1 * i, 19.95 - 0.1 * j)).margin(1e-6));
  const Imported coarse =
      cut(folder / "in.tif", {.bounds = MapBounds{8, 8, 24, 24}, .cell = 4}, folder / "coarse.tif");
  REQUIRE(coarse.plan.columns == 4);
  // the mean of x^2 over four cells' centres is larger than at the middle by (4^2 - 1)/12
  CHECK(coarse.z[5] == Approx(ground(14, 18) + 0.01 * 15.0 / 12.0).margin(1e-4));
  const Imported holed =
      cut(folder / "in.tif", {.bounds = MapBounds{25, 25, 35, 35}, .cell = 0.5}, folder / "holed.tif");
  CHECK(holed.result.voids == 16);  // four cells of 1 m are sixteen of 0.5 m
}

TEST_CASE("A raster at an angle is turned, and degrees on Mars come to metres") {
  const test::ScratchFolder folder("site");
  const auto ground = [](double x, double y) { return 0.5 * x - 0.25 * y; };
  write_ground(folder / "in.tif",
               {.columns = 80,
                .rows = 80,
                .transform = {0, 0.8, 0.6, 0, 0.6, -0.8},
                .crs = test::kMarsMap,
                .type = GDT_Float64},
               ground);
  const Imported site =
      cut(folder / "in.tif", {.map_center = std::array{56.0, -8.0}, .size = std::array{20.0, 20.0}},
          folder / "site.tif");
  CHECK(site.plan.resampled);
  const auto p = site.plan.transform.map(3.5, 4.5);
  CHECK(site.z[4 * site.plan.columns + 3] == Approx(ground(p[0], p[1])).margin(1e-4));
}

TEST_CASE("What cannot be cut is refused, and nothing is written") {
  const test::ScratchFolder folder("site");
  test::write_made(folder / "in.tif", {.columns = 40, .rows = 40, .crs = test::kMarsMap});
  const auto refused = [&](const SiteRequest& request, const char* words) {
    CHECK_THROWS_WITH(cut(folder / "in.tif", request, folder / "out.tif"), ContainsSubstring(words));
    CHECK_FALSE(fs::exists(folder / "out.tif"));
  };
  refused({}, "windows to cut");
  refused({.center = LonLat{}}, "without a size");
  refused({.window = CellRect{30, 0, 20, 5}}, "within 40 x 40");
  refused({.bounds = MapBounds{5, 5, 1, 9}}, "west < east");
  refused({.window = CellRect{0, 0, 2, 2}}, "4 x 4");
  refused({.bounds = MapBounds{0, 0, 1e6, 1e6}, .cell = 0.001}, "at most");
  test::write_made(folder / "in.tif", {.columns = 40, .rows = 40});
  refused({.center = LonLat{}, .size = std::array{10.0, 10.0}}, "no coordinate reference system");
  test::write_made(folder / "in.tif", {.columns = 40,
                                       .rows = 40,
                                       .crs = test::kMarsMap,
                                       .values = std::vector<double>(1600, -9999),
                                       .nodata = -9999});
  refused({.window = CellRect{0, 0, 20, 20}}, "no height anywhere");
}

TEST_CASE("A PDS3 image on HiRISE's real label, and GDAL's own tools", "[reference]") {
  GROUSER_NEED_REFERENCE("dem/DTEEC_023957_1755_024023_1755_U01.LBL.txt", label);
  const test::ScratchFolder folder("site");
  const fs::path image = folder / "a.IMG";
  {
    // 6765 x 16922 little-endian floats behind one record of label; sparse but for the rows the test reads
    std::ifstream in(label, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(in)), {});
    text.resize(27060, ' ');
    std::ofstream out(image, std::ios::binary);
    out << text;
    std::vector<float> row(6765);
    for (int j = 8000; j < 8100; ++j) {
      for (int i = 0; i < 6765; ++i) row[i] = -4000.0f + 0.25f * i - 0.5f * j;
      row[100] = -3.40282265508890445e+38f;
      out.seekp(27060LL * (1 + j));
      out.write(reinterpret_cast<const char*>(row.data()), 27060);
    }
    out.seekp(27060LL * 16923 - 1);
    out.put('\0');
  }
  const Imported site = cut(image, {.window = CellRect{90, 8010, 20, 12}}, folder / "site.tif");
  REQUIRE(site.plan.columns == 20);
  CHECK(site.result.voids == 12);
  CHECK(std::isnan(site.z[10]));
  CHECK(site.z[20 * 3 + 4] == -4000.0f + 0.25f * 94 - 0.5f * 8013);
  // REFERENCE.md section 5: the origin that GDAL 3.6.2 finds
  CHECK(site.plan.transform.c[0] == Approx(-3605.9233909542627 + 90 * 1.0117630165416).margin(1e-6));
  CHECK(site.plan.transform.c[3] == Approx(-261552.88093220213 - 8010 * 1.0117630165416).margin(1e-6));
  GROUSER_NEED_TOOL("gdaltransform");
  const std::string line = test::output_of(fmt::format(
      "echo '100.5 8015.5' | gdaltransform -t_srs '+proj=longlat +R=3396190 +no_defs' '{}' -output_xy",
      image.string()));
  double lon = 0, lat = 0;
  REQUIRE(std::sscanf(line.c_str(), "%lf %lf", &lon, &lat) == 2);
  const MapFrame frame(site.plan.crs, "site");
  const auto p = site.plan.transform.map(10.5, 5.5);
  const LonLat at = *frame.to_lonlat(p[0], p[1]);
  CHECK(std::fabs(at.longitude - lon * kDegree) * 3396190 < 1e-3);
  CHECK(std::fabs(at.latitude - lat * kDegree) * 3396190 < 1e-3);
}

TEST_CASE("Slopes of an imported site agree with gdaldem's", "[reference]") {
  GROUSER_NEED_REFERENCE("dem/MMGIS_Gale_missionDEM_1m.tif", gale);
  GROUSER_NEED_TOOL("gdaldem");
  const test::ScratchFolder folder("site");
  cut(gale, {.window = CellRect{50, 60, 100, 90}}, folder / "site.tif");
  const Heightfield field = load_geotiff(folder / "site.tif");
  // gdaldem adds four heights as floats, 2 mm apart at -17,800 m: it gets the offsets from the datum
  write_geotiff(folder / "offsets.tif", field);
  test::output_of(fmt::format("gdaldem slope -q -p '{}' '{}'", (folder / "offsets.tif").string(),
                              (folder / "slope.tif").string()));
  RasterSource slopes(folder / "slope.tif");
  std::vector<double> percent(slopes.all().count());
  slopes.read(slopes.all(), std::span<double>(percent));
  const HeightfieldSpec& s = field.spec();
  const auto z = [&](int i, int j) {
    return s.datum + s.offsets[static_cast<std::size_t>(j) * s.columns + i];
  };
  for (int j = 1; j + 1 < s.rows; j += 7)
    for (int i = 1; i + 1 < s.columns; i += 5) {
      // Horn 1981, which gdaldem uses, from our heights
      const double dx = (z(i + 1, j - 1) + 2 * z(i + 1, j) + z(i + 1, j + 1) - z(i - 1, j - 1) -
                         2 * z(i - 1, j) - z(i - 1, j + 1)) /
                        8;
      const double dy = (z(i - 1, j - 1) + 2 * z(i, j - 1) + z(i + 1, j - 1) - z(i - 1, j + 1) -
                         2 * z(i, j + 1) - z(i + 1, j + 1)) /
                        8;
      CHECK(percent[static_cast<std::size_t>(j) * s.columns + i] ==
            Approx(100 * std::sqrt(dx * dx + dy * dy)).epsilon(1e-4).margin(1e-3));
    }
}

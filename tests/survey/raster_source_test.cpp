// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/survey/raster/raster_source.hpp"

#include <cmath>
#include <fstream>
#include <limits>

#include "grouser/base/error.hpp"
#include "made_raster.hpp"
#include "scratch_folder.hpp"
#include "skip.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

std::vector<double> heights(RasterSource& source, const CellRect& r) {
  std::vector<double> z(r.count());
  source.read(r, std::span<double>(z));
  return z;
}

// Ground that has one height at each place of the map, so that any axis order must give the same picture.
double ground(double x, double y) { return 100.0 + 3.0 * x - 7.0 * y + 0.25 * x * y; }

test::MadeRaster made_along(std::array<double, 6> transform, int columns, int rows) {
  test::MadeRaster made{.columns = columns, .rows = rows, .transform = transform, .crs = test::kMarsMap};
  const GeoTransform g{transform};
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < columns; ++i) {
      const auto p = g.map(i + 0.5, j + 0.5);
      made.values.push_back(ground(p[0], p[1]));
    }
  return made;
}

}  // namespace

TEST_CASE("Every axis order comes out north up") {
  const test::ScratchFolder folder("raster");
  // 7 cells east-west by 5 north-south of 2 x 3 m, from (10, 20) to (24, 35): the file's first corner is each
  // of the four in turn, its rows along either axis
  const std::vector<std::array<double, 6>> along = {
      {10, 2, 0, 35, 0, -3}, {24, -2, 0, 35, 0, -3}, {10, 2, 0, 20, 0, 3}, {24, -2, 0, 20, 0, 3},
      {10, 0, 2, 35, -3, 0}, {24, 0, -2, 35, -3, 0}, {10, 0, 2, 20, 3, 0}, {24, 0, -2, 20, 3, 0}};
  for (std::size_t k = 0; k < along.size(); ++k) {
    CAPTURE(k);
    const bool transposed = k >= 4;
    const fs::path path = folder / ("order" + std::to_string(k) + ".tif");
    test::write_made(path, made_along(along[k], transposed ? 5 : 7, transposed ? 7 : 5));
    RasterSource source(path);
    REQUIRE(source.info().columns == 7);
    REQUIRE(source.info().rows == 5);
    CHECK(source.info().axis_order.empty() == (k == 0));
    CHECK((source.info().transform->c == along[0]));
    const CellRect part{1, 2, 4, 3};
    const auto z = heights(source, part);
    for (int j = 0; j < part.rows; ++j)
      for (int i = 0; i < part.columns; ++i)
        CHECK(z[j * part.columns + i] == ground(10 + 2 * (1.5 + i), 35 - 3 * (2.5 + j)));
    CHECK((source.window_of_stored(source.stored_window(part)) == part));
    // the stored window holds the same corner: its heights by GDAL's own reading
    const CellRect stored = source.stored_window({0, 0, 1, 1});
    GDALDatasetUniquePtr raw(GDALDataset::Open(path.c_str()));
    double corner = 0;
    REQUIRE(raw->GetRasterBand(1)->RasterIO(GF_Read, stored.column, stored.row, 1, 1, &corner, 1, 1,
                                            GDT_Float64, 0, 0, nullptr) == CE_None);
    CHECK(corner == ground(11, 33.5));
  }
}

TEST_CASE("A raster at an angle stays as stored, and its georeference goes both ways") {
  const test::ScratchFolder folder("raster");
  test::write_made(folder / "turned.tif",
                   {.transform = {100, 1.6, 1.2, 200, 1.2, -1.6}, .crs = test::kMarsMap});
  RasterSource source(folder / "turned.tif");
  CHECK(source.info().at_an_angle);
  CHECK(heights(source, {2, 3, 1, 1})[0] == 32.0);
  const GeoTransform g = *source.info().transform;
  const auto p = g.map(2.5, 3.5);
  CHECK(p[0] == Approx(100 + 1.6 * 2.5 + 1.2 * 3.5));
  CHECK(p[1] == Approx(200 + 1.2 * 2.5 - 1.6 * 3.5));
  CHECK(g.cell(p[0], p[1])[0] == Approx(2.5));
  CHECK(g.cell(p[0], p[1])[1] == Approx(3.5));
  CHECK(g.moved(2, 3).map(0.5, 0.5)[0] == Approx(p[0]));
}

TEST_CASE("What marks a void, in each sample type") {
  const test::ScratchFolder folder("raster");
  const fs::path path = folder / "a.tif";
  const auto voids = [&](test::MadeRaster made, const RasterOptions& options = {}) {
    made.columns = static_cast<int>(made.values.size());
    made.rows = 1;
    test::write_made(path, made);
    RasterSource source(path, options);
    std::string pattern;
    for (double z : heights(source, source.all())) pattern += std::isnan(z) ? 'v' : '.';
    std::vector<float> floats(made.columns);
    source.read(source.all(), std::span<float>(floats));
    std::string again;
    for (float z : floats) again += std::isnan(z) ? 'v' : '.';
    CHECK(again == pattern);
    return pattern;
  };
  const double hirise = -3.40282265508890445e+38, nan = std::numeric_limits<double>::quiet_NaN(),
               infinity = std::numeric_limits<double>::infinity();
  CHECK(voids({.values = {1, hirise, nan, infinity, -32767, 0}}) == ".vvv..");
  CHECK(voids({.values = {1, hirise, nan, -infinity, -32767, 0}, .nodata = -32767}) == ".vvvv.");
  // a nodata value in decimals that no float equals: -3.4028227e+38 and -9999.9
  CHECK(voids({.values = {1, -9999.9, 2}, .nodata = -9999.9}) == ".v.");
  CHECK(voids({.values = {1, -9999, 2}}) == "...");
  CHECK(voids({.values = {1, -9999, 2}}, {.nodata = -9999}) == ".v.");
  // ISIS' null and four saturations, where the file does not state another nodata value
  CHECK(voids({.values = {-32768, -32764, -32763, 0, 32767}, .type = GDT_Int16}) == "vv...");
  CHECK(voids({.values = {-32768, -32764, 7}, .nodata = 7, .type = GDT_Int16}) == "..v");
  CHECK(voids({.values = {0, 65535, 9}, .nodata = 0, .type = GDT_UInt16}) == "v..");
  CHECK(voids({.values = {0, -99999, 9}, .nodata = -99999, .type = GDT_Int32}) == ".v.");
  CHECK(voids({.values = {0, 1e31, nan, 9}, .nodata = 9, .type = GDT_Float64}) == ".vvv");
  // zero is a height where nodata, with scale and offset, would come to it
  CHECK(voids({.values = {-20, 5}, .scale = 0.5, .offset = 10, .nodata = 0, .type = GDT_Int16}) == "..");
}

TEST_CASE("A mask band hides cells") {
  const test::ScratchFolder folder("raster");
  const fs::path path = folder / "masked.tif";
  CPLSetThreadLocalConfigOption("GDAL_TIFF_INTERNAL_MASK", "YES");
  test::write_made(path, {});
  {
    GDALDatasetUniquePtr data(GDALDataset::Open(path.c_str(), GDAL_OF_RASTER | GDAL_OF_UPDATE));
    REQUIRE(data->CreateMaskBand(GMF_PER_DATASET) == CE_None);
    std::vector<std::uint8_t> mask(30, 255);
    mask[7] = mask[29] = 0;
    REQUIRE(data->GetRasterBand(1)->GetMaskBand()->RasterIO(GF_Write, 0, 0, 6, 5, mask.data(), 6, 5, GDT_Byte,
                                                            0, 0, nullptr) == CE_None);
  }
  CPLSetThreadLocalConfigOption("GDAL_TIFF_INTERNAL_MASK", nullptr);
  RasterSource source(path);
  const auto z = heights(source, source.all());
  for (int k = 0; k < 30; ++k) CHECK(std::isnan(z[k]) == (k == 7 || k == 29));
}

TEST_CASE("Scale, offset and vertical unit come to metres") {
  const test::ScratchFolder folder("raster");
  const fs::path path = folder / "a.tif";
  const auto first = [&](test::MadeRaster made, const RasterOptions& options = {}) {
    made.columns = made.rows = 1;
    made.values = {12};
    test::write_made(path, made);
    RasterSource source(path, options);
    return heights(source, {0, 0, 1, 1})[0];
  };
  CHECK(first({.scale = 0.25, .offset = -4000.0, .type = GDT_Int16}) == -3997.0);
  CHECK(first({.scale = 0.25, .offset = 5.0, .unit = "km"}) == 8000.0);
  CHECK(first({.unit = "ft"}) == Approx(12 * 0.3048).epsilon(1e-15));
  CHECK(first({.unit = "US survey foot"}) == Approx(12 * 1200.0 / 3937.0).epsilon(1e-15));
  CHECK(first({.unit = "ft"}, {.metres_per_unit = 2.0}) == 24.0);
  // a compound system names the unit of its heights; the band names none
  CHECK(first({.crs = "EPSG:32631+6360"}) == Approx(12 * 1200.0 / 3937.0).epsilon(1e-12));
  // what is no length is read as it is, and refused where heights are wanted
  CHECK(first({.unit = "DN"}) == 12.0);
  CHECK_THROWS_WITH(require_heights(RasterSource(path).info()), ContainsSubstring("'DN'"));
}

TEST_CASE("Overviews are levels, from fine to coarse") {
  const test::ScratchFolder folder("raster");
  const fs::path path = folder / "a.tif";
  test::MadeRaster made = made_along({0, 0, 1, 0, 1, 0}, 64, 32);  // transposed, mirrored
  test::write_made(path, made);
  {
    GDALDatasetUniquePtr data(GDALDataset::Open(path.c_str(), GDAL_OF_RASTER | GDAL_OF_UPDATE));
    int factors[] = {2, 4};
    REQUIRE(data->BuildOverviews("AVERAGE", 2, factors, 0, nullptr, nullptr, nullptr) == CE_None);
  }
  RasterSource source(path);
  REQUIRE(source.info().levels.size() == 3);
  CHECK(source.info().levels[0].columns == 32);
  CHECK(source.info().levels[2].columns == 8);
  CHECK(source.info().levels[2].rows == 16);
  std::vector<float> z(1);
  source.read_level(2, {3, 5, 1, 1}, z);
  // the mean of 4 x 4 cells of a bilinear ground is the ground at their centre
  CHECK(z[0] == Approx(ground(4 * 3.5, 64 - 4 * 5.5)));
}

TEST_CASE("What is no raster is refused by name") {
  const test::ScratchFolder folder("raster");
  CHECK_THROWS_WITH(RasterSource(folder / "none.tif"), ContainsSubstring("no such file"));
  CHECK_THROWS_WITH(RasterSource(folder.path()), ContainsSubstring("a folder"));
  CHECK_THROWS_WITH(RasterSource("/vsizip/" + (folder / "none.zip").string() + "/a.tif"),
                    ContainsSubstring("cannot be opened"));
  std::ofstream(folder / "text.tif") << "not a raster";
  CHECK_THROWS_WITH(RasterSource(folder / "text.tif"), ContainsSubstring("cannot be opened"));
  test::write_made(folder / "complex.tif", {.type = GDT_CFloat32});
  CHECK_THROWS_WITH(RasterSource(folder / "complex.tif"), ContainsSubstring("complex"));
  test::write_made(folder / "nan.tif",
                   {.transform = {0, std::numeric_limits<double>::quiet_NaN(), 0, 0, 0, -1}});
  CHECK_THROWS_AS(RasterSource(folder / "nan.tif"), InputError);
  test::write_made(folder / "a.tif", {});
  CHECK_THROWS_WITH(RasterSource(folder / "a.tif", {.band = 2}), ContainsSubstring("band 2"));
  {
    RasterSource source(folder / "a.tif");
    CHECK_THROWS_WITH(heights(source, {3, 0, 4, 1}), ContainsSubstring("6 x 5"));
    CHECK_THROWS_AS(heights(source, {-1, 0, 1, 1}), InputError);
  }
  // one packed strip of 320 MB, which could only be read whole
  const char* const options[] = {"COMPRESS=DEFLATE", "BLOCKYSIZE=4000", "SPARSE_OK=TRUE", nullptr};
  GDALDatasetUniquePtr(GetGDALDriverManager()->GetDriverByName("GTiff")->Create(
      (folder / "strip.tif").c_str(), 20000, 4000, 1, GDT_Float32, const_cast<char**>(options)));
  CHECK_THROWS_WITH(RasterSource(folder / "strip.tif"),
                    ContainsSubstring("blocks of 20000 x 4000") && ContainsSubstring("TILED=YES"));
}

TEST_CASE("A PDS label without its data is told from a raster", "[reference]") {
  GROUSER_NEED_REFERENCE("dem/DTEEC_023957_1755_024023_1755_U01.LBL.txt", label);
  const test::ScratchFolder folder("raster");
  fs::copy_file(label, folder / "attached.IMG");
  CHECK_THROWS_WITH(RasterSource(folder / "attached.IMG"), ContainsSubstring("a label without its data"));
  std::ifstream in(label);
  std::string text((std::istreambuf_iterator<char>(in)), {});
  const std::string pointer = "= 2\n", after = "^IMAGE";
  text.replace(text.find(pointer, text.find(after)), pointer.size() - 1, "= (\"lost.img\", 2)");
  std::ofstream(folder / "detached.lbl") << text;
  CHECK_THROWS_WITH(RasterSource(folder / "detached.lbl"), ContainsSubstring("lost.img"));
}

TEST_CASE("Inside an archive") {
  const test::ScratchFolder folder("raster");
  test::write_made(folder / "a.tif", {});
  const std::string zip = (folder / "a.zip").string();
  {
    VSILFILE* out = VSIFOpenL(("/vsizip/" + zip + "/inner/a.tif").c_str(), "wb");
    REQUIRE(out);
    std::ifstream in(folder / "a.tif", std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(in)), {});
    REQUIRE(VSIFWriteL(bytes.data(), 1, bytes.size(), out) == bytes.size());
    VSIFCloseL(out);
  }
  RasterSource source("/vsizip/" + zip + "/inner/a.tif");
  CHECK(heights(source, {5, 4, 1, 1})[0] == 45.0);
}

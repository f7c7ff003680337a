// SPDX-License-Identifier: BSD-3-Clause
// Reading and painting maps that are larger than memory should hold.
#include <fstream>
#include <set>

#include "catch.hpp"
#include "desks/terrain/tile_painter.hpp"
#include "desktop/terrain_support.hpp"
#include "grouser/survey/clean/clean.hpp"
#include "scratch_folder.hpp"
#include "view/maps/height_picture.hpp"
#include "view/maps/map_camera.hpp"

using namespace grouser;
using namespace grouser::desktop;
using test::ScratchFolder;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// A line of /proc/self/status, MB.
double memory(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(name + ":")) return std::stod(line.substr(name.size() + 1)) / 1024.0;
  return 0.0;
}

/// A tilted plane with ripples, written by bands.
void write_large_map(const std::filesystem::path& path, int side) {
  RasterSpec spec{.columns = side, .rows = side, .packing = RasterPacking::none};
  spec.transform = GeoTransform{{0.0, 1.0, 0.0, 0.0, 0.0, -1.0}};
  RasterSink sink(path, spec);
  std::vector<float> band(static_cast<std::size_t>(side) * 256);
  for (int row = 0; row < side; row += 256) {
    const int rows = std::min(256, side - row);
    for (int j = 0; j < rows; ++j)
      for (int i = 0; i < side; ++i)
        band[static_cast<std::size_t>(j) * side + i] = 0.01f * static_cast<float>(i + row + j);
    sink.write_raw({0, row, side, rows}, std::span(band).first(static_cast<std::size_t>(rows) * side));
  }
  sink.finish();
}

}  // namespace

TEST_CASE("Coarse heights are means of their cells, and void where most of them are") {
  const auto grid = std::make_shared<const std::vector<double>>(std::vector<double>{1, 2, 3,    4,    9,  //
                                                                                    5, 6, kNaN, 8,    9,  //
                                                                                    1, 1, kNaN, kNaN, 7,  //
                                                                                    1, 1, kNaN, 4,    7});
  const auto source = grid_heights(grid, 5);
  const std::vector<float> means = coarse_heights(*source, {0, 0, 3, 2}, 2);
  REQUIRE(means.size() == 6);
  CHECK(means[0] == 3.5f);
  CHECK(means[1] == 5.0f);  // of three
  CHECK(means[2] == 9.0f);  // cut at the edge
  CHECK(means[3] == 1.0f);
  CHECK(std::isnan(means[4]));  // one of four
  CHECK(means[5] == 7.0f);
}

TEST_CASE("A large map is surveyed and painted in bounded memory") {
  constexpr int kSide = 12000;  // 576 MB
  const ScratchFolder folder("terrain_large");
  write_large_map(folder / "large.tif", kSide);
  std::ofstream("/proc/self/clear_refs") << 5;  // the peak begins anew
  const double before = memory("VmRSS");
  int looks = 0;
  const MapFacts facts = survey_map((folder / "large.tif").string(), [&](const Thumbnail& t) {
    looks += t.columns > 0;
    // the first look covers the whole map: no hole where nothing was read yet
    if (t.columns > 0)
      for (const float z : t.heights)
        if (std::isnan(z)) return false;
    return true;
  });
  CHECK(looks >= 2);
  CHECK(facts.survey.lowest == 0.0);
  CHECK(facts.survey.highest == Approx(0.01 * 2 * (kSide - 1)));

  const MapShape shape{kSide, kSide, 1.0};
  MapCamera camera;
  camera.show_all(shape, 1280, 720);
  TilePainter painter({{[&] { return file_heights((folder / "large.tif").string()); }}},
                      HeightScale{0.0, 140.0});
  std::size_t painted = 0;
  for (const double nearer : {1.0, 4.0, 8.0}) {
    camera.cells_per_pixel /= nearer;
    const std::vector<desktop::TileKey> keys = visible_tiles(shape, camera, 0, 1280, 720);
    REQUIRE(keys.size() < 60);
    painter.want(keys);
    std::size_t got = 0;
    const double end = test::wall_clock() + 120.0;
    while (got < keys.size() && test::wall_clock() < end) {
      got += painter.take().size();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    REQUIRE(got == keys.size());
    painted += got;
  }
  CHECK(painted > 20);
  const double peak = memory("VmHWM") - before;
  INFO("grew by " << peak << " MB");
  CHECK(peak < 300.0);  // GDAL's block cache of 96 MB, its drivers, and what is looked at
}

TEST_CASE("Pictures: voids are a hatch, slopes to the north-west are light, the mask is seen") {
  constexpr int kSide = 32;
  std::vector<float> heights(34 * 34);
  for (int j = 0; j < 34; ++j)
    for (int i = 0; i < 34; ++i) heights[static_cast<std::size_t>(j) * 34 + i] = 1.0f;
  PictureInput input{.heights = heights, .columns = kSide, .rows = kSide};
  const HeightScale scale{0.0, 2.0, 0.1, 1};
  const auto level = paint_heights(input, scale);
  for (int j = 0; j < 34; ++j)
    for (int i = 0; i < 34; ++i) heights[static_cast<std::size_t>(j) * 34 + i] = 1.0f + 0.004f * (i + j - 34);
  const auto facing = paint_heights(input, scale);  // rises to the south-east: its face looks north-west
  CHECK((facing[16 * 32 + 16] & 255) > (level[16 * 32 + 16] & 255));
  heights.assign(heights.size(), std::numeric_limits<float>::quiet_NaN());
  const auto hatch = paint_heights(input, scale);
  const std::set<std::uint32_t> inks(hatch.begin(), hatch.end());
  CHECK(inks.size() == 2);
  CHECK(!inks.contains(level[0]));
  std::vector<std::uint8_t> fates(kSide * kSide, 0);
  fates[5] = static_cast<std::uint8_t>(CellFate::filled_spike);
  heights.assign(heights.size(), 1.0f);
  input.fates = fates;
  const auto masked = paint_heights(input, scale);
  CHECK(masked[5] != level[5]);
  CHECK(masked[6] == level[6]);
}

TEST_CASE("The colours of the height scale grow lighter from end to end") {
  double before = -1.0;
  for (int k = 0; k <= 100; ++k) {
    const Rgb c = height_colour(k / 100.0);
    const double light = 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b;
    CHECK(light > before);
    before = light;
  }
}

TEST_CASE("Zooming keeps what is under the pointer, a moved map stays in the picture") {
  const MapShape shape{20000, 10000, 1.1};
  MapCamera camera;
  camera.show_all(shape, 1280, 720);
  CHECK(camera.x(0) > -640);
  CHECK(camera.x(20000) < 640);
  const double column = camera.column_at(200), row = camera.row_at(-50, shape);
  camera.zoom(shape, 3.0, 200, -50, 1280, 720);
  CHECK(camera.column_at(200) == Approx(column));
  CHECK(camera.row_at(-50, shape) == Approx(row));
  camera.pan(shape, 1e7, -1e7);
  CHECK(camera.column == 0.0);
  CHECK(camera.row == 10000.0);
  CHECK(stride_for(0.3) == 1);
  CHECK(stride_for(2.0) == 2);
  CHECK(stride_for(15.9) == 8);
  const auto keys = visible_tiles({100, 100, 1.0}, MapCamera{50, 50, 1.0}, 0, 1280, 720);
  CHECK(keys.size() == 1);
}

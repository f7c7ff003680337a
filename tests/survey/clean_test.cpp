// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/survey/clean/clean.hpp"

#include <cmath>
#include <fstream>
#include <limits>
#include <thread>

#include "clean/fate_grid.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/random.hpp"
#include "made_raster.hpp"
#include "scratch_folder.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

constexpr double kNoData = -32767.0;
constexpr int kColumns = 150, kRows = 120;

double hills(int c, int r) {
  return -4450.0 + 0.05 * c + 0.8 * std::sin(0.06 * c) * std::cos(0.05 * r) -
         2.0 / (1.0 + 0.004 * ((c - 80.0) * (c - 80.0) + (r - 50.0) * (r - 50.0)));
}

/// Hills with a slanted void margin, a disc cut out, three spikes, and a box of 0.8 m.
test::MadeRaster spoiled() {
  test::MadeRaster raster{.columns = kColumns, .rows = kRows, .nodata = kNoData};
  raster.options = {"TILED=YES"};
  for (int r = 0; r < kRows; ++r)
    for (int c = 0; c < kColumns; ++c) {
      double z = hills(c, r);
      if (c >= 20 && c < 40 && r >= 70 && r < 95) z += 0.8;
      if ((c == 60 && r == 20) || (c == 100 && r == 90)) z += 3.0;
      if (c == 130 && r == 40) z -= 1.2;
      if (c + r / 4 < 12 || (c - 80) * (c - 80) + (r - 50) * (r - 50) <= 15 * 15) z = kNoData;
      raster.values.push_back(z);
    }
  return raster;
}

std::vector<double> read_all(const fs::path& path) {
  RasterSource source(path);
  std::vector<double> heights(source.all().count());
  source.read(source.all(), heights);
  return heights;
}

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("Clean: spikes, box and hole are found and filled, all else keeps its bits", "[clean]") {
  const test::ScratchFolder folder("clean");
  test::write_made(folder / "in.tif", spoiled());
  const std::string before = bytes_of(folder / "in.tif");
  RasterSource source(folder / "in.tif");
  CleanOptions options;
  options.picture_side = 75;
  const CleanReport report =
      clean_raster(source, {folder / "out.tif", folder / "mask.tif", folder / "deviation.tif"}, options);
  CHECK(bytes_of(folder / "in.tif") == before);

  CHECK(report.of(CellFate::filled_spike) == 3);
  CHECK(report.boxes == 1);
  CHECK(report.of(CellFate::filled_box) == 20 * 25);
  CHECK(report.of(CellFate::filled_void) == 709);  // whole numbers within a circle of 15
  CHECK(report.of(CellFate::left_far) == 0);
  const std::vector<double> in = read_all(folder / "in.tif"), out = read_all(folder / "out.tif"),
                            mask = read_all(folder / "mask.tif"),
                            deviation = read_all(folder / "deviation.tif");
  long long counted = 0;
  for (int i = 0; i < kColumns * kRows; ++i) {
    const double truth = hills(i % kColumns, i / kColumns);
    if (mask[i] == 0.0) {
      CHECK(out[i] == in[i]);
      CHECK(deviation[i] == 0.0);
    } else if (mask[i] == 4.0) {
      CHECK(std::isnan(out[i]));
      ++counted;
    } else {
      // heights fill a range of 9 m; the deepest crater of 2 m is in the hole
      CHECK(std::fabs(out[i] - truth) < 1.0);
      CHECK(deviation[i] > 0.0);
      if (mask[i] == 2.0) CHECK(std::fabs(out[i] - truth) < 0.01);
    }
  }
  CHECK(counted == report.of(CellFate::left_margin));
  CHECK(report.picture.columns == 75);
  CHECK(std::count(report.picture.fate.begin(), report.picture.fate.end(), CellFate::filled_spike) == 3);
  RasterSource clean(folder / "out.tif");
  CHECK(clean.info().nodata == kNoData);
  CHECK(clean.info().transform->c == source.info().transform->c);
}

TEST_CASE("Clean: a window of a raster is what the whole gives there", "[clean]") {
  const test::ScratchFolder folder("clean");
  test::write_made(folder / "in.tif", spoiled());
  RasterSource source(folder / "in.tif");
  CleanOptions options;
  options.find_boxes = false;  // their scatter is that of the window
  options.kernel.roughness_factor = 0.0;
  options.length = 40.0, options.noise = 1e-6;
  clean_raster(source, {folder / "all.tif"}, options);
  options.window = CellRect{50, 10, 64, 90};
  const CleanReport part = clean_raster(source, {folder / "part.tif"}, options);
  CHECK(part.window == *options.window);
  const std::vector<double> all = read_all(folder / "all.tif"), found = read_all(folder / "part.tif");
  for (int r = 0; r < 90; ++r)
    for (int c = 0; c < 64; ++c) CHECK(found[r * 64 + c] == all[(r + 10) * kColumns + c + 50]);
  RasterSource clean(folder / "part.tif");
  CHECK(clean.info().transform->c[0] == source.info().transform->c[0] + 50 * 2.0);
}

TEST_CASE("Clean: the same bytes whoever works", "[clean]") {
  const test::ScratchFolder folder("clean");
  // four tiles: holes across their seams, pepper, spikes
  test::MadeRaster raster{.columns = 1100, .rows = 1060, .nodata = kNoData};
  math::RandomStream random(3, 0);
  for (int r = 0; r < raster.rows; ++r)
    for (int c = 0; c < raster.columns; ++c) {
      double z = hills(c % 300, r);
      if (random.uniform() < 1e-4) z = kNoData;
      if (random.uniform() < 1e-4) z += 5.0;
      if ((c - 1020) * (c - 1020) + (r - 1024) * (r - 1024) < 30 * 30) z = kNoData;
      raster.values.push_back(z);
    }
  test::write_made(folder / "in.tif", raster);
  const auto clean = [&](const std::string& name, const Workers& workers) {
    RasterSource source(folder / "in.tif");
    CleanOptions options;
    options.workers = workers;
    options.keep_samples = true;
    options.picture_side = 100;
    return clean_raster(
        source, {folder / (name + ".tif"), folder / (name + "_mask.tif"), folder / (name + "_dev.tif")},
        options);
  };
  const Workers threads{3, [](std::size_t pieces, const std::function<void(std::size_t)>& work) {
                          std::vector<std::thread> at_work;
                          for (std::size_t k = pieces; k-- > 0;) at_work.emplace_back(work, k);
                          for (std::thread& t : at_work) t.join();
                        }};
  const CleanReport alone = clean("alone", {}), together = clean("together", threads);
  for (const char* kind : {".tif", "_mask.tif", "_dev.tif"})
    CHECK((bytes_of(folder / ("alone" + std::string(kind))) ==
           bytes_of(folder / ("together" + std::string(kind)))));
  CHECK(alone.of(CellFate::filled_spike) > 50);
  CHECK(alone.filled() > 2800);
  CHECK(alone.cells == together.cells);
  CHECK(alone.samples.height == together.samples.height);
  CHECK(alone.worst_deviation == together.worst_deviation);
  CHECK(alone.picture.fate == together.picture.fate);
  CHECK((alone.picture.after == together.picture.after));
}

TEST_CASE("Clean: faults can be found without being filled", "[clean]") {
  const test::ScratchFolder folder("clean_detect");
  test::write_made(folder / "in.tif", spoiled());
  RasterSource source(folder / "in.tif");
  CleanOptions options;
  const CleanReport whole = clean_raster(source, {folder / "out.tif", {}, {}}, options);
  options.detect_only = true;
  const CleanReport found = clean_raster(source, {folder / "found.tif", {}, {}}, options);
  CHECK(found.of(CellFate::filled_spike) == whole.of(CellFate::filled_spike));
  CHECK(found.of(CellFate::filled_box) == whole.of(CellFate::filled_box));
  CHECK(found.fit_samples == 0);
  const std::vector<double> before = read_all(folder / "in.tif"), after = read_all(folder / "found.tif");
  long long gone = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (!std::isnan(after[i])) REQUIRE(after[i] == before[i]);
    gone += std::isnan(after[i]) && !std::isnan(before[i]);
  }
  CHECK(gone == found.of(CellFate::filled_spike) + found.of(CellFate::filled_box));
}

TEST_CASE("Clean: the paper's way, one process from random cells", "[clean]") {
  const test::ScratchFolder folder("clean");
  test::write_made(folder / "in.tif", spoiled());
  RasterSource source(folder / "in.tif");
  CleanOptions options;
  options.sampling = KrigingSamples::random;
  options.fit_samples = 400;
  options.fill_margin = true;
  const CleanReport report = clean_raster(source, {folder / "out.tif"}, options);
  CHECK(report.fit_samples == 400);
  CHECK(report.of(CellFate::left_margin) == 0);
  for (const double z : read_all(folder / "out.tif")) CHECK(std::isfinite(z));
}

TEST_CASE("Clean: stopped, nothing is left behind", "[clean]") {
  const test::ScratchFolder folder("clean");
  test::write_made(folder / "in.tif", spoiled());
  RasterSource source(folder / "in.tif");
  int asked = 0;
  CHECK_THROWS_AS(clean_raster(source, {folder / "out.tif", folder / "mask.tif"}, {},
                               [&](double done) { return ++asked, done < 0.5; }),
                  RunError);
  CHECK(asked > 1);
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
}

// Asked in the fit at first, then once for each hole: stopped at the first question, in the fit's midst and
// at the last one, which is in the filling.
TEST_CASE("Clean: stopped from within the fit and the filling, nothing is left behind", "[clean]") {
  const test::ScratchFolder folder("clean");
  test::write_made(folder / "in.tif", spoiled());
  const auto questions_until = [&](int most) {
    int asked = 0;
    CleanOptions options;
    options.workers.stopped = [&] { return ++asked > most; };
    RasterSource source(folder / "in.tif");
    try {
      clean_raster(source, {.heights = folder / "out.tif"}, options);
    } catch (const RunError&) {
      CHECK(asked == most + 1);
      CHECK(std::distance(fs::directory_iterator(folder / ""), fs::directory_iterator()) == 1);
    }
    return asked;
  };
  const int all = questions_until(1000000);
  CHECK(all > 20);
  fs::remove(folder / "out.tif");
  for (const int most : {0, 10, all - 1}) CHECK(questions_until(most) == most + 1);
}

TEST_CASE("Clean: what it refuses", "[clean]") {
  const test::ScratchFolder folder("clean");
  const auto refused = [&](const test::MadeRaster& raster, const std::string& words,
                           const CleanOptions& options = {}) {
    test::write_made(folder / "bad.tif", raster);
    RasterSource source(folder / "bad.tif");
    CHECK_THROWS_WITH(clean_raster(source, {folder / "out.tif"}, options), ContainsSubstring(words));
    CHECK_FALSE(fs::exists(folder / "out.tif"));
  };
  refused({.columns = 20, .rows = 10, .values = std::vector<double>(200, kNoData), .nodata = kNoData},
          "no cell with a height");
  refused({.columns = 20, .rows = 10, .values = std::vector<double>(200, std::nan("")), .nodata = {}},
          "no cell with a height");
  refused({.columns = 60, .rows = 1}, "60 x 1 cells");
  CleanOptions beside;
  beside.window = CellRect{500, 500, 10, 10};
  refused({.columns = 60, .rows = 20}, "beside the raster", beside);
  CleanOptions few;
  few.fit_samples = 5;
  refused({.columns = 60, .rows = 20}, "32 to 4000", few);

  std::vector<double> lonely(400, kNoData);
  lonely[210] = 5.0;
  CleanOptions margin;
  margin.fill_margin = true;
  refused({.columns = 20, .rows = 20, .values = lonely, .nodata = kNoData}, "at least 8 to learn from",
          margin);

  test::write_made(folder / "in.tif", spoiled());
  const std::string before = bytes_of(folder / "in.tif");
  RasterSource source(folder / "in.tif");
  fs::create_symlink(folder / "in.tif", folder / "other_name.tif");
  for (const char* name : {"in.tif", "other_name.tif"})
    CHECK_THROWS_WITH(clean_raster(source, {folder / name}), ContainsSubstring("the input stays as it is"));
  CHECK(bytes_of(folder / "in.tif") == before);
}

TEST_CASE("Clean: flat ground and ground without a fault", "[clean]") {
  const test::ScratchFolder folder("clean");
  test::MadeRaster flat{
      .columns = 40, .rows = 30, .values = std::vector<double>(1200, 7.0), .nodata = kNoData};
  for (const int hole : {425, 426, 466, 900}) flat.values[hole] = kNoData;
  test::write_made(folder / "in.tif", flat);
  RasterSource source(folder / "in.tif");
  const CleanReport report = clean_raster(source, {folder / "out.tif"});
  CHECK(report.filled() == 4);
  for (const double z : read_all(folder / "out.tif")) CHECK(z == Approx(7.0).margin(1e-6));
  RasterSource clean(folder / "out.tif");
  CHECK(clean_raster(clean, {folder / "again.tif"}).filled() == 0);
}

TEST_CASE("Clean: voids that join the border, by a walk of another kind", "[clean]") {
  math::RandomStream random(12, 0);
  for (const double share : {0.3, 0.45, 0.6}) {
    // more than one of the grid's squares
    const CellRect place{-3, 5, 161, 147};
    const int right = place.column + place.columns, bottom = place.row + place.rows;
    FateGrid grid(place);
    for (int r = 5; r < bottom; ++r)
      for (int c = -3; c < right; ++c)
        if (random.uniform() < share)
          grid.set(c, r, random.uniform() < 0.9 ? CellKind::void_ : CellKind::spike);
    grid.find_margin(place);
    std::vector<Cell> front;
    std::vector<char> seen(place.count(), 0);
    const auto enter = [&](int c, int r) {
      if (overlap({c, r, 1, 1}, place).count() == 0 || grid.kind(c, r) != CellKind::void_) return;
      char& s = seen[(r - 5) * place.columns + c + 3];
      if (!s) front.push_back({c, r}), s = 1;
    };
    for (int c = -3; c < right; ++c) enter(c, 5), enter(c, bottom - 1);
    for (int r = 5; r < bottom; ++r) enter(-3, r), enter(right - 1, r);
    for (std::size_t k = 0; k < front.size(); ++k)
      for (int d = 0; d < 9; ++d) enter(front[k].column + d % 3 - 1, front[k].row + d / 3 - 1);
    int wrong = 0;
    for (int r = 5; r < bottom; ++r)
      for (int c = -3; c < right; ++c)
        wrong += grid.joins_border(c, r) != (seen[(r - 5) * place.columns + c + 3] != 0);
    CHECK(wrong == 0);
  }
}

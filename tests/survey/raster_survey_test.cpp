// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/survey/raster/raster_survey.hpp"

#include <cmath>
#include <random>

#include "grouser/base/error.hpp"
#include "made_raster.hpp"
#include "scratch_folder.hpp"
#include "skip.hpp"

using namespace grouser;

namespace {

constexpr double kVoid = -9999.0;

RasterSurvey survey(const std::vector<double>& z, int columns, const SurveyOptions& options = {}) {
  const test::ScratchFolder folder("survey");
  test::write_made(
      folder / "a.tif",
      {.columns = columns, .rows = static_cast<int>(z.size()) / columns, .values = z, .nodata = kVoid});
  RasterSource source(folder / "a.tif");
  return survey_raster(source, options);
}

struct Flooded {
  long long margin = 0, holes = 0, largest = 0;
};

// The second way: flood fill from each void cell.
Flooded flood(std::vector<double> z, int columns) {
  const int rows = static_cast<int>(z.size()) / columns;
  Flooded out;
  for (int start = 0; start < static_cast<int>(z.size()); ++start) {
    if (z[start] != kVoid) continue;
    std::vector<int> open{start};
    z[start] = 0;
    long long cells = 0;
    bool border = false;
    while (!open.empty()) {
      const int k = open.back(), i = k % columns, j = k / columns;
      open.pop_back();
      ++cells;
      border |= i == 0 || j == 0 || i == columns - 1 || j == rows - 1;
      const auto visit = [&](int ii, int jj) {
        if (ii < 0 || jj < 0 || ii >= columns || jj >= rows || z[jj * columns + ii] != kVoid) return;
        z[jj * columns + ii] = 0;
        open.push_back(jj * columns + ii);
      };
      visit(i - 1, j), visit(i + 1, j), visit(i, j - 1), visit(i, j + 1);
    }
    if (border) {
      out.margin += cells;
    } else {
      ++out.holes;
      out.largest = std::max(out.largest, cells);
    }
  }
  return out;
}

}  // namespace

TEST_CASE("Void regions agree with a flood fill on random ground") {
  std::mt19937 random(7);
  for (int k = 0; k < 40; ++k) {
    CAPTURE(k);
    const int columns = 3 + k, rows = 43 - k;
    std::vector<double> z(columns * rows);
    for (double& value : z) value = random() % 100 < 20u + 2 * k ? kVoid : 1.0;
    const RasterSurvey found = survey(z, columns);
    const Flooded flooded = flood(z, columns);
    CHECK(found.voids == std::count(z.begin(), z.end(), kVoid));
    CHECK(found.margin_voids == flooded.margin);
    CHECK(found.holes == flooded.holes);
    CHECK(found.largest_hole.cells == flooded.largest);
  }
}

TEST_CASE("Range, picture and the box of the largest hole") {
  constexpr int kSide = 100;
  std::vector<double> z(kSide * kSide);
  for (int j = 0; j < kSide; ++j)
    for (int i = 0; i < kSide; ++i) z[j * kSide + i] = i + 3.0 * j;
  for (int j = 40; j < 46; ++j)
    for (int i = 10; i < 27; ++i) z[j * kSide + i] = kVoid;
  const RasterSurvey found = survey(z, kSide, {.picture_side = 30});
  CHECK(found.lowest == 0.0);
  CHECK(found.highest == 99.0 + 297.0);
  CHECK(found.at_lowest == 1);
  CHECK((found.largest_hole.box == CellRect{10, 40, 17, 6}));
  // blocks of 4 cells: 25 of them; the mean of a plane is its value in the middle
  REQUIRE(found.picture_columns == 25);
  REQUIRE(found.picture_rows == 25);
  CHECK(found.picture[0] == Approx(1.5 + 3 * 1.5));
  CHECK(found.picture[20 * 25 + 7] == Approx(29.5 + 3 * 81.5));
  CHECK(std::isnan(found.picture[10 * 25 + 4]));
  const RasterSurvey none = survey(std::vector<double>(50, kVoid), 10, {.picture_side = 10});
  CHECK(none.all_void());
  CHECK(none.margin_voids == 50);
  CHECK_THROWS_AS(survey(z, kSide, {.progress = [](double) { return false; }}), RunError);
}

TEST_CASE("A real footprint: the margin is no hole", "[reference]") {
  GROUSER_NEED_REFERENCE("dem/DTEEC_017825_1760_018458_1760_A01.tif", path);
  RasterSource source(path);
  const RasterSurvey found = survey_raster(source);
  CHECK(found.voids == 10555);  // REFERENCE.md: 40.66 % of 88 x 295
  CHECK(found.margin_voids + found.holes * 1 <= found.voids);
  CHECK(found.margin_voids > 10500);
  CHECK(found.at_lowest < 5);
}

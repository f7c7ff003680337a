// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/survey/make/terrain_maker.hpp"

#include <cmath>
#include <thread>

#include "catch.hpp"
#include "grouser/base/error.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;

namespace {

std::vector<float> made(const TerrainMaker& maker) {
  std::vector<float> z(static_cast<std::size_t>(maker.grid().columns) * maker.grid().rows);
  maker.make_rows(0, maker.grid().rows, z);
  return z;
}

TomlTable recipe(const std::string& text) { return TomlTable::parse(text, "recipe.toml"); }

// Everything a recipe can hold, 301 x 203 cells: neither side a multiple of what the program works by.
const char* const kAll = R"(kind = "fractal"
size = [60.2, 40.6]
cell = 0.2
seed = 11
hurst = 0.8
rms_deviation = 0.1
lag = 2.0
[craters]
density = 0.01
min_diameter = 1.0
max_diameter = 9.0
exponent = 2.6
min_depth_ratio = 0.05
[bumps]
count = 30
min_diameter = 1.0
max_diameter = 2.0
[[bed]]
position = [-12.0, 3.0]
size = [10.0, 6.0]
heading_deg = 20.0
[[ripples]]
wavelength = 1.6
height = 0.1
heading_deg = 30.0
meander = 0.4
[[ripples]]
wavelength = 12.0
height = 0.4
[[ramp]]
position = [10.0, 0.0]
slope_deg = 15.0
length = 3.0
top = 2.0
width = 4.0
[[step]]
position = [0.0, -10.0]
height = 0.2
heading_deg = 90.0
)";

}  // namespace

TEST_CASE("A terrain's bytes do not depend on how its rows are cut, nor on threads") {
  const TerrainMaker maker(recipe(kAll));
  REQUIRE(maker.grid().columns == 301);
  REQUIRE(maker.grid().rows == 203);
  const std::vector<float> whole = made(maker);
  const auto same = [&](int first, const std::vector<float>& rows) {
    return std::equal(rows.begin(), rows.end(), whole.begin() + first * 301);
  };
  // backwards, in pieces of 37 rows
  for (int first = 203 - 37; first > -37; first -= 37) {
    const int from = std::max(first, 0), count = first + 37 - from;
    std::vector<float> rows(301 * static_cast<std::size_t>(count));
    maker.make_rows(from, count, rows);
    CHECK(same(from, rows));
  }
  std::vector<float> north(301 * 100), south(301 * 103);
  std::thread other([&] { maker.make_rows(0, 100, north); });
  maker.make_rows(100, 103, south);
  other.join();
  CHECK(same(0, north));
  CHECK(same(100, south));
  CHECK(made(TerrainMaker(recipe(kAll))) == whole);
  TomlTable another = recipe(kAll);
  another.set({"seed", "12"});
  CHECK(made(TerrainMaker(another)) != whole);
}

TEST_CASE("A fractal's variogram grows as the 2H-th power of the distance") {
  for (const double hurst : {0.3, 0.5, 0.8}) {
    // lags from twice the shortest wave (1 m) to a sixty-fourth of the longest; mean of seeds
    const std::vector<int> lags{8, 16, 32, 64, 128};  // cells of 0.25 m
    constexpr int kSeeds = 40, kRows = 8;
    std::vector<double> gamma(lags.size(), 0.0);
    for (int seed = 0; seed < kSeeds; ++seed) {
      const TerrainMaker maker(
          recipe("kind = \"fractal\"\nsize = [256, 2]\ncell = 0.25\nlongest = 2048\nrms_slope_deg = 4\nlag = "
                 "4\nhurst = " +
                 std::to_string(hurst) + "\nseed = " + std::to_string(seed) + "\n"));
      const std::vector<float> z = made(maker);
      for (std::size_t l = 0; l < lags.size(); ++l)
        for (int j = 0; j < kRows; ++j)
          for (int i = 0; i + lags[l] < 1024; ++i) {
            const double d = z[j * 1024 + i + lags[l]] - z[j * 1024 + i];
            gamma[l] += d * d / (kRows * (1024.0 - lags[l]) * kSeeds);
          }
    }
    // slope of the line through the logarithms, least squares
    double x = 0, y = 0, xx = 0, xy = 0;
    const double n = static_cast<double>(lags.size());
    for (std::size_t l = 0; l < lags.size(); ++l) {
      const double u = std::log(lags[l]), v = std::log(gamma[l]);
      x += u / n, y += v / n, xx += u * u / n, xy += u * v / n;
    }
    // The band has ends, so its own sum, a^2 (1 - J0(k L)), has slopes of 0.67, 1.02 and 1.54 over these
    // lags: up to 0.07 from 2H. Forty seeds scatter by 0.03.
    CHECK((xy - x * y) / (xx - x * x) == Approx(2.0 * hurst).margin(0.15));
    // and at the lag of the recipe the slope it asks for; one seed scatters by a third, forty by 5 %
    CHECK(std::sqrt(gamma[1]) / 4.0 == Approx(std::tan(4.0 * M_PI / 180)).epsilon(0.15));
  }
}

TEST_CASE("A crater's bowl and ejecta have the volumes of their profiles") {
  const TerrainMaker maker(
      recipe("kind = \"flat\"\nsize = [40, 40]\ncell = 0.1\nseed = 4\n[craters]\ncount = 1\nmin_diameter = "
             "4\nmax_diameter = 4\n"));
  const std::vector<float> z = made(maker);
  // where it lies: the lowest cell
  const auto at = std::min_element(z.begin(), z.end()) - z.begin();
  const double x0 = maker.grid().x(static_cast<int>(at % 400)),
               y0 = maker.grid().y(static_cast<int>(at / 400));
  REQUIRE(std::fabs(x0) < 14.0);  // whole within the field
  REQUIRE(std::fabs(y0) < 14.0);
  double bowl = 0.0, ejecta = 0.0, crest = 0.0;
  for (int j = 0; j < 400; ++j)
    for (int i = 0; i < 400; ++i) {
      const double r = std::hypot(maker.grid().x(i) - x0, maker.grid().y(j) - y0);
      (r < 2.0 ? bowl : ejecta) += z[j * 400 + i] * 0.01;
      crest = std::max(crest, static_cast<double>(z[j * 400 + i]));
    }
  const double depth = 0.8, rim = 0.16, area = M_PI * 4.0;  // Pike: 0.2 D and 0.04 D
  // the centre is up to 0.07 m off the cell's: depth there 0.8 (0.07/2)^2
  CHECK(z[static_cast<std::size_t>(at)] == Approx(rim - depth).margin(0.001));
  CHECK(crest ==
        Approx(rim).margin(0.5 * 0.1 * 2.0 * depth / 2.0));  // half a cell down the bowl's slope there
  // pi R^2 (rim - depth/2) by integration of the parabola; cells on the edge: 125 of them, 0.16 m and 0.01 m2
  // each, in or out by chance
  CHECK(bowl == Approx(area * (rim - 0.5 * depth)).margin(3.0 * std::sqrt(125.0) * 0.16 * 0.01));
  // 2 pi R^2 rim, times the integral of (3 - q)/2 q^-2 dq from 1 to 3: 1 - ln(3)/2
  CHECK(ejecta ==
        Approx(2.0 * area * rim * (1.0 - 0.5 * std::log(3.0))).margin(3.0 * std::sqrt(125.0) * 0.16 * 0.01));
}

TEST_CASE("Ripples stand as high as they should, their lee sides as short") {
  const TerrainMaker maker(
      recipe("kind = \"flat\"\nsize = [40, 2]\ncell = 0.02\n[[ripples]]\nwavelength = 4\nheight = "
             "0.5\nlee_share = 0.3\n"));
  const std::vector<float> z = made(maker);
  double mean = 0.0, square = 0.0;
  int falling = 0;
  for (int i = 0; i < 2000; ++i) {
    mean += z[i] / 2000.0;
    square += z[i] * z[i] / 2000.0;
    falling += z[(i + 1) % 2000] < z[i];
  }
  CHECK(mean == Approx(0.0).margin(1e-5));                                  // ten whole ripples
  CHECK(std::sqrt(square) == Approx(0.25 / std::sqrt(2.0)).epsilon(1e-4));  // half cosines of amplitude 0.25
  CHECK(falling == Approx(0.3 * 2000).margin(10.0));                        // towards +x, a cell a crest
  // the cell nearest a crest is up to 0.01 m off it: h/2 (pi 0.01/(0.3 4))^2 / 2
  CHECK(*std::max_element(z.begin(), z.end()) == Approx(0.25).margin(9e-5));
  CHECK(*std::min_element(z.begin(), z.end()) == Approx(-0.25).margin(9e-5));
}

TEST_CASE("Meandering crests leave their lines by as much as asked for") {
  const std::string text =
      "kind = \"flat\"\nsize = [20, 400]\ncell = 0.1\nseed = 3\n[[ripples]]\nwavelength = 4\nheight = "
      "0.4\nlee_share = "
      "0.5\nmeander_length = 20\nmeander = ";
  const TerrainMaker maker(recipe(text + "0.5\n"));
  const std::vector<float> z = made(maker);
  // the phase of the first harmonic of each row over one ripple in the middle, in metres
  double mean = 0.0, square = 0.0;
  for (int j = 0; j < 4000; ++j) {
    double c = 0.0, s = 0.0;
    for (int i = 80; i < 120; ++i) {
      c += z[j * 200 + i] * std::cos(2 * M_PI * maker.grid().x(i) / 4.0);
      s += z[j * 200 + i] * std::sin(2 * M_PI * maker.grid().x(i) / 4.0);
    }
    const double shift = std::atan2(s, -c) * 4.0 / (2 * M_PI);  // crests at u = 1/2
    mean += shift / 4000.0;
    square += shift * shift / 4000.0;
  }
  // six waves of like amplitude, about twenty lengths of them: 10 to 20 %
  CHECK(std::sqrt(square - mean * mean) == Approx(0.5).epsilon(0.2));
}

TEST_CASE("Ramps, steps and beds are where they should be") {
  const auto height = [](const std::string& text, double x, double y) {
    const TerrainMaker maker(recipe("kind = \"flat\"\nsize = [40, 40]\ncell = 0.1\n" + text));
    const std::vector<float> z = made(maker);
    const int i = static_cast<int>(std::lround((x - maker.grid().west) / 0.1)),
              j = static_cast<int>(std::lround((maker.grid().north - y) / 0.1));
    return static_cast<double>(z[j * 400 + i]);
  };
  const std::string ramp = "[[ramp]]\nposition = [2, 1]\nheading_deg = 90\nslope_deg = 20\nlength = 3\n";
  const double rise = std::tan(20 * M_PI / 180);
  // the nearest cell centre is up to 0.05 m away along the slope
  CHECK(height(ramp, 2.0, 0.9) == 0.0);
  CHECK(height(ramp, -9.0, 2.5) == Approx(1.5 * rise).margin(0.05 * rise + 1e-6));
  CHECK(height(ramp, 5.0, 12.0) == Approx(3.0 * rise).margin(1e-6));
  const std::string back = ramp + "top = 2\nwidth = 4\n";
  CHECK(height(back, 2.0, 5.0) == Approx(3.0 * rise).margin(1e-6));
  CHECK(height(back, 2.0, 7.5) == Approx(1.5 * rise).margin(0.05 * rise + 1e-6));
  CHECK(height(back, 2.0, 9.2) == 0.0);
  CHECK(height(back, 3.8, 5.0) == Approx(3.0 * rise).margin(1e-6));
  CHECK(height(back, 4.3, 5.0) == 0.0);
  const std::string step = "[[step]]\nposition = [0, 0]\nheight = -0.3\n";
  CHECK(height(step, -0.05, 3.0) == 0.0);
  CHECK(height(step, 0.15, 3.0) == Approx(-0.3).margin(1e-6));
  const std::string bed =
      "[[step]]\nposition = [-19, 0]\nheight = 0.5\n[[bed]]\nposition = [3, 0]\nsize = [6, 4]\nheight = "
      "1.0\nslope_deg = 10\nmargin = 2\n";
  // beds come before steps
  CHECK(height(bed, 3.0, 0.0) == Approx(1.5).margin(0.05 * std::tan(10 * M_PI / 180) + 1e-6));
  CHECK(height(bed, 5.0, -1.0) - height(bed, 1.0, 1.5) ==
        Approx(4.0 * std::tan(10 * M_PI / 180)).margin(1e-6));
  CHECK(height(bed, 3.0, 4.2) == Approx(0.5).margin(1e-6));  // beyond the margin
}

TEST_CASE("Crater sizes follow their law") {
  // N(> D) ~ D^-b between 1 and 10 m. Depths from 8000 craters on a plane that are too small to see each
  // other: read from the recipe's own heights would need them apart, so their count of cells below the ground
  // is compared: the area of the bowls below z = 0, r/R < sqrt(1 - rim/depth) = sqrt(0.8), is 0.2 pi D^2.
  const double b = 3.0, area = 1000.0 * 1000.0;
  const TerrainMaker maker(
      recipe("kind = \"flat\"\nsize = [1000, 1000]\ncell = 0.5\nseed = 9\n[craters]\ndensity = "
             "0.001\nmin_diameter = "
             "3\nmax_diameter = 30\nexponent = 3.0\n"));
  const std::vector<float> z = made(maker);
  double below = 0.0;
  for (const float height : z) below += (height < 0.0f) * 0.25;
  // E[D^2] of the law: b / (b - 2) (Dmin^(2-b) - Dmax^(2-b)) / (Dmin^-b - Dmax^-b)
  const double mean_square = b / (b - 2.0) * (std::pow(3.0, 2 - b) - std::pow(30.0, 2 - b)) /
                             (std::pow(3.0, -b) - std::pow(30.0, -b));
  // 1000 craters: 3 % of overlap and ejecta of neighbours in bowls, 4 % (one sigma) of the heavy tail
  CHECK(below == Approx(0.001 * area * 0.2 * M_PI * mean_square).epsilon(0.1));
}

TEST_CASE("A recipe's new keys are refused where they are wrong") {
  const std::string flat = "kind = \"flat\"\nsize = [40, 40]\ncell = 0.1\n";
  const auto fails = [&](const std::string& text, const std::string& what) {
    CHECK_THROWS_WITH(TerrainMaker(recipe(text)),
                      ContainsSubstring("recipe.toml") && ContainsSubstring(what));
  };
  fails(flat + "[[ripples]]\nwavelength = 0.3\nheight = 0.1\n", "4 cells");
  fails(flat + "[[ripples]]\nwavelength = 3\nheight = 5\n", "height");
  fails(flat + "[[step]]\nheight = 1\n", "position");
  fails(flat + "[craters]\ncount = 3\ndensity = 0.1\nmin_diameter = 1\nmax_diameter = 2\n", "one of the two");
  fails(flat + "[craters]\ncount = 3\nmin_diameter = 1\nmax_diameter = 2\nmin_depth_ratio = 0.3\n",
        "min_depth_ratio");
  fails(flat + "[craters]\ndensity = 1e6\nmin_diameter = 1\nmax_diameter = 2\n", "at most 1000000");
  fails(
      "kind = \"fractal\"\nsize = [9, 9]\ncell = 0.1\nhurst = 0.5\nlag = 1\nrms_slope_deg = 3\nrms_deviation "
      "= 0.1\n",
      "one of the two");
  fails("kind = \"flat\"\nsize = [1e6, 9]\ncell = 0.1\n", "500000");
  fails("kind = \"flat\"\nsize = [7000, 7000]\ncell = 0.1\n", "at most 4e+09");
}

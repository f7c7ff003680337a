// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/survey/make/recipe.hpp"

#include <cmath>

#include "catch.hpp"
#include "folders.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/math/random.hpp"
#include "grouser/survey/raster/geotiff.hpp"

using namespace grouser;

namespace {

Heightfield made(const std::string& text) {
  return make_terrain(TomlTable::parse(text, "recipe.toml"), "recipe.toml");
}

std::string fractal(const std::string& more) {
  return "kind = \"fractal\"\nsize = [64.0, 48.0]\ncell = 0.25\nseed = 7\nrms_slope_deg = 5.0\nlag = 2.0\n" +
         more;
}

// Root mean square of z(x + lag) - z(x) over both directions.
double structure(const Heightfield& field, int lag_cells) {
  const HeightfieldSpec& s = field.spec();
  double sum = 0.0, count = 0.0;
  const auto z = [&](int column, int row) {
    return static_cast<double>(s.offsets[row * s.columns + column]);
  };
  for (int j = 0; j < s.rows; ++j)
    for (int i = 0; i < s.columns; ++i) {
      if (i + lag_cells < s.columns) sum += std::pow(z(i + lag_cells, j) - z(i, j), 2), count += 1.0;
      if (j + lag_cells < s.rows) sum += std::pow(z(i, j + lag_cells) - z(i, j), 2), count += 1.0;
    }
  return std::sqrt(sum / count);
}

}  // namespace

TEST_CASE("Philox streams are those of Random123's known answers") {
  // kat_vectors of Random123: philox4x32 10 rounds, counter 0, key 0: 6627e8d5 e169c58d bc57ac4c 9b00dbd8
  math::RandomStream stream(0, 0);
  CHECK(stream.bits() == 0xe169c58d6627e8d5ull);
  math::RandomStream again(0, 0), other(0, 1);
  CHECK(again.bits() != other.bits());
}

TEST_CASE("Uniform and normal numbers have their moments") {
  math::RandomStream stream(3, 4);
  double mean = 0, normal_mean = 0, normal_square = 0;
  const int n = 100000;
  for (int i = 0; i < n; ++i) {
    mean += stream.uniform() / n;
    const double x = stream.normal();
    normal_mean += x / n;
    normal_square += x * x / n;
  }
  // standard errors: 0.289, 1 and 1.414 over sqrt(n); five of them
  CHECK(mean == Approx(0.5).margin(5 * 0.289 / std::sqrt(n)));
  CHECK(normal_mean == Approx(0.0).margin(5 / std::sqrt(n)));
  CHECK(normal_square == Approx(1.0).margin(5 * 1.414 / std::sqrt(n)));
}

TEST_CASE("A plane recipe is that plane") {
  const Heightfield field =
      made("kind = \"plane\"\nsize = [20, 10]\ncell = 0.5\nslope_deg = 15\nuphill_deg = 90\n");
  HeightSample s;
  REQUIRE(field.sample(1.3, -2.1, s));
  // heights are floats of about 1 m: 6e-8 each
  CHECK(s.z == Approx(-2.1 * std::tan(15 * M_PI / 180)).margin(2e-7));
  CHECK(s.slope_y == Approx(std::tan(15 * M_PI / 180)).margin(1e-6));
  CHECK(s.slope_x == Approx(0.0).margin(1e-6));
}

TEST_CASE("A sinusoid recipe has the amplitude and wavelength asked for") {
  const Heightfield field =
      made("kind = \"sinusoid\"\nsize = [20, 20]\ncell = 0.05\namplitude = 0.3\nwavelength = 4\n");
  HeightSample s;
  REQUIRE(field.sample(1.0, 0.7, s));  // a quarter wave: the crest; cubic convolution's error is A (k cell)^3
  CHECK(s.z == Approx(0.3).margin(0.3 * std::pow(2 * M_PI / 4 * 0.05, 3)));
  REQUIRE(field.sample(0.5, 3.0, s));
  CHECK(s.z == Approx(0.3 * std::sqrt(0.5)).margin(0.3 * std::pow(2 * M_PI / 4 * 0.05, 3)));
}

// E[(z(x + L) - z(x))^2] of waves of all directions, sum a^2 (1 - J0(k L)), up to a factor: from the
// definition, apart from the program.
double expected_structure(double hurst, double lag) {
  double sum = 0.0;
  for (double wavelength = 64.0; wavelength > 0.999; wavelength /= std::pow(2.0, 0.25))
    sum += std::pow(wavelength, 2 * hurst) * (1.0 - std::cyl_bessel_j(0.0, 2 * M_PI * lag / wavelength));
  return std::sqrt(sum);
}

TEST_CASE("A fractal recipe has the slope and the growth with distance asked for") {
  for (const double hurst : {0.5, 0.8}) {
    double square[2] = {0.0, 0.0};
    const int seeds = 8;
    for (int seed = 0; seed < seeds; ++seed) {
      TomlTable recipe = TomlTable::parse(fractal("hurst = " + std::to_string(hurst) + "\n"), "recipe.toml");
      recipe.set({"seed", std::to_string(seed)});
      const Heightfield field = make_terrain(recipe, "");
      square[0] += std::pow(structure(field, 8), 2) / seeds;
      square[1] += std::pow(structure(field, 32), 2) / seeds;
    }
    // the longest waves fit a field once, so one field differs by some 15 % and the mean of eight by 5 %
    CHECK(std::sqrt(square[0]) / 2.0 == Approx(std::tan(5 * M_PI / 180)).epsilon(0.1));
    const double growth = expected_structure(hurst, 8.0) / expected_structure(hurst, 2.0);
    CHECK(std::sqrt(square[1] / square[0]) == Approx(growth).epsilon(0.1));
  }
}

TEST_CASE("The same seed gives the same bytes, another seed others") {
  const std::uint64_t hash =
      made(fractal("hurst = 0.7\n[craters]\ncount = 5\nmin_diameter = 2\nmax_diameter = 6\n")).hash();
  CHECK(hash_text(hash) == "60b645add7120a65");
  TomlTable other = TomlTable::parse(fractal("hurst = 0.7\n"), "recipe.toml");
  const std::uint64_t first = make_terrain(other, "").hash();
  other.set({"seed", "8"});
  CHECK(make_terrain(other, "").hash() != first);
}

TEST_CASE("A crater is as deep as its ratio says, and its rim as high") {
  const Heightfield field = made(
      "kind = \"flat\"\nsize = [40, 40]\ncell = 0.1\nseed = 1\n[craters]\ncount = 1\nmin_diameter = "
      "6\nmax_diameter = 6\n");
  // depth below the rim 0.2 D = 1.2 m, rim a fifth of it; the grid misses the crest by up to half a cell of
  // the bowl's slope, 2 depth/R = 0.8: 0.04 m
  CHECK(field.lowest() == Approx(0.24 - 1.2).margin(0.001));
  CHECK(field.highest() == Approx(0.24).margin(0.04));
}

TEST_CASE("Recipes that cannot be made are refused with their place") {
  using Catch::Matchers::ContainsSubstring;
  CHECK_THROWS_WITH(made("kind = \"mountain\"\nsize = [4, 4]\ncell = 1\n"),
                    ContainsSubstring("recipe.toml:1") && ContainsSubstring("fractal"));
  CHECK_THROWS_WITH(made("kind = \"flat\"\nsize = [100, 100]\ncell = 0.01\n"),
                    ContainsSubstring("cell") && ContainsSubstring("64 million"));
  CHECK_THROWS_AS(made("kind = \"flat\"\nsize = [1, 1]\ncell = 1\n"), InputError);
  CHECK_THROWS_WITH(made(fractal("hurst = 1.5\n")), ContainsSubstring("hurst"));
  CHECK_THROWS_AS(made(fractal("hurst = 0.5\nlongest = 0.3\n")), InputError);
  CHECK_THROWS_AS(made("kind = \"flat\"\nsize = [9, 9]\ncell = 1\n[craters]\ncount = 1\nmin_diameter = "
                       "3\nmax_diameter = 2\n"),
                  InputError);
}

TEST_CASE("The shipped terrain is what its recipe makes, and a rover can drive on it") {
  const std::string folder = test::source_folder().string() + "/terrains/";
  const TomlTable recipe = TomlTable::load(folder + "mars_made.toml");
  const Heightfield field = make_terrain(recipe, "mars_made");
  recipe.finish();
  const Heightfield shipped = load_geotiff(folder + "mars_made.tif");
  CHECK((shipped.spec().offsets == field.spec().offsets));
  CHECK(shipped.spec().datum == field.spec().datum);
  CHECK(shipped.spec().west == field.spec().west);
  CHECK(shipped.spec().north == field.spec().north);
  // driveable: slopes at the samples along the traverse (y = 0, -16 to 16 m) below 15 degrees, and 95 % of
  // the field below 12
  int steep = 0, count = 0;
  for (double y = -30; y <= 30; y += 0.5)
    for (double x = -30; x <= 30; x += 0.5) {
      HeightSample s;
      REQUIRE(field.sample(x, y, s));
      const double slope = std::atan(std::hypot(s.slope_x, s.slope_y)) * 180 / M_PI;
      steep += slope > 12.0;
      ++count;
      if (y == 0.0 && std::fabs(x) <= 16.0) CHECK(slope < 15.0);
    }
  CHECK(steep < 0.05 * count);
}

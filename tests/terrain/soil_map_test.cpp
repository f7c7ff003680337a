// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/terrain/surface/soil_map.hpp"

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/survey/soil_map/soil_map_cut.hpp"
#include "made_soil_map.hpp"

using namespace grouser;
using namespace grouser::test;

TEST_CASE("A map that differs in all four corners is looked up right way round") {
  const SoilGrid grid{.columns = 3, .rows = 2, .west = 10.0, .north = 20.0, .cell = 2.0};
  const SoilMap map(grid, four_classes(), {0, 1, 2, 3, 1, 0}, "test");
  CHECK(map.class_at(10.0, 20.0) == 0);  // north-west
  CHECK(map.class_at(14.0, 20.0) == 2);  // north-east
  CHECK(map.class_at(10.0, 18.0) == 3);  // south-west
  CHECK(map.class_at(14.9, 17.1) == 0);  // south-east, near the cell's corner
  CHECK(map.class_at(10.99, 20.0) == 0);
  CHECK(map.class_at(11.01, 20.0) == 1);
  CHECK(map.class_at(9.01, 20.99) == 0);  // cells reach half a cell beyond their centres
  CHECK(map.class_at(8.99, 20.0) == -1);
  CHECK(map.class_at(10.0, 21.01) == -1);
  CHECK(map.class_at(1e300, 0.0) == -1);
}

TEST_CASE("A legend is written as it is read") {
  const SoilLegend legend = four_classes();
  const SoilLegend back = SoilLegend::read(TomlTable::parse(legend.to_toml(), "legend.toml"));
  REQUIRE(back.classes().size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(back.classes()[i].value == legend.classes()[i].value);
    CHECK(back.classes()[i].name == legend.classes()[i].name);
    CHECK(back.classes()[i].soil == legend.classes()[i].soil);
    CHECK(back.classes()[i].colour == legend.classes()[i].colour);
  }
  CHECK(back.at("plate", "x").value == 2);
  CHECK(back.at("3", "x").name == "clay");
  CHECK_THROWS_WITH(
      back.at("mud", "--class"),
      "--class: found no class \"mud\" in the legend, expected one of dust (0), sand (1), plate (2), "
      "clay (3)");
}

TEST_CASE("Wrong legends and maps say what is wrong") {
  const auto refused = [](const std::string& text, const std::string& found) {
    CHECK_THROWS_WITH(SoilLegend::read(TomlTable::parse(text, "l.toml")),
                      Catch::Matchers::ContainsSubstring(found));
  };
  refused("", "no [[class]]");
  const std::string sand = "[[class]]\nvalue = 1\nname = 'sand'\nsoil = 'es1'\ncolour = [1, 0, 0]\n";
  refused(sand + sand, "value 1 twice");
  refused(sand + "[[class]]\nvalue = 2\nname = 'sand'\nsoil = 'es2'\ncolour = [1, 0, 0]\n", "\"sand\" twice");
  refused("[[class]]\nvalue = 256\nname = 'a'\nsoil = 'es1'\ncolour = [1, 0, 0]\n", "256");
  refused("[[class]]\nvalue = 1\nname = 'a'\ncolour = [1, 0, 0]\n", "soil");
  refused(sand + "depth = 1\n", "depth");
  const SoilGrid grid = square_grid(2, 1.0);
  CHECK_THROWS_WITH(
      SoilMap(grid, four_classes(), {0, 1, 2, 9}, "m.tif"),
      Catch::Matchers::StartsWith("m.tif: found class 9 in column 1, row 1, expected a class of the legend"));
  CHECK_THROWS_AS(SoilMap(grid, four_classes(), {0, 1, 2}, "m.tif"), InputError);
}

TEST_CASE("A map is cut to the terrain under it, cell for cell") {
  const SoilGrid large{
      .columns = 9, .rows = 7, .west = -4.0, .north = 3.0, .cell = 1.0, .map_x = 500.0, .map_y = 80.0};
  const SoilMap map =
      map_on(large, [](double x, double y) { return (static_cast<int>(x + 3.0 * y) % 4 + 4) % 4; });
  HeightfieldSpec spec;
  spec.columns = 5, spec.rows = 4, spec.cell = 1.0;
  spec.west = -2.0, spec.north = 1.5;  // another frame: its origin is (501, 80.5) of the map
  spec.map_x = 501.0, spec.map_y = 80.5;
  spec.offsets.assign(20, 0.0f);
  const SoilMap cut = cut_to(map, Heightfield(spec), "soil_map");
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 5; ++column) {
      const double east = spec.map_x + cut.x_of(column), north = spec.map_y + cut.y_of(row);
      CHECK(int(cut[{column, row}]) == map.class_at(east - large.map_x, north - large.map_y));
    }

  const auto refused = [&](const char* expected) {
    CHECK_THROWS_WITH(cut_to(map, Heightfield(spec), "soil_map"),
                      Catch::Matchers::StartsWith("soil_map: found a soil map of 9 x 7 cells of 1 m") &&
                          Catch::Matchers::ContainsSubstring(expected));
  };
  spec.map_x = 501.4;
  refused("cells that are the terrain's");
  spec.map_x = 504.0;
  refused("a map that covers the terrain");
  spec.map_x = 501.0, spec.cell = 1.01;
  refused("the terrain's grid: 5 x 4 cells of 1.01 m");
}

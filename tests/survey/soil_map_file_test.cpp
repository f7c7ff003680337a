// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/survey/soil_map/soil_map_file.hpp"

#include <fstream>

#include "../scratch_folder.hpp"
#include "catch.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/survey/raster/geotiff.hpp"
#include "grouser/survey/raster/raster_sink.hpp"
#include "grouser/survey/soil_map/soil_map_cut.hpp"
#include "terrain/made_soil_map.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

SoilMap sample() {
  SoilGrid grid = square_grid(37, 0.5);
  grid.map_x = 1200.0, grid.map_y = -340.0;
  return map_on(grid,
                [](double x, double y) { return (static_cast<int>(x) + 2 * static_cast<int>(y) + 40) % 4; });
}

void write_both(const std::filesystem::path& path, const SoilMap& map) {
  write_soil_raster(path, map);
  write_legend(path, map.legend());
}

}  // namespace

TEST_CASE("A soil map comes back from its files as it was, and the same map gives the same bytes") {
  const ScratchFolder folder("soil_map_file");
  const SoilMap map = sample();
  write_both(folder / "a.tif", map);
  const SoilMap back = load_soil_map(folder / "a.tif");
  CHECK(back.hash() == map.hash());
  CHECK(back.grid().map_x == map.grid().map_x);
  CHECK(back.grid().map_y == map.grid().map_y);
  write_both(folder / "b.tif", back);
  CHECK(read_text_file(folder / "a.tif") == read_text_file(folder / "b.tif"));
  CHECK(read_text_file(folder / "a.legend.toml") == read_text_file(folder / "b.legend.toml"));
}

TEST_CASE("A map made on a terrain's grid lies on the terrain that is read back from its file") {
  const ScratchFolder folder("soil_map_grid");
  const Heightfield field = field_of(6.0, 0.5, [](double x, double) { return 0.1 * x; });
  write_geotiff(folder / "site.tif", field);
  const SoilMap map = map_on(grid_of(field), [](double x, double) { return x < 1.2 ? 0 : 3; });
  write_both(folder / "soils.tif", map);
  const Heightfield part =
      load_geotiff(folder / "site.tif", {.center = {{1.0, 0.5}}, .map_center = {}, .size = {{4.0, 3.0}}});
  const SoilMap cut = cut_to(load_soil_map(folder / "soils.tif"), part, "test");
  CHECK(cut.grid().columns == part.spec().columns);
  CHECK(cut.class_at(0.0, 0.0) == 0);  // the window's origin is x = 1 of the terrain
  CHECK(cut.class_at(0.5, 0.0) == 3);
}

TEST_CASE("Undo goes on from the journal on disk") {
  const ScratchFolder folder("soil_map_journal");
  SoilMap map = sample();
  const std::vector<std::uint8_t> start(map.cells().begin(), map.cells().end());
  CHECK(load_journal(folder / "a.tif", map).edits().empty());
  SoilMapJournal journal;
  journal.apply(map, {.value = 2, .where = BrushStroke{2.0, {{0, 0}, {3, 1}}}}, nullptr, "test");
  journal.apply(map, {.value = 0, .where = FloodFill{{0, 0}}}, nullptr, "test");
  write_journal(folder / "a.tif", map, journal);
  SoilMapJournal back = load_journal(folder / "a.tif", map);
  CHECK(back.edits()[0].what == "brush of 2 m along 2 points");
  CHECK(back.position() == 2);
  CHECK((back.undo(map) && back.undo(map)));
  CHECK(std::equal(start.begin(), start.end(), map.cells().begin()));

  CHECK_THROWS_WITH(load_journal(folder / "a.tif", map),
                    Catch::Matchers::ContainsSubstring("edits of another state of the map"));
  std::ofstream(folder / "a.edits") << "grouser soil map edits, version 1\n2 1 0\n";
  CHECK_THROWS_WITH(load_journal(folder / "a.tif", map),
                    Catch::Matchers::ContainsSubstring("a.edits:2: found a damaged journal"));
  std::ofstream(folder / "a.edits") << "";
  CHECK_THROWS_WITH(load_journal(folder / "a.tif", map),
                    Catch::Matchers::ContainsSubstring("a.edits:1: found a damaged journal"));
}

TEST_CASE("Rasters that are no soil maps say what is wrong") {
  const ScratchFolder folder("soil_map_wrong");
  const auto path = folder / "x.tif";
  const auto refused = [&](const char* found) {
    CHECK_THROWS_WITH(load_soil_map(path), Catch::Matchers::ContainsSubstring("x.tif: found ") &&
                                               Catch::Matchers::ContainsSubstring(found));
  };
  refused("");  // no such file
  write_soil_raster(path, sample());
  refused("no legend x.legend.toml");
  write_legend(path, {{{0, "dust", "es1", {}}, {1, "sand", "es2", {}}}, "test"});
  refused("class 2 in column");
  write_geotiff(path, field_of(3.0, 0.5, [](double, double) { return 0.0; }));
  refused("a raster of Float32");
  {
    RasterSpec spec{.columns = 4, .rows = 4, .type = SampleType::uint8, .unit = ""};
    spec.transform = GeoTransform{{0.0, 1.0, 0.0, 0.0, 0.0, -1.0}};
    RasterSink sink(path, spec);
    sink.write({0, 0, 4, 4}, std::vector<std::uint8_t>(16, 1));
    sink.finish();
  }
  refused("no colour table");
}

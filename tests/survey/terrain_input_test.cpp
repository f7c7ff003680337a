// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/survey/make/terrain_input.hpp"

#include <cmath>

#include "catch.hpp"
#include "folders.hpp"
#include "grouser/base/error.hpp"
#include "terrain/made_fields.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;

namespace {

struct Loaded {
  Terrain terrain;
  std::vector<std::string> materials;
};

Loaded load(const std::string& text, std::shared_ptr<const Heightfield> raster = nullptr) {
  const TomlTable table = TomlTable::parse(text, "scenario.toml");
  std::vector<std::string> materials;
  Terrain terrain = load_terrain(table, test::source_folder(), materials, raster);
  table.finish();
  return {terrain, materials};
}

bool near(const Vec3& a, const Vec3& b) { return (a - b).norm() < 1e-12; }

}  // namespace

TEST_CASE("Flat and plane are unbounded planes") {
  const Loaded flat = load("kind = \"flat\"\nsoil = \"hard\"\n");
  CHECK(flat.terrain.heightfield() == nullptr);
  HeightSample s;
  REQUIRE(flat.terrain.height(1e5, -1e5, s));
  CHECK(s.z == 0.0);
  const Loaded plane = load("kind = \"plane\"\nslope_deg = 15\nsoil = \"sand\"\n");
  REQUIRE(plane.terrain.height(2.0, 7.0, s));
  CHECK(s.z == Approx(2.0 * std::tan(15 * M_PI / 180)));  // rises towards +x
  const Loaded north = load("kind = \"plane\"\nslope_deg = 15\nuphill_deg = 90\nsoil = \"sand\"\n");
  REQUIRE(north.terrain.height(2.0, 7.0, s));
  CHECK(s.z == Approx(7.0 * std::tan(15 * M_PI / 180)));
}

TEST_CASE("Soils are numbered in order of first use") {
  const Loaded l = load(R"(kind = "flat"
soil = "sand"
shape = [{type = "box", position = [0,0,0], size = [1,1,1], soil = "rock"},
         {type = "box", position = [0,0,0], size = [1,1,1], soil = "sand"},
         {type = "box", position = [0,0,0], size = [1,1,1], soil = "rock", name = "c", owner = "lander"}]
)");
  CHECK(l.materials == std::vector<std::string>{"sand", "rock"});
  CHECK(l.terrain.base_material() == 0);
  CHECK(l.terrain.shapes()[0].material == 1);
  CHECK(l.terrain.shapes()[1].material == 0);
  CHECK(l.terrain.shapes()[2].material == 1);
  CHECK(l.terrain.shapes()[0].name == "shape_1");
  CHECK(l.terrain.shapes()[0].owner == "world");
  CHECK(l.terrain.shapes()[2].owner == "lander");
}

TEST_CASE("Shapes stand where their keys say") {
  const Loaded l = load(R"(kind = "flat"
soil = "s"
[[shape]]
type = "box"
position = [1.0, 2.0, 3.0]
size = [2.0, 4.0, 6.0]
rpy_deg = [0.0, 0.0, 90.0]
soil = "s"
[[shape]]
type = "plate"
position = [0.0, 0.0, 0.5]
size = [2.0, 1.0]
thickness = 0.1
soil = "s"
[[shape]]
type = "step"
edge = -0.7
height = 0.2
length = 2.0
width = 3.0
soil = "s"
[[shape]]
type = "step"
edge = 0.7
height = 0.2
base = 1.0
facing = "backward"
soil = "s"
[[shape]]
type = "ramp"
position = [1.0, 0.0, 0.0]
length = 2.0
width = 1.0
slope_deg = 30.0
soil = "s"
)");
  const auto& shapes = l.terrain.shapes();
  CHECK(near(shapes[0].pose.p, {1, 2, 3}));
  CHECK(near(shapes[0].half, {1, 2, 3}));
  CHECK(near(shapes[0].pose.R.col(0), Vec3::UnitY()));
  // a plate's top is at its position
  CHECK(near(shapes[1].pose * Vec3(0, 0, shapes[1].half.z()), {0, 0, 0.5}));
  CHECK(near(shapes[1].half, {1, 0.5, 0.05}));
  // a step's edge: x = -0.7 at z = 0.2, the body behind it
  CHECK(near(shapes[2].pose * Vec3(1.0, 0, 0.1), {-0.7, 0, 0.2}));
  CHECK(shapes[2].pose.p.x() < -0.7);
  CHECK(near(shapes[3].pose * Vec3(-shapes[3].half.x(), 0, 0.1), {0.7, 0, 1.2}));
  // a ramp's surface starts at its position and rises 30 degrees along x
  const Vec3 half = shapes[4].half;
  CHECK(near(shapes[4].pose * Vec3(-half.x(), 0, half.z()), {1, 0, 0}));
  CHECK(near(shapes[4].pose * Vec3(half.x(), 0, half.z()), {1 + 2 * std::cos(M_PI / 6), 0, 1.0}));
}

TEST_CASE("Files, recipes and fields inline") {
  const Loaded file =
      load("file = \"terrains/mars_made.tif\"\nsoil = \"s\"\ncenter = [5.0, -5.0]\nsize = [20.0, 10.0]\n");
  REQUIRE(file.terrain.heightfield());
  CHECK(file.terrain.heightfield()->spec().columns == 80);
  const Loaded recipe = load("recipe = \"terrains/mars_made.toml\"\nsoil = \"s\"\n");
  REQUIRE(recipe.terrain.heightfield());
  // the window's middle is (5, -5) of the whole field
  HeightSample a, b;
  REQUIRE(file.terrain.height(1.3, 0.4, a));
  REQUIRE(recipe.terrain.height(6.3, -4.6, b));
  CHECK(a.z == Approx(b.z).margin(1e-12));
  const Loaded inlined =
      load("kind = \"sinusoid\"\nsize = [8, 8]\ncell = 0.5\namplitude = 0.1\nwavelength = 4\nsoil = \"s\"\n");
  REQUIRE(inlined.terrain.heightfield());
  CHECK(inlined.terrain.heightfield()->spec().columns == 16);
}

TEST_CASE("With a raster from a run file nothing is opened") {
  const auto raster =
      std::make_shared<const Heightfield>(test::field_of(4.0, 0.5, [](double, double) { return 1.0; }));
  CHECK(load("file = \"gone.tif\"\nsoil = \"s\"\ncenter = [0, 0]\nsize = [5, 5]\n", raster)
            .terrain.heightfield() == raster.get());
  CHECK(load("recipe = \"gone.toml\"\nsoil = \"s\"\n", raster).terrain.heightfield() == raster.get());
}

TEST_CASE("Wrong terrain tables name their place") {
  CHECK_THROWS_WITH(load("soil = \"s\"\n"), ContainsSubstring("exactly one"));
  CHECK_THROWS_WITH(load("kind = \"flat\"\nfile = \"x.tif\"\nsoil = \"s\"\n"),
                    ContainsSubstring("2 of the keys"));
  CHECK_THROWS_WITH(load("kind = \"flat\"\n"), ContainsSubstring("soil"));
  CHECK_THROWS_WITH(load("kind = \"flat\"\nsoil = \"s\"\ncolour = 1\n"),
                    ContainsSubstring("scenario.toml:3") && ContainsSubstring("colour"));
  CHECK_THROWS_WITH(load("file = \"none.tif\"\nsoil = \"s\"\n"),
                    ContainsSubstring("scenario.toml:1") && ContainsSubstring("none.tif"));
  const std::string shape = "kind = \"flat\"\nsoil = \"s\"\n[[shape]]\nsoil = \"s\"\n";
  CHECK_THROWS_WITH(load(shape + "type = \"ball\"\n"),
                    ContainsSubstring("ball") && ContainsSubstring("ramp"));
  CHECK_THROWS_WITH(load(shape + "type = \"box\"\nposition = [0,0,0]\nsize = [1,-1,1]\n"),
                    ContainsSubstring("size"));
  CHECK_THROWS_WITH(load(shape + "type = \"box\"\nposition = [0,0,0]\n"), ContainsSubstring("size"));
  CHECK_THROWS_WITH(load(shape + "type = \"step\"\nedge = 0\nheight = 0\n"), ContainsSubstring("height"));
  CHECK_THROWS_WITH(load(shape + "type = \"plate\"\nposition = [0,0,0]\nsize = [1,1]\nthicknes = 1\n"),
                    ContainsSubstring("thicknes"));
}

TEST_CASE("The hash of a terrain knows its shapes") {
  const std::string base = "kind = \"flat\"\nsoil = \"s\"\n";
  const std::string box = "[[shape]]\ntype = \"box\"\nposition = [0,0,0]\nsize = [1,1,1]\nsoil = \"s\"\n";
  CHECK(load(base).terrain.hash() == load(base).terrain.hash());
  CHECK(load(base).terrain.hash() != load(base + box).terrain.hash());
  CHECK(load(base + box).terrain.hash() != load(base + box + "rpy_deg = [0,0,1]\n").terrain.hash());
}

TEST_CASE("Rocks and shapes of a recipe stand on its ground, also where a run brings the grid") {
  const std::string recipe =
      "kind = \"sinusoid\"\nsize = [40, 40]\ncell = 0.25\nseed = 4\namplitude = 0.2\nwavelength = "
      "9\n[rocks]\nabundance = "
      "0.1\nmin_diameter = 0.3\nmax_diameter = 2\n[[shape]]\ntype = \"box\"\nposition = [1, 2, 0.3]\nsize = "
      "[1, 1, "
      "1]\nsoil = \"plate\"\n";
  const auto open = [&](const std::string& key, const std::string& name) -> std::optional<TomlTable> {
    CHECK(key == "recipe");
    CHECK(name == "field.toml");
    return TomlTable::parse(recipe, name);
  };
  const TomlTable table = TomlTable::parse("soil = \"sand\"\nrecipe = \"field.toml\"\n", "scenario.toml");
  std::vector<std::string> materials, again;
  const Terrain terrain = load_terrain(table, "", materials, nullptr, open);
  CHECK(materials == std::vector<std::string>{"sand", "plate", "bedrock"});
  REQUIRE(terrain.shapes().size() > 30);
  CHECK(near(terrain.shapes()[0].pose.p, Vec3(1, 2, 0.3)));
  CHECK(terrain.shapes()[5].material == 2);
  auto grid = std::make_shared<const Heightfield>(terrain.heightfield()->spec());
  CHECK(load_terrain(table, "", again, grid, open).hash() == terrain.hash());
  // a run of a time before rocks: the grid alone
  const auto nothing = [](const std::string&, const std::string&) { return std::optional<TomlTable>(); };
  CHECK(load_terrain(table, "", again, grid, nothing).shapes().empty());
}

TEST_CASE("Rocks may lie on any raster, in its map's coordinates") {
  HeightfieldSpec spec;
  spec.columns = spec.rows = 81;
  spec.cell = 0.5;
  spec.west = -20.0;
  spec.north = 20.0;
  spec.map_x = 5000.0;
  spec.map_y = -700.0;
  spec.offsets.assign(81 * 81, 1.5f);
  const auto grid = std::make_shared<const Heightfield>(std::move(spec));
  const Loaded laid = load(
      "file = \"x.tif\"\nsoil = \"sand\"\n[rocks]\nsoil = \"hard\"\nlaid = [[5003, -706, 0.5, 0.4, 0.3, 0, "
      "0, 90], [9000, 0, "
      "1, 1, 1, 0, 0, 0]]\n",
      grid);
  REQUIRE(laid.terrain.shapes().size() == 1);  // the other lies off the window
  const RigidShape& rock = laid.terrain.shapes()[0];
  CHECK(near(rock.pose * Vec3(0, 0, rock.half.z()), Vec3(3, -6, 1.8)));
  CHECK(laid.materials == std::vector<std::string>{"sand", "hard"});
  const Loaded scattered = load(
      "file = \"x.tif\"\nsoil = \"sand\"\nseed = 3\n[rocks]\nabundance = 0.1\nmin_diameter = "
      "0.3\nmax_diameter = 1\n",
      grid);
  CHECK(scattered.terrain.shapes().size() > 30);
  CHECK_THROWS_WITH(load("kind = \"flat\"\nsoil = \"sand\"\n[rocks]\nabundance = 0.1\nmin_diameter = "
                         "0.3\nmax_diameter = 1\n"),
                    ContainsSubstring("without an end"));
}

// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/survey/make/rocks.hpp"

#include <algorithm>
#include <cmath>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/random.hpp"
#include "grouser/survey/make/recipe.hpp"
#include "grouser/survey/make/solids.hpp"
#include "grouser/terrain/touch/wheel_arc.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;

namespace {

struct Field {
  TomlTable recipe;
  TerrainMaker maker;
  std::vector<Rock> rocks;

  explicit Field(const std::string& rocks_table, double side = 200.0, int seed = 5)
      : recipe(TomlTable::parse("kind = \"flat\"\nsize = [" + std::to_string(side) + ", " +
                                    std::to_string(side) + "]\ncell = 0.5\n[rocks]\n" + rocks_table,
                                "recipe.toml")),
        maker(recipe),
        rocks(read_rocks(recipe.table("rocks"), static_cast<std::uint64_t>(seed), maker.grid())) {}
};

}  // namespace

TEST_CASE("The law of rocks is Golombek and Rapp's") {
  // by hand: k = 0.1: q = 1.79 + 1.52 = 3.31; F(0.5) = 0.1 exp(-1.655)
  CHECK(rock_decay(0.1) == Approx(3.31));
  CHECK(rock_area_fraction(0.1, 0.5) == Approx(0.1 * std::exp(-1.655)));
  // the Viking 2 site, k = 0.176: about 6 % of it under rocks of 0.4 m and more
  CHECK(rock_area_fraction(0.176, 0.4) == Approx(0.0608).margin(0.0005));
  // number of rocks: by the exponential integral, int e^-qD / D^2 = e^-qD / D - q E1(qD)
  const double q = rock_decay(0.05);
  const auto integral = [&](double d) { return std::exp(-q * d) / d + q * std::expint(-q * d); };
  CHECK(rock_density(0.05, 0.1, 1.5) ==
        Approx(4.0 * 0.05 * q / M_PI * (integral(0.1) - integral(1.5))).epsilon(1e-9));
}

TEST_CASE("Rock sizes follow the law: number, distribution and covered area") {
  const double k = 0.1, smallest = 0.15, largest = 3.0;
  const Field field("abundance = 0.1\nmin_diameter = 0.15\nmax_diameter = 3.0\n");
  std::vector<double> d;
  double covered = 0.0;
  for (const Rock& rock : field.rocks) {
    d.push_back(rock.diameter());
    covered += rock.outline * rock.length * rock.width;
  }
  std::sort(d.begin(), d.end());
  REQUIRE(d.size() > 5000);
  CHECK(d.front() >= smallest);
  CHECK(d.back() <= largest);
  // Kolmogorov and Smirnov: the largest distance of the distributions, 1 % level 1.63 / sqrt(n)
  const double q = rock_decay(k);
  const auto integral = [&](double x) { return std::exp(-q * x) / x + q * std::expint(-q * x); };
  double apart = 0.0;
  for (std::size_t i = 0; i < d.size(); ++i) {
    const double law = (integral(smallest) - integral(d[i])) / (integral(smallest) - integral(largest));
    apart =
        std::max({apart, std::fabs(law - i / double(d.size())), std::fabs(law - (i + 1) / double(d.size()))});
  }
  CHECK(apart < 1.63 / std::sqrt(double(d.size())));
  // the area under rocks: F(smallest) - F(largest) of the field without its rim of 2 cells and the largest
  // rock
  const double side = 200.0 - 0.5 - 2.0 * (2.0 * 0.5 + 3.0);
  const double expected = (rock_area_fraction(k, smallest) - rock_area_fraction(k, largest)) * side * side;
  // sigma of the sum: sqrt(n E[(pi D^2/4)^2]), from the law: int (pi/4) D^2 k q e^-qD dD, < (pi/4) k 2 / q^2
  const double sigma = std::sqrt(side * side * M_PI / 4.0 * k * 2.0 / (q * q));
  CHECK(covered == Approx(expected).margin(3.0 * sigma));
  // and cumulated: rocks above half a metre
  double large = 0.0;
  for (const Rock& rock : field.rocks)
    if (rock.diameter() >= 0.5) large += rock.outline * rock.length * rock.width;
  CHECK(large == Approx((rock_area_fraction(k, 0.5) - rock_area_fraction(k, largest)) * side * side)
                     .margin(3.0 * sigma));
}

TEST_CASE("Rocks keep apart, keep clear what is asked, and are those of their seed") {
  const std::string table = "abundance = 0.2\nmin_diameter = 0.3\nmax_diameter = 2.0\n";
  const Field field(table, 40.0), again(table, 40.0), other(table, 40.0, 6),
      clear(table + "clear = [[2.0, -3.0, 4.0], [-10.0, 10.0, 2.0]]\n", 40.0);
  REQUIRE(field.rocks.size() > 100);
  for (std::size_t i = 0; i < field.rocks.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Rock &a = field.rocks[i], &b = field.rocks[j];
      // the circumscribed circles from above do not meet
      CHECK(std::hypot(a.x - b.x, a.y - b.y) >= a.reach + b.reach);
    }
  const auto same = [](const Rock& a, const Rock& b) {
    return a.x == b.x && a.y == b.y && a.length == b.length && a.yaw == b.yaw && a.height == b.height &&
           a.form == b.form;
  };
  CHECK(std::equal(field.rocks.begin(), field.rocks.end(), again.rocks.begin(), again.rocks.end(), same));
  CHECK_FALSE(same(field.rocks.front(), other.rocks.front()));
  // those left are the same ones, none reaches into the circles
  CHECK(clear.rocks.size() < field.rocks.size());
  for (const Rock& rock : clear.rocks) {
    CHECK(std::hypot(rock.x - 2.0, rock.y + 3.0) >= 4.0);
    CHECK(std::hypot(rock.x + 10.0, rock.y - 10.0) >= 2.0);
    CHECK(std::any_of(field.rocks.begin(), field.rocks.end(), [&](const Rock& r) { return same(r, rock); }));
  }
}

TEST_CASE("A rock's box stands out of the ground by its height and leaves no gap under it") {
  const TomlTable recipe = TomlTable::parse(
      "kind = \"plane\"\nslope_deg = 20\nuphill_deg = 30\nsize = [30, 30]\ncell = 0.25\n[rocks]\nabundance = "
      "0.1\nmin_diameter = 0.3\nmax_diameter = 2.0\nmax_tilt_deg = 15\nform = \"boxes\"\n",
      "recipe.toml");
  const Heightfield ground = make_terrain(recipe, "");
  const std::vector<Rock> rocks = read_rocks(recipe.table("rocks"), 8, TerrainMaker(recipe).grid());
  const std::vector<RigidShape> boxes = rocks_on(ground, rocks, 3);
  REQUIRE(boxes.size() == rocks.size());
  REQUIRE(boxes.size() > 20);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const RigidShape& box = boxes[i];
    HeightSample s;
    const Vec3 top = box.pose * Vec3(0.0, 0.0, box.half.z());
    REQUIRE(ground.sample(top.x(), top.y(), s));
    CHECK(top.z() - s.z == Approx(rocks[i].height).margin(1e-9));
    CHECK(4.0 * box.half.x() * box.half.y() ==
          Approx(M_PI / 4.0 * rocks[i].diameter() * rocks[i].diameter()));
    for (const double a : {-1.0, 1.0})
      for (const double b : {-1.0, 1.0}) {
        const Vec3 foot = box.pose * Vec3(a * box.half.x(), b * box.half.y(), -box.half.z());
        REQUIRE(ground.sample(foot.x(), foot.y(), s));
        CHECK(foot.z() < s.z);
      }
    CHECK(box.owner == "world");
    CHECK(box.material == 3);
  }
}

TEST_CASE("A wheel in a field of thousands of rocks touches what it touches among the near ones alone") {
  const TomlTable recipe = TomlTable::parse(
      "kind = \"sinusoid\"\namplitude = 0.3\nwavelength = 17\nsize = [80, 80]\ncell = "
      "0.5\n[rocks]\nabundance = "
      "0.2\nmin_diameter = 0.2\nmax_diameter = 2.0\n",
      "recipe.toml");
  const auto ground = std::make_shared<const Heightfield>(make_terrain(recipe, ""));
  const std::vector<RigidShape> boxes =
      rocks_on(*ground, read_rocks(recipe.table("rocks"), 3, TerrainMaker(recipe).grid()), 1);
  REQUIRE(boxes.size() > 2000);
  RigidShape carried;  // a plate on a body, far away until its pose says otherwise
  carried.owner = "rover";
  carried.half = Vec3(0.2, 0.2, 0.05);
  const Terrain all = Terrain(ground, 0, boxes).with_shapes({carried});
  std::vector<RigidTransform> poses = all.shape_poses();
  const GroundMemory memory;
  math::RandomStream random(1, 2);
  int on_rocks = 0, on_plate = 0;
  for (int i = 0; i < 600; ++i) {
    const double x = random.uniform(-37.0, 37.0), y = random.uniform(-37.0, 37.0);
    HeightSample s;
    REQUIRE(ground->sample(x, y, s));
    const WheelDisc disc{{x, y, s.z + random.uniform(0.1, 0.4)}, Vec3::UnitY(), 0.15};
    poses.back().p = disc.center - Vec3(0.0, 0.0, 0.19);
    // the same world of so few shapes that each is looked at
    std::vector<RigidShape> few;
    std::vector<int> number;
    for (std::size_t k = 0; k < boxes.size(); ++k)
      if ((boxes[k].pose.p - disc.center).head<2>().norm() < disc.radius + boxes[k].half.norm()) {
        few.push_back(boxes[k]);
        number.push_back(static_cast<int>(k) + 1);
      }
    few.push_back(carried);
    number.push_back(static_cast<int>(boxes.size()) + 1);
    const Terrain near(ground, 0, few);
    std::vector<RigidTransform> near_poses = near.shape_poses();
    near_poses.back() = poses.back();
    std::array<ArcContact, kMaxArcContacts> found, expected;
    const int count = find_arc_contacts(all, memory, poses, disc, found);
    REQUIRE(count == find_arc_contacts(near, memory, near_poses, disc, expected));
    for (int c = 0; c < count; ++c) {
      const int surface = expected[c].surface;
      CHECK(found[c].surface == (surface == 0 ? 0 : number[static_cast<std::size_t>(surface) - 1]));
      CHECK(found[c].penetration == expected[c].penetration);
      on_rocks += found[c].surface > 0 && found[c].surface <= static_cast<int>(boxes.size());
      on_plate += found[c].surface == static_cast<int>(boxes.size()) + 1;
    }
    SphereContact sphere, same;
    const bool meets = find_sphere_contact(all, poses, disc.center, 0.3, sphere);
    REQUIRE(meets == find_sphere_contact(near, near_poses, disc.center, 0.3, same));
    if (meets) CHECK(sphere.penetration == same.penetration);
  }
  CHECK(on_rocks > 50);
  CHECK(on_plate > 50);
}

TEST_CASE("Laid rocks keep a soil of any name") {
  const std::string soil = "C:\\soils\\a \"b\".toml";
  const TomlTable table = TomlTable::parse(laid_rocks({}, soil), "site.solids.toml");
  CHECK(table.table("rocks").string("soil") == soil);
}

TEST_CASE("Laid rocks come back from their table, in map coordinates") {
  const std::string form = GENERATE("polyhedra", "boxes");
  const Field field("form = \"" + form + "\"\nabundance = 0.1\nmin_diameter = 0.4\nmax_diameter = 2.0\n",
                    60.0);
  REQUIRE(field.rocks.size() > 50);
  const TomlTable table =
      TomlTable::parse(laid_rocks(field.rocks, "bedrock", {1e6, -2e5}), "site.solids.toml");
  CHECK(table.table("rocks").string("soil") == "bedrock");
  const std::vector<Rock> back = read_rocks(table.table("rocks"), 0, field.maker.grid(), {1e6, -2e5});
  REQUIRE(back.size() == field.rocks.size());
  for (std::size_t i = 0; i < back.size(); ++i) {
    // written to 0.1 mm and 0.01 degrees
    CHECK(std::fabs(back[i].x - field.rocks[i].x) < 0.51e-4);
    CHECK(std::fabs(back[i].y - field.rocks[i].y) < 0.51e-4);
    CHECK(std::fabs(back[i].height - field.rocks[i].height) < 0.51e-4);
    CHECK(std::fabs(back[i].yaw - field.rocks[i].yaw) < 0.51e-2 * M_PI / 180);
    CHECK(back[i].form == field.rocks[i].form);
    CHECK(back[i].outline == field.rocks[i].outline);
    CHECK(back[i].reach == Approx(field.rocks[i].reach).margin(1e-4));
  }
  const auto refused = [&](const std::string& row) {
    const TomlTable bad = TomlTable::parse("[rocks]\nlaid = [[" + row + "]]\n", "site.solids.toml");
    CHECK_THROWS_AS(read_rocks(bad.table("rocks"), 0, field.maker.grid()), InputError);
  };
  refused("0, 0, 1, 1, 0, 0, 0, 0");
  refused("0, 0, 1, 1, 1, 80, 0, 0");
  refused("0, 0, 1, 1, 1, 0, 0");
  refused("0, 0, 1, 1, 1, 0, 0, 0]]\nforms = [1, 2]\nunused = [[0");
  refused("0, 0, 1, 1, 1, 0, 0, 0]]\nforms = [-1]\nunused = [[0");
}

TEST_CASE("The file of what stands on a terrain gives the same shapes back") {
  const TomlTable recipe = TomlTable::parse(R"(
kind = "flat"
size = [20, 20]
cell = 0.5
[[shape]]
type = "ramp"
name = "a ramp"
soil = "bedrock"
position = [1, 2, 0.1]
length = 2
width = 1
slope_deg = 20
heading_deg = 35
[[shape]]
type = "hull"
soil = "hard_plate"
colour = [0.1, 0.2, 0.3]
position = [-3, 1, 0]
rpy_deg = [5, -10, 100]
points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.5]]
)",
                                            "recipe.toml");
  const TerrainMaker maker(recipe);
  const Solids solids = read_solids(recipe, maker);
  const Solids back = read_solids(TomlTable::parse(solids_text(solids), "x.solids.toml"), maker);
  REQUIRE(back.shapes.size() == 2);
  CHECK(back.soils == solids.soils);
  for (std::size_t k = 0; k < 2; ++k) {
    const RigidShape &a = solids.shapes[k], &b = back.shapes[k];
    CHECK(b.name == a.name);
    CHECK(b.material == a.material);
    CHECK(b.colour == a.colour);
    CHECK(bool(b.hull) == bool(a.hull));
    CHECK((b.half - a.half).norm() < 1e-15);
    CHECK((b.pose.p - a.pose.p).norm() < 1e-14);
    CHECK((b.pose.R - a.pose.R).norm() < 1e-14);
  }
}

TEST_CASE("Rocks that cannot be laid are refused") {
  const auto fails = [](const std::string& table, double side, const std::string& what) {
    CHECK_THROWS_WITH(Field(table, side), ContainsSubstring("recipe.toml") && ContainsSubstring(what));
  };
  fails("abundance = 0.6\nmin_diameter = 0.3\nmax_diameter = 1\n", 40.0, "abundance");
  fails("abundance = 0.1\nmin_diameter = 1.3\nmax_diameter = 1\n", 40.0, "max_diameter");
  fails("abundance = 0.1\nmin_diameter = 0.01\nmax_diameter = 1\n", 200.0, "at most 100000");
  fails("abundance = 0.1\nmin_diameter = 0.3\nmax_diameter = 30\n", 40.0, "within the terrain");
  fails("abundance = 0.1\nmin_diameter = 0.3\nmax_diameter = 1\ncenter = [15, 0]\nsize = [20, 20]\n", 40.0,
        "within the terrain");
}

// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/mission/placement/placement.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "catch.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"
#include "grouser/mission/placement/placement_statistics.hpp"
#include "grouser/survey/make/recipe.hpp"
#include "grouser/survey/raster/raster_sink.hpp"
#include "grouser/survey/soil_map/soil_map_file.hpp"
#include "scratch_folder.hpp"
#include "test_lander.hpp"

namespace grouser {
namespace {

using test::BoxLander;
using test::make_form;
using test::on_terrain;

LanderForm platform(const PlacementGround& ground) {
  const std::string file = resolve_asset("exomars_platform", "landers").string();
  return make_lander_form(read_vehicle(TomlTable::load(file)), ground.materials, file);
}

TEST_CASE("tilt statistics on an inclined plane equal the closed form") {
  // Over all headings the tilt is slope + M (cos^2/(4 k a^2) + sin^2/(4 k b^2)), M = W h sin(slope): its mean
  // is the middle of the two ends, and cos^2 of a uniform angle has the arcsine law: the p-quantile is low +
  // (high - low) sin^2(pi p/2).
  const BoxLander box{.a = 0.7, .b = 1.2, .stiffness = 2e4};
  const LanderForm form = make_form(box);
  const double slope = 12.0 * kDegree;
  const PlacementGround ground = on_terrain(Terrain(BasePlane{0.0, std::tan(slope), 0.0}, 0, {}));
  const auto placements = set_down(ground, form, draw_spots(ground, form, 1000, 5), {});
  const PlacementStudy study = study_placements(form, placements, {}, 0.99);
  const double moment = box.mass * 3.71 * box.height * std::sin(slope);
  const double high = (slope + moment / (4 * box.stiffness * box.a * box.a)) / kDegree;
  const double low = (slope + moment / (4 * box.stiffness * box.b * box.b)) / kDegree;
  const SampleSummary& tilt = study.summaries.front();
  REQUIRE(tilt.count == 1000);
  // second order of the turn (under 0.6 deg in 12)
  const double second = 0.05 * (high - slope / kDegree);
  CHECK(tilt.least == Approx(low).margin(second));
  CHECK(tilt.greatest == Approx(high).margin(second));
  CHECK(tilt.mean_range.low - second < 0.5 * (low + high));
  CHECK(tilt.mean_range.high + second > 0.5 * (low + high));
  for (const QuantileEstimate& q : tilt.quantiles) {
    const double s = std::sin(0.5 * std::numbers::pi * q.level), expected = low + (high - low) * s * s;
    CHECK(q.value == Approx(expected).margin(second + 0.05 * (high - low)));
    if (!std::isnan(q.range.low)) CHECK(q.range.low - second <= expected);
    if (!std::isnan(q.range.high)) CHECK(q.range.high + second >= expected);
  }
}

// A gentle sinusoid z = A sin(k x) under four equal springs at (+-a, +-b), heading psi: all pads stay loaded,
// and the body lies along the plane that fits the four heights best. With c = cos(psi), s = sin(psi) sums of
// sines give its slopes along and across the heading,
//   A cos(k x) sin(k a c) cos(k b s)/a   and   -A cos(k x) cos(k a c) sin(k b s)/b,
// and the springs add the moment of the weight over 4 k_pad a^2 and 4 k_pad b^2.
double sinusoid_tilt(const BoxLander& box, double amplitude, double k, double x, double psi) {
  const double c = std::cos(psi), s = std::sin(psi), steep = amplitude * std::cos(k * x);
  double along = steep * std::sin(k * box.a * c) * std::cos(k * box.b * s) / box.a;
  double across = -steep * std::cos(k * box.a * c) * std::sin(k * box.b * s) / box.b;
  const double moment = box.mass * 3.71 * box.height;
  along *= 1.0 + moment / (4.0 * box.stiffness * box.a * box.a);
  across *= 1.0 + moment / (4.0 * box.stiffness * box.b * box.b);
  return std::atan(std::hypot(along, across));
}

TEST_CASE("tilt statistics on a sinusoid equal the closed form") {
  const BoxLander box{.stiffness = 3e4};
  const LanderForm form = make_form(box);
  const double amplitude = 0.8, wavelength = 60.0, k = 2.0 * std::numbers::pi / wavelength;
  const TomlTable recipe = TomlTable::parse(
      "kind = \"sinusoid\"\nsize = [200.0, 120.0]\ncell = 0.5\namplitude = 0.8\nwavelength = 60.0\n", "wave");
  const PlacementGround ground =
      on_terrain(Terrain(std::make_shared<const Heightfield>(make_terrain(recipe, "wave")), 0, {}));
  const auto spots = draw_spots(ground, form, 1000, 3);
  const auto placements = set_down(ground, form, spots, {});
  double worst = 0.0;
  for (const Placement& p : placements) {
    REQUIRE(p.pose.kind == RestKind::resting);
    for (const RestingPad& pad : p.pose.pads) REQUIRE(pad.load > 0.0);
    worst =
        std::max(worst, std::fabs(p.pose.tilt - sinusoid_tilt(box, amplitude, k, p.spot.x, p.spot.heading)));
  }
  // left out: the footprint's shortening by cos(4.8 deg) and its ground's bend under it, 0.4 % of 4.8 deg;
  // the turn by the springs to first order, 4 % of 0.1 deg
  CHECK(worst < 0.04 * kDegree);
  // and over all places and headings, integrated on a grid of midpoints
  const auto [west, south, east, north] = ground.extent();
  constexpr int kGrid = 400;
  std::vector<double> all;
  for (int i = 0; i < kGrid; ++i)
    for (int j = 0; j < kGrid; ++j) {
      const double x = west + form.reach + (east - west - 2.0 * form.reach) * (i + 0.5) / kGrid;
      all.push_back(sinusoid_tilt(box, amplitude, k, x, 2.0 * std::numbers::pi * (j + 0.5) / kGrid) /
                    kDegree);
    }
  const SampleSummary exact = summarise_sample("tilt", "deg", all, 0.99);
  const SampleSummary found = study_placements(form, placements, {}, 0.99).summaries.front();
  CHECK(found.mean_range.low - 0.04 < exact.mean);
  CHECK(found.mean_range.high + 0.04 > exact.mean);
  CHECK(found.greatest <= exact.greatest + 0.04);
  for (std::size_t i = 0; i < found.quantiles.size(); ++i) {
    const QuantileEstimate& q = found.quantiles[i];
    if (!std::isnan(q.range.low)) CHECK(q.range.low - 0.04 <= exact.quantiles[i].value);
    if (!std::isnan(q.range.high)) CHECK(q.range.high + 0.04 >= exact.quantiles[i].value);
  }
}

TEST_CASE(
    "the same seed gives the same bits on any number of threads, and a longer study begins with a shorter") {
  const PlacementGround ground = load_placement_ground("terrains/mars_made.tif");
  const LanderForm form = platform(ground);
  const auto spots = draw_spots(ground, form, 70, 9);
  const auto one = set_down(ground, form, spots, {.threads = 1});
  const auto three = set_down(ground, form, spots, {.threads = 3});
  const auto first = set_down(ground, form, draw_spots(ground, form, 20, 9), {.threads = 2});
  const auto other = draw_spots(ground, form, 1, 10);
  for (std::size_t k = 0; k < one.size(); ++k) {
    REQUIRE(one[k].pose.tilt == three[k].pose.tilt);
    REQUIRE(one[k].pose.X_WB.p == three[k].pose.X_WB.p);
    REQUIRE(one[k].pose.ramps[0].slope == three[k].pose.ramps[0].slope);
    if (k < first.size()) REQUIRE(one[k].pose.tilt == first[k].pose.tilt);
  }
  CHECK(other[0].x != spots[0].x);
}

TEST_CASE("a cancelled study is none, progress comes to its end") {
  const PlacementGround ground = load_placement_ground("terrains/mars_made.tif");
  const LanderForm form = platform(ground);
  const auto spots = draw_spots(ground, form, 64, 9);
  double last = 0.0;
  set_down(ground, form, spots,
           {.threads = 1, .progress = [&](double done, double total) { last = done / total; }});
  CHECK(last == 1.0);
  int asked = 0;
  CHECK(set_down(ground, form, spots, {.threads = 1, .cancelled = [&] { return ++asked > 20; }}).empty());
}

TEST_CASE("where a height is missing under the lander nothing is set down, and nothing is counted") {
  const test::ScratchFolder folder("placement");
  constexpr int kSide = 80;  // cells of 0.5 m
  std::vector<double> heights(kSide * kSide, 0.0);
  for (int j = 30; j < 40; ++j)
    for (int i = 50; i < 60; ++i) heights[j * kSide + i] = std::numeric_limits<double>::quiet_NaN();
  RasterSpec spec{.columns = kSide, .rows = kSide};
  spec.transform = GeoTransform{{-20.0, 0.5, 0.0, 20.0, 0.0, -0.5}};
  RasterSink sink(folder / "hole.tif", spec);
  sink.write({0, 0, kSide, kSide}, std::span<const double>(heights));
  sink.finish();
  const PlacementGround ground = load_placement_ground((folder / "hole.tif").string());
  const LanderForm form = platform(ground);
  const auto placements = set_down(ground, form, draw_spots(ground, form, 400, 1), {});
  int voids = 0;
  for (const Placement& p : placements) {
    // the hole: 5 to 10 m east, 0 to 5 m north; a lander closer to it than its reach is on it, one farther
    // than that (and than the square about it, and interpolation) is not
    const double dx = std::max({5.0 - p.spot.x, 0.0, p.spot.x - 10.0}),
                 dy = std::max({0.0 - p.spot.y, 0.0, p.spot.y - 5.0});
    const double away = std::max(dx, dy);
    if (away < form.reach) CHECK(p.spot.on_void);
    if (away > form.reach + 4 * 0.5) CHECK_FALSE(p.spot.on_void);
    voids += p.spot.on_void;
    if (!p.spot.on_void) CHECK(p.pose.tilt == Approx(0.0).margin(1e-9));
  }
  const PlacementStudy study = study_placements(form, placements, {}, 0.95);
  CHECK(voids > 20);
  CHECK(study.voids == voids);
  CHECK(study.counted == 400 - voids);
  CHECK(study.summaries.front().count == study.counted);
}

TEST_CASE("no lander is set down over the terrain's edge") {
  const PlacementGround ground = load_placement_ground("terrains/mars_made.tif");
  const LanderForm form = platform(ground);
  const auto [west, south, east, north] = ground.extent();
  for (const PlacementSpot& spot : draw_spots(ground, form, 500, 2)) {
    REQUIRE(spot.x - form.reach >= west);
    REQUIRE(spot.x + form.reach <= east);
    REQUIRE(spot.y - form.reach >= south);
    REQUIRE(spot.y + form.reach <= north);
  }
  const TomlTable tiny = TomlTable::parse("kind = \"flat\"\nsize = [4.0, 4.0]\ncell = 0.25\n", "tiny");
  const PlacementGround small =
      on_terrain(Terrain(std::make_shared<const Heightfield>(make_terrain(tiny, "tiny")), 0, {}));
  CHECK_THROWS_WITH(draw_spots(small, make_form({.a = 2.0}), 1, 1),
                    Catch::Matchers::ContainsSubstring("more than"));
}

TEST_CASE("ground from a scenario, a recipe and a raster") {
  const PlacementGround scenario = load_placement_ground("egress_tilted");
  CHECK(scenario.gravity == 9.81);
  CHECK(scenario.materials.front().id == "wong_LETE_sand");
  HeightSample at;
  REQUIRE(scenario.terrain->height(10.0, 0.0, at));
  CHECK(at.z == Approx(10.0 * std::tan(10.0 * kDegree)));
  const PlacementGround chosen =
      load_placement_ground("egress_tilted", {.soil = "hard_plate", .gravity = 1.62});
  CHECK(chosen.materials.front().id == "hard_plate");
  CHECK(chosen.gravity == 1.62);
  // the recipe and the raster made from it
  const PlacementGround recipe = load_placement_ground("terrains/mars_made.toml");
  const PlacementGround raster = load_placement_ground("terrains/mars_made.tif");
  HeightSample made, read;
  REQUIRE(recipe.terrain->height(3.3, -7.1, made));
  REQUIRE(raster.terrain->height(3.3, -7.1, read));
  CHECK(made.z == Approx(read.z).margin(1e-5));
  CHECK(recipe.gravity == 3.71);
  // a recipe's rocks stand on its ground, as in the scenario that names it
  CHECK(load_placement_ground("terrains/rocky_craters.toml").terrain->hash() ==
        load_placement_ground("rocky_craters").terrain->hash());
  CHECK_THROWS_AS(load_placement_ground("no_such_terrain"), InputError);
  CHECK_THROWS_AS(load_placement_ground("assets/soils/hard_plate.toml"), InputError);
  CHECK_THROWS_AS(load_placement_ground("egress_tilted", {.soil = "no_such_soil"}), InputError);
  CHECK_THROWS_AS(load_placement_ground(""), InputError);
}

// A map of two soils on flat ground, in files as a person has them: LETE sand west of x = 0, dry sand east of
// it.
class TwoSoils {
 public:
  TwoSoils() : folder_("placement_soils") {
    const SoilLegend legend({{1, "west", "wong_LETE_sand"}, {2, "east", "wong_dry_sand_LLL"}}, "test");
    SoilGrid grid{.columns = 40, .rows = 40, .west = -9.75, .north = 9.75, .cell = 0.5};
    std::vector<std::uint8_t> cells;
    for (std::size_t k = 0; k < grid.count(); ++k) cells.push_back(k % 40 < 20 ? 1 : 2);
    const SoilMap map(grid, legend, std::move(cells), "test");
    write_soil_raster(folder_ / "soils.tif", map);
    write_legend(folder_ / "soils.tif", legend);
    write_file_atomically(folder_ / "flat.toml", "kind = \"flat\"\nsize = [20.0, 20.0]\ncell = 0.5\n");
    write_file_atomically(folder_ / "two.toml",
                          "name = \"two\"\ngravity = 3.71\n[terrain]\nkind = \"flat\"\nsize = [20.0, 20.0]\n"
                          "cell = 0.5\nsoil = \"hard_plate\"\nsoil_map = \"soils.tif\"\n");
  }
  std::string file(const char* name) const { return (folder_ / name).string(); }

 private:
  test::ScratchFolder folder_;
};

// Bekker 1969, eq. 4-2, with b = r: N = pi r^2 (k_c/r + k_phi) z^n.
double plate_sinkage(const SoilParams& soil, double radius, double load) {
  return std::pow(load / (std::numbers::pi * radius * radius * (soil.k_c / radius + soil.k_phi)),
                  1.0 / soil.n);
}

TEST_CASE("each pad sinks into the soil that the map has under it, as the closed form says") {
  const TwoSoils files;
  const bool by_scenario = GENERATE(true, false);
  const PlacementGround ground =
      by_scenario ? load_placement_ground(files.file("two.toml"))
                  : load_placement_ground(files.file("flat.toml"), {.soil_map = files.file("soils.tif")});
  CHECK(ground.soil_names() == "wong_LETE_sand, wong_dry_sand_LLL");
  const LanderForm form = platform(ground);
  const double radius = form.pads.front().laws.front().radius;
  const auto soil_named = [&](const std::string& id) {
    for (const SoilParams& soil : ground.materials)
      if (soil.id == id) return soil;
    throw std::logic_error(id);
  };
  const SoilParams west = soil_named("wong_LETE_sand"), east = soil_named("wong_dry_sand_LLL");
  // over the border, and wholly on either side of it; at headings that change which pads are where
  for (const double x : {-5.0, 0.0, 5.0})
    for (const double heading : {0.0, 0.7, 2.0, 4.5}) {
      const RestingPose pose = test::rest(form, ground, x, 1.0, heading);
      REQUIRE(pose.kind == RestKind::resting);
      double load = 0.0;
      for (std::size_t i = 0; i < form.pads.size(); ++i) {
        const RestingPad& pad = pose.pads[i];
        const SoilParams& soil = (pose.X_WB * form.pads[i].sole).x() < 0.0 ? west : east;
        REQUIRE(pad.load > 0.0);
        CHECK(ground.materials[static_cast<std::size_t>(pad.material)].id == soil.id);
        // the ramps that came down took load off the pad: it stays as deep as it was pressed in, 0.82 kN in
        // all
        CHECK(pad.sinkage >= 0.999 * plate_sinkage(soil, radius, pad.load));
        CHECK(pad.sinkage <= 1.1 * plate_sinkage(soil, radius, pad.load));
        load += pad.load;
      }
      CHECK(load < form.total_mass() * ground.gravity);
    }
}

// Without ramps nothing unloads a pad, and the tilt follows too: sin(tilt) = dz/(2 a), the soils' difference
// and that of the pads' and legs' springs.
TEST_CASE("over the border of two soils a lander leans by the difference of the closed forms") {
  const TwoSoils files;
  const PlacementGround ground = load_placement_ground(files.file("two.toml"));
  const BoxLander box{.mass = 4000.0, .stiffness = 1e7, .radius = 0.1};
  const std::string text = test::box_text(box);
  const LanderForm form =
      make_lander_form(read_vehicle(TomlTable::parse(text, "box.toml")), ground.materials, "box.toml");
  const RestingPose pose = test::rest(form, ground, 0.0, 0.0, 0.0);
  REQUIRE(pose.kind == RestKind::resting);
  const auto depth = [&](std::size_t pad, const SoilParams& soil) {
    const double z = plate_sinkage(soil, box.radius, pose.pads[pad].load);
    CHECK(pose.pads[pad].sinkage == Approx(z).epsilon(1e-6));
    return z + pose.pads[pad].load / box.stiffness;
  };
  double front = 0.0, rear = 0.0;  // heading east: the front pads stand on the dry sand
  for (const SoilParams& soil : ground.materials) {
    if (soil.id == "wong_dry_sand_LLL") front = depth(0, soil);
    if (soil.id == "wong_LETE_sand") rear = depth(2, soil);
  }
  CHECK(pose.tilt == Approx(std::asin(std::fabs(front - rear) / (2.0 * box.a))).epsilon(1e-4));
  CHECK(pose.pitch * (front - rear) > 0.0);  // down where it sinks in deeper
  // a soil that is asked for counts everywhere; both, and a map that does not cover the ground, are refused
  CHECK(load_placement_ground(files.file("two.toml"), {.soil = "hard_plate"}).soil_names() == "hard_plate");
  CHECK_THROWS_WITH(load_placement_ground(files.file("two.toml"),
                                          {.soil = "hard_plate", .soil_map = files.file("soils.tif")}),
                    Catch::Matchers::ContainsSubstring("--soil-map"));
  CHECK_THROWS_AS(load_placement_ground("terrains/mars_made.tif", {.soil_map = files.file("soils.tif")}),
                  InputError);
}

}  // namespace
}  // namespace grouser

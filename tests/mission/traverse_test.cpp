// SPDX-License-Identifier: BSD-3-Clause
// Both modes of a traverse on the same path, and the paths themselves.
#include "grouser/mission/traverse/traverse.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"
#include "scratch_folder.hpp"
#include "simulation/support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

TraverseOptions options_for(TraverseMode mode, std::vector<Vec2> waypoints) {
  TraverseOptions options;
  options.mode = mode;
  options.waypoints = std::move(waypoints);
  options.speed = 0.05;
  options.own_drive = false;
  options.now = [] { return 0.0; };
  return options;
}

}  // namespace

// Both keep to a path across the slope: the dynamic rover by its follower, which has to steer against the
// drift.
TEST_CASE("on a side slope the loads are the dynamic mode's once that has settled on its path", "[mission]") {
  const auto world = load_world(
      "drive_flat_soft", sets({"terrain.kind=plane", "terrain.slope_deg=8", "terrain.soil=hard_plate"}));
  const std::vector<Vec2> north = {{0.0, 0.0}, {0.0, 10.0}};  // ten lookaheads
  const TraverseResult still = run_traverse(world, options_for(TraverseMode::quasi_static, north));
  const TraverseResult moving = run_traverse(world, options_for(TraverseMode::dynamic, north));
  REQUIRE(still.status == TraverseStatus::completed);
  REQUIRE(moving.status == TraverseStatus::completed);
  const double mean = world->model->total_mass() * world->settings.gravity / 6.0;
  const TraversePose &a = still.poses[still.poses.size() - 20], &b = moving.poses[moving.poses.size() - 20];
  for (std::size_t w = 0; w < a.wheels.size(); ++w) {
    CAPTURE(world->wheels[w].spec.name);
    CHECK(std::fabs(a.wheels[w].load - b.wheels[w].load) < 0.01 * mean);
  }
  CHECK(a.slip == Approx(b.slip).margin(0.01));
}

// The wheels behind run partly in the ruts of those ahead, whose walls carry side force. Where a wheel stands
// in the ground's cells decides how much: measured 0.0015 apart; with the walls left out it is 0.009.
TEST_CASE("on a soft side slope the walls of ruts hold the rover, as in the dynamic mode", "[mission]") {
  const auto world = load_world(
      "drive_flat_soft", sets({"terrain.kind=plane", "terrain.slope_deg=3", "integration.adaptive=true"}));
  const std::vector<Vec2> north = {{0.0, 0.0}, {0.0, 6.0}};
  const TraverseResult still = run_traverse(world, options_for(TraverseMode::quasi_static, north));
  const TraverseResult moving = run_traverse(world, options_for(TraverseMode::dynamic, north));
  REQUIRE(still.status == TraverseStatus::completed);
  REQUIRE(moving.status == TraverseStatus::completed);
  CHECK(still.poses[still.poses.size() - 20].slip ==
        Approx(moving.poses[moving.poses.size() - 20].slip).margin(0.003));
}

TEST_CASE("a path keeps its spacing, rounds its corners and ends at its last point", "[mission]") {
  const std::vector<PathPoint> path = lay_path({{0, 0}, {4, 0}, {4, 3}}, 0.01, 1.5);
  CHECK(path.back().x == Approx(4.0));
  CHECK(path.back().y == Approx(3.0).margin(1e-9));
  double turned = 0.0, sharpest = 0.0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const double chord = std::hypot(path[i].x - path[i - 1].x, path[i].y - path[i - 1].y);
    CHECK(chord == Approx(path[i].distance - path[i - 1].distance).epsilon(1e-5));
    sharpest = std::max(sharpest, path[i].curvature);
    CHECK(std::fabs(path[i].curvature - path[i - 1].curvature) < 0.08);  // 64 arcs of a parabola to 1: 4/64
    turned += path[i].curvature * (path[i].distance - path[i - 1].distance);
  }
  CHECK(turned == Approx(90.0 * kDegree).epsilon(0.01));
  // legs of 4 and 3 leave 1.5 of room of the 2.25 asked for: tighter by that, and by 0.68 of a long curve's
  // tangent at most
  CHECK(sharpest > 1.0 / 1.5);
  CHECK(sharpest < 1.6 / 1.5);
  const std::vector<PathPoint> wide = lay_path({{0, 0}, {9, 0}, {9, 9}}, 0.01, 1.5);
  for (const PathPoint& p : wide) CHECK(p.curvature < 1.0 / 1.5);
  CHECK(wide.back().y == Approx(9.0).margin(1e-9));
}

TEST_CASE("a path that leaves the terrain is refused before anything runs", "[mission]") {
  const auto world = load_world("traverse_mars");
  CHECK_THROWS_WITH(check_path(*world, lay_path({{0, 0}, {100, 0}}, 0.05, 1.0)),
                    Catch::Matchers::ContainsSubstring("leaves the terrain"));
  CHECK_NOTHROW(check_path(*world, lay_path({{-10, 0}, {10, 0}}, 0.05, 1.0)));
  CHECK_THROWS_AS(read_waypoints("0,0:1"), InputError);
  CHECK_THROWS_AS(read_waypoints("0,0"), InputError);
  CHECK(read_waypoints("0,0:-5.5,4e-1").back().y() == 0.4);
  const test::ScratchFolder folder("waypoints");
  const auto read = [&](const std::string& text) {
    std::ofstream(folder / "path.CSV") << text;
    return read_waypoints((folder / "path.CSV").string());
  };
  for (const char* same :
       {"0,0.5\n2,0\n2,2\n",
        "\xEF\xBB\xBF"
        "0,0.5\r\n2,0\r\n2,2\r\n",
        "0;0,5\n2;0\n2;2\n", "0\t0.5\n2\t0\n2\t2\n", "# a path\r0,0.5\r2,0\r2,2", "x,y\n0,0.5\n2,0\n2,2\n",
        "name;y [m];x_mm\na;0,5;0\nb;0;2000\nc;2;2000\n", "0,0.5,first\n2,0,\n2,2,last\n"}) {
    INFO(same);
    CHECK(read(same) == std::vector<Vec2>{{0.0, 0.5}, {2.0, 0.0}, {2.0, 2.0}});
  }
  CHECK_THROWS_WITH(read("O,0\n2,0\n2,2\n"), Catch::Matchers::ContainsSubstring("path.CSV:1") &&
                                                 Catch::Matchers::ContainsSubstring("'O'"));
  CHECK_THROWS_WITH(read("east,north\n2,0\n2,2\n"), Catch::Matchers::ContainsSubstring("columns x and y"));
  CHECK_THROWS_WITH(read("x [ft],y\n2,0\n2,2\n"), Catch::Matchers::ContainsSubstring("'ft' as unit"));
  CHECK_THROWS_WITH(read("0 0\n2 0\n"), Catch::Matchers::ContainsSubstring("columns x and y") ||
                                            Catch::Matchers::ContainsSubstring("parted by"));
}

TEST_CASE("a path too long, too fine or too far is refused before it takes any room", "[mission]") {
  using Catch::Matchers::ContainsSubstring;
  CHECK_THROWS_WITH(lay_path({{0, 0}, {1e20, 0}}, 1.0, 1.5),
                    ContainsSubstring("waypoint 2") && ContainsSubstring("1e+20"));
  CHECK_THROWS_WITH(lay_path({{0, 0}, {0, -1.1e6}}, 1.0, 1.5), ContainsSubstring("within 1e+06 m"));
  CHECK_THROWS_WITH(lay_path({{0, 0}, {9e5, 0}}, 0.5, 1.5),
                    ContainsSubstring("900000 m") && ContainsSubstring("1e+06 poses"));
  CHECK_THROWS_WITH(lay_path({{0, 0}, {200, 0}}, 1e-4, 1.5), ContainsSubstring("--spacing"));
  CHECK_THROWS_AS(lay_path({{0, 0}, {std::nan(""), 0}}, 1.0, 1.5), InputError);
  CHECK(lay_path({{-2e5, 0}, {2e5, 0}}, 1.0, 1.5).size() == 400001);
  std::vector<Vec2> zigzag;
  for (int i = 0; i < 20'001; ++i) zigzag.emplace_back(0.5 * i, i % 2);
  CHECK_THROWS_WITH(lay_path(zigzag, 1.0, 0.5), ContainsSubstring("20001 waypoints"));
}

TEST_CASE("the headline of a blocked traverse is the first physical reason, else the search's limit",
          "[mission]") {
  const TraverseFailure lost{.at = 1.0, .to = 1.0, .status = PoseStatus::no_convergence, .reason = "lost"};
  const TraverseFailure air{
      .at = 2.0, .to = 2.5, .x = 1.5, .status = PoseStatus::wheel_in_air, .reason = "in the air"};
  const TraverseFailure slide{.at = 3.0, .to = 3.0, .status = PoseStatus::slides, .reason = "slides"};
  CHECK(blocked_message({lost, air, slide}) ==
        "in the air, 2.000 m along the path (x = 1.500 m, y = 0.000 m)");
  CHECK_THAT(blocked_message({lost, lost}), Catch::Matchers::StartsWith("lost, 1.000 m") &&
                                                Catch::Matchers::ContainsSubstring("dynamic mode may pass"));
}

// At a rut's edge on this ground the search finds no equilibrium over 0.3 m, and once more 2 m on; the rover
// drives over both.
TEST_CASE("what the search cannot balance is driven by the dynamic mode, and only physics blocks a traverse",
          "[mission]") {
  const auto world = load_world("traverse_mars");
  const std::vector<Vec2> path = {{6.3, -20.2}, {18.3, -20.0}};
  TraverseOptions options = options_for(TraverseMode::quasi_static, path);
  const TraverseResult bridged = run_traverse(world, options);
  const TraverseResult moving = run_traverse(world, options_for(TraverseMode::dynamic, path));
  REQUIRE(moving.status == TraverseStatus::completed);
  CHECK(bridged.status == TraverseStatus::completed);
  CHECK(bridged.failures.empty());
  REQUIRE_FALSE(bridged.unresolved.empty());
  CHECK(bridged.unresolved[0].at == Approx(3.64).margin(0.2));
  for (const auto& stretch : bridged.unresolved) CHECK(stretch.status == PoseStatus::no_convergence);
  // The whole path agrees with the dynamic mode as paths without such a stretch do (docs/validation.md).
  CHECK(bridged.energy == Approx(moving.energy).epsilon(0.03));
  CHECK(bridged.time == Approx(moving.time).epsilon(0.02));
  CHECK(bridged.distance == Approx(bridged.path_length).margin(0.01));
  double time = -1.0;
  for (const TraversePose& pose : bridged.poses) {
    REQUIRE(pose.ok);
    CHECK(pose.time >= time);
    time = pose.time;
  }
  options.bridge = TraverseBridge::none;
  const TraverseResult alone = run_traverse(world, options);
  CHECK(alone.status == TraverseStatus::unresolved);
  CHECK_FALSE(alone.failures.empty());
}

TEST_CASE("a slope that the rover does not climb is blocked, with the reasons of both modes", "[mission]") {
  // 8 m level, then a ramp of 35 degrees: more than LETE sand of 31 degrees carries
  const auto world = load_world(
      "drive_flat_soft",
      sets({"terrain.kind=flat", "terrain.size=[40, 20]", "terrain.cell=0.1",
            "terrain.ramp=[{ position = [3.0, 0.0], slope_deg = 35.0, length = 4.0, width = 12.0 }]"}));
  const TraverseResult result =
      run_traverse(world, options_for(TraverseMode::quasi_static, {{0.0, 0.0}, {6.0, 0.0}}));
  CHECK(result.status == TraverseStatus::blocked);
  REQUIRE(result.failures.size() == 1);
  CHECK_THAT(result.message, Catch::Matchers::ContainsSubstring(
                                 "driven dynamically: the wheels turn and the rover hardly moves"));
  CHECK(result.failures[0].at > 1.5);
  CHECK(result.unresolved.empty());
}

TEST_CASE("a world without wheels drives no path, in either mode", "[mission]") {
  const auto world = load_world("hopper");
  for (const TraverseMode mode : {TraverseMode::quasi_static, TraverseMode::dynamic})
    CHECK_THROWS_WITH(run_traverse(world, options_for(mode, {{0.0, 0.0}, {2.0, 0.0}})),
                      Catch::Matchers::ContainsSubstring("no wheels"));
  CHECK_THROWS_WITH(scenario_waypoints(*world), Catch::Matchers::ContainsSubstring("no wheels"));
}

TEST_CASE("the ground's profile on an inclined plane has the slope of the path's direction", "[mission]") {
  const auto world = load_world("drive_flat_soft", sets({"terrain.kind=plane", "terrain.slope_deg=8"}));
  const auto profile = [&](const Vec2& to) {
    return ground_profile(*world->terrain, lay_path({{0, 0}, to}, 0.01, kTurnRadius));
  };
  HeightSample ground;
  REQUIRE(world->terrain->height(0.0, 0.0, ground));
  const Vec2 up = Vec2(ground.slope_x, ground.slope_y).normalized(), across(-up.y(), up.x());
  const double steep = std::tan(8.0 * kDegree);
  CHECK(profile(3.0 * up).back().slope == Approx(8.0 * kDegree));
  CHECK(profile(-3.0 * up).back().slope == Approx(-8.0 * kDegree));
  CHECK(profile(3.0 * across).back().slope == Approx(0.0).margin(1e-12));
  const std::vector<GroundPoint> skew = profile(2.0 * (up + across));
  CHECK(skew.back().slope == Approx(std::atan(steep * std::cos(45.0 * kDegree))));
  CHECK(skew.back().z - skew.front().z == Approx(steep * 2.0));
}

TEST_CASE("a drive from elsewhere goes to the first waypoint first, and a suggested follower builds",
          "[mission]") {
  const auto world = load_world("traverse_mars");  // at -15, 0
  CHECK(waypoints_from_start(*world, {{-15.05, 0.0}, {-12, 0}}).size() == 2);
  const std::vector<Vec2> lead = waypoints_from_start(*world, {{-14, 0}, {-12, 0}});
  REQUIRE(lead.size() == 3);
  CHECK(lead.front() == Vec2(-15.0, 0.0));
  const FollowSpec follow = suggested_follow(*world, {{-15, 0}, {-12, 0}});
  CHECK(follow.speed == Approx(0.05));
  CHECK_NOTHROW(load_world(
      "traverse_mars",
      sets({fmt::format("drive={{ follow = {{ waypoints = [[-15, 0], [-12, 0]], speed = {}, lookahead = {}, "
                        "max_curvature = {} }} }}",
                        follow.speed, follow.lookahead, follow.max_curvature)})));
}

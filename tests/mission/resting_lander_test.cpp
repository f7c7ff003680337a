// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/mission/placement/resting_lander.hpp"

#include <cmath>
#include <numbers>

#include "catch.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"
#include "grouser/survey/make/recipe.hpp"
#include "test_lander.hpp"

namespace grouser {
namespace {

using test::BoxLander;
using test::make_form;
using test::on_terrain;
using test::rest;

Terrain plane(double slope_deg) { return Terrain(BasePlane{0.0, std::tan(slope_deg * kDegree), 0.0}, 0, {}); }

Terrain block(const Vec3& position, const Vec3& half) {
  RigidShape box;
  box.pose.p = position;
  box.half = half;
  return Terrain(BasePlane{}, 0, {box});
}

// Four springs k at (+-a, +-b), the centre of mass h above them, on a slope t: the moment W h sin(t) downhill
// turns it by W h sin(t) (cos^2/(4 k a^2) + sin^2/(4 k b^2)) more than the slope.
double extra_turn(const BoxLander& box, double gravity, double slope, double heading) {
  const double c = std::cos(heading), s = std::sin(heading);
  return box.mass * gravity * box.height * std::sin(slope) *
         (c * c / (4.0 * box.stiffness * box.a * box.a) + s * s / (4.0 * box.stiffness * box.b * box.b));
}

TEST_CASE("on an inclined plane the tilt is the slope and what the springs give, at any heading") {
  const BoxLander box{.stiffness = 1e5};
  const LanderForm form = make_form(box);
  for (const double slope : {0.0, 5.0, 15.0, 25.0}) {
    const PlacementGround ground = on_terrain(plane(slope));
    for (const double heading : {0.0, 0.4, 1.5708, 2.9, 5.1}) {
      const RestingPose pose = rest(form, ground, 3.0, -2.0, heading);
      REQUIRE(pose.kind == RestKind::resting);
      const double turn = extra_turn(box, 3.71, slope * kDegree, heading);
      // what is left out is of second order: turn^2 and turn tan(slope)
      CHECK(pose.tilt == Approx(slope * kDegree + turn).margin(0.03 * turn + 1e-9));
      double load = 0.0;
      for (const RestingPad& pad : pose.pads) load += pad.load;
      CHECK(load == Approx(box.mass * 3.71 * std::cos(slope * kDegree)).epsilon(1e-6));
      CHECK(pose.friction_use == Approx(std::tan(slope * kDegree) / box.friction).margin(1e-6));
    }
  }
}

TEST_CASE("it slides beyond the angle of friction and tips over beyond its base") {
  const LanderForm form = make_form({});
  const double friction_deg = std::atan(0.5) / kDegree;  // 26.57
  CHECK(rest(form, on_terrain(plane(friction_deg - 0.2)), 0, 0, 1.0).kind == RestKind::resting);
  CHECK(rest(form, on_terrain(plane(friction_deg + 0.2)), 0, 0, 1.0).kind == RestKind::slides);
  // heading across: the base ends b = 1.05 m from a centre of mass 1.5 m up: atan(1.05/1.5) = 35.0 deg;
  // along: a, 32.3 deg. Its own springs turn it by under 1 deg there.
  const LanderForm tall = make_form({.height = 1.5, .stiffness = 1e6, .friction = 5.0});
  CHECK(rest(tall, on_terrain(plane(31.5)), 0, 0, 0.0).kind == RestKind::resting);
  CHECK(rest(tall, on_terrain(plane(33.0)), 0, 0, 0.0).kind == RestKind::tipped_over);
  CHECK(rest(tall, on_terrain(plane(34.2)), 0, 0, std::numbers::pi / 2).kind == RestKind::resting);
  CHECK(rest(tall, on_terrain(plane(35.8)), 0, 0, std::numbers::pi / 2).kind == RestKind::tipped_over);
}

TEST_CASE("over a step it leans from edge to foot") {
  // front pads on a deck 0.2 m high: sin(tilt) = 0.2 / (2 a)
  const BoxLander box{.stiffness = 1e7};
  const RestingPose pose =
      rest(make_form(box), on_terrain(block({5.0, 0.0, 0.1}, {5.0, 5.0, 0.1})), 0.0, 0.0, 0.0);
  REQUIRE(pose.kind == RestKind::resting);
  // springs: 3000 N over 4e7 N/m is 0.1 mm in 1.9 m
  CHECK(pose.tilt == Approx(std::asin(0.2 / (2.0 * box.a))).margin(1e-3));
  CHECK(pose.pitch < 0.0);  // nose up
}

TEST_CASE("one pad on a block: it can rock, and both rests are the planes through three soles") {
  const BoxLander box{.stiffness = 1e7};
  const RestingPose pose =
      rest(make_form(box), on_terrain(block({box.a, box.b, 0.05}, {0.15, 0.15, 0.05})), 0.0, 0.0, 0.0);
  REQUIRE(pose.kind == RestKind::resting);
  // front left 0.1 m up, rear right on the ground, and one of the other two
  const double on_front_right = std::atan(0.1 / (2.0 * box.b)), on_rear_left = std::atan(0.1 / (2.0 * box.a));
  const double lower = std::min(pose.tilt, pose.other_tilt), higher = std::max(pose.tilt, pose.other_tilt);
  CHECK(lower == Approx(on_front_right).margin(1e-3));
  CHECK(higher == Approx(on_rear_left).margin(1e-3));
}

TEST_CASE("a rock under the belly carries, and the pads less") {
  std::string text =
      "name = \"low\"\ntitle = \"low\"\nroot = \"body\"\n[pad_contact]\nstiffness = 1e5\ndamping = "
      "1e3\nfriction = 0.5\n"
      "[contact_sphere]\nstiffness = 1e5\ndamping = 1e3\nfriction = 0.5\n"
      "[[sphere]]\nbody = \"body\"\nposition = [0.0, 0.0, 0.2]\nradius = 0.1\n"
      "[[body]]\nname = \"body\"\nmass = 400.0\ncom = [0.0, 0.0, 0.5]\ninertia = [100.0, 100.0, 150.0]\n";
  for (const char* pad : {"[1.0, 1.0, 0.0]", "[1.0, -1.0, 0.0]", "[-1.0, 1.0, 0.0]", "[-1.0, -1.0, 0.0]"})
    text += std::string("[[pad]]\nname = \"p") + std::to_string(text.size()) +
            "\"\nbody = \"body\"\nposition = " + pad + "\nradius = 0.02\n";
  const SoilParams soil = test::rigid_ground();
  const LanderForm form =
      make_lander_form(read_vehicle(TomlTable::parse(text, "low.toml")), std::span(&soil, 1), "low.toml");
  // the rock's top 0.101 m up: four pads k and the belly k share W = 4 k u + k (u + 0.001)
  const RestingPose pose = rest(form, on_terrain(block({0, 0, 0.0505}, {0.1, 0.1, 0.0505})), 0.0, 0.0, 0.3);
  REQUIRE(pose.kind == RestKind::resting);
  CHECK(pose.on_belly);
  const double u = (400.0 * 3.71 / 1e5 - 0.001) / 5.0;
  for (const RestingPad& pad : pose.pads) CHECK(pad.load == Approx(1e5 * u).epsilon(1e-5));
  CHECK(pose.tilt == Approx(0.0).margin(1e-6));
}

// A rigid body on three soles that are points: the plane through them, found by turning and lifting until all
// three lie on the ground; it is a rest where the fourth is above the ground and the centre of mass stands
// over the triangle.
struct TripodRest {
  double tilt;
  double spare;  // m by which it is a rest: of the fourth sole, and of the centre of mass inside
};

template <typename Height>
std::vector<TripodRest> tripod_rests(const BoxLander& box, double x, double y, double heading,
                                     Height height) {
  const Vec3 soles[] = {{box.a, box.b, 0}, {box.a, -box.b, 0}, {-box.a, -box.b, 0}, {-box.a, box.b, 0}};
  std::vector<TripodRest> rests;
  for (int lifted = 0; lifted < 4; ++lifted) {
    double z = height(x, y), turn_x = 0.0, turn_y = 0.0;
    const auto world = [&](const Vec3& p) {
      const Mat3 R = to_matrix(quat_exp(Vec3(turn_x, turn_y, 0.0))) * rotation_from_rpy(0, 0, heading);
      return Vec3(R * p + Vec3(x, y, z));
    };
    const auto gaps = [&] {
      Vec3 g;
      for (int i = 0, k = 0; i < 4; ++i)
        if (i != lifted) {
          const Vec3 p = world(soles[i]);
          g[k++] = p.z() - height(p.x(), p.y());
        }
      return g;
    };
    for (int round = 0; round < 60; ++round) {
      const Vec3 g = gaps();
      Mat3 J;
      for (int i = 0; i < 3; ++i) {
        double& unknown = i == 0 ? z : i == 1 ? turn_x : turn_y;
        unknown += 1e-6;
        J.col(i) = (gaps() - g) / 1e-6;
        unknown -= 1e-6;
      }
      const Vec3 step = J.fullPivLu().solve(-g);
      z += step[0], turn_x += step[1], turn_y += step[2];
    }
    if (!(gaps().norm() < 1e-9)) continue;
    const Vec3 fourth = world(soles[lifted]), com = world({0, 0, box.height});
    double spare = fourth.z() - height(fourth.x(), fourth.y());
    for (int i = 0; i < 4; ++i) {
      const int j = (i + 1) % 4 == lifted ? (i + 2) % 4 : (i + 1) % 4;
      if (i == lifted) continue;
      const Vec3 p = world(soles[i]), q = world(soles[j]), edge = q - p, to = com - p;
      // soles run clockwise
      spare = std::min(spare, (edge.y() * to.x() - edge.x() * to.y()) / edge.head<2>().norm());
    }
    const Mat3 R = to_matrix(quat_exp(Vec3(turn_x, turn_y, 0.0)));
    rests.push_back({std::acos(R(2, 2)), spare});
  }
  return rests;
}

TEST_CASE("on a rough sinusoid a stiff lander rests on one of the tripods that statics allows") {
  const BoxLander box{.stiffness = 1e8, .friction = 5.0};
  const LanderForm form = make_form(box);
  const TomlTable recipe = TomlTable::parse(
      "kind = \"sinusoid\"\nsize = [40.0, 40.0]\ncell = 0.1\namplitude = 0.25\nwavelength = 8.0\n", "wave");
  const PlacementGround ground =
      on_terrain(Terrain(std::make_shared<const Heightfield>(make_terrain(recipe, "wave")), 0, {}));
  const auto height = [&](double x, double y) {
    HeightSample sample;
    REQUIRE(ground.terrain->height(x, y, sample));
    return sample.z;
  };
  int sure = 0;
  double worst = 0.0;
  for (const PlacementSpot& spot : draw_spots(ground, form, 150, 7)) {
    const RestingPose pose = rest(form, ground, spot.x, spot.y, spot.heading);
    REQUIRE(pose.kind == RestKind::resting);
    double nearest = 1.0;
    bool doubtful = false;
    for (const TripodRest& tripod : tripod_rests(box, spot.x, spot.y, spot.heading, height)) {
      // where it hangs on a hair which tripod stands, springs and the pads' 20 mm decide
      doubtful = doubtful || std::fabs(tripod.spare) < 0.01;
      if (tripod.spare > 0.0) nearest = std::min(nearest, std::fabs(tripod.tilt - pose.tilt));
    }
    if (doubtful) continue;
    ++sure;
    worst = std::max(worst, nearest);
  }
  CHECK(sure > 40);
  // a pad is a ball of 20 mm: on ground 12 deg steeper it meets it 0.4 mm higher, in 1.9 m 0.02 deg; its
  // contact 4 mm aside, 0.2 slope: 0.8 mm more
  CHECK(worst < 0.1 * kDegree);
}

TEST_CASE("ramps of the platform on a plane: closed form") {
  const auto path = resolve_asset("exomars_platform", "landers");
  SoilParams soil = test::rigid_ground();
  const LanderForm form =
      make_lander_form(read_vehicle(TomlTable::load(path.string())), std::span(&soil, 1), path.string());
  REQUIRE(form.ramps.size() == 2);
  // hinge 0.8 m above the soles; ball of 30 mm at (2.07, -0.03): 0.8 - 2.07 sin(b) - 0.03 cos(b) = 0.03
  const double ramp = std::asin((0.8 - 0.03) / std::hypot(2.07, 0.03)) - std::atan2(0.03, 2.07);
  // legs and pads give by 803 kg 3.71 m/s2 / 4 (1/250 + 1/300) mm = 5.5 mm: b sinks by 0.15 deg, and on the
  // slope the body turns by 0.13 deg more
  const double tolerance = 0.3 * kDegree;
  for (const double slope : {0.0, 8.0}) {
    const RestingPose pose = rest(form, on_terrain(plane(slope)), 0.0, 0.0, 0.0);  // nose uphill
    REQUIRE(pose.kind == RestKind::resting);
    CHECK(pose.ramps[0].slope == Approx(ramp - slope * kDegree).margin(tolerance));
    CHECK(pose.ramps[1].slope == Approx(ramp + slope * kDegree).margin(tolerance));
    CHECK(pose.ramps[0].gap == 0.0);
    CHECK(pose.ramps[0].cross == Approx(0.0).margin(1e-6));
  }
  // turned across the slope a ramp leans by the slope: sin(cross) = sin(slope)
  const RestingPose across = rest(form, on_terrain(plane(8.0)), 0.0, 0.0, std::numbers::pi / 2);
  CHECK(std::fabs(across.ramps[0].cross) == Approx(8.0 * kDegree).margin(tolerance));
}

TEST_CASE("a ramp that ends in the air says how far above the ground") {
  const auto path = resolve_asset("exomars_platform", "landers");
  SoilParams soil = test::rigid_ground();
  const LanderForm form =
      make_lander_form(read_vehicle(TomlTable::load(path.string())), std::span(&soil, 1), path.string());
  // on a table 1.5 m high and 2.6 m wide: the hinge stops at 40 deg
  const RestingPose pose = rest(form, on_terrain(block({0, 0, 0.75}, {1.3, 1.5, 0.75})), 0.0, 0.0, 0.0);
  REQUIRE(pose.kind == RestKind::resting);
  CHECK(pose.ramps[0].hinge == Approx(40.0 * kDegree).margin(1e-6));
  // the end's lower corner: top of a plate 2.1 m long
  CHECK(pose.ramps[0].gap == Approx(1.5 + 0.8 - 2.1 * std::sin(40.0 * kDegree)).margin(0.01));
}

TEST_CASE("what no placement can be made of is refused by name") {
  const SoilParams soil = test::rigid_ground();
  const auto stage = resolve_asset("skycrane_stage", "landers");
  CHECK_THROWS_WITH(
      make_lander_form(read_vehicle(TomlTable::load(stage.string())), std::span(&soil, 1), "stage.toml"),
      Catch::Matchers::ContainsSubstring("0 footpads"));
}

}  // namespace
}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// What touches and what is drawn of a vehicle whose file says nothing of it.
#include "grouser/vehicle/spec/made_shapes.hpp"

#include <set>

#include "catch.hpp"
#include "grouser/vehicle/spec/vehicle.hpp"

using namespace grouser;

namespace {

/// Two wheels on a rocker each side of a chassis, which has a mast: no sphere, no visual.
std::string bare_rover(const std::string& more = "") {
  std::string text = R"(name = "bare"
root = "chassis"
)" + more + R"(
[[body]]
name = "chassis"
mass = 60.0
com = [0.0, 0.0, 0.5]
inertia = [4.0, 6.0, 8.0]
[[body]]
name = "mast"
mass = 2.0
com = [0.0, 0.0, 0.6]
inertia = [0.2, 0.2, 0.01]
[[joint]]
name = "mast"
type = "fixed"
parent = "chassis"
child = "mast"
position = [0.3, 0.0, 0.6]
[wheel]
radius = 0.15
width = 0.1
stiffness = 20000.0
damping = 300.0
tangential_stiffness = 14000.0
)";
  for (const int side : {1, -1}) {
    const std::string s = side > 0 ? "left" : "right";
    const double y = 0.4 * side;
    text += fmt::format(
        "[[body]]\nname = \"{0}_rocker\"\nmass = 4.0\ncom = [0.0, 0.0, -0.1]\ninertia = [0.1, 0.3, 0.3]\n"
        "[[joint]]\nname = \"{0}_rocker\"\ntype = \"revolute\"\nparent = \"chassis\"\nchild = "
        "\"{0}_rocker\"\n"
        "position = [0.0, {1}, 0.5]\naxis = [0.0, 1.0, 0.0]\n",
        s, y);
    for (const int end : {1, -1})
      text += fmt::format(
          "[[body]]\nname = \"{0}{1}\"\nmass = 2.0\ninertia = [0.02, 0.03, 0.02]\n"
          "[[joint]]\nname = \"{0}{1}\"\ntype = \"revolute\"\nparent = \"{0}_rocker\"\nchild = \"{0}{1}\"\n"
          "position = [{2}, 0.0, -0.35]\naxis = [0.0, 1.0, 0.0]\nmode = \"prescribed\"\n"
          "[[wheels]]\nname = \"{0}{1}\"\nbody = \"{0}{1}\"\ndrive = \"{0}{1}\"\n",
          s, end > 0 ? "_front" : "_rear", 0.5 * end);
  }
  return text;
}

VehicleSpec read_bare(const std::string& text, MissingTouch missing = MissingTouch::made) {
  return read_vehicle(TomlTable::parse(text, "bare.toml"), {}, missing);
}

/// Distance of a point from the segment between two others, m.
double from_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const double along = std::clamp((p - a).dot(b - a) / std::max((b - a).squaredNorm(), 1e-30), 0.0, 1.0);
  return (p - a - along * (b - a)).norm();
}

}  // namespace

TEST_CASE(
    "made shapes: links and the lines between the root's joints and centre of mass touch, wheels aside") {
  const VehicleSpec rover = read_bare(bare_rover());
  REQUIRE(rover.touching == TouchSource::made);
  std::set<std::string> touched;
  for (const SphereSpec& s : rover.spheres) touched.insert(s.body);
  CHECK(touched == std::set<std::string>{"chassis", "mast", "left_rocker", "right_rocker"});
  CHECK(untouching_bodies(rover).empty());
  const Vec3 com(0, 0, 0.5), mast(0.3, 0, 0.6), left(0, 0.4, 0.5), right(0, -0.4, 0.5);
  double lowest = 1.0;
  for (const SphereSpec& s : rover.spheres) {
    CAPTURE(s.body, s.position.transpose());
    CHECK(s.radius == Approx(0.2 * 0.15));
    CHECK(s.stiffness == Approx(300.0 * (60.0 + 2.0 + 2 * (4.0 + 2 * 2.0))));
    if (s.body == "chassis") {
      const double off =
          std::min({from_segment(s.position, com, mast), from_segment(s.position, left, right),
                    from_segment(s.position, mast, left), from_segment(s.position, mast, right)});
      CHECK(off < 1e-12);
    }
    if (s.body == "left_rocker") {
      lowest = std::min(lowest, s.position.z());
      for (const double x : {0.5, -0.5}) CHECK((s.position - Vec3(x, 0, -0.35)).norm() >= 0.15);
    }
  }
  // along the arms down to the wheels' rims and no farther than one spacing from them
  const double arm = std::hypot(0.5, 0.35);
  CHECK(lowest <= -0.35 * (arm - 0.15 - 2.5 * 0.03) / arm);
  // no gap along an arm is wider than the spacing that its radius asks for
  CHECK(rover.spheres.size() > 30);
  CHECK(rover.spheres.size() < 120);
}

TEST_CASE(
    "made shapes: a file may ask for them or turn them off, files with spheres and old runs have none") {
  CHECK(read_bare(bare_rover("touch = \"shapes\"")).touching == TouchSource::made);
  CHECK(read_bare(bare_rover("touch = \"shapes\""), MissingTouch::none).touching == TouchSource::made);
  const VehicleSpec off = read_bare(bare_rover("touch = \"none\""));
  CHECK(off.spheres.empty());
  CHECK(off.touching == TouchSource::none);
  CHECK(untouching_bodies(off) == std::vector<std::string>{"chassis", "mast", "left_rocker", "right_rocker"});
  REQUIRE(shape_notes(off).size() == 2);
  CHECK_THAT(shape_notes(off)[1], Catch::Matchers::ContainsSubstring("nothing can touch chassis"));
  CHECK(read_bare(bare_rover(), MissingTouch::none).spheres.empty());
  const VehicleSpec own =
      read_bare(bare_rover() + "[[sphere]]\nbody = \"chassis\"\nposition = [0, 0, 0.3]\nradius = 0.1\n");
  CHECK(own.spheres.size() == 1);
  CHECK(own.touching == TouchSource::file);
  CHECK_THROWS_WITH(read_bare(bare_rover("touch = \"all\"")), Catch::Matchers::ContainsSubstring("shapes"));
}

TEST_CASE("made shapes: wheels, links and the root's box are drawn where a file has no visual") {
  const VehicleSpec rover = read_bare(bare_rover());
  CHECK(rover.looks_made);
  const auto count = [&](VisualKind kind) {
    return std::count_if(rover.visuals.begin(), rover.visuals.end(),
                         [&](const NamedVisual& v) { return v.shape.kind == kind; });
  };
  CHECK(count(VisualKind::wheel) == 4);
  CHECK(count(VisualKind::tube) ==
        2 * 3 + 1);  // of each rocker to its wheels and its centre of mass, and the mast
  REQUIRE(count(VisualKind::box) == 1);
  const auto box = std::find_if(rover.visuals.begin(), rover.visuals.end(),
                                [](const NamedVisual& v) { return v.shape.kind == VisualKind::box; });
  CHECK(box->body == "chassis");
  CHECK(box->shape.size.y() == Approx(0.8 + 0.06));
  const VehicleSpec drawn =
      read_bare(bare_rover() + "[[visual]]\nbody = \"chassis\"\nkind = \"box\"\nsize = [1, 1, 1]\n");
  CHECK(drawn.visuals.size() == 1);
  CHECK_FALSE(drawn.looks_made);
}

TEST_CASE("made shapes: a body without joints touches by the corners of the box that has its inertia") {
  // 12 kg, 0.6 x 0.4 x 0.2 m: m (b^2 + c^2) / 12
  const VehicleSpec probe = read_bare(R"(name = "probe"
root = "probe"
[[body]]
name = "probe"
mass = 12.0
com = [0.1, 0.0, 0.0]
inertia = [0.2, 0.4, 0.52]
)");
  REQUIRE(probe.spheres.size() >= 8);
  Vec3 low = Vec3::Constant(1e9), high = -low;
  for (const SphereSpec& s : probe.spheres) {
    low = low.cwiseMin(s.position);
    high = high.cwiseMax(s.position);
  }
  CHECK((high - low - Vec3(0.6, 0.4, 0.2)).norm() < 1e-9);
  CHECK((0.5 * (high + low) - Vec3(0.1, 0, 0)).norm() < 1e-9);
}

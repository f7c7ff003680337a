// SPDX-License-Identifier: BSD-3-Clause
// Wheels and balls on convex polyhedra: against boxes of the same corners, against the distances of meshes, and forces
// against the gradient of what they store.
#include <cmath>
#include <random>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/pose.hpp"
#include "grouser/shape/distance/mesh_distance.hpp"
#include "grouser/terrain/surface/shape_input.hpp"
#include "made_fields.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr double kWheel = 0.1425;  // ExoMars flight wheel, m

struct Chance {
  explicit Chance(unsigned seed) : engine(seed) {}
  double operator()(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine);
  }
  Vec3 point(double size) {
    const double x = (*this)(-size, size), y = (*this)(-size, size);
    return {x, y, (*this)(-size, size)};
  }
  Mat3 turn() {
    const Vec3 angle = point(3.0);
    return rotation_from_rpy(angle.x(), angle.y(), angle.z());
  }
  std::mt19937 engine;
};

RigidShape hull(const std::vector<Vec3>& points, const RigidTransform& pose) {
  RigidShape shape;
  shape.name = "rock";
  shape.material = 1;
  set_hull(hull_of(points, "rock"), pose, shape);
  return shape;
}

/// A rock of some twenty faces about the origin.
std::vector<Vec3> rock_points(Chance& chance, const Vec3& half, int count = 14) {
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i)
    points.push_back(half.cwiseProduct(chance.point(1.0).normalized()) * chance(0.85, 1.0));
  return points;
}

std::vector<Vec3> corners_of(const Vec3& half) {
  std::vector<Vec3> corners;
  for (const double x : {-1.0, 1.0})
    for (const double y : {-1.0, 1.0})
      for (const double z : {-1.0, 1.0}) corners.push_back(half.cwiseProduct(Vec3(x, y, z)));
  return corners;
}

constexpr BasePlane kFarBelow{-50.0, 0.0, 0.0};

}  // namespace

TEST_CASE("a hull of a box's eight corners is the box to wheels and balls in any pose") {
  Chance chance(1);
  int touching = 0, pressed = 0;
  for (int i = 0; i < 3000; ++i) {
    // as thick as they must be to be no plates, which go on behind their thin side
    const Vec3 half(chance(0.05, 0.2), chance(0.05, 0.2), chance(0.05, 0.2));
    const RigidTransform pose{chance.turn(), chance.point(0.2)};
    const bool on_ground = i % 2 == 0;
    const BasePlane plane = on_ground ? BasePlane{-0.1, 0.2, 0.1} : kFarBelow;
    const Terrain boxes(plane, 0, {box(pose.p, half, pose.R)}),
        hulls(plane, 0, {hull(corners_of(half), pose)});
    const WheelDisc disc{chance.point(0.35), chance.point(1.0).normalized(), kWheel};
    const Contacts a = contacts(boxes, disc), b = contacts(hulls, disc);
    REQUIRE(a.count == b.count);
    for (int c = 0; c < a.count; ++c) {
      REQUIRE(b.at[c].surface == a.at[c].surface);
      REQUIRE(b.at[c].penetration == Approx(a.at[c].penetration).margin(1e-12));
      // the gradient of a penetration by rounding alone is rounding divided by rounding
      if (a.at[c].penetration > 1e-6) REQUIRE((b.at[c].gradient - a.at[c].gradient).norm() < 1e-12);
      touching += a.at[c].surface == 1;
    }
    SphereContact ball, same;
    const Vec3 center = chance.point(0.3);
    const bool meets = find_sphere_contact(boxes, poses_of(boxes), center, 0.08, ball);
    REQUIRE(meets == find_sphere_contact(hulls, poses_of(hulls), center, 0.08, same));
    if (!meets || ball.surface != 1) continue;
    REQUIRE(same.penetration == Approx(ball.penetration).margin(1e-12));
    REQUIRE((same.normal - ball.normal).norm() < 1e-12);
    ++pressed;
  }
  CHECK(touching > 500);
  CHECK(pressed > 500);
}

TEST_CASE("a ball's depth in a hull is that of its mesh, found by another search") {
  Chance chance(2);
  int touching = 0, inside = 0;
  for (int body = 0; body < 10; ++body) {
    const RigidTransform pose{chance.turn(), chance.point(0.3)};
    const RigidShape shape = hull(rock_points(chance, {0.3, 0.2, 0.15}), pose);
    const Terrain terrain(kFarBelow, 0, {shape});
    const MeshDistance mesh(mesh_of(*shape.hull));
    for (int i = 0; i < 1000; ++i) {
      const Vec3 center = shape.pose * chance.point(0.3);
      const double radius = 0.15, depth = mesh.depth_at(shape.pose.inverse() * center).depth;
      SphereContact found;
      const bool meets = find_sphere_contact(terrain, poses_of(terrain), center, radius, found);
      REQUIRE(meets == (depth + radius > 0.0));
      if (!meets) continue;
      REQUIRE(found.penetration == Approx(radius + depth).margin(1e-13));
      REQUIRE(found.normal.norm() == Approx(1.0).epsilon(1e-12));
      // the point lies on the surface, the normal leads from it to the centre
      REQUIRE(std::fabs(mesh.depth_at(shape.pose.inverse() * found.point).depth) < 1e-12);
      ++touching;
      inside += depth > 0.0;
    }
  }
  CHECK(touching > 3000);
  CHECK(inside > 500);
}

TEST_CASE(
    "a wheel's penetration of a hull has its gradient, in any pose, alone and beside ground and others") {
  Chance chance(3);
  constexpr double kStep = 1e-7;
  int checked = 0;
  for (int world = 0; world < 30; ++world) {
    std::vector<RigidShape> shapes;
    for (int k = 0; k <= world % 3; ++k)
      shapes.push_back(hull(rock_points(chance, {0.25, 0.18, 0.12}, 8 + world % 12),
                            {chance.turn(), Vec3(0.15 * k, 0.1 * k, 0.0)}));
    const Terrain terrain(world % 2 ? kFarBelow : BasePlane{0.0, 0.1, -0.05}, 0, shapes);
    for (int i = 0; i < 40; ++i) {
      const WheelDisc disc{Vec3(chance(-0.3, 0.4), chance(-0.3, 0.3), chance(0.1, 0.25)),
                           Vec3(0.4 * chance(-1, 1), 1.0, 0.3 * chance(-1, 1)).normalized(), kWheel};
      const Contacts found = contacts(terrain, disc);
      for (int c = 0; c < found.count; ++c) {
        if (found.at[c].penetration < 5e-4) continue;
        const auto penetration = [&](const Vec3& shift) {
          const Contacts moved = contacts(terrain, {disc.center + shift, disc.axis, disc.radius});
          const ArcContact* at = moved.of(found.at[c].surface);
          return at ? at->penetration : 0.0;
        };
        Vec3 gradient;
        for (int axis = 0; axis < 3; ++axis) {
          const Vec3 shift = kStep * Vec3::Unit(axis);
          gradient[axis] = (penetration(-shift) - penetration(shift)) / (2.0 * kStep);
        }
        // rounding of the penetration over the step, and the quadrature's 1e-10
        CHECK((gradient - found.at[c].gradient).norm() < 2e-5);
        ++checked;
      }
    }
  }
  CHECK(checked > 500);
}

TEST_CASE("on its flank a wheel is turned as its penetration falls") {
  Chance chance(6);
  constexpr double kTurn = 1e-7;  // rad
  int checked = 0;
  double without = 0.0;
  for (int world = 0; world < 100; ++world) {
    const Terrain terrain(kFarBelow, 0,
                          {hull(rock_points(chance, {0.25, 0.2, 0.15}), {chance.turn(), {0, 0, 0}})});
    for (int i = 0; i < 200; ++i) {
      const WheelDisc disc{chance.point(0.3), chance.point(1.0).normalized(), kWheel};
      const Contacts found = contacts(terrain, disc);
      if (found.count != 1) continue;
      const ArcContact& c = found.at[0];
      // wholly on its flank, and no deeper than a wheel goes; the centre inside has no first surface
      if (c.gradient.squaredNorm() < 8.0 || c.gradient.squaredNorm() > 400.0 || c.penetration < 2e-3 ||
          c.penetration > 0.1)
        continue;
      const Vec3 moment = (c.point - disc.center).cross(c.gradient) + c.couple;
      for (const Vec3& about :
           {Vec3(disc.axis.unitOrthogonal()), Vec3(disc.axis.cross(disc.axis.unitOrthogonal()))}) {
        const auto penetration = [&](double angle) {
          const Contacts turned =
              contacts(terrain, {disc.center, rotation_about(about, angle) * disc.axis, disc.radius});
          return turned.count ? turned.at[0].penetration : 0.0;
        };
        const double fall = (penetration(-kTurn) - penetration(kTurn)) / (2.0 * kTurn);
        // second differences of what bends as 1/c^3, times the step, and the quadrature's 1e-10
        CHECK(fall == Approx(about.dot(moment)).margin(1e-4 * c.gradient.norm()));
        without = std::max(without, std::fabs(fall - about.dot(moment - c.couple)));
        ++checked;
      }
    }
  }
  CHECK(checked > 300);
  CHECK(without > 0.1);  // m: as much as the wheel's radius; what the force at its point alone would miss
}

TEST_CASE("over a path round a rock's edges the force does no work") {
  Chance chance(4);
  const Terrain terrain(BasePlane{}, 0,
                        {hull(rock_points(chance, {0.2, 0.15, 0.12}), {Mat3::Identity(), {0, 0, 0.05}})});
  const auto force = [&](const Vec3& center) {
    const Contacts found = contacts(terrain, {center, Vec3(0.1, 1.0, 0.05).normalized(), kWheel});
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < found.count; ++i) sum += found.at[i].penetration * found.at[i].gradient;
    return sum;
  };
  // kinks where contacts begin: the trapezoid rule over n points errs by O(n^-2)
  const int n = 20000;
  double work = 0.0, absolute = 0.0;
  const auto at = [](double t) {
    const math::SinCos a = math::sincos(t);
    return Vec3(0.2 * a.cos, 0.03 * a.sin, 0.22 + 0.07 * a.sin);
  };
  Vec3 last = at(0.0), last_force = force(last);
  for (int i = 1; i <= n; ++i) {
    const Vec3 center = at(2.0 * M_PI * i / n), f = force(center);
    const double part = 0.5 * (f + last_force).dot(center - last);
    work += part;
    absolute += std::fabs(part);
    last = center, last_force = f;
  }
  CHECK(absolute > 1e-5);
  CHECK(std::fabs(work) < 1e-6 * absolute);
}

TEST_CASE("a wheel on a rock of many faces over hills stands on what lies on top") {
  // a flat-topped hull let into curved ground, as wide as the wheel's reach: a plate of the top's height
  const auto hills = [](double x, double y) { return 0.03 * x * x - 0.02 * y * y; };
  std::vector<Vec3> points;
  for (int i = 0; i < 24; ++i) {
    const math::SinCos a = math::sincos(2.0 * M_PI * i / 24.0);
    points.push_back({0.4 * a.cos, 0.4 * a.sin, 0.05});
    points.push_back({0.5 * a.cos, 0.5 * a.sin, -0.2});
  }
  const Terrain terrain = terrain_of(2.0, 0.1, hills, {hull(points, {})});
  for (const double u : {0.001, 0.01, 0.03}) {
    const Contacts found = contacts(terrain, {{0.05, -0.1, 0.05 + kWheel - u}, Vec3::UnitY(), kWheel});
    REQUIRE(found.count == 1);
    CHECK(found.at[0].surface == 1);
    CHECK(found.at[0].penetration == Approx(u).epsilon(1e-9));
    CHECK((found.at[0].gradient - Vec3::UnitZ()).norm() < 1e-9);
  }
}

TEST_CASE("hulls come from tables, in their own frame, and are refused with the reason") {
  const auto read = [](const std::string& rest) {
    std::vector<std::string> soils;
    const TomlTable t = TomlTable::parse(
        "[[shape]]\ntype = \"hull\"\nsoil = \"bedrock\"\nname = \"r\"\n" + rest, "site.toml");
    return read_shapes(t, soils).front();
  };
  // a tetrahedron whose frame is not its middle
  const std::string points = "points = [[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3], [0.1, 0.1, 0.1]]\n";
  const RigidShape shape = read(points + "position = [10, 20, 30]\nrpy_deg = [0, 0, 90]\n");
  REQUIRE(shape.hull);
  CHECK(shape.hull->vertices.size() == 4);
  CHECK((shape.half - Vec3(0.5, 1.0, 1.5)).norm() < 1e-15);
  bool found = false;  // the corner (0, 2, 0), a quarter turn about z from its frame
  for (const Vec3& p : shape.hull->vertices) found |= (shape.pose * p - Vec3(8, 20, 30)).norm() < 1e-12;
  CHECK(found);
  const auto refused = [&](const std::string& rest, const char* reason) {
    CHECK_THROWS_WITH(read(rest), ContainsSubstring("site.toml") && ContainsSubstring(reason));
  };
  const std::string at = "position = [0, 0, 0]\n";
  refused(at, "points");
  refused(at + "points = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]\n", "at least four");
  refused(at + "points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]\n", "one plane");
  refused(at + "points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, nan]]\n", "points");
  refused(at + "points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0]]\n", "points");
  std::string many = "points = [";
  for (int i = 0; i < 65; ++i) many += "[" + std::to_string(i) + ", " + std::to_string(i * i) + ", 1],";
  refused(at + many + "]\n", "points");
  // every corner counts for the ground's hash
  const Terrain a(BasePlane{}, 0, {shape}),
      b(BasePlane{}, 0, {read(points + "position = [10, 20, 30]\nrpy_deg = [0, 0, 90]\n")}),
      c(BasePlane{}, 0,
        {read("points = [[0, 0, 0], [1, 0, 0], [0, 2, 0], [0.2, 0, 3]]\nposition = [10, 20, 30]\nrpy_deg = "
              "[0, 0, 90]\n")});
  CHECK(a.hash() == b.hash());
  CHECK(a.hash() != c.hash());
  RigidShape larger = shape;
  larger.half *= 0.9;
  CHECK_THROWS_WITH(Terrain(BasePlane{}, 0, {larger}), ContainsSubstring("larger than the shape's box"));
}

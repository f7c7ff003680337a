// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <random>

#include "catch.hpp"
#include "made_fields.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {
bool touch(const Terrain& terrain, const Vec3& center, double radius, SphereContact& out) {
  const auto poses = poses_of(terrain);
  return find_sphere_contact(terrain, poses, center, radius, out);
}
void check_near(const Vec3& a, const Vec3& b, double margin) { CHECK((a - b).norm() <= margin); }
const Terrain kNoGround(BasePlane{-100.0, 0.0, 0.0}, 0, {box({0, 0, 0}, {0.5, 0.4, 0.3})});
}  // namespace

TEST_CASE("A sphere on a plane") {
  const Terrain terrain(BasePlane{0.5, 0.3, -0.2}, 3, {});
  const Vec3 n = Vec3(-0.3, 0.2, 1.0).normalized();
  const Vec3 foot(1.0, 2.0, 0.5 + 0.3 * 1.0 - 0.2 * 2.0);
  SphereContact c;
  REQUIRE(touch(terrain, foot + 0.08 * n, 0.1, c));
  CHECK(c.surface == 0);
  CHECK(c.material == 3);
  CHECK(c.penetration == Approx(0.02).epsilon(1e-12));
  check_near(c.normal, n, 1e-14);
  check_near(c.point, foot, 1e-14);
  CHECK_FALSE(touch(terrain, foot + 0.1001 * n, 0.1, c));
}

TEST_CASE("A sphere on a box: face, edge, corner, inside") {
  SphereContact c;
  REQUIRE(touch(kNoGround, {0.1, 0.1, 0.35}, 0.1, c));
  CHECK(c.surface == 1);
  CHECK(c.material == 1);
  CHECK(c.penetration == Approx(0.05));
  check_near(c.normal, {0, 0, 1}, 1e-15);
  check_near(c.point, {0.1, 0.1, 0.3}, 1e-15);

  REQUIRE(touch(kNoGround, {0.53, 0.0, 0.34}, 0.1, c));  // 3-4-5 from the edge: 0.05 away
  CHECK(c.penetration == Approx(0.05));
  check_near(c.normal, {0.6, 0, 0.8}, 1e-14);
  check_near(c.point, {0.5, 0, 0.3}, 1e-14);

  REQUIRE(touch(kNoGround, {0.52, 0.42, 0.31}, 0.1, c));  // (2, 2, 1) cm from the corner: 3 cm
  CHECK(c.penetration == Approx(0.07));
  check_near(c.normal, {2. / 3, 2. / 3, 1. / 3}, 1e-12);
  check_near(c.point, {0.5, 0.4, 0.3}, 1e-14);

  REQUIRE(touch(kNoGround, {0.1, 0.0, 0.28}, 0.1, c));  // the centre 2 cm below the top
  CHECK(c.penetration == Approx(0.12));
  check_near(c.normal, {0, 0, 1}, 1e-15);
  CHECK_FALSE(touch(kNoGround, {0.7, 0.0, 0.0}, 0.1, c));
}

TEST_CASE("A sphere on a turned box is the same contact, turned") {
  const Mat3 R = rotation_from_rpy(0.4, -0.3, 1.1);
  const Vec3 shift(3, -2, 1);
  const Terrain turned(BasePlane{-100.0, 0.0, 0.0}, 0, {box(shift, {0.5, 0.4, 0.3}, R)});
  SphereContact a, b;
  REQUIRE(touch(kNoGround, {0.53, 0.1, 0.34}, 0.1, a));
  REQUIRE(touch(turned, R * Vec3(0.53, 0.1, 0.34) + shift, 0.1, b));
  CHECK(b.penetration == Approx(a.penetration).epsilon(1e-12));
  check_near(b.normal, R * a.normal, 1e-12);
}

TEST_CASE("A sphere in a bowl meets its nearest point") {
  // bowl z = (x^2 + y^2)/2 (radius of curvature 1 at the bottom): above the bottom the nearest point is the
  // bottom
  const Terrain terrain = terrain_of(1.0, 0.0625, [](double x, double y) { return 0.5 * (x * x + y * y); });
  SphereContact c;
  REQUIRE(touch(terrain, {0.0, 0.0, 0.09}, 0.1, c));
  CHECK(c.penetration == Approx(0.01).margin(1e-9));
  check_near(c.normal, {0, 0, 1}, 1e-9);
  // off the axis: from a point of the bowl 0.09 along its normal; floats of the field are good to 1e-8 m
  const Vec3 foot(0.3, 0.1, 0.5 * (0.09 + 0.01)), n = Vec3(-0.3, -0.1, 1.0).normalized();
  REQUIRE(touch(terrain, foot + 0.09 * n, 0.1, c));
  CHECK(c.penetration == Approx(0.01).margin(1e-8));
  check_near(c.normal, n, 1e-6);
}

// Only a distance whose gradient is the normal makes a contact spring conservative. The hollows here are as
// tight as 1/(0.04 * 4.5^2) = 1.2 m, the balls up to 0.8 of that.
TEST_CASE("The normal is the gradient of the penetration, also with a ball nearly as wide as the hollow") {
  const Terrain terrain = terrain_of(
      3.0, 0.125, [](double x, double y) { return 0.04 * std::sin(4.5 * x) * std::cos(4.5 * y + 0.3); });
  constexpr double kStep = 1e-4;
  for (const double radius : {0.15, 0.4, 0.9})
    for (int i = 0; i < 40; ++i) {
      const Vec3 center(-1.0 + 0.05 * i, 0.9 - 0.041 * i, radius - 0.06);
      SphereContact c, ahead, behind;
      if (!touch(terrain, center, radius, c) || c.penetration < 0.005) continue;
      CAPTURE(radius, i);
      for (int axis = 0; axis < 3; ++axis) {
        REQUIRE(touch(terrain, center + kStep * Vec3::Unit(axis), radius, ahead));
        REQUIRE(touch(terrain, center - kStep * Vec3::Unit(axis), radius, behind));
        const double gradient = (behind.penetration - ahead.penetration) / (2.0 * kStep);
        // curvature of the distance changes over the step by less than 100 /m2 at a cell's edge: 1e-4 * 0.1
        CHECK(gradient == Approx(c.normal[axis]).margin(1e-5));
      }
    }
}

TEST_CASE("The deeper of two contacts is given") {
  const Terrain terrain(BasePlane{}, 0, {box({0, 0, 0}, {0.5, 0.5, 0.03})});
  SphereContact c;
  REQUIRE(touch(terrain, {0.0, 0.0, 0.09}, 0.1, c));
  CHECK(c.surface == 1);
  CHECK(c.penetration == Approx(0.04));
}

// Brute force: the nearest of the points of a grid a 30th of the radius apart is no nearer than the surface,
// and at most a grid's diagonal further along it.
TEST_CASE("A sphere close above rough ground touches where the ground comes within its radius") {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> place(-0.5, 0.5), above(0.0, 0.25);
  const auto hills = [](double x, double y) { return 0.1 * std::sin(6.0 * x) * std::cos(5.0 * y) + 0.3 * x; };
  const Terrain terrain = terrain_of(2.0, 0.12, hills);
  constexpr double kBall = 0.1, kGrid = kBall / 30.0;
  int touching = 0, near = 0;
  for (int k = 0; k < 200; ++k) {
    Vec3 center(place(random), place(random), 0.0);
    HeightSample s;
    REQUIRE(terrain.height(center.x(), center.y(), s));
    center.z() = s.z + above(random);
    double nearest = 1.0;
    for (double x = -kBall; x <= kBall; x += kGrid)
      for (double y = -kBall; y <= kBall; y += kGrid) {
        REQUIRE(terrain.height(center.x() + x, center.y() + y, s));
        nearest = std::min(nearest, Vec3(x, y, s.z - center.z()).norm());
      }
    SphereContact found;
    const bool touches = find_sphere_contact(terrain, {}, center, kBall, found);
    if (touches) ++touching;
    if (nearest < kBall) CHECK(touches);
    // distances grow by at most the height's steps between points: slope 1 at most here
    if (nearest > kBall + 1.5 * kGrid) CHECK_FALSE(touches);
    if (std::fabs(nearest - kBall) < 0.02) ++near;
  }
  CHECK(touching > 40);
  CHECK(near > 20);
}

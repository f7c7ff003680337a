// SPDX-License-Identifier: BSD-3-Clause
// A disc in ruts: what it stands on is one level on the side that it rolls onto (wheel_arc.hpp).
#include <cmath>

#include "catch.hpp"
#include "grouser/terrain/touch/wheel_arc.hpp"

using namespace grouser;

namespace {

constexpr double kFootingRadius = 0.1425, kCell = 0.02, kDeep = 0.018;  // m
// The strip that a disc's level is the mean of (docs/theory_contact.md).
constexpr double kStrip = 0.8 * kFootingRadius;

// A rut along x that ends at x = 0; to y = +-0.1 m.
GroundMemory rut_behind() {
  GroundMemory memory(kCell);
  for (double x = -1.0 + 0.5 * kCell; x < 0.0; x += kCell)
    for (double y = -0.1 + 0.5 * kCell; y < 0.1; y += kCell) memory.deposit(x, y, kDeep);
  return memory;
}

SliceContacts stand(const GroundMemory& memory, const Vec3& center, double entry,
                    const Vec3& axis = Vec3::UnitY(), double half_width = 0.0) {
  static const Terrain flat(BasePlane{}, 0, {});
  SliceContacts slice;
  slice.disc = {center, axis, kFootingRadius, half_width};
  slice.entry = entry;
  WheelGround ground;
  REQUIRE(find_wheel_contacts(flat, memory, {}, {&slice, 1}, ground));
  return slice;
}

Vec3 at(double x, double y = 0.0, double penetration = 0.03) { return {x, y, kFootingRadius - penetration}; }

}  // namespace

TEST_CASE(
    "A wheel rolling forward does not see the rut behind it, nor one rolling backward the ground ahead") {
  const GroundMemory memory = rut_behind();
  // cells reach one cell beyond their own: from there on nothing of the rut is ahead
  for (const double x : {kCell, 0.04, 0.1}) {
    const SliceContacts ahead = stand(memory, at(x), 1.0), untouched = stand(GroundMemory(), at(x), 1.0);
    REQUIRE(ahead.count == 1);
    CHECK(ahead.arcs[0].rut_depth == 0.0);
    CHECK(ahead.arcs[0].penetration == untouched.arcs[0].penetration);
    CHECK(ahead.arcs[0].gradient == untouched.arcs[0].gradient);
  }
  // turned back where the rut ends, the level is the rut's from where the strip lies in it whole
  const SliceContacts behind = stand(memory, at(-kCell), -1.0);
  REQUIRE(behind.count == 1);
  CHECK(behind.arcs[0].rut_depth == Approx(kDeep).epsilon(1e-12));
  CHECK(behind.arcs[0].penetration == Approx(0.03 - kDeep).epsilon(1e-12));
  CHECK(behind.arcs[0].rut_depth == behind.arcs[0].rut_depth);
  // one that has not rolled stands on both alike
  const double both = stand(memory, at(-0.03), 0.0).arcs[0].rut_depth;
  CHECK(both == Approx(0.5 * (stand(memory, at(-0.03), 1.0).arcs[0].rut_depth +
                              stand(memory, at(-0.03), -1.0).arcs[0].rut_depth)));
}

TEST_CASE("The level falls steadily as a disc rolls into a rut, and pushes it neither way along") {
  const GroundMemory memory = rut_behind();
  // rolling backward from over untouched ground, 0.2 m before the rut's end as it is seen from there
  double last = 0.0, steepest = 0.0;
  constexpr double kStep = 1e-4;
  for (double x = kStrip + 0.2; x > -0.2; x -= kStep) {
    const SliceContacts slice = stand(memory, at(x), -1.0);
    CHECK(slice.arcs[0].rut_depth >= last - 1e-15);
    steepest = std::max(steepest, (slice.arcs[0].rut_depth - last) / kStep);
    last = slice.arcs[0].rut_depth;
    REQUIRE(slice.count == 1);
    CHECK(slice.arcs[0].gradient.x() == 0.0);
  }
  CHECK(last == Approx(kDeep).epsilon(1e-12));
  // the parabola's largest weight is 3/2 of the mean; sampling by points and cells adds a few per cent
  CHECK(steepest < 1.1 * 1.5 * kDeep / kStrip);
  CHECK(steepest > 1.5 * kDeep / (kStrip + 2.0 * kCell));
}

TEST_CASE("Across the heading the wall of a rut pushes as its mean slope over the slice's width says") {
  const GroundMemory memory = rut_behind();
  int walls = 0;
  for (const double half_width : {0.004, 0.01, 0.02})
    for (double y = 0.05; y < 0.15; y += 0.0031)
      for (const double yaw : {0.0, 0.3}) {
        const Vec3 axis(-std::sin(yaw), std::cos(yaw), 0.0), center = at(-0.5, y);
        const SliceContacts slice = stand(memory, center, 1.0, axis, half_width);
        const auto depth_at = [&](double aside) {
          return stand(memory, center + aside * axis, 1.0, axis).arcs[0].rut_depth;
        };
        const double wall = (depth_at(half_width) - depth_at(-half_width)) / (2.0 * half_width);
        CHECK(slice.arcs[0].rut_wall.dot(axis.head<2>()) == Approx(wall).margin(1e-12));
        CHECK(std::fabs(slice.arcs[0].rut_wall.dot(Vec2(axis.y(), -axis.x()))) < 1e-15);
        // a deeper level to the left lessens the penetration there
        CHECK(slice.arcs[0].gradient.dot(axis) == Approx(wall).margin(1e-12));
        walls += std::fabs(wall) > 0.1;
      }
  CHECK(walls > 15);
}

TEST_CASE("Far away and broken places of a disc find no rut and no harm") {
  const GroundMemory memory = rut_behind();
  const SliceContacts far = stand(memory, {1e12, 0.0, 0.1}, 0.0);
  REQUIRE(far.count == 1);
  CHECK(far.arcs[0].rut_depth == 0.0);
  // lying flat it has no heading, no arc and no contact
  CHECK(stand(memory, {-0.5, 0.0, -0.001}, 1.0, Vec3::UnitZ()).count == 0);
}

// Between the middles of cells the depth has kinks. A disc that stands on one exactly, or beside it by
// rounding, is pushed alike, so that no side of the world is preferred. Without a width it feels the wall
// over one cell.
TEST_CASE("On the middle line of a rut one cell wide nothing pushes aside, whatever rounding does") {
  GroundMemory memory(kCell);
  for (double x = -1.0 + 0.5 * kCell; x < 1.0; x += kCell) memory.deposit(x, 0.61, kDeep);
  for (const double beside : {0.0, 1e-16, -1e-16, 1e-12, -1e-12}) {
    const SliceContacts slice = stand(memory, at(-0.5, 0.61 + beside), 1.0);
    CHECK(std::fabs(slice.arcs[0].rut_wall.y()) < 1e-9);
    CHECK(slice.arcs[0].rut_depth == Approx(kDeep).epsilon(1e-5));
  }
  // the depth is a triangle, so its difference over a cell is 2 beside / cell of it
  for (const double beside : {0.001, 0.009}) {
    const double north = stand(memory, at(-0.5, 0.61 + beside), 1.0).arcs[0].rut_wall.y();
    CHECK(north == Approx(-2.0 * beside / kCell * kDeep / kCell));
    CHECK(stand(memory, at(-0.5, 0.61 - beside), 1.0).arcs[0].rut_wall.y() == Approx(-north));
  }
}

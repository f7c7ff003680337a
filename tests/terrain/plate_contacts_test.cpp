// SPDX-License-Identifier: BSD-3-Clause
// A plane meets each slice of a wheel as a plate, in closed form; the search among several surfaces finds the
// same bits.
#include <random>

#include "catch.hpp"
#include "grouser/terrain/touch/wheel_arc.hpp"

using namespace grouser;

namespace {

using Slices = std::array<SliceContacts, 3>;

/// A wheel of three slices somewhere near a plane: above it, in it, below it, leaning or flat on its side.
Slices wheel_near(const BasePlane& plane, std::mt19937& random) {
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const double x = unit(random), y = unit(random), radius = 0.15 + 0.05 * unit(random);
  const double ground = plane.z0 + plane.slope_x * x + plane.slope_y * y;
  const Vec3 center(x, y, ground + radius * (1.0 + 0.5 * unit(random)) - (unit(random) > 0.9 ? radius : 0.0));
  const bool flat = unit(random) > 0.95;
  const Vec3 axis = flat ? Vec3(0, 0, 1) : Vec3(unit(random), unit(random), unit(random)).normalized();
  Slices slices;
  for (int i = 0; i < 3; ++i) {
    slices[i].disc = {center + 0.04 * (i - 1) * axis, axis, radius};
    slices[i].entry = std::round(unit(random));
  }
  return slices;
}

void check_same(const ArcContact& a, const ArcContact& b) {
  CHECK((a.surface == b.surface && a.material == b.material && a.patch == b.patch));
  CHECK(a.penetration == b.penetration);
  CHECK(a.gradient == b.gradient);
  CHECK(a.point == b.point);
  CHECK(a.couple == b.couple);
  CHECK(a.rut_depth == b.rut_depth);
  CHECK(a.rut_wall == b.rut_wall);
}

}  // namespace

TEST_CASE("a wheel on a bare plane touches it as beside a grain that none of its slices meets, bit by bit") {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  GroundMemory rutted;
  for (double x = -1.2; x < 1.2; x += 0.01)
    for (double y = -1.2; y < 1.2; y += 0.01) rutted.deposit(x, y, 0.01 * (1.0 + unit(random)));
  int touching = 0, apart = 0;
  for (int k = 0; k < 2000; ++k) {
    const BasePlane plane{unit(random), 0.4 * unit(random), 0.4 * unit(random)};
    const Terrain bare(plane, 0, {});
    const GroundMemory memory = k % 2 ? rutted : GroundMemory();
    Slices one = wheel_near(plane, random), two = one;
    RigidShape grain;  // near enough for the search among surfaces
    grain.pose.p = one[2].disc.center + 0.03 * one[2].disc.axis;
    grain.half = Vec3::Constant(0.001);
    const Terrain other(plane, 0, {grain});
    one[0].arcs[0].couple = Vec3::Ones();  // what an earlier look left
    WheelGround ground_one, ground_two;
    REQUIRE(find_wheel_contacts(bare, memory, {}, one, ground_one));
    REQUIRE(find_wheel_contacts(other, memory, other.shape_poses(), two, ground_two));
    for (int i = 0; i < 3; ++i) {
      REQUIRE(one[i].count == two[i].count);
      ++(one[i].count > 0 ? touching : apart);
      if (one[i].count > 0) check_same(one[i].arcs[0], two[i].arcs[0]);
    }
  }
  CHECK((touching > 1000 && apart > 1000));
}

// SPDX-License-Identifier: BSD-3-Clause
// Boxes that lie flush are met as the one body that they are, and boxes let into ground of their soil as that
// ground.
#include <random>

#include "catch.hpp"
#include "grouser/terrain/touch/wheel_arc.hpp"

using namespace grouser;

namespace {

RigidShape flush_box(const Vec3& low, const Vec3& high, const RigidTransform& X, int material = 0) {
  RigidShape box;
  box.half = 0.5 * (high - low);
  box.pose = {X.R, X * Vec3(0.5 * (low + high))};
  box.material = material;
  return box;
}

/// Four plates round the origin whose upper faces are one, and the plate that they are; the origin's frame
/// lies at X.
std::vector<RigidShape> four_plates(const RigidTransform& X) {
  return {
      flush_box({-1.0, -1.0, -0.05}, {0.0, 0.0, 0.0}, X), flush_box({0.0, -1.0, -0.08}, {1.0, 0.0, 0.0}, X),
      flush_box({-1.0, 0.0, -0.05}, {0.0, 1.0, 0.0}, X), flush_box({0.0, 0.0, -0.05}, {1.0, 1.0, 0.0}, X)};
}
std::vector<RigidShape> one_plate(const RigidTransform& X) {
  return {flush_box({-1.0, -1.0, -0.05}, {1.0, 1.0, 0.0}, X)};
}

RigidTransform tilted() {
  const double c = std::cos(0.3), s = std::sin(0.3);
  Mat3 turn, tilt;
  turn << std::cos(0.7), -std::sin(0.7), 0, std::sin(0.7), std::cos(0.7), 0, 0, 0, 1;
  tilt << c, 0, s, 0, 1, 0, -s, 0, c;
  return {turn * tilt, Vec3(0.4, -0.2, 3.0)};
}

}  // namespace

TEST_CASE("a disc over joints of plates meets one plate, wherever the joints run") {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (const RigidTransform& X : {RigidTransform{Mat3::Identity(), Vec3(0, 0, 3.0)}, tilted()}) {
    const Terrain parts(BasePlane{}, 0, four_plates(X)), whole(BasePlane{}, 0, one_plate(X));
    REQUIRE(parts.flush_with(0).size() == 4);
    CHECK(whole.flush_with(0).empty());
    for (int k = 0; k < 500; ++k) {
      constexpr double kRadius = 0.14;
      // some with their plane in a joint, some with the joint under their middle
      Vec3 at(0.3 * unit(random), 0.3 * unit(random), kRadius - 0.04 * std::fabs(unit(random)));
      const double heading = k % 5 == 0 ? 0.0 : 3.0 * unit(random);
      if (k % 5 == 0) at.y() = 0.0;
      if (k % 7 == 0) at.x() = 0.0;
      const WheelDisc disc{X * at, X.R * Vec3(-std::sin(heading), std::cos(heading), 0.0), kRadius};
      std::array<ArcContact, kMaxArcContacts> a, b;
      const int one = find_arc_contacts(whole, GroundMemory(), whole.shape_poses(), disc, b);
      REQUIRE(find_arc_contacts(parts, GroundMemory(), parts.shape_poses(), disc, a) == one);
      if (one == 0) continue;
      REQUIRE(one == 1);
      INFO(k << ": " << at.transpose() << ", heading " << heading);
      // one solid begins a skin of 1 nm behind the other; beyond it the sums are good to 1e-10
      CHECK(a[0].surface == 1);
      CHECK(a[0].penetration == Approx(b[0].penetration).margin(3e-9));
      CHECK((a[0].gradient - b[0].gradient).norm() < 3e-6);
      CHECK((a[0].point - b[0].point).norm() < 1e-6);
    }
  }
}

TEST_CASE("a ball over and below the joints of plates finds the way out of one plate") {
  std::mt19937 random(12);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const RigidTransform X = tilted();
  const Terrain parts(BasePlane{}, 0, four_plates(X)), whole(BasePlane{}, 0, one_plate(X));
  int inside = 0;
  for (int k = 0; k < 1000; ++k) {
    // down to above the middle of the thinnest plate, below which its other face is nearer
    const Vec3 at(0.1 * unit(random), 0.1 * unit(random), -0.02 + 0.04 * std::fabs(unit(random)));
    SphereContact a, b;
    REQUIRE(find_sphere_contact(whole, whole.shape_poses(), X * at, 0.03, b) ==
            find_sphere_contact(parts, parts.shape_poses(), X * at, 0.03, a));
    if (at.z() > 0.03) continue;
    inside += at.z() < 0.0;
    INFO(k << ": " << at.transpose());
    CHECK(a.penetration == Approx(b.penetration).margin(1e-12));
    CHECK((a.normal - b.normal).norm() < 1e-9);
    CHECK((a.point - b.point).norm() < 1e-9);
  }
  CHECK(inside > 200);
}

TEST_CASE("boxes let into ground of their soil are that ground, others are not") {
  const auto let_in = [](double top, int material, double x = 0.0) {
    RigidShape box = flush_box({x - 0.25, -2.0, top - 0.3}, {x + 0.25, 2.0, top}, {});
    box.material = material;
    return box;
  };
  const auto listed = [](const Terrain& terrain) { return terrain.shapes_near(0.0, 0.0, 0.5).size(); };
  CHECK(Terrain(BasePlane{}, 0, {let_in(0.0, 0), let_in(0.0, 0, 1.0)}).is_bare());
  CHECK(Terrain(BasePlane{}, 0, {let_in(-0.2, 0)}).is_bare());     // buried
  CHECK(listed(Terrain(BasePlane{}, 0, {let_in(1e-3, 0)})) == 1);  // 1 mm proud
  CHECK(listed(Terrain(BasePlane{}, 0, {let_in(0.0, 1)})) == 1);   // of another soil
  CHECK(listed(Terrain(BasePlane{}, 0, {let_in(0.0, 0)}).with_shapes({let_in(1e-3, 0)})) == 1);
  RigidShape carried = let_in(0.0, 0);
  carried.owner = "lander";
  CHECK(listed(Terrain(BasePlane{}, 0, {carried})) == 1);

  // in the plane of a slope
  const BasePlane slope{0.2, std::tan(0.2), 0.0};
  const double c = std::cos(0.2), s = std::sin(0.2);
  RigidShape tilted_box = let_in(0.0, 0);
  Mat3 R;
  R << c, 0, -s, 0, 1, 0, s, 0, c;
  tilted_box.pose = {R, Vec3(0, 0, 0.2) + R * tilted_box.pose.p};
  CHECK(Terrain(slope, 0, {tilted_box}).is_bare());
  CHECK(listed(Terrain(slope, 0, {let_in(0.2, 0)})) == 1);  // level, half out of the slope

  // in a raster, flat where the box lies and not beside it
  HeightfieldSpec spec;
  spec.columns = spec.rows = 80;
  spec.cell = 0.1, spec.west = -4.0, spec.north = 4.0;
  for (int row = 0; row < 80; ++row)
    for (int column = 0; column < 80; ++column)
      spec.offsets.push_back(column > 60 ? 0.1f * (column - 60) : 0.0f);
  const auto field = std::make_shared<const Heightfield>(spec);
  CHECK(Terrain(field, 0, {let_in(0.0, 0)}).is_bare());
  CHECK(listed(Terrain(field, 0, {let_in(1e-3, 0)})) == 1);
  spec.offsets[40 * 80 + 40] = -0.01f;  // a hollow in it
  CHECK(listed(Terrain(std::make_shared<const Heightfield>(spec), 0, {let_in(0.0, 0)})) == 1);
}

TEST_CASE("only shapes of one soil and owner that meet in one plane are one body") {
  const auto joined = [](const RigidShape& a, const RigidShape& b) {
    return !Terrain(BasePlane{}, 0, {a, b}).flush_with(0).empty();
  };
  const RigidShape plate = flush_box({0, 0, 0}, {1, 1, 0.1}, {});
  const auto beside = [](double gap, double up) {
    return flush_box({1.0 + gap, 0.0, up}, {2.0 + gap, 1.0, 0.1 + up}, {});
  };
  CHECK(joined(plate, beside(0.0, 0.0)));
  CHECK(joined(plate, beside(5e-4, 0.0)));
  CHECK_FALSE(joined(plate, beside(0.01, 0.0)));
  CHECK_FALSE(joined(plate, beside(0.0, 1e-3)));
  RigidShape other = beside(0.0, 0.0);
  other.material = 1;
  CHECK_FALSE(joined(plate, other));
  other = beside(0.0, 0.0);
  other.owner = "lander";
  CHECK_FALSE(joined(plate, other));
  // upright faces in one plane are walls beside each other, not ground to drive on
  CHECK_FALSE(joined(plate, flush_box({0, 1, 0.3}, {1, 2, 0.9}, {})));
  // a hull is joined like a box
  std::vector<Vec3> corners;
  for (const double x : {1.0, 2.0})
    for (const double y : {0.0, 1.0})
      for (const double z : {0.0, 0.1}) corners.emplace_back(x, y, z);
  RigidShape hull;
  set_hull(hull_of(corners, "test"), {}, hull);
  CHECK(joined(plate, hull));
}

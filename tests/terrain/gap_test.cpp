#include "grouser/terrain/gap.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "grouser/math/random.hpp"
#include "made_fields.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

double gap(const Terrain& terrain, const WheelDisc& disc, double reach,
           const GroundMemory& memory = GroundMemory()) {
  return disc_gap(terrain, memory, poses_of(terrain), disc, reach);
}

/// The disc's point nearest to p.
Vec3 onto_disc(const WheelDisc& disc, const Vec3& p) {
  const Vec3 d = p - disc.center;
  const Vec3 flat = d - d.dot(disc.axis) * disc.axis;
  const double r = flat.norm();
  return disc.center + (r > disc.radius ? disc.radius / r : 1.0) * flat;
}

/// Disc to box by projecting to and fro (Cheney & Goldstein 1959): comes down to the distance from above.
double disc_to_box(const WheelDisc& disc, const BoxShape& box) {
  Vec3 p = disc.center;
  double distance = 0.0;
  for (int i = 0; i < 3000; ++i) {
    const Vec3 local = box.pose.R.transpose() * (p - box.pose.p);
    const Vec3 q = box.pose * Vec3(local.cwiseMax(-box.half).cwiseMin(box.half));
    p = onto_disc(disc, q);
    const double now = (p - q).norm();
    if (i > 50 && std::fabs(distance - now) < 1e-12) break;
    distance = now;
  }
  return distance;
}

/// Disc to ground by looking at points of the ground: from above too.
template <class Height>
double disc_to_ground(const WheelDisc& disc, double around, double spacing, Height&& height) {
  double least = 1e300;
  for (double x = disc.center.x() - around; x <= disc.center.x() + around; x += spacing)
    for (double y = disc.center.y() - around; y <= disc.center.y() + around; y += spacing) {
      const Vec3 p(x, y, height(x, y));
      least = std::fmin(least, (onto_disc(disc, p) - p).norm());
    }
  return least;
}

Vec3 direction(math::RandomStream& random) {
  Vec3 v;
  do v = Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
  while (v.norm() > 1.0 || v.norm() < 0.1);
  return v.normalized();
}

}  // namespace

TEST_CASE("Gap: on a tilted plane the closed form, in any attitude of the disc") {
  math::RandomStream random(3, 1);
  for (int i = 0; i < 3000; ++i) {
    const BasePlane plane{random.uniform(-1, 1), random.uniform(-0.8, 0.8), random.uniform(-0.8, 0.8)};
    const Vec3 n = Vec3(-plane.slope_x, -plane.slope_y, 1.0).normalized();
    const WheelDisc disc{Vec3(0.3, -0.2, plane.z0 + random.uniform(0, 0.8)), direction(random), 0.15};
    const double tilt = n.dot(disc.axis);
    const double exact = n.dot(disc.center - Vec3(0, 0, plane.z0)) - 0.15 * std::sqrt(1.0 - tilt * tilt);
    CHECK(gap(Terrain(plane, 0, {}), disc, 0.3) ==
          Approx(std::fmin(0.3, std::fmax(0.0, exact))).margin(1e-14));
  }
}

TEST_CASE("Gap: a wheel before and above a step's edge") {
  const Terrain terrain(BasePlane{}, 0, {box({1.0, 0.0, 0.1}, {0.5, 1.0, 0.1})});
  // 3-4-5 from the edge at (0.5, 0.2): the centre 0.25 away, the rim 0.10; the ground 0.20 below the rim
  CHECK(gap(terrain, {Vec3(0.3, 0.0, 0.35), Vec3::UnitY(), 0.15}, 0.5) == Approx(0.10).epsilon(0.011));
  CHECK(gap(terrain, {Vec3(0.9, 0.0, 0.42), Vec3::UnitY(), 0.15}, 0.5) == Approx(0.07).epsilon(1e-12));
  CHECK(gap(terrain, {Vec3(0.3, 0.0, 0.35), Vec3::UnitY(), 0.15}, 0.02) == 0.02);
  CHECK(gap(terrain, {Vec3(0.9, 0.0, 0.34), Vec3::UnitY(), 0.15}, 0.5) == 0.0);
}

TEST_CASE("Gap: never more than the distance to boxes, and seldom much less") {
  math::RandomStream random(5, 2);
  double short_by = 0.0;
  int counted = 0;
  for (int i = 0; i < 5000; ++i) {
    const Mat3 R = rotation_from_rpy(random.uniform(-3, 3), random.uniform(-1.5, 1.5), random.uniform(-3, 3));
    const BoxShape shape =
        box(0.4 * direction(random),
            {random.uniform(0.02, 0.5), random.uniform(0.02, 0.3), random.uniform(0.02, 0.2)}, R);
    const Terrain terrain(BasePlane{-100.0, 0.0, 0.0}, 0, {shape});
    const WheelDisc disc{random.uniform(0.0, 0.6) * direction(random), direction(random),
                         random.uniform(0.05, 0.25)};
    const double found = gap(terrain, disc, 0.4), truth = std::fmin(0.4, disc_to_box(disc, shape));
    REQUIRE(found <= truth + 1e-9);  // rounding of coordinates near 1 m, and the end of the projections
    if (truth < 0.01) continue;
    short_by = std::fmax(short_by, (truth - found) / truth);
    ++counted;
  }
  CHECK(counted > 2000);
  CAPTURE(short_by);
  CHECK(short_by < 0.02);  // the search ends at 1 % or after 24 steps
}

TEST_CASE("Gap: above a sine of hills, never more than brute force finds") {
  const auto hills = [](double x, double y) { return 0.1 * std::sin(5.0 * x) * std::cos(4.0 * y); };
  const Terrain terrain = terrain_of(3.0, 0.05, hills);
  const auto height = [&](double x, double y) {
    HeightSample s;
    terrain.height(x, y, s);
    return s.z;
  };
  math::RandomStream random(7, 3);
  double short_by = 0.0;
  for (int i = 0; i < 400; ++i) {
    Vec3 c(random.uniform(-2, 2), random.uniform(-2, 2), 0.0);
    c.z() = height(c.x(), c.y()) + random.uniform(0.12, 0.4);
    const Vec3 axis =
        Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-0.3, 0.3)).normalized();
    const WheelDisc disc{c, axis, 0.15};
    const double found = gap(terrain, disc, 0.25);
    // points 5 mm apart: a point of the ground within 3.5 mm of the nearest one, so up to 0.1 mm too far
    const double seen = disc_to_ground(disc, 0.42, 0.005, height);
    REQUIRE(found <= std::fmin(0.25, seen) + 1e-9);
    if (seen < 0.25 && found > 0.0) short_by = std::fmax(short_by, seen - found);
  }
  CAPTURE(short_by);
  CHECK(short_by <
        0.006);  // tiles of 5 cm: their bulges, curvature 2.5/m x 0.05^2/8 = 0.8 mm, and more on slopes
}

TEST_CASE("Gap: no surface within it, by the contact query itself, in ten thousand moves") {
  const auto hills = [](double x, double y) { return 0.08 * std::sin(4.0 * x + 1.0) * std::cos(3.0 * y); };
  const Terrain terrain =
      terrain_of(3.0, 0.1, hills, {box({0.3, 0.2, 0.1}, {0.2, 0.3, 0.1}, rotation_from_rpy(0.2, 0.1, 0.5))});
  GroundMemory memory;
  math::RandomStream random(11, 4);
  for (int i = 0; i < 3000; ++i)
    memory.deposit(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0.0, 0.05));
  const auto poses = poses_of(terrain);
  int near = 0;
  for (int i = 0; i < 10000; ++i) {
    WheelDisc disc{Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0.1, 0.5)),
                   direction(random), 0.12};
    std::array<ArcContact, kMaxArcContacts> arcs;
    if (find_arc_contacts(terrain, memory, poses, disc, arcs) > 0) continue;
    const double room = gap(terrain, disc, 0.2, memory);
    if (room < 0.2) ++near;
    disc.center += 0.999999 * room * direction(random);
    REQUIRE(find_arc_contacts(terrain, memory, poses, disc, arcs) == 0);
  }
  CHECK(near > 500);
}

TEST_CASE("Gap: ground lowered by ruts is farther away") {
  const Terrain plane(BasePlane{}, 0, {});
  GroundMemory memory;
  for (double x = -0.5; x <= 0.5; x += 0.01)
    for (double y = -0.1; y <= 0.1; y += 0.01) memory.deposit(x, y, 0.03);
  const WheelDisc disc{Vec3(0, 0, 0.16), Vec3::UnitY(), 0.15};
  CHECK(gap(plane, disc, 0.3) == Approx(0.01).epsilon(1e-12));
  CHECK(gap(plane, disc, 0.3, memory) == Approx(0.04).epsilon(1e-9));
  // a field that is flat and in the same place
  const Terrain flat = terrain_of(2.0, 0.25, [](double, double) { return 0.0; });
  CHECK(gap(flat, disc, 0.3, memory) == Approx(0.04).epsilon(1e-9));
}

TEST_CASE("Gap: of a sphere, and shapes that do not count") {
  const Terrain terrain(BasePlane{}, 0, {box({0, 0, 0.5}, {0.2, 0.2, 0.05})});
  const auto poses = poses_of(terrain);
  const GroundMemory memory;
  const std::array<std::uint8_t, 1> ignored{1};
  CHECK(sphere_gap(terrain, memory, poses, Vec3(0, 0, 0.3), 0.05, 0.4) == Approx(0.1).epsilon(1e-12));
  CHECK(sphere_gap(terrain, memory, poses, Vec3(0, 0, 0.3), 0.05, 0.4, ignored) ==
        Approx(0.25).epsilon(1e-12));
  CHECK(sphere_gap(terrain, memory, poses, Vec3(0, 0, 0.02), 0.05, 0.4) == 0.0);
  SphereContact c;
  CHECK(find_sphere_contact(terrain, poses, Vec3(0, 0, 0.46), 0.05, c));
  CHECK_FALSE(find_sphere_contact(terrain, poses, Vec3(0, 0, 0.46), 0.05, c, ignored));
}

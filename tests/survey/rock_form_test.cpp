// SPDX-License-Identifier: BSD-3-Clause
// Forms of rocks against the distributions they are drawn from, and their bodies against the ground.
#include "grouser/survey/make/rock_form.hpp"

#include <algorithm>
#include <cmath>

#include "catch.hpp"
#include "grouser/math/random.hpp"
#include "grouser/shape/distance/hull_distance.hpp"
#include "grouser/survey/make/recipe.hpp"
#include "grouser/survey/make/rocks.hpp"

using namespace grouser;

namespace {

struct Site {
  Heightfield ground;
  std::vector<Rock> rocks;
  std::vector<RigidShape> bodies;
};

Site site_of(const std::string& surface, const std::string& rocks, std::uint64_t seed = 8) {
  const TomlTable recipe = TomlTable::parse(surface + "[rocks]\n" + rocks, "recipe.toml");
  Heightfield ground = make_terrain(recipe, "");
  std::vector<Rock> laid = read_rocks(recipe.table("rocks"), seed, TerrainMaker(recipe).grid());
  std::vector<RigidShape> bodies = rocks_on(ground, laid, 3);
  return {std::move(ground), std::move(laid), std::move(bodies)};
}

struct Spread {
  double sum = 0.0, squares = 0.0;
  int count = 0;
  void add(double x) { sum += x, squares += x * x, ++count; }
  double mean() const { return sum / count; }
  double deviation() const { return std::sqrt(squares / count - mean() * mean()); }
};

/// Longest distance of two corners; widest extent across it; and the extent across both.
Vec3 caliper_axes(const ConvexHull& hull) {
  Vec3 a = Vec3::Zero();
  for (const Vec3& p : hull.vertices)
    for (const Vec3& q : hull.vertices)
      if ((q - p).norm() > a.norm()) a = q - p;
  const Vec3 along = a.normalized(), across = along.unitOrthogonal(), other = along.cross(across);
  double best = 0.0, least = 0.0;
  for (int i = 0; i < 180; ++i) {
    const double angle = M_PI * i / 180.0;
    const Vec3 w = std::cos(angle) * across + std::sin(angle) * other, n = along.cross(w);
    const auto extent = [&](const Vec3& axis) {
      double low = 1e300, high = -1e300;
      for (const Vec3& p : hull.vertices)
        low = std::min(low, axis.dot(p)), high = std::max(high, axis.dot(p));
      return high - low;
    };
    if (extent(w) > best) best = extent(w), least = extent(n);
  }
  return {a.norm(), best, least};
}

}  // namespace

TEST_CASE("axis ratios have the means and the spread of a homogeneous distribution, and none is flatter") {
  math::RandomStream random(1, 2);
  Spread b, c;
  const int n = 200'000;
  int left = 0;
  for (int i = 0; i < n; ++i) {
    const double u = random.uniform(), v = random.uniform();
    const AxisRatios ratio = axis_ratios(u, v);
    REQUIRE(ratio.b <= 1.0);
    REQUIRE(ratio.c <= ratio.b);
    REQUIRE(ratio.c >= 0.2);
    b.add(ratio.b), c.add(ratio.c);
    left += ratio.b < 0.6;
  }
  // means of a triangle's corners (k, k), (1, k), (1, 1); deviations of sigma / sqrt(n), times four
  const double sigma = 0.8 / std::sqrt(18.0), margin = 4.0 * sigma / std::sqrt(double(n));
  CHECK(b.mean() == Approx(2.2 / 3.0).margin(margin));
  CHECK(c.mean() == Approx(1.4 / 3.0).margin(margin));
  CHECK(b.deviation() == Approx(sigma).margin(margin));
  CHECK(c.deviation() == Approx(sigma).margin(margin));
  // homogeneous: the part with b/a below 0.6 is a triangle of half the side, a quarter of the area
  CHECK(left / double(n) == Approx(0.25).margin(4.0 * 0.433 / std::sqrt(double(n))));
}

TEST_CASE("a form fills its cube, has some twenty faces, and its outline is the shadow that points throw") {
  math::RandomStream random(3, 4);
  int fewest = 1000, most = 0;
  for (int number = 1; number <= 500; ++number) {
    const RockForm form = rock_form(number);
    Vec3 low = Vec3::Constant(1.0), high = -low;
    for (const Vec3& p : form.points) low = low.cwiseMin(p), high = high.cwiseMax(p);
    REQUIRE((low + Vec3::Constant(0.5)).norm() < 1e-15);
    REQUIRE((high - Vec3::Constant(0.5)).norm() < 1e-15);
    const ConvexHull hull = hull_of(form.points, "form");
    fewest = std::min(fewest, static_cast<int>(hull.faces.size()));
    most = std::max(most, static_cast<int>(hull.faces.size()));
    if (number > 30) continue;
    int met = 0;
    const int tries = 20'000;
    for (int i = 0; i < tries; ++i) {
      const double x = random.uniform(-0.5, 0.5), y = random.uniform(-0.5, 0.5);
      met += top_of(hull, {}, x, y).has_value();
    }
    // a share of chance: sqrt(p (1 - p) / n), times four
    REQUIRE(met / double(tries) == Approx(form.outline).margin(4.0 * 0.5 / std::sqrt(double(tries))));
  }
  CHECK(fewest >= 12);
  CHECK(most <= 24);
}

TEST_CASE("rocks of a field have the measured axes and the diameters of their law, by their seed") {
  const std::string flat = "kind = \"flat\"\nsize = [120, 120]\ncell = 0.5\n";
  const std::string rocks = "abundance = 0.1\nmin_diameter = 0.2\nmax_diameter = 2.0\nmax_tilt_deg = 0\n";
  const Site site = site_of(flat, rocks), again = site_of(flat, rocks), other = site_of(flat, rocks, 9);
  REQUIRE(site.bodies.size() > 1500);
  REQUIRE(site.bodies.size() == site.rocks.size());
  Spread b, c, height, caliper_b, caliper_c, longer;
  for (std::size_t i = 0; i < site.bodies.size(); ++i) {
    const RigidShape& body = site.bodies[i];
    REQUIRE(body.hull);
    b.add(body.half.y() / body.half.x()), c.add(body.half.z() / body.half.x());
    height.add(site.rocks[i].height / site.rocks[i].diameter());
    const Vec3 axes = caliper_axes(*body.hull);
    caliper_b.add(axes.y() / axes.x()), caliper_c.add(axes.z() / axes.x());
    longer.add(axes.x() / (2.0 * body.half.x()));
    // seen from above it covers the circle of its diameter: the fan of its upper faces in plan
    double covered = 0.0;
    for (const HullFace& face : body.hull->faces)
      for (std::size_t k = 1; k + 1 < face.corners.size(); ++k) {
        const auto at = [&](std::size_t m) {
          return Vec3(body.pose.R * body.hull->vertices[static_cast<std::size_t>(face.corners[m])]);
        };
        covered += 0.25 * std::fabs((at(k) - at(0)).cross(at(k + 1) - at(0)).z());
      }
    CHECK(covered == Approx(0.25 * M_PI * std::pow(site.rocks[i].diameter(), 2)).epsilon(1e-9));
  }
  const double n = static_cast<double>(site.bodies.size()), sigma = 0.8 / std::sqrt(18.0);
  const double margin = 4.0 * sigma / std::sqrt(n);
  CHECK(b.mean() == Approx(2.2 / 3.0).margin(margin));
  CHECK(c.mean() == Approx(1.4 / 3.0).margin(margin));
  CHECK(b.deviation() == Approx(sigma).margin(margin));
  CHECK(c.deviation() == Approx(sigma).margin(margin));
  // Measured as fragments are, the longest distance first, axes are a little longer than those of the box that holds the
  // rock, and the means stay within what experiments differ by (b/a ~ 0.7, c/a ~ 0.5, to one digit)
  CHECK(longer.mean() < 1.1);
  CHECK(caliper_b.mean() == Approx(0.7).margin(0.06));
  CHECK(caliper_c.mean() == Approx(0.5).margin(0.06));
  for (std::size_t i = 0; i < site.bodies.size(); ++i) {
    REQUIRE(site.bodies[i].hull->vertices == again.bodies[i].hull->vertices);
    REQUIRE(site.bodies[i].pose.p == again.bodies[i].pose.p);
  }
  CHECK(site.bodies[0].hull->vertices != other.bodies[0].hull->vertices);
}

TEST_CASE("a rock lies on the ground under it: a fifth of its height is below, whatever the slope") {
  const Site site =
      site_of("kind = \"plane\"\nslope_deg = 20\nuphill_deg = 30\nsize = [40, 40]\ncell = 0.25\n",
              "abundance = 0.1\nmin_diameter = 0.3\nmax_diameter = 2.0\nmax_tilt_deg = 0\n");
  REQUIRE(site.bodies.size() == site.rocks.size());
  REQUIRE(site.bodies.size() > 50);
  for (std::size_t i = 0; i < site.bodies.size(); ++i) {
    const RigidShape& body = site.bodies[i];
    const Rock& rock = site.rocks[i];
    double highest = -1e300, lowest = 1e300, reach = 0.0;
    for (const Vec3& corner : body.hull->vertices) {
      const Vec3 p = body.pose * corner;
      HeightSample s;
      if (!site.ground.sample(p.x(), p.y(), s)) continue;
      const double above = (p.z() - s.z) / std::sqrt(1.0 + s.slope_x * s.slope_x + s.slope_y * s.slope_y);
      highest = std::max(highest, above), lowest = std::min(lowest, above);
      reach = std::max(reach, corner.head<2>().norm());
    }
    // the ground's heights are floats: 1e-7 of metres
    CHECK(highest == Approx(rock.height).margin(2e-6));
    CHECK(lowest == Approx(-0.2 * rock.height).margin(2e-6));
    CHECK(reach == Approx(rock.reach).epsilon(1e-12));
    CHECK(body.owner == "world");
    CHECK(body.material == 3);
  }
}

TEST_CASE("asked for, heights and widths are drawn as before, and rocks are boxes") {
  const std::string flat = "kind = \"flat\"\nsize = [60, 60]\ncell = 0.5\n";
  const std::string law = "abundance = 0.1\nmin_diameter = 0.3\nmax_diameter = 2.0\n";
  const Site high = site_of(flat, law + "height_ratio = 0.5\nheight_spread = 0.2\n"),
             wide = site_of(flat, law + "min_aspect = 0.8\n"),
             boxes = site_of(flat, law + "form = \"boxes\"\n");
  for (const Rock& rock : high.rocks) {
    CHECK(rock.height / rock.diameter() >= 0.4 * (1.0 - 1e-12));
    CHECK(rock.height / rock.diameter() <= 0.6 * (1.0 + 1e-12));
  }
  for (const Rock& rock : wide.rocks) CHECK(rock.width >= (0.8 - 1e-12) * rock.length);
  for (const RigidShape& body : boxes.bodies) CHECK_FALSE(body.hull);
  REQUIRE(boxes.rocks.size() == high.rocks.size());
}

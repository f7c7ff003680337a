// SPDX-License-Identifier: BSD-3-Clause
// Hulls against closed forms, Euler's relation and a search through all triples; distances against those of the meshes.
#include "grouser/shape/mesh/hull_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/pose.hpp"
#include "grouser/shape/check/mesh_check.hpp"
#include "grouser/shape/distance/hull_distance.hpp"
#include "grouser/shape/distance/mesh_distance.hpp"
#include "grouser/shape/mesh/mesh_mass.hpp"
#include "grouser/shape/mesh/mesh_shapes.hpp"

using namespace grouser;

namespace {

using Points = std::vector<Vec3>;

Vec3 any_point(std::mt19937_64& chance, double size) {
  std::uniform_real_distribution<double> any(-size, size);
  const double x = any(chance), y = any(chance);
  return {x, y, any(chance)};
}

Points cloud(std::mt19937_64& chance, int count) {
  Points points;
  for (int i = 0; i < count; ++i) points.push_back(any_point(chance, 1.0));
  return points;
}

/// What every hull must be: closed, wound outward, convex, with every point inside and Euler's number 2.
ConvexHull checked(const Points& points, double skin = 1e-13) {
  const ConvexHull hull = hull_of(points, "points");
  const TriangleMesh mesh = mesh_of(hull);
  const auto fault = find_fault(mesh);
  INFO((fault ? fault->found + " in triangle " + std::to_string(fault->face) : std::string()));
  REQUIRE_FALSE(fault);
  std::size_t half_edges = 0;
  for (const HullFace& face : hull.faces) {
    half_edges += face.corners.size();
    REQUIRE(face.normal.norm() == Approx(1.0).epsilon(1e-14));
    for (const Vec3& p : points) REQUIRE(face.height(p) <= skin);
    for (const int corner : face.corners)
      REQUIRE(std::fabs(face.height(hull.vertices[static_cast<std::size_t>(corner)])) <= skin);
  }
  REQUIRE(hull.vertices.size() + hull.faces.size() == 2 + half_edges / 2);
  return hull;
}

/// Those three of the points whose plane has all others on one side bound the hull: its corners, by search.
std::set<int> corners_by_search(const Points& points) {
  std::set<int> corners;
  const int n = static_cast<int>(points.size());
  const auto at = [&](int i) { return points[static_cast<std::size_t>(i)]; };
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j)
      for (int k = j + 1; k < n; ++k) {
        const Vec3 normal = (at(j) - at(i)).cross(at(k) - at(i));
        int above = 0, below = 0;
        for (int m = 0; m < n; ++m) {
          if (m == i || m == j || m == k) continue;
          (normal.dot(at(m) - at(i)) > 0.0 ? above : below) += 1;
        }
        if (above == 0 || below == 0) corners.insert({i, j, k});
      }
  return corners;
}

}  // namespace

TEST_CASE("the hull of a box's corners, whatever else lies in it and on it, is the box") {
  const Vec3 half(0.2, 0.35, 0.5);
  std::mt19937_64 chance(1);
  for (int turn = 0; turn < 50; ++turn) {
    const Vec3 a = any_point(chance, 3.0);
    const RigidTransform X{rotation_from_rpy(a.x(), a.y(), a.z()), any_point(chance, 2.0)};
    Points points;
    // corners, middles of edges and faces, the centre, and grid points between them, some of them twice
    for (int i = -2; i <= 2; ++i)
      for (int j = -2; j <= 2; ++j)
        for (int k = -2; k <= 2; ++k)
          points.push_back(X * Vec3(0.5 * i * half.x(), 0.5 * j * half.y(), 0.5 * k * half.z()));
    points.insert(points.end(), points.begin(), points.begin() + 20);
    std::shuffle(points.begin(), points.end(), chance);
    const ConvexHull hull = checked(points, 1e-14);
    CHECK(hull.vertices.size() == 8);
    CHECK(hull.faces.size() == 6);
    const MeshMass mass = mass_of(mesh_of(hull), 1.0);
    CHECK(mass.volume == Approx(8.0 * half.prod()).epsilon(1e-13));
    CHECK((mass.center - X.p).norm() < 1e-13);
  }
}

TEST_CASE("the hull of points on a ball has all of them as corners and tends to the ball's volume") {
  double last = 1.0;
  for (const int levels : {1, 2, 3, 4}) {
    const TriangleMesh ball = ball_mesh(0.5, levels);
    const ConvexHull hull = checked(ball.vertices);
    CHECK(hull.vertices.size() == ball.vertices.size());
    const double volume = mass_of(mesh_of(hull), 1.0).volume, exact = 4.0 / 3.0 * M_PI * 0.125;
    CHECK(volume >= mass_of(ball, 1.0).volume * (1.0 - 1e-13));  // the ball's mesh need not be convex
    // second order in the edges, which halve: a quarter, and some room for the first levels
    CHECK((exact - volume) / exact < 0.35 * last);
    last = (exact - volume) / exact;
  }
}

TEST_CASE("hulls of random clouds have the corners that a search through all triples finds") {
  std::mt19937_64 chance(2);
  for (int i = 0; i < 300; ++i) {
    const Points points = cloud(chance, 4 + i % 30);
    const ConvexHull hull = checked(points);
    const std::set<int> expected = corners_by_search(points);
    std::set<int> found;
    for (const Vec3& v : hull.vertices)
      found.insert(static_cast<int>(std::find(points.begin(), points.end(), v) - points.begin()));
    REQUIRE(found == expected);
    // points in general position: triangles, of which there are 2 V - 4
    CHECK(hull.faces.size() == 2 * hull.vertices.size() - 4);
  }
  CHECK(checked(cloud(chance, 20000)).vertices.size() > 100);
}

TEST_CASE("clouds with a thickness near rounding still give closed, convex bodies") {
  std::mt19937_64 chance(3);
  for (const double thickness : {1e-3, 1e-4, 1e-5}) {
    Points points = cloud(chance, 200);
    for (Vec3& p : points) p.z() *= thickness;
    // what is closer to a face than the skin may stand out of it by as much, times the slivers' tilt
    checked(points, 1e-7);
    for (Vec3& p : points) p.z() *= 1e-7 / thickness;
    CHECK_THROWS_WITH(hull_of(points, "rock"), Catch::Matchers::ContainsSubstring("one plane"));
  }
}

TEST_CASE("points that span no body are refused with the reason") {
  const auto refused = [](const Points& points, const char* reason) {
    CHECK_THROWS_WITH(hull_of(points, "rock"), Catch::Matchers::ContainsSubstring("rock") &&
                                                   Catch::Matchers::ContainsSubstring(reason));
  };
  refused({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, "3 points");
  refused({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, std::nan("")}}, "not a finite number");
  refused({{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}}, "all one");
  refused({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {0.3, 0.3, 0.3}, {5, 5, 5}}, "one line");
  refused({{0, 0, 0}, {1, 0, 1}, {0, 1, 1}, {1, 1, 2}, {3, 4, 7}}, "one plane");
}

TEST_CASE("the top of a hull is where a fine search along the vertical leaves it") {
  std::mt19937_64 chance(5);
  int met = 0, missed = 0;
  for (int body = 0; body < 20; ++body) {
    const ConvexHull hull = hull_of(cloud(chance, 12), "points");
    const Vec3 turn = any_point(chance, 3.0);
    const RigidTransform X{rotation_from_rpy(turn.x(), turn.y(), turn.z()), any_point(chance, 1.0)};
    for (int i = 0; i < 50; ++i) {
      const Vec3 at = any_point(chance, 1.2) + X.p;
      const auto top = top_of(hull, X, at.x(), at.y());
      double highest = -1e300;
      constexpr double kStep = 1e-3;
      for (double z = -3.0; z < 3.0; z += kStep)
        if (distance_to(hull, X.inverse() * Vec3(at.x(), at.y(), z)).distance < 0.0) highest = z;
      if (highest > -1e300) {
        REQUIRE(top);
        REQUIRE(top->z >= highest);
        REQUIRE(top->z <= highest + 1.001 * kStep);
        ++met;
      } else if (!top) {
        ++missed;
      }
      if (!top) continue;
      // on the surface; a little aside on the same face the top has risen by the slope
      const auto height = [&](double x, double y, double z) {
        return distance_to(hull, X.inverse() * Vec3(x, y, z)).distance;
      };
      REQUIRE(std::fabs(height(at.x(), at.y(), top->z)) < 1e-12);
      const double dx = 1e-7, dy = -2e-7;
      REQUIRE(height(at.x() + dx, at.y() + dy, top->z + dx * top->slope_x + dy * top->slope_y) > -1e-12);
    }
  }
  CHECK(met > 200);
  CHECK(missed > 200);
}

TEST_CASE("distances from a hull are those of its mesh, which are found in another way") {
  std::mt19937_64 chance(4);
  int inside = 0, checks = 0;
  for (int body = 0; body < 20; ++body) {
    const ConvexHull hull = hull_of(cloud(chance, 8 + 2 * body), "points");
    const MeshDistance mesh(mesh_of(hull));
    for (int i = 0; i < 1000; ++i) {
      const Vec3 p = any_point(chance, 1.6);
      const HullDistance found = distance_to(hull, p);
      const SurfaceDepth expected = mesh.depth_at(p);
      REQUIRE(found.distance == Approx(-expected.depth).margin(1e-13));
      inside += found.distance < 0.0;
      // the foot of the perpendicular; close to the surface the direction is only as sure as the distance is long
      if (std::fabs(found.distance) > 1e-3) {
        REQUIRE((p - found.distance * found.normal - expected.closest).norm() < 1e-10);
        ++checks;
      }
      const double most = 0.2;
      const HullDistance cut = distance_to(hull, p, most);
      REQUIRE((found.distance < most ? cut.distance == found.distance : cut.distance >= most));
    }
  }
  CHECK(inside > 1000);
  CHECK(checks > 19000);
}

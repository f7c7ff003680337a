// SPDX-License-Identifier: BSD-3-Clause
// Parted polygons against the area by the shoelace formula: triangles that are all wound as the polygon,
// whose areas add up to its own and whose outer edges are its edges, cover it once.
#include "grouser/shape/mesh/polygon_parts.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "catch.hpp"
#include "grouser/math/elementary.hpp"

using namespace grouser;

namespace {

double shoelace(const std::vector<Vec2>& flat) {
  double doubled = 0.0;
  for (std::size_t k = 0; k < flat.size(); ++k) {
    const Vec2 &a = flat[k], &b = flat[(k + 1) % flat.size()];
    doubled += a.x() * b.y() - a.y() * b.x();
  }
  return 0.5 * doubled;
}

/// Parts the polygon, laid into space by a rotation, from each of its corners on and in both directions.
void check_parts(std::vector<Vec2> flat, double tolerance = 1e-12) {
  const Mat3 R = Eigen::AngleAxisd(0.7, Vec3(1.0, 2.0, -0.5).normalized()).toRotationMatrix();
  for (std::size_t turn = 0; turn < 2 * flat.size(); ++turn) {
    std::rotate(flat.begin(), flat.begin() + 1, flat.end());
    if (turn == flat.size()) std::reverse(flat.begin(), flat.end());
    std::vector<Vec3> corners;
    for (const Vec2& p : flat) corners.push_back(R * Vec3(p.x(), p.y(), 0.0) + Vec3(3.0, -2.0, 5.0));
    std::vector<std::array<int, 3>> parts;
    REQUIRE(part_polygon(corners, parts));
    REQUIRE(parts.size() == flat.size() - 2);
    const double area = shoelace(flat);
    double sum = 0.0;
    std::map<std::pair<int, int>, int> edges;
    for (const auto& t : parts) {
      std::vector<Vec2> triangle;
      for (const int k : t) triangle.push_back(flat[static_cast<std::size_t>(k)]);
      CHECK(shoelace(triangle) * area > 0.0);
      sum += shoelace(triangle);
      for (std::size_t k = 0; k < 3; ++k) ++edges[{t[k], t[(k + 1) % 3]}];
    }
    CHECK(sum == Approx(area).epsilon(tolerance));
    for (const auto& [edge, count] : edges) {
      CHECK(count == 1);
      const bool outer = edge.second == (edge.first + 1) % static_cast<int>(flat.size());
      CHECK(edges.count({edge.second, edge.first}) == (outer ? 0u : 1u));
    }
  }
}

}  // namespace

TEST_CASE("polygons of any form are parted into triangles that cover them once") {
  check_parts({{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}});                            // an L
  check_parts({{0, 0}, {4, 0}, {4, 3}, {3, 3}, {3, 1}, {1, 1}, {1, 3}, {0, 3}});            // a U
  check_parts({{0, 0}, {2, -1}, {0.5, 0}, {2, 1}});                                         // an arrow
  check_parts({{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 1}, {3, 2}, {1.5, 2}, {0, 2}, {0, 1}});  // points in line
  check_parts({{0, 0}, {3, 0}, {0, 3}, {1, 1}});  // a thin corner off a diagonal
  check_parts({{0, 0}, {1, 0}, {2, 0}, {1, 1}});  // a triangle with a point on its side
  check_parts({{0, 0}, {2, 0}, {4, 0}, {4, 4}, {2, 4}, {2, 2}, {1, 2}, {1, 4}, {0, 4}, {0, 2}});  // both
  // a square with a square hole, joined by a cut: two places stand twice
  check_parts({{0, 0}, {3, 0}, {3, 3}, {0, 3}, {0, 0}, {1, 1}, {1, 2}, {2, 2}, {2, 1}, {1, 1}});
  std::vector<Vec2> comb;
  for (int k = 0; k < 20; ++k) comb.insert(comb.end(), {{k + 0.0, 0.0}, {k + 0.5, 5.0}});
  comb.insert(comb.end(), {{20.0, 0.0}, {20.0, -1.0}, {0.0, -1.0}});
  check_parts(comb);
  std::vector<Vec2> spiral;
  for (const double inner : {0.0, 0.3})
    for (int k = 0; k <= 60; ++k) {
      const int step = inner == 0.0 ? k : 60 - k;
      const double angle = 0.2 * step, radius = 1.0 + angle - inner;
      spiral.emplace_back(radius * math::cos(angle), radius * math::sin(angle));
    }
  check_parts(spiral);
}

TEST_CASE("random star-shaped polygons, some corners in line, are parted without a flat triangle") {
  std::mt19937_64 chance(11);
  std::uniform_real_distribution<double> any(0.2, 1.0);
  for (int i = 0; i < 60; ++i) {
    std::vector<Vec2> star;
    const int count = 4 + i / 2;
    for (int k = 0; k < count; ++k) {
      const double angle = 2.0 * 3.141592653589793 * k / count, radius = any(chance);
      const Vec2 p(radius * math::cos(angle), radius * math::sin(angle));
      if (k > 0 && i % 3 == 0) star.push_back(0.5 * (star.back() + p));
      star.push_back(p);
    }
    check_parts(star, 1e-11);
  }
}

TEST_CASE("corners off one plane are parted as seen along the normal, what has no area is refused") {
  std::vector<std::array<int, 3>> parts;
  const std::vector<Vec3> bent{{0, 0, 0}, {2, 0, 0.1}, {2, 1, 0}, {1, 1, 0.1}, {1, 2, 0}, {0, 2, 0.1}};
  REQUIRE(part_polygon(bent, parts));
  double area = 0.0;
  for (const auto& [a, b, c] : parts) {
    const auto at = [&](int k) { return bent[static_cast<std::size_t>(k)]; };
    const Vec3 doubled = (at(b) - at(a)).cross(at(c) - at(a));
    CHECK(doubled.z() > 0.0);
    area += 0.5 * doubled.z();
  }
  CHECK(area == Approx(3.0).epsilon(1e-12));
  CHECK_FALSE(part_polygon(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}, parts));
  CHECK_FALSE(part_polygon(std::vector<Vec3>{{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}}, parts));  // a bow
  CHECK(parts.empty());
}

TEST_CASE("fans that cover a polygon stay as they are") {
  std::vector<std::array<int, 3>> parts;
  REQUIRE(part_polygon(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0.5, 1.5, 0}, {0, 1, 0}}, parts));
  CHECK(parts == std::vector<std::array<int, 3>>{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}});
}

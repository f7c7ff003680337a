// SPDX-License-Identifier: BSD-3-Clause
// Depths below a mesh's surface against closed forms and against a search through all faces.
#include "grouser/shape/distance/mesh_distance.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "catch.hpp"
#include "grouser/shape/check/mesh_crossing.hpp"
#include "grouser/shape/mesh/mesh_shapes.hpp"

using namespace grouser;

namespace {

Vec3 random_point(std::mt19937_64& chance, double size) {
  std::uniform_real_distribution<double> any(-size, size);
  const double x = any(chance), y = any(chance);
  return {x, y, any(chance)};
}

/// Signed distance of a box (I. Quilez).
double box_depth(const Vec3& half, const Vec3& p) {
  const Vec3 q = p.cwiseAbs() - half;
  return -(q.cwiseMax(0.0).norm() + std::min(q.maxCoeff(), 0.0));
}

}  // namespace

TEST_CASE("depths in and around a box are those of the closed form, also beside edges and corners") {
  const Vec3 half(0.2, 0.35, 0.5);
  const MeshDistance box(with_short_edges(box_mesh(2.0 * half), 0.15));
  std::mt19937_64 chance(1);
  for (int i = 0; i < 20000; ++i) {
    const Vec3 p = random_point(chance, 0.8);
    const SurfaceDepth found = box.depth_at(p);
    REQUIRE(found.depth == Approx(box_depth(half, p)).margin(1e-14));
    REQUIRE((p - found.closest).norm() == Approx(std::fabs(found.depth)).margin(1e-14));
  }
}

TEST_CASE("a ring's inside is found: the hole is outside, hints change nothing") {
  const double radius = 0.5, tube = 0.15;
  const MeshDistance ring(torus_mesh(radius, tube, 256));
  const double facet = tube * (1.0 - std::cos(2.0 * M_PI / 256)) + radius * (1.0 - std::cos(M_PI / 256));
  std::mt19937_64 chance(2);
  int hint = -1;
  for (int i = 0; i < 20000; ++i) {
    const Vec3 p = random_point(chance, 0.8);
    const SurfaceDepth found = ring.depth_at(p), again = ring.depth_at(p, hint);
    const double exact = tube - std::hypot(std::hypot(p.x(), p.y()) - radius, p.z());
    REQUIRE(found.depth == Approx(exact).margin(2.0 * facet));
    REQUIRE(again.depth == found.depth);
    hint = found.face;
  }
}

TEST_CASE("depths lie between their bounds of the grid, and faces within a reach are those of the depth") {
  const MeshDistance ring(torus_mesh(0.3, 0.1, 48));
  std::mt19937_64 chance(8);
  std::uniform_real_distribution<double> any(-0.6, 0.6), some(0.0, 0.3);
  constexpr double kRoundings = 1e-14;  // m
  double widest = 0.0;
  for (int i = 0; i < 20000; ++i) {
    const double x = any(chance), y = any(chance), z = 0.5 * any(chance), reach = some(chance);
    const SurfaceDepth found = ring.depth_at({x, y, z});
    const DepthBounds bounds = ring.bounds_at({x, y, z});
    REQUIRE(bounds.least <= found.depth + kRoundings);
    REQUIRE(bounds.most >= found.depth - kRoundings);
    if (ring.box().high.x() > std::max(std::fabs(x), std::fabs(y)) && std::fabs(z) < 0.1)
      widest = std::max(widest, bounds.most - bounds.least);
    REQUIRE((ring.face_within({x, y, z}, reach) >= 0) == (std::fabs(found.depth) < reach));
  }
  CHECK(widest < 0.8 / 20.0 * std::sqrt(3.0) * 1.01);  // twice half a cell's diagonal
  const MeshDistance box(box_mesh({1, 1, 1}));         // few faces: no grid, no bounds
  CHECK(box.bounds_at({0, 0, 0}).most == std::numeric_limits<double>::infinity());
}

TEST_CASE("a point on the surface is found there, whatever the hint") {
  const MeshDistance ball(ball_mesh(0.5, 2));
  for (const int hint : {-1, 0, 17}) {
    const Vec3 on = ball.mesh().corner(17, 1);
    const SurfaceDepth found = ball.depth_at(on, hint);
    CHECK(found.depth == 0.0);
    CHECK(found.face >= 0);
    CHECK(found.closest == on);
  }
}

TEST_CASE("faces that cross are found by the tree as by trying all pairs") {
  const TriangleMesh ball = ball_mesh(0.5, 2);
  std::mt19937_64 chance(3);
  int crossed = 0;
  for (int i = 0; i < 40; ++i) {
    TriangleMesh both = ball;
    const Vec3 offset = random_point(chance, 0.9);
    const auto first = static_cast<int>(both.vertices.size());
    for (const Vec3& p : ball.vertices) both.vertices.push_back(p + offset);
    for (const auto& f : ball.faces) both.faces.push_back({f[0] + first, f[1] + first, f[2] + first});
    const bool found = find_crossing(both).a >= 0;
    crossed += found ? 1 : 0;
    // balls of facets lie between their inner and their outer sphere
    const double d = offset.norm();
    if (d > 1.0) CHECK_FALSE(found);
    if (d < 0.9 && d > 1e-3) CHECK(found);
  }
  CHECK(crossed > 5);
}

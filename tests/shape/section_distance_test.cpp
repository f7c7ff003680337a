// SPDX-License-Identifier: BSD-3-Clause
// Depths below a surface of revolution from its section, against closed forms, a search through all segments and turned meshes.
#include "grouser/shape/distance/section_distance.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "allocation_counter.hpp"
#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/shape/distance/mesh_distance.hpp"
#include "shape_pairs.hpp"

using namespace grouser;
using namespace grouser::pairs;
using Catch::Matchers::ContainsSubstring;

namespace {

/// By all segments; the side by crossings of a ray along the radius with the closed polygon.
double depth_by_search(const std::vector<SectionPoint>& closed, const Vec3& p) {
  const Vec2 q(std::hypot(p.x(), p.y()), p.z());
  double nearest = 1e300;
  bool inside = false;
  for (std::size_t i = 0; i + 1 < closed.size(); ++i) {
    const Vec2 a(closed[i].radius, closed[i].z), b(closed[i + 1].radius, closed[i + 1].z);
    const double t = std::clamp((q - a).dot(b - a) / (b - a).squaredNorm(), 0.0, 1.0);
    nearest = std::min(nearest, (q - a - t * (b - a)).norm());
    if ((a.y() > q.y()) != (b.y() > q.y()) &&
        q.x() < a.x() + (q.y() - a.y()) / (b.y() - a.y()) * (b.x() - a.x()))
      inside = !inside;
  }
  return inside ? nearest : -nearest;
}

/// A star with dents around (radius, 0): a ring's section of random spikes.
std::vector<SectionPoint> random_ring(std::mt19937_64& chance, int points, double radius) {
  std::uniform_real_distribution<double> any(0.08, 0.25);
  std::vector<SectionPoint> section;
  for (int k = 0; k < points; ++k) {
    const double angle = 2.0 * M_PI * k / points, reach = any(chance);
    section.push_back({reach * std::sin(angle), radius + reach * std::cos(angle)});
  }
  section.push_back(section.front());
  return section;
}

/// What a section is known by: round its axis and closed beside it, with dents, ends on the axis, many corners and few.
std::vector<std::vector<SectionPoint>> sections_of_all_kinds() {
  std::mt19937_64 chance(6);
  std::vector<std::vector<SectionPoint>> all{
      nozzle_section(), {{-0.4, 0.3}, {0.4, 0.3}}, {{-0.4, 0.3}, {0.4, 0.3}, {0.1, 0.0}}};
  for (const int points : {3, 7, 40, 400}) all.push_back(random_ring(chance, points, 0.4));
  return all;
}

/// Anywhere about a section, on the axis and in the plane z = 0, where two segments of a symmetrical one are equally near.
Vec3 any_place(std::mt19937_64& chance, int number) {
  Vec3 p = any_vector(chance, 0.8);
  if (number % 10 == 0) p.x() = p.y() = 0.0;
  if (number % 10 == 1) p.z() = 0.0;
  return p;
}

std::string fault_of_section(const std::vector<SectionPoint>& section) {
  try {
    SectionDistance{section};
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("depths below a rod given by its section are those of the closed form, on the axis too") {
  const SectionDistance rod(std::vector<SectionPoint>{{-0.4, 0.3}, {0.4, 0.3}});
  std::mt19937_64 chance(1);
  for (int i = 0; i < 5000; ++i) {
    Vec3 p = any_vector(chance, 0.7);
    if (i % 10 == 0) p.x() = p.y() = 0.0;
    const Vec2 q(std::hypot(p.x(), p.y()) - 0.3, std::fabs(p.z()) - 0.4);
    const double exact = -(q.cwiseMax(0.0).norm() + std::min(q.maxCoeff(), 0.0));
    const SurfaceDepth found = rod.depth_at(p);
    REQUIRE(found.depth == Approx(exact).margin(1e-14));
    REQUIRE((p - found.closest).norm() == Approx(std::fabs(exact)).margin(1e-14));
  }
  const SectionDistance dented(
      std::vector<SectionPoint>{{-0.4, 0.3}, {0.4, 0.3}, {0.1, 0.0}});  // a crater on top
  CHECK(dented.depth_at(Vec3(0, 0, 0.0)).depth == Approx(0.1));
  CHECK(dented.depth_at(Vec3(0, 0, 0.2)).depth == Approx(-0.1 * std::sqrt(0.5)));
}

TEST_CASE("sections with dents give what a search through all segments gives, whatever the hint") {
  std::mt19937_64 chance(2);
  for (const int points : {3, 4, 7, 40, 400}) {
    const std::vector<SectionPoint> section = random_ring(chance, points, 0.4);
    const SectionDistance ring(section);
    int hint = -1;
    for (int i = 0; i < 3000; ++i) {
      const Vec3 p = any_vector(chance, 0.8);
      const SurfaceDepth found = ring.depth_at(p), again = ring.depth_at(p, hint);
      REQUIRE(found.depth == Approx(depth_by_search(section, p)).margin(1e-14));
      REQUIRE(again.depth == found.depth);
      REQUIRE(again.closest == found.closest);
      hint = found.face;
    }
  }
}

TEST_CASE("a turned mesh's depths tend to its section's with the square of the sectors") {
  const std::vector<SectionPoint> section = nozzle_section();
  const SectionDistance exact(section);
  double last = 0.0;
  for (const int sectors : {32, 64, 128}) {
    const MeshDistance mesh(turned_mesh(section, sectors));
    std::mt19937_64 chance(3);
    double worst = 0.0;
    for (int i = 0; i < 2000; ++i) {
      const Vec3 p = any_vector(chance, 0.25);
      worst = std::max(worst, std::fabs(mesh.depth_at(p).depth - exact.depth_at(p).depth));
    }
    // the largest sagitta between two sectors bounds it
    CHECK(worst < 0.22 * (1.0 - std::cos(M_PI / sectors)) * (1.0 + 1e-9));
    if (last > 0.0) CHECK(std::log2(last / worst) == Approx(2.0).margin(0.1));
    last = worst;
  }
}

TEST_CASE("the way to the nearest point is the depth's gradient") {
  const SectionDistance nozzle(nozzle_section());
  std::mt19937_64 chance(4);
  constexpr double kStep = 1e-6;
  int smooth = 0;
  for (int i = 0; i < 2000; ++i) {
    const Vec3 p = any_vector(chance, 0.25);
    const SurfaceDepth here = nozzle.depth_at(p);
    if (std::fabs(here.depth) < 1e-3) continue;
    const Vec3 up = (here.closest - p) / here.depth;  // towards where the depth falls
    Vec3 slope;
    bool one_side = true;
    for (int k = 0; k < 3; ++k) {
      const SurfaceDepth ahead = nozzle.depth_at(p + kStep * Vec3::Unit(k)),
                         behind = nozzle.depth_at(p - kStep * Vec3::Unit(k));
      one_side = one_side && (ahead.closest - behind.closest).norm() < 1e-3;  // not astride two nearest sides
      slope[k] = (ahead.depth - behind.depth) / (2.0 * kStep);
    }
    if (!one_side) continue;
    ++smooth;
    // second differences over 1 mm of distance from the surface: 1e-12 / 1e-3 of the step's square; rounding 1e-10
    REQUIRE((slope + up).norm() < 1e-6);
  }
  CHECK(smooth > 1500);
}

TEST_CASE(
    "another section in place of the first: as if new, without allocation, and no depth changes by more than "
    "is said") {
  std::mt19937_64 chance(5);
  SectionDistance body(random_ring(chance, 60, 0.4));
  std::vector<Vec3> points;
  for (int i = 0; i < 500; ++i) points.push_back(any_vector(chance, 0.8));
  for (const int count : {60, 60, 24, 60, 3}) {
    const std::vector<SectionPoint> section = random_ring(chance, count, 0.4);
    const SectionDistance fresh(section);
    std::vector<double> before;
    before.reserve(points.size());
    for (const Vec3& p : points) before.push_back(body.depth_at(p).depth);
    const double way = body.way();
    const std::int64_t allocated = allocation_count();
    body.replace(section);
    CHECK(allocation_count() == allocated);
    double most = 0.0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double now = body.depth_at(points[i]).depth;
      CHECK(now == fresh.depth_at(points[i]).depth);
      most = std::max(most, std::fabs(now - before[i]));
    }
    CHECK(most > 0.0);
    CHECK(most <= body.way() - way);
    CHECK((body.box().high - fresh.box().high).norm() == 0.0);
  }
}

TEST_CASE("a section's table changes no bit of a depth, and is there again once a section has settled") {
  for (const std::vector<SectionPoint>& section : sections_of_all_kinds()) {
    const SectionDistance with(section);
    SectionDistance without(section);
    without.replace(section);
    REQUIRE(with.quick());
    REQUIRE_FALSE(without.quick());
    std::mt19937_64 chance(7);
    const auto compare = [&](int places) {
      int differ = 0;
      for (int i = 0; i < places; ++i) {
        const Vec3 p = any_place(chance, i);
        const SurfaceDepth a = with.depth_at(p), b = without.depth_at(p);
        const bool same = a.depth == b.depth && a.closest == b.closest && a.face == b.face;
        const SurfaceDepth on = with.depth_at(a.closest),
                           on_too = without.depth_at(a.closest, a.face);  // two or more segments at 1e-17 m
        if (!same || on.depth != on_too.depth || on.face != on_too.face) ++differ;
      }
      return differ;
    };
    CHECK(compare(100000) == 0);
    const std::int64_t allocated = allocation_count();
    without.settle();
    CHECK(allocation_count() == allocated);
    REQUIRE(without.quick());
    CHECK(compare(1000) == 0);
  }
}

TEST_CASE("of a mesh near a section no corner is missed whose depth is above the skin") {
  std::mt19937_64 chance(8);
  const TriangleMesh mesh = with_short_edges(bracket_mesh(), 0.03);
  const CornerTree tree(mesh);
  for (const std::vector<SectionPoint>& section : sections_of_all_kinds()) {
    const SectionDistance body(section);
    std::size_t listed = 0, near = 0;
    for (int i = 0; i < 300; ++i) {
      const RigidTransform X = any_pose(chance, 0.6);
      const double skin = i % 2 == 0 ? 0.0 : 0.02;
      std::vector<int> found;
      body.quick()->find_corners(tree, X, skin, found);
      std::vector<bool> is_listed(mesh.vertices.size());
      for (const int v : found) is_listed[static_cast<std::size_t>(v)] = true;
      listed += found.size();
      for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
        const double depth = body.depth_at(X * mesh.vertices[v]).depth;
        SurfaceDepth one;
        const bool told = body.quick()->find_depth(X * mesh.vertices[v], skin, one);
        if (told) REQUIRE(one.depth == depth);
        if (depth < -skin) continue;
        ++near;
        REQUIRE(is_listed[v]);
        REQUIRE(told);
      }
    }
    CHECK(near > 1000);
    CHECK(listed < 2 * near);  // few others: those within a cell of the surface
  }
}

TEST_CASE("each fault of a section is said") {
  CHECK(fault_of_section(nozzle_section()).empty());
  std::vector<SectionPoint> inside_out = nozzle_section();
  std::reverse(inside_out.begin(), inside_out.end());
  CHECK_THAT(fault_of_section(inside_out), ContainsSubstring("inside out"));
  CHECK_THAT(fault_of_section({{0.0, 0.1}}), ContainsSubstring("no volume"));
  CHECK_THAT(fault_of_section({{0.0, 0.1}, {0.1, -0.2}, {0.2, 0.1}}), ContainsSubstring("beyond the axis"));
  CHECK_THAT(fault_of_section({{0.0, 0.1}, {0.1, 0.0}, {0.2, 0.1}}), ContainsSubstring("lies on the axis"));
  CHECK_THAT(fault_of_section({{0.0, 0.1}, {0.1, 0.2}, {0.1, 0.2}, {0.2, 0.1}}),
             ContainsSubstring("stands twice"));
  CHECK_THAT(fault_of_section({{0.0, 0.1}, {0.2, 0.3}, {0.1, 0.3}, {0.25, 0.1}}),
             ContainsSubstring("crosses"));
  CHECK_THAT(fault_of_section({}), ContainsSubstring("0 points"));
}

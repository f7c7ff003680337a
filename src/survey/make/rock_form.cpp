// SPDX-License-Identifier: BSD-3-Clause
// Forms of rocks: convex polyhedra of a few corners, made from a number, and ratios of their axes.
#include "grouser/survey/make/rock_form.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ground_layer.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/pose.hpp"
#include "grouser/math/random.hpp"

namespace grouser {
namespace {

// Ten to fourteen corners, whose hulls have 16 to 24 triangles. Moved aside by a third of their distance and
// inward by up to a seventh, no corner falls behind the others or onto its neighbour.
constexpr int kFewestCorners = 10, kMostCorners = 14;
constexpr double kAside = 0.33, kInward = 0.15;

/// Point i of a Fibonacci lattice on the unit sphere: equal steps of z, turned by the golden ratio.
Vec3 lattice_point(int i, int count) {
  const double z = 1.0 - (2.0 * i + 1.0) / count, r = std::sqrt(1.0 - z * z);
  const math::SinCos turn = math::sincos(2.0 * std::numbers::pi * i * (std::numbers::phi - 1.0));
  return {r * turn.cos, r * turn.sin, z};
}

/// Twice the signed area of a triangle in plan.
double doubled_area(const Vec3& a, const Vec3& b, const Vec3& c) {
  return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

// Area of the convex hull in plan (Andrew 1979, "Another efficient algorithm for convex hulls in two
// dimensions", Inf. Process. Lett. 9): from left to right below, and back above.
double outline_of(std::vector<Vec3> points) {
  std::sort(points.begin(), points.end(),
            [](const Vec3& a, const Vec3& b) { return a.x() != b.x() ? a.x() < b.x() : a.y() < b.y(); });
  double area = 0.0;
  for (const bool back : {false, true}) {
    std::vector<Vec3> chain;
    for (const Vec3& p : points) {
      while (chain.size() > 1 && doubled_area(chain[chain.size() - 2], chain.back(), p) <= 0.0)
        chain.pop_back();
      chain.push_back(p);
    }
    for (std::size_t i = 1; i < chain.size(); ++i)
      area += 0.5 * (chain[i - 1].x() * chain[i].y() - chain[i].x() * chain[i - 1].y());
    if (!back) std::reverse(points.begin(), points.end());
  }
  return area;
}

}  // namespace

AxisRatios axis_ratios(double u, double v) {
  AxisRatios ratio;
  ratio.b = kFlattestRock + (1.0 - kFlattestRock) * std::sqrt(u);
  ratio.c = kFlattestRock + (ratio.b - kFlattestRock) * v;
  return ratio;
}

RockForm rock_form(int number) {
  math::RandomStream random(static_cast<std::uint64_t>(number), terrain::kRockShapes);
  const int count =
      kFewestCorners + static_cast<int>(random.uniform(0.0, kMostCorners - kFewestCorners + 1.0));
  // A lattice turned at random, with each point moved aside and inward.
  const double pi = std::numbers::pi, aside = kAside * std::sqrt(4.0 * pi / count);
  const double roll = random.uniform(-pi, pi), pitch = math::asin(random.uniform(-1.0, 1.0));
  const Mat3 turn = rotation_from_rpy(roll, pitch, 0.0);
  RockForm form;
  Vec3 low = Vec3::Constant(1e300), high = -low;
  for (int i = 0; i < count; ++i) {
    const double x = random.uniform(-aside, aside), y = random.uniform(-aside, aside),
                 z = random.uniform(-aside, aside);
    const Vec3 direction = (lattice_point(i, count) + Vec3(x, y, z)).normalized();
    form.points.push_back(turn * direction * random.uniform(1.0 - kInward, 1.0));
    low = low.cwiseMin(form.points.back());
    high = high.cwiseMax(form.points.back());
  }
  // Fit the form into a box of unit sides about the origin.
  for (Vec3& p : form.points) p = (p - 0.5 * (low + high)).cwiseQuotient(high - low);
  form.outline = outline_of(form.points);
  return form;
}

}  // namespace grouser

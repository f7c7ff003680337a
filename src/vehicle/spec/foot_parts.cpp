// SPDX-License-Identifier: BSD-3-Clause
// Feet of a vehicle's file as pads: a ball or a plate on an ankle is one pad, a fixed sole is a quadrature
// of pads.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "grouser/math/elementary.hpp"
#include "vehicle_parts.hpp"

namespace grouser {
namespace {

enum class FootShape { ball, plate, rectangle };
constexpr NumberRange kFootSize{1e-3, 2.0, false, "m"};

/// A point of a fixed sole and its share of the area.
struct SolePoint {
  double x, y, share;
};

// Lobatto's rule of four points along each side, whose outermost points are the edges: the centre of
// pressure can reach them, and pressures that are polynomials of degree five are summed exactly (Abramowitz
// & Stegun 1964, 25.4.32).
std::vector<SolePoint> rectangle_points(double length, double width) {
  const double inner = std::sqrt(0.2);
  const std::array<double, 4> at{-1.0, -inner, inner, 1.0},
      share{1.0 / 12.0, 5.0 / 12.0, 5.0 / 12.0, 1.0 / 12.0};
  std::vector<SolePoint> points;
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t k = 0; k < 4; ++k)
      points.push_back({0.5 * length * at[i], 0.5 * width * at[k], share[i] * share[k]});
  return points;
}

// Rings of six points: over s = (rho/r)^2 the disc is even, and Radau's rule of two points there has its
// second at the edge (nodes 1/3 and 1, weights 3/4 and 1/4).
std::vector<SolePoint> disc_points(double radius) {
  constexpr int kSpokes = 6;
  std::vector<SolePoint> points;
  for (const auto& [s, share] : {std::array{1.0 / 3.0, 0.75}, std::array{1.0, 0.25}})
    for (int k = 0; k < kSpokes; ++k) {
      const double angle = 2.0 * std::numbers::pi * k / kSpokes, rho = radius * std::sqrt(s);
      points.push_back({rho * math::cos(angle), rho * math::sin(angle), share / kSpokes});
    }
  return points;
}

/// The pads of a sole that is fixed to its leg: each has its share of area, spring and damper, and finds
/// the ground with a small ball, so that the sole's edges are where they are.
void add_sole(const PadSpec& foot, const std::vector<SolePoint>& points, double area, double edge,
              std::vector<PadSpec>& pads) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    const SolePoint& at = points[i];
    PadSpec pad = foot;
    pad.name = fmt::format("{}_{}", foot.name, i + 1);
    pad.position += Vec3(at.x, at.y, 0.0);
    pad.form.area = at.share * area;
    pad.form.share = at.share;
    pad.radius = std::sqrt(pad.form.area / std::numbers::pi);
    pad.touch = edge;
    pad.stiffness *= at.share;
    pad.damping *= at.share;
    pads.push_back(std::move(pad));
  }
}

/// A [[foot]] as its file gives it.
struct FootKeys {
  PadSpec pad;
  FootShape shape = FootShape::ball;
  double length = 0.0, width = 0.0;  ///< m
};

void visit_keys(KeyVisitor& v, FootKeys& foot) {
  constexpr const char* kShapes[] = {"ball", "plate", "rectangle"};
  visit_name_and_body(v, foot.pad);
  v.vector({"position", "middle of the sole, in the body's frame", Need::yes}, foot.pad.position,
           any_number("m"));
  v.choice({"shape", "of the sole", Need::yes}, foot.shape, kShapes);
  double most_grousers = 0.0;
  const bool rectangle = foot.shape == FootShape::rectangle;
  if (const auto own = v.when(rectangle, "shape = \"rectangle\"")) {
    v.number({"length", "of the sole", Need::yes}, foot.length, kFootSize);
    v.number({"width", "of the sole", Need::yes}, foot.width, kFootSize);
    most_grousers = std::min(foot.length, foot.width);
  }
  if (const auto own = v.when(!rectangle, "shape = \"ball\" or \"plate\"")) {
    v.number({"radius", "of the ball or plate", Need::yes}, foot.pad.radius, kContactRadius);
    most_grousers = 2.0 * foot.pad.radius;
  }
  v.number({"grousers", "height of those under the sole; at most its smaller side"}, foot.pad.form.grouser,
           {0.0, v.reads() ? most_grousers : kFootSize.max, false, "m"});
  const auto plate = v.when(foot.shape == FootShape::plate, "shape = \"plate\"");
  if (!plate || !v.has({"ankle"}, foot.pad.ankle)) return;
  foot.pad.ankle = true;
  v.number({"ankle", "height above the sole of an ankle about which it turns freely", Need::yes},
           foot.pad.touch, kContactRadius);
}

void add_foot(const FootKeys& keys, std::vector<PadSpec>& pads) {
  constexpr double kEdge = 0.05;  // radius of the edges' balls over the sole's smaller half side
  PadSpec foot = keys.pad;
  foot.foot = true;
  if (keys.shape == FootShape::rectangle) {
    const double smaller = std::min(keys.length, keys.width);
    foot.form.width = foot.form.grouser_width = smaller;
    return add_sole(foot, rectangle_points(keys.length, keys.width), keys.length * keys.width,
                    0.5 * kEdge * smaller, pads);
  }
  foot.form.grouser_width = 2.0 * foot.radius;
  foot.form.ball = keys.shape == FootShape::ball;
  if (foot.form.ball || foot.ankle) return pads.push_back(std::move(foot));
  foot.form.width = foot.radius;
  add_sole(foot, disc_points(foot.radius), std::numbers::pi * foot.radius * foot.radius, kEdge * foot.radius,
           pads);
}

}  // namespace

void visit_feet(KeyVisitor& v, const PadSpec& like_all, std::vector<PadSpec>& pads) {
  std::vector<FootKeys> feet;
  v.tables({"foot", "a foot: a ball, a plate or a rectangle"}, feet, [&](FootKeys& foot) {
    if (v.reads()) foot.pad = like_all;
    visit_keys(v, foot);
  });
  if (!v.reads()) return;
  for (const FootKeys& foot : feet) {
    add_foot(foot, pads);
    if (pads.size() > kMaxParts) v.refuse("foot", "more parts", fmt::format("at most {}", kMaxParts));
  }
}

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
#include "foot_parts.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include "grouser/math/elementary.hpp"

namespace grouser {
namespace {

enum class FootShape { ball, plate, rectangle };
constexpr NumberRange kFootSize{1e-3, 2.0, false, "m"};

/// A point of a fixed sole and its share of the area.
struct SolePoint {
  double x, y, share;
};

// Lobatto's rule of four points along each side, whose outermost points are the edges: the centre of pressure can reach them, and
// pressures that are polynomials of degree five are summed exactly (Abramowitz & Stegun 1964, 25.4.32).
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

// Rings of six points: over s = (rho/r)^2 the disc is even, and Radau's rule of two points there has its second at the edge
// (nodes 1/3 and 1, weights 3/4 and 1/4).
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

/// The pads of a sole that is fixed to its leg: each has its share of area, spring and damper, and finds the ground with a
/// small ball, so that the sole's edges are where they are.
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

void read_foot(const TomlTable& t, PadSpec foot, std::vector<PadSpec>& pads) {
  constexpr double kEdge = 0.05;  // radius of the edges' balls over the sole's smaller half side
  foot.foot = true;
  foot.name = t.string("name");
  foot.body = t.string("body");
  foot.position = to_vec3(t.vec3("position", "m"));
  const auto shape = static_cast<FootShape>(t.choice("shape", {"ball", "plate", "rectangle"}));
  if (shape == FootShape::rectangle) {
    const double length = t.number("length", kFootSize), width = t.number("width", kFootSize);
    const double smaller = std::min(length, width);
    foot.form.width = foot.form.grouser_width = smaller;
    foot.form.grouser = t.number_or("grousers", 0.0, {0.0, smaller, false, "m"});
    return add_sole(foot, rectangle_points(length, width), length * width, 0.5 * kEdge * smaller, pads);
  }
  foot.radius = t.number("radius", kContactRadius);
  foot.form.grouser = t.number_or("grousers", 0.0, {0.0, 2.0 * foot.radius, false, "m"});
  foot.form.grouser_width = 2.0 * foot.radius;
  if (shape == FootShape::ball) {
    foot.form.ball = true;
  } else if (t.has("ankle")) {
    foot.ankle = true;
    foot.touch = t.number("ankle", kContactRadius);
  } else {
    foot.form.width = foot.radius;
    return add_sole(foot, disc_points(foot.radius), std::numbers::pi * foot.radius * foot.radius,
                    kEdge * foot.radius, pads);
  }
  pads.push_back(std::move(foot));
}

}  // namespace

void read_feet(const TomlTable& vehicle, const PadSpec& contact, std::vector<PadSpec>& pads) {
  for (const TomlTable& t : vehicle.tables("foot")) {
    read_foot(t, contact, pads);
    if (pads.size() > kMaxParts)
      throw InputError(vehicle.place("foot"), "more parts", fmt::format("at most {}", kMaxParts));
  }
}

}  // namespace grouser

// Where a wheel meets the nodes of the ground.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "scm_wheels.hpp"

namespace grouser {
namespace {

// Tangent of the steepest part of a wheel's surface that presses on the ground: 84 deg. Beyond it the column of
// soil over a node is all but beside the wheel.
constexpr double kSteepest = 10.0;

// Of a cell: less is rounding, where a wheel's side lies on the border of two cells.
constexpr double kLeastShare = 1e-6;

/// Integral of the width of a square of side 1 along a direction, from minus infinity to x: a trapezoid.
double square_until(double x, double outer, double inner) {
  const double far = std::fabs(x);
  if (far >= outer) return x < 0.0 ? 0.0 : 1.0;
  // full width is 1 / (outer + inner) between +-inner and falls linearly to 0 at +-outer
  const double top = 1.0 / (outer + inner), ramp = outer - inner;
  double half = top * std::min(far, inner);
  if (far > inner && ramp > 0.0) {
    const double on = far - inner;
    half += top * (on - 0.5 * on * on / ramp);
  }
  return x < 0.0 ? 0.5 - half : 0.5 + half;
}

}  // namespace

double covered_share(double cell, double cosine, double sine, double width, double offset) {
  const double a = std::fabs(cosine), b = std::fabs(sine);
  const double far = std::fabs(offset), reach = 0.5 * (a + b) * cell;
  if (far + reach <= 0.5 * width) return 1.0;
  if (far - reach >= 0.5 * width) return 0.0;
  const double outer = 0.5 * (a + b), inner = 0.5 * std::fabs(a - b);
  return square_until((0.5 * width - offset) / cell, outer, inner) -
         square_until((-0.5 * width - offset) / cell, outer, inner);
}

WheelSurface::WheelSurface(const Vec3& c, const Vec3& a, double r, double w)
    : center(c), axis(a), radius(r), width(w), level(1.0 - a.z() * a.z()) {
  const double flat = std::sqrt(std::max(level, 1e-12));
  heading_x = a.y() / flat;  // axis cross up
  heading_y = -a.x() / flat;
}

MemoryRect WheelSurface::cells(double cell) const {
  const double x = radius * std::sqrt(1.0 - axis.x() * axis.x()) + 0.5 * width * std::fabs(axis.x()) + cell;
  const double y = radius * std::sqrt(1.0 - axis.y() * axis.y()) + 0.5 * width * std::fabs(axis.y()) + cell;
  const auto number = [&](double at) { return static_cast<std::int64_t>(std::floor(at / cell)); };
  MemoryRect rect{number(center.x() - x), number(center.y() - y), 0, 0};
  rect.columns = static_cast<int>(number(center.x() + x) - rect.west) + 1;
  rect.rows = static_cast<int>(number(center.y() + y) - rect.south) + 1;
  return rect;
}

// |q|^2 - (q a)^2 = r^2 for q = (dx, dy, dz), the lower of the two dz:
//   (1 - az^2) dz^2 - 2 az s dz + dx^2 + dy^2 - s^2 - r^2 = 0,  s = dx ax + dy ay
bool WheelSurface::below(double x, double y, Point& out) const {
  const double dx = x - center.x(), dy = y - center.y();
  const double s = dx * axis.x() + dy * axis.y();
  const double root = axis.z() * axis.z() * s * s - level * (dx * dx + dy * dy - s * s - radius * radius);
  if (!(root > 0.0)) return false;
  const double dz = (axis.z() * s - std::sqrt(root)) / level;
  out.along = s + axis.z() * dz;
  out.normal = (1.0 / radius) * (out.along * axis - Vec3(dx, dy, dz));
  out.height = center.z() + dz;
  return out.normal.z() * kSteepest > 1.0;
}

void ScmWheels::look_around(const Terrain& terrain, Wheel& wheel) {
  Surroundings& around = wheel.around;
  const MemoryRect& w = wheel.window;
  const int margin = static_cast<int>(std::ceil(kFlowReach / cell_));
  const auto holds = [&](const MemoryRect& r) {
    return w.west - margin >= r.west && w.south - margin >= r.south &&
           w.west + w.columns + margin <= r.west + r.columns && w.south + w.rows + margin <= r.south + r.rows;
  };
  if (around.terrain == &terrain && holds(around.rect)) return;
  const int more = margin + kSpare;
  around.terrain = &terrain;
  around.rect = {w.west - more, w.south - more, w.columns + 2 * more, w.rows + 2 * more};
  for (int row = 0; row < around.rect.rows; ++row)
    for (int column = 0; column < around.rect.columns; ++column) {
      const double x = (static_cast<double>(around.rect.west + column) + 0.5) * cell_;
      const double y = (static_cast<double>(around.rect.south + row) + 0.5) * cell_;
      const std::size_t k = static_cast<std::size_t>(row) * around.rect.columns + column;
      HeightSample sample;
      around.height[k] = terrain.height(x, y, sample) ? sample.z : std::numeric_limits<double>::quiet_NaN();
      around.material[k] = static_cast<std::uint8_t>(terrain.material_at(x, y));
    }
}

bool ScmWheels::find_footprint(const ContactInstant& at, std::size_t w, const WheelSurface& surface) {
  Wheel& wheel = wheels_[w];
  wheel.window = surface.cells(cell_);
  look_around(*at.terrain, wheel);
  for (int k = 0; k < kSoilLayers; ++k) at.ground->read(k, wheel.window, wheel.layer[k], wheel.hint);
  wheel.nodes.clear();
  const auto layer = [&](SoilLayer l) { return wheel.layer[static_cast<int>(l)].data(); };
  const double *depth = layer(SoilLayer::depth), *sinkage = layer(SoilLayer::sinkage),
               *loose = layer(SoilLayer::loose), *below = layer(SoilLayer::floor);
  const MemoryRect &rect = wheel.window, &all = wheel.around.rect;
  const double flat = std::sqrt(surface.level);  // of the axle as seen from above
  WheelSurface::Point point;
  for (int row = 0; row < rect.rows; ++row) {
    const double y = (static_cast<double>(rect.south + row) + 0.5) * cell_;
    const std::size_t known =
        static_cast<std::size_t>(rect.south + row - all.south) * all.columns + (rect.west - all.west);
    for (int column = 0; column < rect.columns; ++column) {
      const std::size_t k = static_cast<std::size_t>(row) * rect.columns + column;
      const double x = (static_cast<double>(rect.west + column) + 0.5) * cell_;
      wheel.top[k] = std::numeric_limits<double>::infinity();
      if (!surface.below(x, y, point)) continue;
      const double share = covered_share(cell_, surface.heading_x, surface.heading_y, surface.width * flat,
                                         point.along * flat);
      if (!(share > kLeastShare)) continue;
      wheel.top[k] = point.height;
      const double height = wheel.around.height[known + column] - depth[k];
      if (height != height) return false;
      if (!(height > point.height)) continue;
      wheel.nodes.push_back({.at = static_cast<int>(k),
                             .material = wheel.around.material[known + column],
                             .depth = height - point.height,
                             .share = share,
                             .normal = point.normal,
                             .point = Vec3(x, y, point.height),
                             .soil = {sinkage[k], loose[k], below[k]}});
    }
  }
  return true;
}

double ScmWheels::covered_area(const WheelSurface& surface, std::int64_t column, std::int64_t row) const {
  const double flat = std::sqrt(surface.level);
  WheelSurface::Point point;
  if (!surface.below((static_cast<double>(column) + 0.5) * cell_, (static_cast<double>(row) + 0.5) * cell_,
                     point))
    return 0.0;
  const double share =
      covered_share(cell_, surface.heading_x, surface.heading_y, surface.width * flat, point.along * flat);
  return share * cell_ * cell_ / point.normal.z();
}

// Of the nodes that the rim pressed on where it was pushed up to in the last step, so that the answer does not depend on how it
// is sought in this one.
void ScmWheels::take_width(std::size_t w, const WheelSurface& surface) {
  Wheel& wheel = wheels_[w];
  const bool wanted = std::any_of(wheel.laws.begin(), wheel.laws.end(),
                                  [](const ScmLaw& law) { return law.width == ScmWidth::footprint; });
  if (!wanted) return;
  FootprintReach reach(surface);
  for (const Node& node : wheel.nodes)
    if (node.depth > start_[w].depth) reach.add(node.point.x(), node.point.y());
  const double b = reach.width(cell_);
  for (ScmLaw& law : wheel.laws)
    if (law.width == ScmWidth::footprint) law.curve = virgin_curve(law.moduli, b);
}

double ScmWheels::footprint_length(const WheelSurface& surface, const Wheel& wheel) const {
  FootprintReach reach(surface);
  for (const Node& node : wheel.nodes) reach.add(node.point.x(), node.point.y());
  return reach.length(cell_);
}

}  // namespace grouser

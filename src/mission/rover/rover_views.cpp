// SPDX-License-Identifier: BSD-3-Clause
// Paints a standing rover in three views with equal scales: limits from wheels, hull and centre of mass,
// then axes, plate or support polygon, hull, links, wheels and centre of mass, one over the other. Colours
// and sizes come from the paper's theme.
#include "grouser/mission/rover/rover_views.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "grouser/chart/chart.hpp"

namespace grouser {
namespace {

/// A view: the axes of the plate's frame that run right and up in the picture.
struct ViewAxes {
  const char* title;
  int across, upward;  // index of the coordinate
  double sign;         // of the coordinate across: -1 draws its negative values on the right
  const char* across_name;
  const char* upward_name;
};
constexpr ViewAxes kSide{"From the left", 0, 2, 1.0, "ahead [m]", "above the plate [m]"};
constexpr ViewAxes kFront{"From ahead", 1, 2, 1.0, "left [m]", "above the plate [m]"};
constexpr ViewAxes kTop{"From above", 0, 1, 1.0, "ahead [m]", "left [m]"};

constexpr int kCirclePoints = 48;
constexpr double kMargin = 0.08;  // of the rover's size, free around it

/// The limits of what a view shows, m.
struct Extent {
  double low[2] = {1e300, 1e300}, high[2] = {-1e300, -1e300};
  void take(double across, double upward) {
    low[0] = std::min(low[0], across), high[0] = std::max(high[0], across);
    low[1] = std::min(low[1], upward), high[1] = std::max(high[1], upward);
  }
};

/// Paints one view into its box.
class ViewPainter {
 public:
  ViewPainter(const RoverStance& stance, const ViewAxes& axes, const ChartBox& box, const ChartPaper& paper)
      : stance_(stance), axes_(axes), box_(box), paper_(paper) {}

  ChartDrawing draw() {
    lay_axes();
    // From back to front.
    add_grid(drawing_, paper_);
    if (axes_.upward == 2) add_plate();
    if (axes_.upward == 1) add_supports();
    for (const StandingPoint& point : stance_.hull)
      if (point.radius > 0.0)
        outline(circle(seen(point.place), point.radius), paper_.theme.faint, 1.0);
      else
        dot(seen(point.place), paper_.theme.faint, 0.5);
    for (const StandingLink& link : stance_.links)
      drawing_.stroke({seen_pixel(link.from), seen_pixel(link.to)}, series_colour(0, ground()),
                      2.0 * scale());
    for (const StandingWheel& wheel : stance_.wheels) add_wheel(wheel);
    add_center();
    drawing_
        .text(axes_.title, {box_.x + 0.5 * box_.width, box_.y + 1.3 * paper_.theme.title}, 0.5,
              paper_.theme.title, paper_.theme.ink)
        .bold = true;
    return std::move(drawing_);
  }

 private:
  ChartGround ground() const { return paper_.theme.ground; }
  double scale() const { return paper_.theme.scale; }
  ChartPoint seen(const Vec3& p) const { return {axes_.sign * p[axes_.across], p[axes_.upward]}; }
  ChartPoint pixel(const ChartPoint& p) const { return {drawing_.frame.px(p.x), drawing_.frame.py(p.y)}; }
  ChartPoint seen_pixel(const Vec3& p) const { return pixel(seen(p)); }

  /// Limits of all that is drawn, m; side views include the plate.
  Extent extent() const {
    Extent all;
    for (const StandingWheel& wheel : stance_.wheels)
      for (const double side : {-1.0, 1.0}) {
        const Vec3 reach(wheel.radius, 0.5 * wheel.width, wheel.radius);
        const ChartPoint at = seen(wheel.hub + side * reach);
        all.take(at.x, at.y);
      }
    for (const StandingPoint& point : stance_.hull)
      for (const double side : {-1.0, 1.0}) {
        const ChartPoint at = seen(point.place + side * point.radius * Vec3::Ones());
        all.take(at.x, at.y);
      }
    const ChartPoint center = seen(stance_.center);
    all.take(center.x, center.y);
    if (axes_.upward == 2) all.take(center.x, 0.0);
    return all;
  }
  /// Axes with equal scales in the box, room for title, numbers and names left free.
  void lay_axes() {
    const ChartTheme& t = paper_.theme;
    const double left = 4.5 * t.tick + t.label, right = 1.5 * t.tick, above = 2.4 * t.title,
                 below = 2.2 * t.tick + 1.8 * t.label;
    ChartFrame& frame = drawing_.frame;
    frame.data = {box_.x + left, box_.y + above, std::max(10.0, box_.width - left - right),
                  std::max(10.0, box_.height - above - below)};
    const Extent all = extent();
    const double wide = all.high[0] - all.low[0], high = all.high[1] - all.low[1];
    const double free = kMargin * std::max({wide, high, 1e-3});
    // Side views leave twice the margin below the wheels, room for the plate.
    const double foot = axes_.upward == 2 ? 2.0 * free : free;
    // One scale for both directions: the larger of the two that the box requires, m per pixel.
    const double metres =
        std::max((wide + 2.0 * free) / frame.data.width, (high + free + foot) / frame.data.height);
    const double half_x = 0.5 * metres * frame.data.width, high_all = metres * frame.data.height;
    const double middle_x = 0.5 * (all.low[0] + all.high[0]);
    // A view from the side stands on the plate; one from above is in the middle.
    const double bottom = axes_.upward == 2 ? all.low[1] - foot : 0.5 * (all.low[1] + all.high[1] - high_all);
    // As many ticks as the room for their numbers allows, two at least.
    const auto ticks = [](double pixels, double room) {
      return std::max(2, static_cast<int>(pixels / room));
    };
    frame.along = make_axis({middle_x - half_x, middle_x + half_x}, ticks(frame.data.width, t.x_room));
    frame.up = make_axis({bottom, bottom + high_all}, ticks(frame.data.height, t.y_room));
    add_axis_names(drawing_, axes_.across_name, axes_.upward_name, left - 1.2 * t.label, paper_);
  }

  /// The plate as a line through height 0.
  void add_plate() {
    const ChartBox& data = drawing_.frame.data;
    const double y = drawing_.frame.py(0.0);
    drawing_.line({data.x, y}, {data.x + data.width, y}, paper_.theme.ink, 2.0 * scale());
  }
  /// The polygon of the contacts of loaded wheels, from three on.
  void add_supports() {
    std::vector<ChartPoint> points;
    for (const StandingWheel& wheel : stance_.wheels)
      if (wheel.load > 0.0) points.push_back(seen(wheel.contact));
    if (points.size() < 3) return;
    // Corners of the convex hull, sorted by their angle about the centre of mass.
    const double mx = seen(stance_.center).x, my = seen(stance_.center).y;
    std::vector<ChartPoint> outline_points;
    for (const ChartPoint& p : points)
      if (on_hull(points, p)) outline_points.push_back(p);
    std::sort(outline_points.begin(), outline_points.end(), [&](const ChartPoint& a, const ChartPoint& b) {
      return std::atan2(a.y - my, a.x - mx) < std::atan2(b.y - my, b.x - mx);
    });
    for (ChartPoint& p : outline_points) p = pixel(p);
    drawing_.fill(outline_points, series_colour(2, ground()).faded(40));
  }
  /// Whether a line through the point has all others on one side.
  static bool on_hull(const std::vector<ChartPoint>& points, const ChartPoint& p) {
    return std::any_of(points.begin(), points.end(), [&](const ChartPoint& q) {
      if (std::hypot(q.x - p.x, q.y - p.y) < 1e-9) return false;
      const auto side = [&](const ChartPoint& r) {
        return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
      };
      return std::all_of(points.begin(), points.end(),
                         [&](const ChartPoint& r) { return side(r) > -1e-9; }) ||
             std::all_of(points.begin(), points.end(), [&](const ChartPoint& r) { return side(r) < 1e-9; });
    });
  }

  /// Pixels of a closed circle about a point, radius in m.
  std::vector<ChartPoint> circle(const ChartPoint& middle, double radius) const {
    std::vector<ChartPoint> points;
    for (int k = 0; k <= kCirclePoints; ++k) {
      const double angle = 2.0 * std::numbers::pi * k / kCirclePoints;
      points.push_back(pixel({middle.x + radius * std::cos(angle), middle.y + radius * std::sin(angle)}));
    }
    return points;
  }
  void outline(std::vector<ChartPoint> points, ChartColour colour, double width) {
    drawing_.stroke(std::move(points), colour, width * scale());
  }
  void dot(const ChartPoint& at, ChartColour colour, double radius) {
    drawing_.marks.push_back(
        {.kind = ChartMark::Kind::dots, .points = {pixel(at)}, .colour = colour, .width = radius * scale()});
  }
  /// Half the size of a wheel along an axis: the axle's part of the width, and the rim's.
  static double half(int axis, const StandingWheel& wheel) {
    const double along = std::fabs(wheel.axle[axis]);
    return 0.5 * wheel.width * along + wheel.radius * std::sqrt(std::max(0.0, 1.0 - along * along));
  }
  /// A wheel's rim where it is seen along its axle, else its tread's outline.
  void add_wheel(const StandingWheel& wheel) {
    const ChartColour colour = wheel.load > 0.0 ? paper_.theme.ink : series_colour(kAlarmSeries, ground());
    const ChartPoint middle = seen(wheel.hub);
    if (axes_.across == 0 && axes_.upward == 2) {
      outline(circle(middle, wheel.radius), colour, 2.0);
    } else {
      const double a = half(axes_.across, wheel), u = half(axes_.upward, wheel);
      outline({pixel({middle.x - a, middle.y - u}), pixel({middle.x + a, middle.y - u}),
               pixel({middle.x + a, middle.y + u}), pixel({middle.x - a, middle.y + u}),
               pixel({middle.x - a, middle.y - u})},
              colour, 2.0);
    }
    if (axes_.upward != 1) return;
    // From above, the load is written beside the wheel, outside of the rover.
    const bool left = middle.y > 0.0;
    const ChartPoint at = pixel({middle.x, middle.y + (left ? 1.0 : -1.0) * half(1, wheel)});
    drawing_.text(fmt::format("{:.3g} N", wheel.load), {at.x, at.y + (left ? -0.4 : 1.2) * paper_.theme.tick},
                  0.5, paper_.theme.tick, colour);
  }
  /// A cross at the centre of mass, and its explanation in the upper left corner.
  void add_center() {
    const ChartColour colour = series_colour(1, ground());
    const ChartPoint at = pixel(seen(stance_.center));
    const double arm = 7.0 * scale();
    drawing_.line({at.x - arm, at.y}, {at.x + arm, at.y}, colour, 2.0 * scale());
    drawing_.line({at.x, at.y - arm}, {at.x, at.y + arm}, colour, 2.0 * scale());
    // The name is in the corner, where nothing else is drawn.
    const ChartBox& data = drawing_.frame.data;
    const ChartPoint corner{data.x + 1.5 * arm, data.y + 0.5 * paper_.theme.tick};
    drawing_.line({corner.x - arm, corner.y}, {corner.x + arm, corner.y}, colour, 2.0 * scale());
    drawing_.line({corner.x, corner.y - arm}, {corner.x, corner.y + arm}, colour, 2.0 * scale());
    drawing_.text("centre of mass", {corner.x + 1.6 * arm, corner.y + 0.36 * paper_.theme.tick}, 0.0,
                  paper_.theme.tick, paper_.theme.ink);
  }

  const RoverStance& stance_;
  const ViewAxes& axes_;
  const ChartBox& box_;
  const ChartPaper& paper_;
  ChartDrawing drawing_;
};

}  // namespace

std::vector<DrawChart> rover_views(const RoverStance& stance) {
  const auto shared = std::make_shared<const RoverStance>(stance);
  std::vector<DrawChart> views;
  for (const ViewAxes* axes : {&kSide, &kFront, &kTop})
    views.push_back([shared, axes](const ChartBox& box, const ChartPaper& paper) {
      return ViewPainter(*shared, *axes, box, paper).draw();
    });
  return views;
}

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// A chart as strokes, fills and texts at their places in pixels, y down: what a kind of chart makes and a
// painter paints. A painter knows no chart, a chart knows no painter.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "grouser/chart/axis.hpp"
#include "grouser/chart/units.hpp"

namespace grouser {

struct ChartColour {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
  bool operator==(const ChartColour&) const = default;
  /// The same colour, this opaque: 0 to 255.
  constexpr ChartColour faded(int alpha) const { return {r, g, b, static_cast<std::uint8_t>(alpha)}; }
};
constexpr ChartColour chart_colour(unsigned rgb) {
  return {static_cast<std::uint8_t>(rgb >> 16), static_cast<std::uint8_t>(rgb >> 8),
          static_cast<std::uint8_t>(rgb)};
}

/// The ground of a chart: white paper, or the dark window.
enum class ChartGround { paper, window };
/// Colour of series k, of one hue on both grounds: kept apart also by eyes that confuse red and green (after
/// Okabe and Ito 2008).
ChartColour series_colour(int k, ChartGround ground);
/// Series number of the colour for faults and for values that were not reached.
inline constexpr int kAlarmSeries = -2;

struct ChartPoint {
  double x = 0.0, y = 0.0;
};
struct ChartBox {
  double x = 0.0, y = 0.0, width = 0.0, height = 0.0;
};

struct ChartMark {
  enum class Kind { stroke, fill, dots, rings, text };
  Kind kind = Kind::stroke;
  std::vector<ChartPoint>
      points;  ///< of a line, an outline (convex), middles of dots, or the place of a text: its baseline
  ChartColour colour;
  double width = 1.0;            ///< of a stroke; radius of dots and rings; height of a text's font
  std::array<double, 2> dash{};  ///< on and off; zeros: a full stroke
  std::string text = {};
  double anchor = 0.0;                 ///< share of the text's width left of its place
  bool bold = false, upright = false;  ///< a text that is read from below
  bool inside = false;                 ///< belongs to the data: nothing of it outside of the axes is shown
  int shape = 0;                       ///< of dots, where series have shapes of their own
};

/// Outline of a dot with a shape of its own (square, triangle, diamond, triangle on its head), as large as a
/// disc of its radius; empty: a disc.
std::vector<ChartPoint> mark_corners(const ChartMark& mark, const ChartPoint& middle);

/// The place of the data, and the axes, whose numbers are the data's times a factor each.
struct ChartFrame {
  ChartBox data;
  ChartAxis along, up;
  double x_factor = 1.0, y_factor = 1.0;
  double px(double x) const {
    return data.x + (x * x_factor - along.min) / (along.max - along.min) * data.width;
  }
  double py(double y) const {
    return data.y + data.height - (y * y_factor - up.min) / (up.max - up.min) * data.height;
  }
};

/// Something that a pointer can be on: a bar, a lane.
struct ChartItem {
  ChartBox box;
  std::size_t number = 0;
};

struct ChartDrawing {
  ChartFrame frame;
  std::vector<ChartMark> marks;  ///< in the order of painting
  std::vector<ChartItem> items;

  void stroke(std::vector<ChartPoint> points, ChartColour colour, double width,
              std::array<double, 2> dash = {});
  void line(ChartPoint from, ChartPoint to, ChartColour colour, double width) {
    stroke({from, to}, colour, width);
  }
  void fill(std::vector<ChartPoint> outline, ChartColour colour);
  void fill(const ChartBox& box, ChartColour colour);
  ChartMark& text(std::string text, ChartPoint at, double anchor, double size, ChartColour colour);
};

/// Looks of charts on a ground, lengths in pixels.
struct ChartTheme {
  ChartGround ground = ChartGround::paper;
  ChartColour ink, faint, grid, frame;
  double title, label, tick, legend;  ///< heights of fonts
  double line, point;                 ///< width of a line, radius of a point
  double tick_mark;       ///< length outside of the axes; 0: none, and numbers stay inside of the picture
  double x_room, y_room;  ///< pixels a tick
  double scale = 1.0;
  bool marked = false;  ///< lines of a chart with several have a few dots of their own shapes
};
/// White paper. Grid behind the data, legend above them so that it never covers a line.
const ChartTheme& paper_theme();
/// The window, whose one font is this high.
ChartTheme window_theme(double font, double scale);

enum class TextWeight { regular, bold };

/// The medium of charts: a theme, how wide a text is there (its font's height, bold), and the units that a
/// person chose.
struct ChartPaper {
  ChartTheme theme;
  std::function<double(const std::string&, double, TextWeight)> measure;
  ShownUnits units;
  /// The text, or its beginning and an ellipsis where it is wider.
  std::string fitted(const std::string& text, double size, double width,
                     TextWeight weight = TextWeight::regular) const;
  /// In one or two lines, broken at a blank; the second is shortened where it still does not fit.
  std::pair<std::string, std::string> in_two_lines(const std::string& text, double size, double width,
                                                   TextWeight weight) const;
};

/// A chart of any kind, ready to be drawn into a box of whatever paper a painter has.
using DrawChart = std::function<ChartDrawing(const ChartBox&, const ChartPaper&)>;

}  // namespace grouser

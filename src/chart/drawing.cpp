// SPDX-License-Identifier: BSD-3-Clause
// Colours, themes and marks of drawings, and texts cut to a width.
#include "grouser/chart/drawing.hpp"

namespace grouser {

ChartColour series_colour(int k, ChartGround ground) {
  // Blue, orange, green, pink, ochre, vermilion, violet, grey; each on paper and in the window.
  static constexpr std::array<std::array<unsigned, 2>, 8> kColours{{{0x0072B2, 0x62B6F0},
                                                                    {0xE69F00, 0xF0A632},
                                                                    {0x009E73, 0x3CBE96},
                                                                    {0xCC79A7, 0xE08CBE},
                                                                    {0x8C7A1E, 0xF0E25A},
                                                                    {0xD55E00, 0xEC7042},
                                                                    {0x5A55C8, 0x8C8CF5},
                                                                    {0x4A4F57, 0xBEC4CC}}};
  static constexpr std::array<unsigned, 2> kAlarm{0xC62828, 0xF06C64};
  const auto on = static_cast<std::size_t>(ground);
  if (k == kAlarmSeries) return chart_colour(kAlarm[on]);
  return chart_colour(kColours[static_cast<std::size_t>(k < 0 ? 0 : k) % kColours.size()][on]);
}

void ChartDrawing::stroke(std::vector<ChartPoint> points, ChartColour colour, double width,
                          std::array<double, 2> dash) {
  marks.push_back({ChartMark::Kind::stroke, std::move(points), colour, width, dash});
}

void ChartDrawing::fill(std::vector<ChartPoint> outline, ChartColour colour) {
  marks.push_back({ChartMark::Kind::fill, std::move(outline), colour});
}

void ChartDrawing::fill(const ChartBox& box, ChartColour colour) {
  const double right = box.x + box.width, bottom = box.y + box.height;
  fill({{box.x, box.y}, {right, box.y}, {right, bottom}, {box.x, bottom}}, colour);
}

ChartMark& ChartDrawing::text(std::string words, ChartPoint at, double anchor, double size,
                              ChartColour colour) {
  marks.push_back({ChartMark::Kind::text, {at}, colour, size, {}, std::move(words), anchor});
  return marks.back();
}

// Corners of a dot's form: square, triangle, diamond, triangle downwards; a circle has none.
std::vector<ChartPoint> mark_corners(const ChartMark& mark, const ChartPoint& middle) {
  if (mark.kind != ChartMark::Kind::dots) return {};
  const double r = mark.width, s = 0.9 * r, t = 1.25 * r;
  const auto at = [&](double x, double y) { return ChartPoint{middle.x + x, middle.y + y}; };
  constexpr int kShapes = 5;
  switch (mark.shape % kShapes) {
    case 1:
      return {at(-s, -s), at(s, -s), at(s, s), at(-s, s)};
    case 2:
      return {at(0.0, -t), at(t, 0.8 * t), at(-t, 0.8 * t)};
    case 3:
      return {at(0.0, -t), at(t, 0.0), at(0.0, t), at(-t, 0.0)};
    case 4:
      return {at(0.0, t), at(t, -0.8 * t), at(-t, -0.8 * t)};
    default:
      return {};
  }
}

const ChartTheme& paper_theme() {
  static const ChartTheme theme{.ink = chart_colour(0x22262B),
                                .faint = chart_colour(0x5A626B),
                                .grid = chart_colour(0xE4E7EB),
                                .frame = chart_colour(0xB4BAC2),
                                .title = 17.0,
                                .label = 14.0,
                                .tick = 13.0,
                                .legend = 13.0,
                                .line = 2.0,
                                .point = 3.2,
                                .tick_mark = 5.0,
                                .x_room = 95.0,
                                .y_room = 40.0};
  return theme;
}

ChartTheme window_theme(double font, double scale) {
  return {.ground = ChartGround::window,
          .ink = chart_colour(0xE4E7EC),
          .faint = chart_colour(0x98A1AE),
          .grid = chart_colour(0xFFFFFF).faded(16),
          .frame = chart_colour(0xFFFFFF).faded(44),
          .title = font,
          .label = font,
          .tick = font,
          .legend = font,
          .line = 1.6 * scale,
          .point = 3.2 * scale,
          .tick_mark = 0.0,
          .x_room = 80.0 * scale,
          .y_room = 34.0 * scale,
          .scale = scale};
}

std::string ChartPaper::fitted(const std::string& text, double size, double width, TextWeight weight) const {
  if (measure(text, size, weight) <= width) return text;
  std::string part = text;
  // Cut before whole characters of UTF-8: a byte 10xxxxxx continues the one before.
  while (!part.empty() && measure(part + "\u2026", size, weight) > width) {
    while (!part.empty() && (static_cast<unsigned char>(part.back()) & 0xC0) == 0x80) part.pop_back();
    if (!part.empty()) part.pop_back();
  }
  return part + "\u2026";
}

std::pair<std::string, std::string> ChartPaper::in_two_lines(const std::string& text, double size,
                                                             double width, TextWeight weight) const {
  if (measure(text, size, weight) <= width) return {text, ""};
  // The last space at which the first line fits.
  std::size_t split = text.rfind(' ');
  while (split != std::string::npos && split > 0 && measure(text.substr(0, split), size, weight) > width)
    split = text.rfind(' ', split - 1);
  if (split == std::string::npos || split == 0) return {fitted(text, size, width, weight), ""};
  return {text.substr(0, split), fitted(text.substr(split + 1), size, width, weight)};
}

}  // namespace grouser

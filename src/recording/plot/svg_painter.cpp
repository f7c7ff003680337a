// SPDX-License-Identifier: BSD-3-Clause
// Each mark of a drawing becomes one SVG element or one per dot. Lengths are rounded to a hundredth of a
// unit, which keeps files small; texts stay texts, in the font that the drawing was measured with if it is
// there.
#include "svg_painter.hpp"

#include <fmt/format.h>

#include "grouser/base/shown_text.hpp"

namespace grouser::plot {
namespace {

/// A number of pixels to a hundredth, without zeros behind it.
std::string px(double value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

/// The text without control characters, escaped for the inside of an element.
std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : shown_line(text))
    c == '&' ? safe += "&amp;" : c == '<' ? safe += "&lt;" : c == '>' ? safe += "&gt;" : safe += c;
  return safe;
}

/// "x,y x,y ..." of a polygon or polyline.
std::string points_text(const std::vector<ChartPoint>& points) {
  std::string text;
  for (const ChartPoint& p : points) text += (text.empty() ? "" : " ") + px(p.x) + "," + px(p.y);
  return text;
}

/// fill="#0072b2" fill-opacity="0.35"
std::string colour_text(const char* of, const ChartColour& c) {
  const std::string text = fmt::format(" {}=\"#{:02x}{:02x}{:02x}\"", of, c.r, c.g, c.b);
  return c.a == 255 ? text : text + fmt::format(" {}-opacity=\"{:.2g}\"", of, c.a / 255.0);
}

/// A <text>; a mark that is upright is turned by 90 deg.
std::string text_of(const ChartMark& mark) {
  const char* anchor = mark.anchor < 0.25   ? ""
                       : mark.anchor < 0.75 ? " text-anchor=\"middle\""
                                            : " text-anchor=\"end\"";
  const std::string x = px(mark.points[0].x), y = px(mark.points[0].y);
  return fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\"{}{}{}{}>{}</text>\n", x, y, px(mark.width),
                     colour_text("fill", mark.colour), anchor, mark.bold ? " font-weight=\"bold\"" : "",
                     mark.upright ? fmt::format(" transform=\"rotate(-90 {} {})\"", x, y) : "",
                     escaped(mark.text));
}

/// A <polyline>; solid lines of the data have round ends and corners.
std::string stroke_of(const ChartMark& mark) {
  return fmt::format("<polyline points=\"{}\" fill=\"none\" stroke-width=\"{}\"{}{}/>\n",
                     points_text(mark.points), px(mark.width), colour_text("stroke", mark.colour),
                     mark.dash[0] > 0.0
                         ? fmt::format(" stroke-dasharray=\"{} {}\"", px(mark.dash[0]), px(mark.dash[1]))
                     : mark.inside ? " stroke-linecap=\"round\" stroke-linejoin=\"round\""
                                   : "");
}

/// Circles, or polygons for marks of another form.
std::string discs_of(const ChartMark& mark) {
  const bool ring = mark.kind == ChartMark::Kind::rings;
  std::string text;
  for (const ChartPoint& p : mark.points)
    if (const std::vector<ChartPoint> corners = mark_corners(mark, p); !corners.empty())
      text +=
          fmt::format("<polygon points=\"{}\"{}/>\n", points_text(corners), colour_text("fill", mark.colour));
    else
      text += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}{}/>\n", px(p.x), px(p.y), px(mark.width),
                          ring ? " fill=\"none\"" : "", colour_text(ring ? "stroke" : "fill", mark.colour));
  return text;
}

}  // namespace

std::string svg_text(const ChartDrawing& drawing, int width, int height, double unit_mm) {
  const auto length = [&](int units) {
    return unit_mm > 0.0 ? px(units * unit_mm) + "mm" : std::to_string(units);
  };
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{2}\" height=\"{3}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"DejaVu Sans,Verdana,sans-serif\">\n<rect width=\"{0}\" height=\"{1}\" "
      "fill=\"#ffffff\"/>\n",
      width, height, length(width), length(height));
  for (const ChartMark& mark : drawing.marks) {
    if (mark.kind == ChartMark::Kind::stroke) svg += stroke_of(mark);
    if (mark.kind == ChartMark::Kind::fill)
      svg += fmt::format("<polygon points=\"{}\"{}/>\n", points_text(mark.points),
                         colour_text("fill", mark.colour));
    if (mark.kind == ChartMark::Kind::dots || mark.kind == ChartMark::Kind::rings) svg += discs_of(mark);
    if (mark.kind == ChartMark::Kind::text && !mark.text.empty()) svg += text_of(mark);
  }
  return svg + "</svg>\n";
}

}  // namespace grouser::plot

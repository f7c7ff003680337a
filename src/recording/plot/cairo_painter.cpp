// SPDX-License-Identifier: BSD-3-Clause
// Paints the marks of a drawing in their order. Charts in SVG files are written by svg_painter.cpp instead.
#include "cairo_painter.hpp"

#include <cmath>

namespace grouser::plot {
namespace {

/// Makes the points the current path.
void trace(cairo_t* cr, const std::vector<ChartPoint>& points) {
  cairo_new_path(cr);
  for (const ChartPoint& p : points) cairo_line_to(cr, p.x, p.y);
}

/// A line, dashed where the mark says so; the dash is reset afterwards.
void paint_stroke(cairo_t* cr, const ChartMark& mark) {
  const bool dashed = mark.dash[0] > 0.0;
  cairo_set_line_width(cr, mark.width);
  cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap(cr, dashed        ? CAIRO_LINE_CAP_BUTT
                         : mark.inside ? CAIRO_LINE_CAP_ROUND
                                       : CAIRO_LINE_CAP_SQUARE);
  cairo_set_dash(cr, mark.dash.data(), dashed ? 2 : 0, 0.0);
  trace(cr, mark.points);
  cairo_stroke(cr);
  cairo_set_dash(cr, nullptr, 0, 0.0);
}

/// Dots or rings, or the polygons of another form of mark.
void paint_discs(cairo_t* cr, const ChartMark& mark) {
  cairo_new_path(cr);
  for (const ChartPoint& p : mark.points) {
    cairo_new_sub_path(cr);
    if (const std::vector<ChartPoint> corners = mark_corners(mark, p); !corners.empty()) {
      for (const ChartPoint& corner : corners) cairo_line_to(cr, corner.x, corner.y);
      cairo_close_path(cr);
      continue;
    }
    cairo_arc(cr, p.x, p.y, mark.width, 0.0, 2.0 * M_PI);
  }
  cairo_set_line_width(cr, 1.5);
  mark.kind == ChartMark::Kind::rings ? cairo_stroke(cr) : cairo_fill(cr);
}

/// A text, turned by 90 deg if it is upright.
void paint_text(cairo_t* cr, const ChartMark& mark) {
  set_font(cr, mark.width, mark.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_save(cr);
  cairo_translate(cr, mark.points[0].x, mark.points[0].y);
  if (mark.upright) cairo_rotate(cr, -M_PI / 2.0);
  show_text(cr, mark.text, 0.0, 0.0, mark.anchor);
  cairo_restore(cr);
}

}  // namespace

ChartPaper cairo_paper(cairo_t* cr) {
  return {paper_theme(),
          [cr](const std::string& text, double size, TextWeight weight) {
            set_font(cr, size,
                     weight == TextWeight::bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
            return text_width(cr, text);
          },
          {}};
}

void paint_drawing(cairo_t* cr, const ChartDrawing& drawing) {
  for (const ChartMark& mark : drawing.marks) {
    const ChartColour& c = mark.colour;
    cairo_set_source_rgba(cr, c.r / 255.0, c.g / 255.0, c.b / 255.0, c.a / 255.0);
    switch (mark.kind) {
      case ChartMark::Kind::stroke:
        paint_stroke(cr, mark);
        break;
      case ChartMark::Kind::fill:
        trace(cr, mark.points);
        cairo_fill(cr);
        break;
      case ChartMark::Kind::dots:
      case ChartMark::Kind::rings:
        paint_discs(cr, mark);
        break;
      case ChartMark::Kind::text:
        paint_text(cr, mark);
        break;
    }
  }
}

}  // namespace grouser::plot

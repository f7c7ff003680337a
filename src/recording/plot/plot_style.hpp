// SPDX-License-Identifier: BSD-3-Clause
// Common style of all pictures. Private. Light panels on white, thin grid behind the data, the palette of
// Okabe and Ito (2008, distinguishable for colour-blind readers), legend above the data so that it never
// covers a line.
#pragma once
#include <cairo/cairo.h>

#include <array>
#include <memory>
#include <string>

#include "grouser/chart/axis.hpp"

namespace grouser::plot {

/// Parts of sRGB, 0 to 1.
struct Color {
  double r, g, b;
};
constexpr Color hex(unsigned rgb) {
  return {((rgb >> 16) & 255u) / 255.0, ((rgb >> 8) & 255u) / 255.0, (rgb & 255u) / 255.0};
}
inline constexpr Color kInk = hex(0x22262B), kFaintInk = hex(0x5A626B), kGrid = hex(0xE4E7EB),
                       kFrame = hex(0xB4BAC2);

inline constexpr const char* kFont = "DejaVu Sans";
inline constexpr double kTitleSize = 17.0, kLabelSize = 14.0, kTickSize = 13.0, kLegendSize = 13.0;
inline constexpr double kGap = 14.0;  // between panels and around them, pixels

using Context = std::unique_ptr<cairo_t, decltype(&cairo_destroy)>;
using Surface = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;

struct Box {
  double x, y, width, height;
};

inline void set_color(cairo_t* cr, const Color& c) { cairo_set_source_rgb(cr, c.r, c.g, c.b); }

inline void set_font(cairo_t* cr, double size, cairo_font_weight_t weight = CAIRO_FONT_WEIGHT_NORMAL) {
  cairo_select_font_face(cr, kFont, CAIRO_FONT_SLANT_NORMAL, weight);
  cairo_set_font_size(cr, size);
}

/// Width of a text in the current font, units of the drawing.
inline double text_width(cairo_t* cr, const std::string& text) {
  cairo_text_extents_t extents;
  cairo_text_extents(cr, text.c_str(), &extents);
  return extents.x_advance;
}

/// Draws a text. `anchor`: share of its width left of x: 0, 0.5 or 1. y is the baseline.
inline void show_text(cairo_t* cr, const std::string& text, double x, double y, double anchor) {
  cairo_move_to(cr, x - anchor * text_width(cr, text), y);
  cairo_show_text(cr, text.c_str());
}

/// The text, or its beginning and an ellipsis if it is wider than `width`.
inline std::string fitted(cairo_t* cr, const std::string& text, double width) {
  if (text_width(cr, text) <= width) return text;
  std::string part = text;
  while (!part.empty() && text_width(cr, part + "\u2026") > width) {
    // A whole UTF-8 character at a time.
    while (!part.empty() && (static_cast<unsigned char>(part.back()) & 0xC0) == 0x80) part.pop_back();
    if (!part.empty()) part.pop_back();
  }
  return part + "\u2026";
}

/// An axis that ends with what it shows.
inline ChartAxis data_axis(double low, double high, int wanted) {
  return make_axis(axis_range(ChartRange{low, high}, AxisEnds::data), wanted);
}

}  // namespace grouser::plot

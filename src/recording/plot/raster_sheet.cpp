// SPDX-License-Identifier: BSD-3-Clause
// Panels of equal grids side by side, two per row: ground in grey hillshade, under classes by colour and
// signed values between blue and red. A point is a cell of the grid, drawn without interpolation when
// enlarged.
#include "grouser/recording/plot/raster_sheet.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "grouser/base/error.hpp"
#include "hillshade.hpp"
#include "picture_file.hpp"

namespace grouser {
namespace {

using namespace plot;

constexpr double kPanelWidth = 680.0, kHeading = 30.0, kLegend = 30.0, kSheetSwatch = 12.0;  // pixels
constexpr Color kVoid = hex(0xEDEFF2), kLow = hex(0x0072B2), kHigh = hex(0xC62828);

/// Refuses panels of different sizes, and keys without a colour.
void validate(const std::vector<SheetPanel>& panels) {
  if (panels.empty()) throw InputError("sheet", "no panel", "at least one");
  for (const SheetPanel& p : panels) {
    const std::size_t points = static_cast<std::size_t>(std::max(p.columns, 0)) * std::max(p.rows, 0);
    const auto fits = [&](std::size_t n) { return n == 0 || n == points; };
    if (points == 0 || !fits(p.heights.size()) || !fits(p.key.size()) || !fits(p.values.size()) ||
        p.columns != panels[0].columns || p.rows != panels[0].rows)
      throw InputError("sheet: " + p.title, "grids of several sizes, or of none", "one size");
    for (const std::uint8_t k : p.key)
      if (k > p.keys.size()) throw InputError("sheet: " + p.title, "a key without a colour", "one for each");
  }
}

/// Draws one panel with title, frame and legend.
class SheetPainter {
 public:
  explicit SheetPainter(const SheetPanel& panel) : p_(panel), exaggeration_(usual_exaggeration()) {}

  void draw(cairo_t* cr, double x, double y, double scale) const {
    set_color(cr, kInk);
    set_font(cr, kTitleSize, CAIRO_FONT_WEIGHT_BOLD);
    show_text(cr, fitted(cr, p_.title, kPanelWidth), x, y + 20.0, 0.0);
    const double width = p_.columns * scale, height = p_.rows * scale;
    draw_image(cr, x, y + kHeading, scale);
    set_color(cr, kFrame);
    cairo_set_line_width(cr, 1.0);
    cairo_rectangle(cr, x, y + kHeading, width, height);
    cairo_stroke(cr);
    draw_legend(cr, x, y + kHeading + height + 20.0);
  }

 private:
  /// Height of a cell, that of the nearest one outside of the grid.
  float height_at(int column, int row) const {
    return p_.heights[static_cast<std::size_t>(std::clamp(row, 0, p_.rows - 1)) * p_.columns +
                      std::clamp(column, 0, p_.columns - 1)];
  }
  /// The typical slope looks like 20 degrees, so that gentle ground becomes visible.
  double usual_exaggeration() const {
    if (p_.heights.empty()) return 1.0;
    return shade_exaggeration(p_.columns, p_.rows, p_.cell, 0.01,
                              [this](int c, int r) { return height_at(c, r); });
  }
  /// Grey of the hillshade at a cell; white without heights, light grey where the height is unknown.
  Color ground(int column, int row) const {
    if (p_.heights.empty()) return {1.0, 1.0, 1.0};
    const double sx = (height_at(column + 1, row) - height_at(column - 1, row)) / (2.0 * p_.cell);
    const double sy = (height_at(column, row - 1) - height_at(column, row + 1)) / (2.0 * p_.cell);
    if (!std::isfinite(height_at(column, row))) return kVoid;
    const double light = lambert_shade(std::isfinite(sx) ? exaggeration_ * sx : 0.0,
                                       std::isfinite(sy) ? exaggeration_ * sy : 0.0);
    const double grey = std::clamp(0.1 + 0.88 * light, 0.0, 1.0);  // slopes in the light remain recognisable
    return {grey, grey, grey};
  }
  /// Colour of a cell: the ground with class and value mixed over it.
  Color point(int column, int row) const {
    const std::size_t i = static_cast<std::size_t>(row) * p_.columns + column;
    Color c = ground(column, row);
    const auto mix = [&](const Color& over, double share) {
      c = {c.r + share * (over.r - c.r), c.g + share * (over.g - c.g), c.b + share * (over.b - c.b)};
    };
    if (!p_.key.empty() && p_.key[i] > 0) mix(key_color(p_.keys[p_.key[i] - 1]), 0.75);
    if (!p_.values.empty() && std::isfinite(p_.values[i]) && p_.most > 0.0) {
      const double share = std::clamp(p_.values[i] / p_.most, -1.0, 1.0);
      mix(share < 0.0 ? kLow : kHigh, std::sqrt(std::fabs(share)));  // small values are visible too
    }
    return c;
  }
  static Color key_color(const SheetKey& k) {
    return {k.colour[0] / 255.0, k.colour[1] / 255.0, k.colour[2] / 255.0};
  }

  void draw_image(cairo_t* cr, double x, double y, double scale) const {
    const Surface image(cairo_image_surface_create(CAIRO_FORMAT_RGB24, p_.columns, p_.rows),
                        &cairo_surface_destroy);
    unsigned char* data = cairo_image_surface_get_data(image.get());
    const int stride = cairo_image_surface_get_stride(image.get());
    for (int r = 0; r < p_.rows; ++r)
      for (int c = 0; c < p_.columns; ++c) {
        const Color colour = point(c, r);
        const auto channel = [](double v) { return static_cast<unsigned>(255.0 * std::clamp(v, 0.0, 1.0)); };
        reinterpret_cast<unsigned*>(data + static_cast<std::ptrdiff_t>(r) * stride)[c] =
            channel(colour.r) << 16 | channel(colour.g) << 8 | channel(colour.b);
      }
    cairo_surface_mark_dirty(image.get());
    cairo_save(cr);
    cairo_translate(cr, x, y);
    cairo_scale(cr, scale, scale);
    cairo_set_source_surface(cr, image.get(), 0.0, 0.0);
    cairo_pattern_set_filter(cairo_get_source(cr), scale > 1.0 ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD);
    cairo_paint(cr);
    cairo_restore(cr);
  }

  void draw_entry(cairo_t* cr, double& x, double y, const Color& colour, const std::string& text) const {
    set_color(cr, colour);
    cairo_rectangle(cr, x, y - kSheetSwatch + 1.0, kSheetSwatch, kSheetSwatch);
    cairo_fill(cr);
    set_color(cr, kInk);
    show_text(cr, text, x + kSheetSwatch + 6.0, y, 0.0);
    x += kSheetSwatch + 6.0 + text_width(cr, text) + 18.0;
  }
  /// Entries for the classes that occur, and for the ends of the values' range.
  void draw_legend(cairo_t* cr, double x, double y) const {
    set_font(cr, kLegendSize);
    for (std::size_t k = 0; k < p_.keys.size(); ++k)
      if (std::find(p_.key.begin(), p_.key.end(), k + 1) != p_.key.end())
        draw_entry(cr, x, y, key_color(p_.keys[k]), p_.keys[k].text);
    if (p_.values.empty() || p_.most <= 0.0) return;
    char text[64];
    std::snprintf(text, sizeof text, "-%.3g %s", p_.most, p_.unit.c_str());
    draw_entry(cr, x, y, kLow, text);
    draw_entry(cr, x, y, kHigh, "+" + std::string(text + 1));
  }

  const SheetPanel& p_;
  double exaggeration_;
};

}  // namespace

void write_raster_sheet(PendingFile& file, const std::vector<SheetPanel>& panels) {
  validate(panels);
  const double scale = std::min(kPanelWidth / panels[0].columns, 1.5 * kPanelWidth / panels[0].rows);
  const double tall = kHeading + scale * panels[0].rows + kLegend + kGap;
  const int rows = static_cast<int>((panels.size() + 1) / 2), columns = panels.size() > 1 ? 2 : 1;
  const Picture picture(static_cast<int>(columns * (kPanelWidth + kGap) + kGap),
                        static_cast<int>(rows * tall + kGap));
  for (std::size_t i = 0; i < panels.size(); ++i)
    SheetPainter(panels[i]).draw(picture.context(), kGap + static_cast<double>(i % 2) * (kPanelWidth + kGap),
                                 kGap + static_cast<double>(i / 2) * tall, scale);
  picture.write(file);
}

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Draws the classes of a map in their colours, shaded by the heights if there are any, with axes and a
// legend. The shade is relative to that of level ground, which keeps the legend's colour.
#include "grouser/recording/plot/class_map_plot.hpp"

#include <algorithm>
#include <cmath>

#include "cairo_painter.hpp"
#include "grouser/base/error.hpp"
#include "grouser/chart/chart.hpp"
#include "hillshade.hpp"
#include "picture_file.hpp"

namespace grouser {
namespace {

using namespace plot;

constexpr int kClassMapWidth = 1200;                                         // pixels
constexpr double kClassMapLeft = 80.0, kTop = 44.0, kClassMapBottom = 52.0;  // margins of the map, pixels
constexpr double kClassLegend = 330.0, kRow = 26.0, kPatch = 16.0;           // legend at the right, pixels
constexpr double kLeastClassMap = 240.0, kMostClassMap = 1000.0;             // height, pixels

class ClassMapPainter {
 public:
  ClassMapPainter(cairo_t* cr, const ClassMapPanel& panel, double height) : cr_(cr), panel_(panel) {
    const double columns = panel.columns, rows = panel.rows;
    pixels_ = std::min((kClassMapWidth - kClassMapLeft - kClassLegend) / columns, height / rows);  // per cell
    box_ = {kClassMapLeft, kTop, pixels_ * columns, pixels_ * rows};
  }
  void draw() {
    draw_cells();
    draw_axes();
    draw_legend();
    set_color(cr_, kFrame);
    cairo_set_line_width(cr_, 1.0);
    cairo_rectangle(cr_, box_.x, box_.y, box_.width, box_.height);
    cairo_stroke(cr_);
    set_color(cr_, kInk);
    set_font(cr_, kTitleSize, CAIRO_FONT_WEIGHT_BOLD);
    show_text(cr_, fitted(cr_, panel_.title, kClassMapWidth - kClassMapLeft), box_.x, kTop - 16.0, 0.0);
  }

 private:
  /// Fills the image pixel by pixel with the cell that contains the pixel's middle, however small or large
  /// the cells are.
  void draw_cells() {
    const int width = std::max(1, static_cast<int>(box_.width)),
              height = std::max(1, static_cast<int>(box_.height));
    std::array<unsigned, 256> colours;
    colours.fill(0xffffffu);
    for (const ClassMapEntry& c : panel_.classes)
      colours[c.value] = static_cast<unsigned>(c.colour[0]) << 16 | static_cast<unsigned>(c.colour[1]) << 8 |
                         static_cast<unsigned>(c.colour[2]);
    const double exaggeration = panel_.heights.empty() ? 0.0 : usual_exaggeration();
    Surface image(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height), &cairo_surface_destroy);
    unsigned char* data = cairo_image_surface_get_data(image.get());
    const int stride = cairo_image_surface_get_stride(image.get());
    for (int y = 0; y < height; ++y) {
      const int row = static_cast<int>((y + 0.5) * panel_.rows / height);
      unsigned* line = reinterpret_cast<unsigned*>(data + y * stride);
      for (int x = 0; x < width; ++x) {
        const int column = static_cast<int>((x + 0.5) * panel_.columns / width);
        const unsigned colour = colours[panel_.cells[index(column, row)]];
        line[x] = exaggeration > 0.0 ? shaded(colour, column, row, exaggeration) : colour;
      }
    }
    cairo_surface_mark_dirty(image.get());
    cairo_set_source_surface(cr_, image.get(), box_.x, box_.y);
    cairo_paint(cr_);
  }

  /// Place of a cell in the grid, row by row from the north.
  std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(panel_.columns) +
           static_cast<std::size_t>(column);
  }
  /// Height of a cell, m; NaN outside of the map.
  double height_at(int column, int row) const {
    if (column < 0 || row < 0 || column >= panel_.columns || row >= panel_.rows) return NAN;
    return panel_.heights[index(column, row)];
  }
  double usual_exaggeration() const {
    return shade_exaggeration(panel_.columns, panel_.rows, panel_.cell, 0.01,
                              [this](int c, int r) { return height_at(c, r); });
  }
  /// Level ground keeps its colour, so that it can be found in the legend.
  unsigned shaded(unsigned colour, int column, int row, double exaggeration) const {
    // one-sided at the edge and beside unknown cells
    const auto slope = [&](double before, double here, double after) {
      if (!std::isfinite(before)) return (after - here) / panel_.cell;
      if (!std::isfinite(after)) return (here - before) / panel_.cell;
      return (after - before) / (2.0 * panel_.cell);
    };
    const double here = height_at(column, row);
    const double sx = slope(height_at(column - 1, row), here, height_at(column + 1, row));
    const double sy = slope(height_at(column, row + 1), here, height_at(column, row - 1));
    if (!std::isfinite(sx) || !std::isfinite(sy)) return colour;
    const double light =
        0.3 + 0.7 * lambert_shade(exaggeration * sx, exaggeration * sy) / lambert_shade(0.0, 0.0);
    // Each of the three colours in turn, lightened at most to full.
    const auto channel = [&](int shift) {
      return static_cast<unsigned>(std::min(255.0, light * (colour >> shift & 0xffu))) << shift;
    };
    return channel(16) | channel(8) | channel(0);
  }

  /// Axes along the outer edges of the cells, m.
  void draw_axes() {
    const ChartPaper paper = cairo_paper(cr_);
    const double west = panel_.west - 0.5 * panel_.cell,
                 south = panel_.north - (panel_.rows - 0.5) * panel_.cell;
    constexpr int kTicks = 6;
    ChartDrawing drawing;
    drawing.frame = {{box_.x, box_.y, box_.width, box_.height},
                     make_axis({west, west + panel_.cell * panel_.columns}, kTicks),
                     make_axis({south, south + panel_.cell * panel_.rows}, kTicks)};
    add_numbers(drawing, paper);
    add_axis_names(drawing, axis_text("x, east [m]", {}, drawing.frame.along),
                   axis_text("y, north [m]", {}, drawing.frame.up), kClassMapLeft - 20.0, paper);
    paint_drawing(cr_, drawing);
  }

  /// A patch and a name per class, at the right of the map.
  void draw_legend() {
    const double x = box_.x + box_.width + 24.0;
    double y = box_.y;
    for (const ClassMapEntry& c : panel_.classes) {
      cairo_rectangle(cr_, x, y, kPatch, kPatch);
      cairo_set_source_rgb(cr_, c.colour[0] / 255.0, c.colour[1] / 255.0, c.colour[2] / 255.0);
      cairo_fill_preserve(cr_);
      set_color(cr_, kFrame);
      cairo_set_line_width(cr_, 1.0);
      cairo_stroke(cr_);
      set_color(cr_, kInk);
      set_font(cr_, kLegendSize);
      show_text(cr_, fitted(cr_, c.label, kClassMapWidth - x - kPatch - 16.0), x + kPatch + 8.0, y + 13.0,
                0.0);
      y += kRow;
    }
  }

  cairo_t* cr_;
  const ClassMapPanel& panel_;
  double pixels_ = 1.0;
  Box box_{};
};

}  // namespace

void write_class_map(const std::filesystem::path& path, const ClassMapPanel& panel) {
  if (panel.columns < 1 || panel.rows < 1 || !(panel.cell > 0.0) ||
      panel.cells.size() != static_cast<std::size_t>(panel.columns) * static_cast<std::size_t>(panel.rows))
    throw InputError(path.string(), "a map whose cells do not match its size", "one class a cell");
  if (!panel.heights.empty() && panel.heights.size() != panel.cells.size())
    throw InputError(path.string(), "heights that do not match the map's size",
                     "one height per cell, or none");
  const double aspect = double(panel.rows) / double(panel.columns);
  const double legend = kRow * static_cast<double>(panel.classes.size());
  const double map =
      std::clamp(aspect * (kClassMapWidth - kClassMapLeft - kClassLegend), kLeastClassMap, kMostClassMap);
  const Picture picture(kClassMapWidth, static_cast<int>(kTop + std::max(map, legend) + kClassMapBottom));
  ClassMapPainter(picture.context(), panel, map).draw();
  picture.write(path);
}

}  // namespace grouser

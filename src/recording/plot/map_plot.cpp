// SPDX-License-Identifier: BSD-3-Clause
// Draws shaded ground with a path or samples coloured by value, marks, axes, scale bar, north arrow and
// colour bar, and charts below. The map keeps the ground's proportions within the space it gets.
#include "grouser/recording/plot/map_plot.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "cairo_painter.hpp"
#include "grouser/base/error.hpp"
#include "hillshade.hpp"
#include "picture_file.hpp"

namespace grouser {
namespace {

using namespace plot;

constexpr int kPanelHeight = 270;                              // units
constexpr double kTitle = 36.0, kBottom = 52.0, kBar = 118.0;  // margins of the map, pixels
constexpr double kLeft = 80.0;  // of the map and of the panels below it, so that they line up, pixels
constexpr double kLeastMap = 240.0, kMostMap = 760.0;
constexpr double kPath = 5.0, kCasing = 9.0;  // line widths

// Anchors of viridis (van der Walt & Smith 2015): also light to dark in grey, and distinguishable for
// colour-blind readers.
constexpr std::array<Color, 9> kScale{hex(0x440154), hex(0x472D7B), hex(0x3B528B),
                                      hex(0x2C728E), hex(0x21918C), hex(0x28AE80),
                                      hex(0x5EC962), hex(0xADDC30), hex(0xFDE725)};
constexpr Color kNoValue = hex(0x9AA0A6), kAlarm = hex(0xC62828), kBare = hex(0xC9BBAA);

/// Colour of a share of the range, 0 to 1, linear between the anchors.
Color scale_color(double t) {
  const double at = std::clamp(t, 0.0, 1.0) * (kScale.size() - 1);
  const auto i = std::min(static_cast<std::size_t>(at), kScale.size() - 2);
  const double rest = at - static_cast<double>(i);
  const Color &a = kScale[i], &b = kScale[i + 1];
  return {a.r + rest * (b.r - a.r), a.g + rest * (b.g - a.g), a.b + rest * (b.b - a.b)};
}

class MapPainter {
 public:
  MapPainter(cairo_t* cr, const MapPanel& map, const Box& outer)
      : cr_(cr),
        map_(map),
        box_{outer.x + kLeft, outer.y + kTitle, outer.width - kLeft - kBar, outer.height - kTitle - kBottom},
        outer_(outer) {
    const MapGround& g = map.ground;
    west_ = g.west;
    south_ = g.south;
    east_ = g.west + (g.columns - 1) * g.cell;
    north_ = g.south + (g.rows - 1) * g.cell;
    pixels_ = std::min(box_.width / (east_ - west_), box_.height / (north_ - south_));
    // The map is centred in the width that its proportions leave.
    const double spare = box_.width - pixels_ * (east_ - west_);
    box_.width -= spare;
    box_.x += 0.5 * spare;
    box_.height = pixels_ * (north_ - south_);
    for (const double v : by_height() ? g.heights : map.value)
      if (std::isfinite(v)) low_ = std::min(low_, v), high_ = std::max(high_, v);
    if (!(low_ <= high_)) low_ = 0.0, high_ = 1.0;
    axis_ = data_axis(low_, high_, 5);
  }

  void draw() {
    draw_ground();
    map_.style == MapStyle::kSamples ? draw_samples() : draw_path();
    draw_marks();
    draw_frame();
    draw_scale_bar();
    draw_color_bar();
    set_color(cr_, kInk);
    set_font(cr_, kTitleSize, CAIRO_FONT_WEIGHT_BOLD);
    show_text(cr_, fitted(cr_, map_.title, outer_.x + outer_.width - box_.x), box_.x, outer_.y + 22.0, 0.0);
  }

 private:
  /// Ground without a path or samples on it is coloured by its height.
  bool by_height() const { return map_.x.empty(); }
  /// Colour of a value, or of no value.
  Color color_of(double value) const {
    return std::isfinite(value) ? scale_color((value - low_) / std::max(high_ - low_, 1e-300)) : kNoValue;
  }

  double x_of(double x) const { return box_.x + (x - west_) * pixels_; }
  double y_of(double y) const { return box_.y + (north_ - y) * pixels_; }

  double height_at(int column, int row) const {
    return map_.ground.heights[static_cast<std::size_t>(row) * map_.ground.columns + column];
  }

  /// Shading that shows both steep and gentle ground: the typical slope of this ground looks like 20 degrees.
  double exaggeration() const {
    const MapGround& g = map_.ground;
    return shade_exaggeration(g.columns, g.rows, g.cell, 1.0,
                              [this](int c, int r) { return height_at(c, r); });
  }

  void draw_ground() {
    const MapGround& g = map_.ground;
    const double exaggerated = exaggeration();
    Surface image(cairo_image_surface_create(CAIRO_FORMAT_RGB24, g.columns, g.rows), &cairo_surface_destroy);
    unsigned char* data = cairo_image_surface_get_data(image.get());
    const int stride = cairo_image_surface_get_stride(image.get());
    for (int r = 0; r < g.rows; ++r)
      for (int c = 0; c < g.columns; ++c) {
        const int c0 = std::max(c - 1, 0), c1 = std::min(c + 1, g.columns - 1);
        const int r0 = std::max(r - 1, 0), r1 = std::min(r + 1, g.rows - 1);
        const double sx = (height_at(c1, r) - height_at(c0, r)) / ((c1 - c0) * g.cell);
        const double sy = (height_at(c, r1) - height_at(c, r0)) / ((r1 - r0) * g.cell);
        const bool known = std::isfinite(sx) && std::isfinite(sy);
        const double light = known ? 0.42 + 0.75 * lambert_shade(exaggerated * sx, exaggerated * sy) : 1.0;
        const auto channel = [&](double value) {
          return static_cast<unsigned>(255.0 * std::clamp(known ? light * value : 0.93, 0.0, 1.0));
        };
        const Color tint = by_height() ? color_of(height_at(c, r)) : kBare;
        unsigned* pixel = reinterpret_cast<unsigned*>(data + (g.rows - 1 - r) * stride) + c;
        *pixel = channel(tint.r) << 16 | channel(tint.g) << 8 | channel(tint.b);
      }
    cairo_surface_mark_dirty(image.get());
    cairo_save(cr_);
    cairo_rectangle(cr_, box_.x, box_.y, box_.width, box_.height);
    cairo_clip(cr_);
    cairo_translate(cr_, box_.x - 0.5 * pixels_ * g.cell, box_.y - 0.5 * pixels_ * g.cell);
    cairo_scale(cr_, pixels_ * g.cell, pixels_ * g.cell);
    cairo_set_source_surface(cr_, image.get(), 0.0, 0.0);
    cairo_pattern_set_filter(cairo_get_source(cr_), CAIRO_FILTER_BILINEAR);
    cairo_pattern_set_extend(cairo_get_source(cr_), CAIRO_EXTEND_PAD);
    cairo_paint(cr_);
    cairo_restore(cr_);
  }

  void draw_path() {
    cairo_set_line_cap(cr_, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cr_, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_width(cr_, kCasing);
    cairo_set_source_rgba(cr_, 1.0, 1.0, 1.0, 0.9);
    for (std::size_t i = 0; i < map_.x.size(); ++i)
      i == 0 ? cairo_move_to(cr_, x_of(map_.x[i]), y_of(map_.y[i]))
             : cairo_line_to(cr_, x_of(map_.x[i]), y_of(map_.y[i]));
    cairo_stroke(cr_);
    cairo_set_line_width(cr_, kPath);
    cairo_set_line_cap(cr_, CAIRO_LINE_CAP_BUTT);
    // pieces of about two pixels, each in the colour at its middle
    std::size_t from = 0;
    for (std::size_t i = 1; i < map_.x.size(); ++i) {
      const double dx = x_of(map_.x[i]) - x_of(map_.x[from]), dy = y_of(map_.y[i]) - y_of(map_.y[from]);
      if (dx * dx + dy * dy < 4.0 && i + 1 < map_.x.size()) continue;
      const double value = map_.value[(from + i) / 2];
      set_color(cr_, color_of(value));
      const double overlap = 0.5 / std::max(std::sqrt(dx * dx + dy * dy), 0.5);
      cairo_move_to(cr_, x_of(map_.x[from]) - overlap * dx, y_of(map_.y[from]) - overlap * dy);
      for (std::size_t k = from + 1; k <= i; ++k) cairo_line_to(cr_, x_of(map_.x[k]), y_of(map_.y[k]));
      cairo_stroke(cr_);
      from = i;
    }
    if (map_.x.empty()) return;
    draw_end(0, "start");
    if (map_.x.size() > 1) draw_end(map_.x.size() - 1, "end");
  }

  /// Draws dots, the highest values last, so that none of them is hidden; smaller if there are many.
  void draw_samples() {
    std::vector<std::size_t> order(map_.x.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto rank = [&](std::size_t i) {
      return std::isfinite(map_.value[i]) ? map_.value[i] : low_ - 1.0;
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
    const double radius = std::clamp(
        0.2 * std::sqrt(box_.width * box_.height / std::max<std::size_t>(1, order.size())), 2.0, 6.0);
    for (const std::size_t i : order) {
      const double value = map_.value[i];
      cairo_new_path(cr_);
      cairo_arc(cr_, x_of(map_.x[i]), y_of(map_.y[i]), radius, 0.0, 2.0 * M_PI);
      set_color(cr_, color_of(value));
      cairo_fill_preserve(cr_);
      const bool ring = !map_.ringed.empty() && map_.ringed[i];
      cairo_set_line_width(cr_, ring ? 1.6 : 0.6);
      if (ring)
        set_color(cr_, kAlarm);
      else
        cairo_set_source_rgba(cr_, 1.0, 1.0, 1.0, 0.8);
      cairo_stroke(cr_);
    }
  }

  void draw_end(std::size_t i, const char* text) {
    const double x = x_of(map_.x[i]), y = y_of(map_.y[i]);
    cairo_new_path(cr_);  // text leaves a current point
    cairo_arc(cr_, x, y, 6.0, 0.0, 2.0 * M_PI);
    cairo_set_source_rgb(cr_, 1.0, 1.0, 1.0);
    cairo_fill_preserve(cr_);
    cairo_set_line_width(cr_, 2.0);
    set_color(cr_, kInk);
    cairo_stroke(cr_);
    draw_plate(text, x, y - 16.0, kInk);
  }

  /// Draws a text on a light plate, kept inside the map.
  void draw_plate(const std::string& text, double x, double y, const Color& color) {
    set_font(cr_, kLegendSize);
    const double width = text_width(cr_, text) + 12.0, height = 20.0;
    const double left = std::clamp(x - 0.5 * width, box_.x + 3.0, box_.x + box_.width - width - 3.0);
    const double top = std::clamp(y - 0.5 * height, box_.y + 3.0, box_.y + box_.height - height - 3.0);
    cairo_rectangle(cr_, left, top, width, height);
    cairo_set_source_rgba(cr_, 1.0, 1.0, 1.0, 0.85);
    cairo_fill(cr_);
    set_color(cr_, color);
    show_text(cr_, text, left + 6.0, top + 14.5, 0.0);
  }

  void draw_marks() {
    double side = 1.0;
    for (const MapMark& mark : map_.marks) {
      const double x = x_of(mark.x), y = y_of(mark.y), r = 7.0;
      for (const bool casing : {true, false}) {
        cairo_set_line_width(cr_, casing ? 6.5 : 3.0);
        set_color(cr_, casing ? Color{1.0, 1.0, 1.0} : kAlarm);
        cairo_move_to(cr_, x - r, y - r), cairo_line_to(cr_, x + r, y + r);
        cairo_move_to(cr_, x - r, y + r), cairo_line_to(cr_, x + r, y - r);
        cairo_stroke(cr_);
      }
      draw_plate(mark.text, x, y + side * 26.0, kAlarm);
      side = -side;  // texts of neighbours on alternate sides
    }
  }

  void draw_frame() {
    cairo_set_line_width(cr_, 1.0);
    set_color(cr_, kFrame);
    cairo_rectangle(cr_, std::floor(box_.x) + 0.5, std::floor(box_.y) + 0.5, std::floor(box_.width),
                    std::floor(box_.height));
    cairo_stroke(cr_);
    const ChartPaper paper = cairo_paper(cr_);
    ChartDrawing drawing;
    drawing.frame = {{box_.x, box_.y, box_.width, box_.height},
                     make_axis({west_, east_}, std::max(2, int(box_.width / 110.0))),
                     make_axis({south_, north_}, std::max(2, int(box_.height / 60.0)))};
    add_numbers(drawing, paper);
    add_axis_names(drawing, axis_text("east [m]", {}, drawing.frame.along),
                   axis_text("north [m]", {}, drawing.frame.up), 46.0, paper);
    paint_drawing(cr_, drawing);
  }

  void draw_scale_bar() {
    double length = round_step(0.2 * (east_ - west_));
    while (length * pixels_ > 0.3 * box_.width) length *= 0.5;
    const double width = length * pixels_, left = box_.x + 18.0, y = box_.y + box_.height - 18.0;
    cairo_rectangle(cr_, left - 9.0, y - 25.0, width + 18.0, 34.0);
    cairo_set_source_rgba(cr_, 1.0, 1.0, 1.0, 0.85);
    cairo_fill(cr_);
    cairo_set_line_width(cr_, 3.0);
    cairo_set_line_cap(cr_, CAIRO_LINE_CAP_BUTT);
    set_color(cr_, kInk);
    cairo_move_to(cr_, left, y), cairo_line_to(cr_, left + width, y);
    cairo_stroke(cr_);
    set_font(cr_, kTickSize);
    ChartAxis axis;
    axis.step = length;
    show_text(cr_, tick_text(axis, length) + " m", left + 0.5 * width, y - 8.0, 0.5);
    // north arrow at the upper right
    const double nx = box_.x + box_.width - 22.0, ny = box_.y + 14.0;
    cairo_rectangle(cr_, nx - 13.0, ny - 6.0, 26.0, 44.0);
    cairo_set_source_rgba(cr_, 1.0, 1.0, 1.0, 0.85);
    cairo_fill(cr_);
    set_color(cr_, kInk);
    cairo_move_to(cr_, nx, ny), cairo_line_to(cr_, nx + 6.0, ny + 16.0),
        cairo_line_to(cr_, nx - 6.0, ny + 16.0);
    cairo_close_path(cr_);
    cairo_fill(cr_);
    show_text(cr_, "N", nx, ny + 32.0, 0.5);
  }

  void draw_color_bar() {
    const double x = box_.x + box_.width + 22.0, width = 16.0, height = std::min(box_.height, 320.0);
    const double top = box_.y + 0.5 * (box_.height - height);
    for (int i = 0; i < static_cast<int>(height); ++i) {
      set_color(cr_, scale_color(1.0 - i / height));
      cairo_rectangle(cr_, x, top + i, width, 1.5);
      cairo_fill(cr_);
    }
    set_font(cr_, kTickSize);
    for (const double tick : axis_.ticks) {
      if (tick < low_ - 1e-12 || tick > high_ + 1e-12 || high_ <= low_) continue;
      const double y = top + height * (1.0 - (tick - low_) / (high_ - low_));
      set_color(cr_, kFaintInk);
      cairo_set_line_width(cr_, 1.0);
      cairo_move_to(cr_, x + width, y), cairo_line_to(cr_, x + width + 4.0, y);
      cairo_stroke(cr_);
      show_text(cr_, tick_text(axis_, tick), x + width + 8.0, y + 0.36 * kTickSize, 0.0);
    }
    set_color(cr_, kInk);
    set_font(cr_, kLabelSize);
    cairo_save(cr_);
    cairo_translate(cr_, x + width + 66.0, box_.y + 0.5 * box_.height);
    cairo_rotate(cr_, -M_PI / 2.0);
    const std::string factor = multiplier_text(axis_);
    show_text(cr_,
              fitted(cr_,
                     (by_height() ? std::string("height [m]") : map_.value_label) +
                         (factor.empty() ? "" : "   " + factor),
                     box_.height),
              0.0, 0.0, 0.5);
    cairo_restore(cr_);
  }

  cairo_t* cr_;
  const MapPanel& map_;
  Box box_, outer_;
  double west_ = 0.0, east_ = 0.0, south_ = 0.0, north_ = 0.0, pixels_ = 1.0;
  double low_ = std::numeric_limits<double>::infinity(), high_ = -std::numeric_limits<double>::infinity();
  ChartAxis axis_;
};

void validate_map(const MapPanel& map) {
  const MapGround& g = map.ground;
  if (g.columns < 2 || g.rows < 2 || !(g.cell > 0.0) ||
      g.heights.size() != static_cast<std::size_t>(g.columns) * static_cast<std::size_t>(g.rows))
    throw InputError("map", std::to_string(g.columns) + " x " + std::to_string(g.rows) + " heights",
                     "at least 2 x 2, as many as columns times rows");
  if (map.x.size() != map.y.size() || map.x.size() != map.value.size())
    throw InputError("map", "a path with x, y and value of different lengths", "as many of each");
}

constexpr double kMargins = kTitle + kBottom, kLeastRoom = 150.0, kLeastPanel = 110.0;  // units

struct MapLayout {
  double map = 0.0, panel = 0.0;  ///< heights, units
};

/// Heights of the map with its margins and of each panel below it. Without a height in `size` the map is as
/// high as its ground needs, and the picture's height follows; else map and panels share it in proportion.
MapLayout lay_out(const MapPanel& map, double panels, PlotSize& size) {
  const double aspect = double(map.ground.rows - 1) / double(map.ground.columns - 1);
  const double room = size.width - 2 * kGap - kLeft - kBar;
  MapLayout layout{std::clamp(aspect * room, kLeastMap, kMostMap) + kMargins, kPanelHeight};
  if (size.height == 0) {
    size.height = static_cast<int>(layout.map + 2 * kGap + panels * kPanelHeight);
    return layout;
  }
  const double height = size.height - 2 * kGap, share = height / (layout.map + panels * layout.panel);
  layout.map = panels > 0.0
                   ? std::clamp(share * layout.map, kMargins + kLeastRoom, height - panels * kLeastPanel)
                   : height;
  if (panels > 0.0) layout.panel = (height - layout.map) / panels;
  return layout;
}

}  // namespace

void check_map_size(const std::filesystem::path& path, std::size_t panels, const PlotSize& size) {
  const double least_width = 2 * kGap + kLeft + kBar + kLeastRoom,
               least_height = kMargins + kLeastRoom + static_cast<double>(panels) * kLeastPanel + 2 * kGap;
  if (size.width < least_width || (size.height != 0 && size.height < least_height))
    throw InputError(
        path.string(), "a picture of " + size_text(size),
        "at least " + least_size_text(size, least_width, least_height) + " for its map and profiles");
}

void write_map_plot(PendingFile& file, const MapPanel& map, const std::vector<Chart>& below, PlotSize size) {
  validate_map(map);
  validate(below);
  check_map_size(file.path(), below.size(), size);
  const MapLayout layout = lay_out(map, static_cast<double>(below.size()), size);
  write_painted(file, size, [&](cairo_t* cr) {
    const double width = size.width - 2 * kGap;
    MapPainter(cr, map, {kGap, kGap, width, layout.map}).draw();
    for (std::size_t i = 0; i < below.size(); ++i)
      paint_drawing(
          cr, draw_chart(below[i],
                         {kGap, layout.map + kGap + double(i) * layout.panel, width, layout.panel - kGap},
                         cairo_paper(cr), kLeft));
  });
}

void write_map_plot(const std::filesystem::path& path, const MapPanel& map, const std::vector<Chart>& below,
                    PlotSize size) {
  PendingFile file(path);
  write_map_plot(file, map, below, size);
  file.commit();
}

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
#include "plot_panel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/base/error.hpp"
#include "plot_axis.hpp"

namespace grouser::plot {
namespace {

constexpr double kLineWidth = 2.0, kPointRadius = 3.2;
constexpr double kSwatch = 24.0;     // length of a legend's line
constexpr double kLegendRow = 20.0;  // height of one legend row
constexpr double kTitleLine = 20.0;  // height of a title's second line

std::string with_multiplier(const std::string& label, const PlotAxis& axis) {
  const std::string multiplier = multiplier_text(axis);
  return label.empty() || multiplier.empty() ? label + multiplier : label + "   " + multiplier;
}

struct Limits {
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
  void take(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  bool empty() const { return !(low <= high); }
};

bool is_drawn(const PlotSeries& series, std::size_t k) {
  return std::isfinite(series.x[k]) && std::isfinite(series.y[k]);
}

// One panel being drawn: the place of its data in the picture, and its axes.
class PanelPainter {
 public:
  PanelPainter(cairo_t* cr, const PlotPanel& panel, const Box& outer, double least_left)
      : cr_(cr), panel_(panel), outer_(outer) {
    choose_axes();
    place_data_box(least_left);
  }

  double left_room() const { return data_.x - outer_.x; }
  void draw() {
    draw_grid();
    draw_series();
    draw_frame_and_ticks();
    draw_labels();
    draw_legend();
    if (!has_data_) draw_no_data();
  }

 private:
  struct LegendEntry {
    std::size_t series;
    double x, y;
    std::string text;
  };

  void choose_axes() {
    Limits x, y;
    for (const auto& series : panel_.series)
      for (std::size_t k = 0; k < series.x.size(); ++k)
        if (is_drawn(series, k)) x.take(series.x[k]), y.take(series.y[k]);
    has_data_ = !x.empty();
    if (!has_data_) x.low = y.low = 0.0, x.high = y.high = 1.0;
    constexpr double kPixelsPerXTick = 95.0, kPixelsPerYTick = 40.0;
    x_axis_ = make_axis(x.low, x.high, std::max(2, int(outer_.width / kPixelsPerXTick)), false);
    y_axis_ = make_axis(y.low, y.high, std::max(2, int((outer_.height - 90.0) / kPixelsPerYTick)), true);
  }

  // Margins follow from the texts that must fit into them.
  void place_data_box(double least_left) {
    set_font(cr_, kTickSize);
    double widest = 0.0;
    for (const double tick : y_axis_.ticks)
      widest = std::max(widest, text_width(cr_, tick_text(y_axis_, tick)));
    const double left =
        std::max(least_left, 18.0 + widest + (with_multiplier(panel_.y_label, y_axis_).empty() ? 0.0 : 26.0));
    const double bottom = 30.0 + (with_multiplier(panel_.x_label, x_axis_).empty() ? 0.0 : 24.0);
    constexpr double kRight = 26.0;
    data_ = {outer_.x + left, 0.0, outer_.width - left - kRight, 0.0};
    set_font(cr_, kTitleSize, CAIRO_FONT_WEIGHT_BOLD);
    title_lines_ = in_two_lines(cr_, panel_.title, data_.width);
    const double title =
        panel_.title.empty() ? 10.0 : 32.0 + (title_lines_.second.empty() ? 0.0 : kTitleLine);
    const int rows = lay_out_legend(outer_.y + title);
    data_.y = outer_.y + title + rows * kLegendRow + (rows > 0 ? 6.0 : 0.0);
    data_.height = outer_.y + outer_.height - bottom - data_.y;
  }

  // Places entries from left to right, with new rows as needed; returns the number of rows.
  int lay_out_legend(double top) {
    set_font(cr_, kLegendSize);
    constexpr double kBetween = 20.0, kAfterSwatch = 7.0;
    double x = data_.x;
    int row = 0;
    for (std::size_t s = 0; s < panel_.series.size(); ++s) {
      if (panel_.series[s].label.empty()) continue;
      const std::string text = fitted(cr_, panel_.series[s].label, data_.width - kSwatch - kAfterSwatch);
      const double width = kSwatch + kAfterSwatch + text_width(cr_, text);
      if (x > data_.x && x + width > data_.x + data_.width) {
        x = data_.x;
        ++row;
      }
      legend_.push_back({s, x, top + (row + 0.5) * kLegendRow, text});
      x += width + kBetween;
    }
    return legend_.empty() ? 0 : row + 1;
  }

  double x_of(double x) const {
    return data_.x + (x - x_axis_.min) / (x_axis_.max - x_axis_.min) * data_.width;
  }
  double y_of(double y) const {
    return data_.y + data_.height - (y - y_axis_.min) / (y_axis_.max - y_axis_.min) * data_.height;
  }

  // Lines of one pixel are sharp if they run through pixel centres.
  static double sharp(double pixel) { return std::floor(pixel) + 0.5; }

  void draw_line(double x0, double y0, double x1, double y1) {
    cairo_move_to(cr_, x0, y0);
    cairo_line_to(cr_, x1, y1);
    cairo_stroke(cr_);
  }

  void draw_grid() {
    cairo_set_line_width(cr_, 1.0);
    set_color(cr_, kGrid);
    for (const double tick : x_axis_.ticks)
      draw_line(sharp(x_of(tick)), data_.y, sharp(x_of(tick)), data_.y + data_.height);
    for (const double tick : y_axis_.ticks)
      draw_line(data_.x, sharp(y_of(tick)), data_.x + data_.width, sharp(y_of(tick)));
    if (y_axis_.min < 0.0 && y_axis_.max > 0.0) {  // the zero line, a little stronger
      set_color(cr_, kFrame);
      draw_line(data_.x, sharp(y_of(0.0)), data_.x + data_.width, sharp(y_of(0.0)));
    }
  }

  void draw_series() {
    cairo_save(cr_);
    constexpr double kOverhang = 4.0;  // so that half a line at the frame is not cut
    cairo_rectangle(cr_, data_.x - kOverhang, data_.y - kOverhang, data_.width + 2 * kOverhang,
                    data_.height + 2 * kOverhang);
    cairo_clip(cr_);
    for (std::size_t s = 0; s < panel_.series.size(); ++s) {
      const auto& series = panel_.series[s];
      set_color(cr_, kPalette[s % kPalette.size()]);
      if (series.style != PlotStyle::kPoints) stroke_series(series);
      if (series.style == PlotStyle::kPoints || series.style == PlotStyle::kLineAndPoints)
        draw_points(series);
    }
    cairo_restore(cr_);
  }

  void set_stroke(PlotStyle style) {
    constexpr std::array<double, 2> kDashes{7.0, 4.5};
    cairo_set_line_width(cr_, kLineWidth);
    cairo_set_line_join(cr_, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(cr_, style == PlotStyle::kDashed ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
    cairo_set_dash(cr_, kDashes.data(), style == PlotStyle::kDashed ? 2 : 0, 0.0);
  }

  // Long series: of the points in one pixel column only the first, lowest, highest and last are drawn; the
  // picture is the same, and a million points take no longer than a thousand.
  void stroke_series(const PlotSeries& series) {
    set_stroke(series.style);
    bool pen_down = false;
    for (std::size_t k = 0; k < series.x.size();) {
      if (!is_drawn(series, k)) {
        pen_down = false;
        ++k;
        continue;
      }
      const double column = std::floor(x_of(series.x[k]));
      std::size_t last = k, low = k, high = k;
      for (std::size_t n = k;
           n < series.x.size() && is_drawn(series, n) && std::floor(x_of(series.x[n])) == column; ++n) {
        last = n;
        if (series.y[n] < series.y[low]) low = n;
        if (series.y[n] > series.y[high]) high = n;
      }
      for (const std::size_t n : {k, std::min(low, high), std::max(low, high), last}) {
        const double x = x_of(series.x[n]), y = y_of(series.y[n]);
        pen_down ? cairo_line_to(cr_, x, y) : cairo_move_to(cr_, x, y);
        if (!pen_down) cairo_line_to(cr_, x, y);  // a single point between gaps is shown as a dot
        pen_down = true;
      }
      k = last + 1;
    }
    cairo_stroke(cr_);
    cairo_set_dash(cr_, nullptr, 0, 0.0);
  }

  void draw_points(const PlotSeries& series) {
    for (std::size_t k = 0; k < series.x.size(); ++k) {
      if (!is_drawn(series, k)) continue;
      cairo_new_sub_path(cr_);
      cairo_arc(cr_, x_of(series.x[k]), y_of(series.y[k]), kPointRadius, 0.0, 2.0 * M_PI);
    }
    cairo_fill(cr_);
  }

  void draw_frame_and_ticks() {
    constexpr double kTick = 5.0;
    cairo_set_line_width(cr_, 1.0);
    set_color(cr_, kFrame);
    cairo_set_line_cap(cr_, CAIRO_LINE_CAP_SQUARE);
    const double left = sharp(data_.x), bottom = sharp(data_.y + data_.height);
    draw_line(left, data_.y, left, bottom);
    draw_line(left, bottom, data_.x + data_.width, bottom);
    set_font(cr_, kTickSize);
    constexpr double kBetweenLabels = 6.0;
    double free_from = -std::numeric_limits<double>::infinity();
    for (const double tick : x_axis_.ticks) {
      set_color(cr_, kFrame);
      draw_line(sharp(x_of(tick)), bottom, sharp(x_of(tick)), bottom + kTick);
      // a label that would touch the one before it is left out
      const std::string text = tick_text(x_axis_, tick);
      const double half = 0.5 * text_width(cr_, text);
      if (x_of(tick) - half < free_from) continue;
      free_from = x_of(tick) + half + kBetweenLabels;
      set_color(cr_, kFaintInk);
      show_text(cr_, text, x_of(tick), bottom + kTick + 16.0, 0.5);
    }
    for (const double tick : y_axis_.ticks) {
      set_color(cr_, kFrame);
      draw_line(left - kTick, sharp(y_of(tick)), left, sharp(y_of(tick)));
      set_color(cr_, kFaintInk);
      show_text(cr_, tick_text(y_axis_, tick), left - kTick - 5.0, y_of(tick) + 0.36 * kTickSize, 1.0);
    }
  }

  void draw_labels() {
    set_color(cr_, kInk);
    set_font(cr_, kTitleSize, CAIRO_FONT_WEIGHT_BOLD);
    show_text(cr_, title_lines_.first, data_.x, outer_.y + 20.0, 0.0);
    show_text(cr_, title_lines_.second, data_.x, outer_.y + 20.0 + kTitleLine, 0.0);
    set_font(cr_, kLabelSize);
    show_text(cr_, fitted(cr_, with_multiplier(panel_.x_label, x_axis_), data_.width),
              data_.x + 0.5 * data_.width, outer_.y + outer_.height - 8.0, 0.5);
    cairo_save(cr_);
    cairo_translate(cr_, outer_.x + kLabelSize + 2.0, data_.y + 0.5 * data_.height);
    cairo_rotate(cr_, -M_PI / 2.0);
    show_text(cr_, fitted(cr_, with_multiplier(panel_.y_label, y_axis_), data_.height), 0.0, 0.0, 0.5);
    cairo_restore(cr_);
  }

  void draw_legend() {
    set_font(cr_, kLegendSize);
    for (const auto& entry : legend_) {
      const PlotStyle style = panel_.series[entry.series].style;
      set_color(cr_, kPalette[entry.series % kPalette.size()]);
      if (style != PlotStyle::kPoints) {
        set_stroke(style);
        draw_line(entry.x, entry.y, entry.x + kSwatch, entry.y);
        cairo_set_dash(cr_, nullptr, 0, 0.0);
      }
      if (style == PlotStyle::kPoints || style == PlotStyle::kLineAndPoints) {
        cairo_arc(cr_, entry.x + 0.5 * kSwatch, entry.y, kPointRadius, 0.0, 2.0 * M_PI);
        cairo_fill(cr_);
      }
      set_color(cr_, kInk);
      show_text(cr_, entry.text, entry.x + kSwatch + 7.0, entry.y + 0.36 * kLegendSize, 0.0);
    }
  }

  void draw_no_data() {
    set_font(cr_, kLabelSize);
    set_color(cr_, kFaintInk);
    show_text(cr_, "no data", data_.x + 0.5 * data_.width, data_.y + 0.5 * data_.height, 0.5);
  }

  cairo_t* cr_;
  const PlotPanel& panel_;
  Box outer_;
  Box data_{};
  PlotAxis x_axis_, y_axis_;
  std::vector<LegendEntry> legend_;
  std::pair<std::string, std::string> title_lines_;  // the second is empty for a short title
  bool has_data_ = false;
};

}  // namespace

double left_room(cairo_t* cr, const PlotPanel& panel, const Box& outer) {
  return PanelPainter(cr, panel, outer, 0.0).left_room();
}

void draw_panel(cairo_t* cr, const PlotPanel& panel, const Box& outer, double least_left) {
  PanelPainter(cr, panel, outer, least_left).draw();
}

void validate(const std::vector<PlotPanel>& panels) {
  for (const auto& panel : panels)
    for (const auto& series : panel.series)
      if (series.x.size() != series.y.size())
        throw InputError("plot: series '" + series.label + "'",
                         std::to_string(series.x.size()) + " x and " + std::to_string(series.y.size()) + " y",
                         "as many of each");
}

}  // namespace grouser::plot

// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/recording/plot/table_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "plot_style.hpp"

namespace grouser {
namespace {

using namespace plot;

constexpr double kTableWidth = 1200.0, kTableLeft = 90.0, kTableRight = 30.0;  // pixels
constexpr double kTableTop = 70.0, kTableBottom = 60.0, kFieldHeight = 30.0;
constexpr double kNumberRoom = 6.0;  // left and right of a number in its field

/// From pale to dark blue, as ColorBrewer's Blues: a number on it is black on the lighter half and white on the other.
Color shade_of(double share) {
  const Color pale = hex(0xF7FBFF), middle = hex(0x6BAED6), dark = hex(0x08306B);
  const auto mix = [](const Color& a, const Color& b, double t) {
    return Color{a.r + t * (b.r - a.r), a.g + t * (b.g - a.g), a.b + t * (b.b - a.b)};
  };
  return share < 0.5 ? mix(pale, middle, 2.0 * share) : mix(middle, dark, 2.0 * share - 1.0);
}

class TablePainter {
 public:
  TablePainter(cairo_t* cr, const TablePanel& panel, double top) : cr_(cr), panel_(panel) {
    width_ = (kTableWidth - kTableLeft - kTableRight) / static_cast<double>(panel.x.size());
    top_ = top + kTableTop;
    for (const double value : panel.values)
      if (std::isfinite(value)) low_ = std::min(low_, value), high_ = std::max(high_, value);
  }
  void draw() {
    set_color(cr_, kInk);
    set_font(cr_, kTitleSize, CAIRO_FONT_WEIGHT_BOLD);
    show_text(cr_, fitted(cr_, panel_.title, kTableWidth - kTableLeft), kTableLeft, top_ - 40.0, 0.0);
    set_font(cr_, kLabelSize);
    show_text(cr_, panel_.value_label, kTableLeft, top_ - 14.0, 0.0);
    set_font(cr_, kTickSize);
    for (std::size_t row = 0; row < panel_.y.size(); ++row)
      for (std::size_t column = 0; column < panel_.x.size(); ++column) draw_field(row, column);
    draw_labels();
  }

 private:
  /// The first y is the lowest row.
  double field_top(std::size_t row) const {
    return top_ + kFieldHeight * static_cast<double>(panel_.y.size() - 1 - row);
  }
  void draw_field(std::size_t row, std::size_t column) {
    const double value = panel_.values[row * panel_.x.size() + column];
    const double x = kTableLeft + width_ * static_cast<double>(column), y = field_top(row);
    const double share = high_ > low_ && std::isfinite(value) ? (value - low_) / (high_ - low_) : 0.0;
    cairo_rectangle(cr_, x, y, width_, kFieldHeight);
    set_color(cr_, std::isfinite(value) ? shade_of(share) : kGrid);
    cairo_fill_preserve(cr_);
    set_color(cr_, kFrame);
    cairo_set_line_width(cr_, 0.5);
    cairo_stroke(cr_);
    if (!std::isfinite(value)) return;
    set_color(cr_, share > 0.5 ? hex(0xFFFFFF) : kInk);
    const std::string text = fmt::format("{:.3g}", value);
    if (text_width(cr_, text) + kNumberRoom < width_) show_text(cr_, text, x + 0.5 * width_, y + 20.0, 0.5);
  }
  void draw_labels() {
    const double bottom = top_ + kFieldHeight * static_cast<double>(panel_.y.size());
    set_color(cr_, kFaintInk);
    for (std::size_t row = 0; row < panel_.y.size(); ++row)
      show_text(cr_, fmt::format("{:.4g}", panel_.y[row]), kTableLeft - 8.0, field_top(row) + 20.0, 1.0);
    for (std::size_t column = 0; column < panel_.x.size(); ++column)
      show_text(cr_, fmt::format("{:.3g}", panel_.x[column]),
                kTableLeft + width_ * (static_cast<double>(column) + 0.5), bottom + 18.0, 0.5);
    set_color(cr_, kInk);
    set_font(cr_, kLabelSize);
    show_text(cr_, panel_.x_label, 0.5 * (kTableLeft + kTableWidth - kTableRight), bottom + 42.0, 0.5);
    cairo_save(cr_);
    cairo_translate(cr_, 22.0, 0.5 * (top_ + bottom));
    cairo_rotate(cr_, -M_PI / 2.0);
    show_text(cr_, panel_.y_label, 0.0, 0.0, 0.5);
    cairo_restore(cr_);
  }

  cairo_t* cr_;
  const TablePanel& panel_;
  double width_ = 1.0, top_ = 0.0, low_ = 1e300, high_ = -1e300;
};

double height_of(const TablePanel& panel) {
  return kTableTop + kTableBottom + kFieldHeight * static_cast<double>(panel.y.size());
}

}  // namespace

void write_table_plot(const std::filesystem::path& path, const std::vector<TablePanel>& panels) {
  double height = 0.0;
  for (const TablePanel& panel : panels) {
    if (panel.x.empty() || panel.y.empty() || panel.values.size() != panel.x.size() * panel.y.size())
      throw InputError(path.string(), "a table whose values do not match its size", "one for each x and y");
    height += height_of(panel);
  }
  constexpr double kTallest = 30000.0;  // pixels that cairo draws
  if (panels.empty() || height > kTallest)
    throw InputError(path.string(), fmt::format("a picture {:.0f} pixels high", height),
                     fmt::format("1 to {:.0f}", kTallest));
  const Picture picture(static_cast<int>(kTableWidth), static_cast<int>(height));
  double top = 0.0;
  for (const TablePanel& panel : panels) {
    TablePainter(picture.context(), panel, top).draw();
    top += height_of(panel);
  }
  picture.write(path);
}

}  // namespace grouser

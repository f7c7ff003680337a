// SPDX-License-Identifier: BSD-3-Clause
// Draws a table of numbers over two quantities as coloured fields, with the number in each field if all of
// them fit. Several tables are drawn one below the other with fields of equal height.
#include "grouser/recording/plot/table_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "picture_file.hpp"

namespace grouser {
namespace {

using namespace plot;

constexpr double kTableLeft = 90.0, kTableRight = 30.0, kTableTop = 70.0, kTableBottom = 60.0;  // units
constexpr double kUsualField = 30.0, kLeastField = 8.0;  // height of a field, units
constexpr double kNumberRoom = 6.0;                      // left and right of a number in its field

/// From pale to dark blue, as ColorBrewer's Blues: a number on it is dark on the lighter half and white on
/// the other.
Color shade_of(double share) {
  const Color pale = hex(0xF7FBFF), middle = hex(0x6BAED6), dark = hex(0x08306B);
  const auto mix = [](const Color& a, const Color& b, double t) {
    return Color{a.r + t * (b.r - a.r), a.g + t * (b.g - a.g), a.b + t * (b.b - a.b)};
  };
  return share < 0.5 ? mix(pale, middle, 2.0 * share) : mix(middle, dark, 2.0 * share - 1.0);
}

/// Draws one table at a height of the picture.
class TablePainter {
 public:
  TablePainter(cairo_t* cr, const TablePanel& panel, double picture_width, double field_height, double top)
      : cr_(cr), panel_(panel), whole_(picture_width), height_(field_height) {
    width_ = (whole_ - kTableLeft - kTableRight) / static_cast<double>(panel.x.size());
    top_ = top + kTableTop;
    for (const double value : panel.values)
      if (std::isfinite(value)) low_ = std::min(low_, value), high_ = std::max(high_, value);
    numbered_ = numbers_fit();
  }
  void draw() {
    set_color(cr_, kInk);
    set_font(cr_, kTitleSize, CAIRO_FONT_WEIGHT_BOLD);
    show_text(cr_, fitted(cr_, panel_.title, whole_ - kTableLeft), kTableLeft, top_ - 40.0, 0.0);
    set_font(cr_, kLabelSize);
    show_text(cr_, fitted(cr_, value_label(), whole_ - kTableLeft), kTableLeft, top_ - 14.0, 0.0);
    set_font(cr_, kTickSize);
    for (std::size_t row = 0; row < panel_.y.size(); ++row)
      for (std::size_t column = 0; column < panel_.x.size(); ++column) draw_field(row, column);
    draw_labels();
  }

 private:
  /// A value with three significant digits.
  static std::string number_of(double value) { return fmt::format("{:.3g}", value); }
  /// Whether each field has room for its number: all have theirs, or none.
  bool numbers_fit() const {
    set_font(cr_, kTickSize);
    double widest = 0.0;
    for (const double value : panel_.values)
      if (std::isfinite(value)) widest = std::max(widest, text_width(cr_, number_of(value)));
    return widest + kNumberRoom < width_ && kTickSize + 2.0 < height_;
  }
  /// Without numbers in the fields it says what the colours mean.
  std::string value_label() const {
    if (numbered_ || !(low_ <= high_)) return panel_.value_label;
    return fmt::format("{}: {} to {} dark", panel_.value_label, number_of(low_), number_of(high_));
  }
  /// The first y is the lowest row.
  double field_top(std::size_t row) const {
    return top_ + height_ * static_cast<double>(panel_.y.size() - 1 - row);
  }
  /// One field in the colour of its value; grey and without a number if the value is not finite.
  void draw_field(std::size_t row, std::size_t column) {
    const double value = panel_.values[row * panel_.x.size() + column];
    const double x = kTableLeft + width_ * static_cast<double>(column), y = field_top(row);
    const double share = high_ > low_ && std::isfinite(value) ? (value - low_) / (high_ - low_) : 0.0;
    cairo_rectangle(cr_, x, y, width_, height_);
    set_color(cr_, std::isfinite(value) ? shade_of(share) : kGrid);
    cairo_fill_preserve(cr_);
    set_color(cr_, kFrame);
    cairo_set_line_width(cr_, 0.5);
    cairo_stroke(cr_);
    if (!std::isfinite(value)) return;
    set_color(cr_, share > 0.5 ? hex(0xFFFFFF) : kInk);
    if (numbered_) show_text(cr_, number_of(value), x + 0.5 * width_, baseline(y), 0.5);
  }
  double baseline(double field_top) const { return field_top + 0.5 * height_ + 0.38 * kTickSize; }

  /// Numbers at every field, or at every second, third, ... where they would run into each other.
  void draw_labels() {
    const double bottom = top_ + height_ * static_cast<double>(panel_.y.size());
    set_color(cr_, kFaintInk);
    const auto every_row = static_cast<std::size_t>(std::ceil((kTickSize + 2.0) / height_));
    for (std::size_t row = 0; row < panel_.y.size(); row += every_row)
      show_text(cr_, fmt::format("{:.4g}", panel_.y[row]), kTableLeft - 8.0, baseline(field_top(row)), 1.0);
    double widest = 0.0;
    std::vector<std::string> names;
    for (const double x : panel_.x) {
      names.push_back(fmt::format("{:.3g}", x));
      widest = std::max(widest, text_width(cr_, names.back()) + kNumberRoom);
    }
    const auto every = static_cast<std::size_t>(std::ceil(widest / width_));
    for (std::size_t column = 0; column < names.size(); column += every)
      show_text(cr_, names[column], kTableLeft + width_ * (static_cast<double>(column) + 0.5), bottom + 18.0,
                0.5);
    set_color(cr_, kInk);
    set_font(cr_, kLabelSize);
    show_text(cr_, panel_.x_label, 0.5 * (kTableLeft + whole_ - kTableRight), bottom + 42.0, 0.5);
    cairo_save(cr_);
    cairo_translate(cr_, 22.0, 0.5 * (top_ + bottom));
    cairo_rotate(cr_, -M_PI / 2.0);
    show_text(cr_, panel_.y_label, 0.0, 0.0, 0.5);
    cairo_restore(cr_);
  }

  cairo_t* cr_;
  const TablePanel& panel_;
  double whole_, height_;  ///< width of the picture, height of a field
  double width_ = 1.0, top_ = 0.0, low_ = 1e300, high_ = -1e300;
  bool numbered_ = false;
};

/// Height of a panel without its fields.
constexpr double kAround = kTableTop + kTableBottom;

void validate_tables(const std::filesystem::path& path, const std::vector<TablePanel>& panels) {
  if (panels.empty()) throw InputError(path.string(), "no table", "at least one");
  for (const TablePanel& panel : panels)
    if (panel.x.empty() || panel.y.empty() || panel.values.size() != panel.x.size() * panel.y.size())
      throw InputError(path.string(), "a table whose values do not match its size", "one for each x and y");
}

}  // namespace

void check_table_size(const std::filesystem::path& path, std::size_t tables, std::size_t rows,
                      const PlotSize& size) {
  const double least_width = 2 * kTableLeft,
               least_height = kAround * static_cast<double>(tables) + kLeastField * static_cast<double>(rows);
  if (size.width < least_width || (size.height != 0 && size.height < least_height))
    throw InputError(path.string(), "a picture of " + size_text(size),
                     fmt::format("at least {} for {} rows of fields",
                                 least_size_text(size, least_width, least_height), rows));
}

void write_table_plot(const std::filesystem::path& path, const std::vector<TablePanel>& panels,
                      PlotSize size) {
  validate_tables(path, panels);
  std::size_t rows = 0;
  for (const TablePanel& panel : panels) rows += panel.y.size();
  check_table_size(path, panels.size(), rows, size);
  const double around = kAround * static_cast<double>(panels.size());
  const double field = size.height == 0 ? kUsualField : (size.height - around) / static_cast<double>(rows);
  if (size.height == 0) size.height = static_cast<int>(around + field * static_cast<double>(rows));
  write_painted(path, size, [&](cairo_t* cr) {
    double top = 0.0;
    for (const TablePanel& panel : panels) {
      TablePainter(cr, panel, size.width, field, top).draw();
      top += kAround + field * static_cast<double>(panel.y.size());
    }
  });
}

}  // namespace grouser

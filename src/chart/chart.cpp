// SPDX-License-Identifier: BSD-3-Clause
// Axes, layout and labels of a chart on paper: a title of one or two lines, legend in rows above the data,
// axis names beside it. Lengths are pixels of the drawing.
#include "grouser/chart/chart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

constexpr double kSwatch = 24.0;     // length of a legend's line
constexpr double kLegendRow = 20.0;  // height of one legend row
constexpr double kTitleLine = 20.0;  // height of a title's second line

/// A legend's entry at its place, with its text cut to the width.
struct LegendEntry {
  std::size_t series;
  double x, y;
  std::string text;
};

/// One chart being laid out on paper.
class ChartLayout {
 public:
  ChartLayout(const Chart& chart, const ChartBox& outer, const ChartPaper& paper)
      : chart_(chart),
        outer_(outer),
        paper_(paper),
        theme_(paper.theme),
        axes_(axes_of(chart, paper.units)) {}

  /// Margins follow from the texts that must fit into them.
  void place(double least_left) {
    // The ticks decide the width of the left margin, and the frame with its margins decides the ticks: the
    // first frame is a guess.
    constexpr double kRight = 26.0, kHead = 90.0;
    const ChartBox guess{outer_.x, outer_.y, outer_.width, outer_.height - kHead};
    drawing_.frame = frame_of(axes_, guess, theme_);
    double widest = 0.0;
    for (const double tick : drawing_.frame.up.ticks)
      widest = std::max(widest,
                        paper_.measure(tick_text(drawing_.frame.up, tick), theme_.tick, TextWeight::regular));
    const double left = std::max(least_left, 18.0 + widest + (y_text().empty() ? 0.0 : 26.0));
    const double bottom = 30.0 + (x_text().empty() ? 0.0 : 24.0);
    ChartBox& data = drawing_.frame.data;
    data.x = outer_.x + left;
    data.width = outer_.width - left - kRight;
    // From top to bottom: title, legend, data, numbers and name of x.
    title_ = paper_.in_two_lines(chart_.title, theme_.title, data.width, TextWeight::bold);
    const double title = chart_.title.empty() ? 10.0 : 32.0 + (title_.second.empty() ? 0.0 : kTitleLine);
    const int rows = place_legend(outer_.y + title);
    data.y = outer_.y + title + rows * kLegendRow + (rows > 0 ? 6.0 : 0.0);
    data.height = outer_.y + outer_.height - bottom - data.y;
  }

  /// Width of the left margin, pixels, by which charts under each other are aligned.
  double left_room() const { return drawing_.frame.data.x - outer_.x; }

  ChartDrawing draw() {
    add_grid(drawing_, paper_);
    add_series(drawing_, chart_, paper_);
    draw_labels();
    draw_legend();
    const ChartBox& data = drawing_.frame.data;
    if (!axes_.any)
      drawing_.text(chart_.nothing, {data.x + 0.5 * data.width, data.y + 0.5 * data.height}, 0.5,
                    theme_.label, theme_.faint);
    return std::move(drawing_);
  }

 private:
  std::string x_text() const { return axis_text(chart_.x_label, axes_.x_unit, drawing_.frame.along); }
  std::string y_text() const { return axis_text(chart_.y_label, axes_.y_unit, drawing_.frame.up); }

  /// Places entries from left to right, with new rows as needed; returns the number of rows.
  int place_legend(double top) {
    constexpr double kBetween = 20.0, kAfterSwatch = 7.0;
    const ChartBox& data = drawing_.frame.data;
    double x = data.x;
    int row = 0;
    for (std::size_t s = 0; s < chart_.series.size(); ++s) {
      if (chart_.series[s].label.empty()) continue;
      const std::string text =
          paper_.fitted(chart_.series[s].label, theme_.legend, data.width - kSwatch - kAfterSwatch);
      const double width = kSwatch + kAfterSwatch + paper_.measure(text, theme_.legend, TextWeight::regular);
      if (x > data.x && x + width > data.x + data.width) x = data.x, ++row;
      legend_.push_back({s, x, top + (row + 0.5) * kLegendRow, text});
      x += width + kBetween;
    }
    return legend_.empty() ? 0 : row + 1;
  }

  /// Draws the title and the names of both axes.
  void draw_labels() {
    const ChartBox& data = drawing_.frame.data;
    drawing_.text(title_.first, {data.x, outer_.y + 20.0}, 0.0, theme_.title, theme_.ink).bold = true;
    drawing_.text(title_.second, {data.x, outer_.y + 20.0 + kTitleLine}, 0.0, theme_.title, theme_.ink).bold =
        true;
    add_axis_names(drawing_, x_text(), y_text(), data.x - outer_.x - theme_.label - 2.0, paper_);
  }

  /// Draws a piece of each series with its label.
  void draw_legend() {
    for (const LegendEntry& entry : legend_) {
      add_swatch(drawing_, chart_, entry.series, {entry.x, entry.y}, kSwatch, paper_);
      drawing_.text(entry.text, {entry.x + kSwatch + 7.0, entry.y + 0.36 * theme_.legend}, 0.0, theme_.legend,
                    theme_.ink);
    }
  }

  const Chart& chart_;
  const ChartBox outer_;
  const ChartPaper& paper_;
  const ChartTheme& theme_;
  const ChartAxes axes_;
  ChartDrawing drawing_;
  std::vector<LegendEntry> legend_;
  std::pair<std::string, std::string> title_;  // the second is empty for a short title
};

}  // namespace

int colour_of(const Chart& chart, std::size_t series) {
  const int own = chart.series[series].colour;
  return own == -1 ? static_cast<int>(series) : own;
}

// Values get room above and below.
ChartRange value_range(const std::optional<ChartRange>& limits, const std::string& unit) {
  return axis_range(limits, AxisEnds::padded, noise_floor(unit));
}

ChartAxes axes_of(const Chart& chart, const ShownUnits& units) {
  ChartLimits x, y;
  for (const ChartSeries& series : chart.series) {
    const bool bars = series.style == ChartStyle::kBars;
    for (std::size_t k = 0; k < std::min(series.x.size(), series.y.size()); ++k) {
      x.take(series.x[k]);  // also where there is no y: charts of one run have one time
      if (std::isfinite(series.x[k])) y.take(series.y[k]);
      if (bars) y.take(0.0);
    }
  }
  ChartAxes axes;
  // Axes in the data's units; the shown units follow from the largest value.
  axes.any = x.range() && y.range();
  axes.x = axis_range(x.range(), AxisEnds::data, noise_floor(chart.x_unit));
  axes.y = value_range(y.range(), chart.y_unit);
  const auto unit_of = [&](const std::string& unit, const ChartRange& range) {
    return display_unit(units, unit, std::max(std::fabs(range.low), std::fabs(range.high)));
  };
  axes.x_unit = unit_of(chart.x_unit, axes.x);
  axes.y_unit = unit_of(chart.y_unit, axes.y);
  return axes;
}

// Ticks in shown units, as many as the room of each number allows.
ChartFrame frame_of(const ChartAxes& axes, const ChartBox& data, const ChartTheme& theme) {
  const auto shown = [](const ChartRange& range, double factor) {
    return ChartRange{factor * range.low, factor * range.high};
  };
  const auto wanted = [](double length, double room) { return std::max(2, static_cast<int>(length / room)); };
  return {data, make_axis(shown(axes.x, axes.x_unit.factor), wanted(data.width, theme.x_room)),
          make_axis(shown(axes.y, axes.y_unit.factor), wanted(data.height, theme.y_room)), axes.x_unit.factor,
          axes.y_unit.factor};
}

std::string axis_text(const std::string& label, const DisplayUnit& unit, const ChartAxis& axis) {
  const std::string multiplier = multiplier_text(axis);
  const std::string text = unit.label.empty() ? label : label + " [" + unit.label + "]";
  return text.empty() || multiplier.empty() ? text + multiplier : text + "   " + multiplier;
}

void add_swatch(ChartDrawing& drawing, const Chart& chart, std::size_t series, ChartPoint at, double width,
                const ChartPaper& paper) {
  // A piece of the series itself, at the place of the entry.
  const ChartStyle style = chart.series[series].style;
  Chart sample;
  sample.series.push_back({"", {0.0, 0.5, 1.0}, {0.0, 0.0, 0.0}, style, colour_of(chart, series)});
  if (style == ChartStyle::kBars) sample.series[0].y = {0.4, 0.4, 0.0};
  ChartDrawing piece;
  piece.frame = {{at.x, at.y - 0.5 * width, width, width}, {}, {.min = -1.0, .max = 1.0}};
  add_series(piece, sample, paper);
  const bool line = style == ChartStyle::kLine || style == ChartStyle::kDashed;
  if (paper.theme.marked && line && chart.series.size() > 1)
    piece.marks.push_back({ChartMark::Kind::dots,
                           {{}, {at.x + 0.5 * width, at.y}},
                           series_colour(sample.series[0].colour, paper.theme.ground),
                           paper.theme.point});
  // A sample has one dot, in the middle.
  for (ChartMark& mark : piece.marks) {
    if (mark.kind == ChartMark::Kind::dots) mark.points = {mark.points[1]};
    mark.shape = static_cast<int>(series);
    mark.inside = false;
    drawing.marks.push_back(std::move(mark));
  }
}

ChartDrawing draw_chart(const Chart& chart, const ChartBox& box, const ChartPaper& paper, double least_left) {
  ChartLayout layout(chart, box, paper);
  layout.place(least_left);
  return layout.draw();
}

double left_room(const Chart& chart, const ChartBox& box, const ChartPaper& paper) {
  ChartLayout layout(chart, box, paper);
  layout.place(0.0);
  return layout.left_room();
}

void validate(const std::vector<Chart>& charts) {
  for (const Chart& chart : charts)
    for (const ChartSeries& series : chart.series)
      if (series.x.size() != series.y.size())
        throw InputError("plot: series '" + series.label + "'",
                         std::to_string(series.x.size()) + " x and " + std::to_string(series.y.size()) + " y",
                         "as many of each");
}

}  // namespace grouser

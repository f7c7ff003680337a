// SPDX-License-Identifier: BSD-3-Clause
// Curves, points and bars between axes. A curve takes at most four points per column of pixels: the first,
// lowest, highest and last, so that long series stay small and no peak is lost.
#include <algorithm>
#include <cmath>

#include "grouser/chart/chart.hpp"

namespace grouser {
namespace {

/// One curve, piece by piece between its gaps.
class CurveTracer {
 public:
  CurveTracer(ChartDrawing& drawing, std::span<const double> x, std::span<const double> y,
              const CurveLook& look)
      : drawing_(drawing), frame_(drawing.frame), x_(x), y_(y), look_(look) {}

  /// Traces samples from `first` to before `end`; a sample that is not finite makes a gap.
  void trace(std::size_t first, std::size_t end) {
    for (std::size_t k = first; k < end;) {
      if (!is_drawn(k)) {
        end_piece();
        ++k;
        continue;
      }
      k = take_column(k, end);
    }
  }

  /// Adds the point at which the line enters or leaves the axes between samples k - 1 and k.
  void cross(std::size_t k, double at) {
    if (!is_drawn(k - 1) || !is_drawn(k)) return end_piece();
    const double part = (at - x_[k - 1]) / (x_[k] - x_[k - 1]);
    piece_.push_back({frame_.px(at), frame_.py(std::lerp(y_[k - 1], y_[k], part))});
  }
  /// Draws the piece so far.
  void end_piece() {
    if (piece_.size() == 1) piece_.push_back(piece_[0]);  // a single point between gaps is shown as a dot
    if (!piece_.empty()) {
      drawing_.stroke(std::move(piece_), look_.colour, look_.width, look_.dash);
      drawing_.marks.back().inside = true;
    }
    piece_.clear();
  }

 private:
  bool is_drawn(std::size_t k) const { return std::isfinite(x_[k]) && std::isfinite(y_[k]); }

  /// Takes the points of one pixel column from k on; returns the first behind them.
  std::size_t take_column(std::size_t k, std::size_t end) {
    const double column = std::floor(frame_.px(x_[k]));
    std::size_t last = k, low = k, high = k;
    for (std::size_t n = k + 1; n < end && is_drawn(n) && std::floor(frame_.px(x_[n])) == column; ++n) {
      last = n;
      if (y_[n] < y_[low]) low = n;
      if (y_[n] > y_[high]) high = n;
    }
    std::size_t before = end;
    for (const std::size_t n : {k, std::min(low, high), std::max(low, high), last}) {
      if (n != before) piece_.push_back({frame_.px(x_[n]), frame_.py(y_[n])});
      before = n;
    }
    return last + 1;
  }

  ChartDrawing& drawing_;
  const ChartFrame frame_;
  std::span<const double> x_, y_;
  const CurveLook look_;
  std::vector<ChartPoint> piece_;
};

/// Draws a dot at each finite sample; shape: number of the form, by series.
void add_points(ChartDrawing& drawing, const ChartSeries& series, ChartColour colour, double radius,
                int shape) {
  ChartMark dots{ChartMark::Kind::dots, {}, colour, radius};
  for (std::size_t k = 0; k < series.x.size(); ++k)
    if (std::isfinite(series.x[k]) && std::isfinite(series.y[k]))
      dots.points.push_back({drawing.frame.px(series.x[k]), drawing.frame.py(series.y[k])});
  dots.inside = true;
  dots.shape = shape;
  drawing.marks.push_back(std::move(dots));
}

/// A few dots on a line, at other places than those of the lines before it, so that black and white keeps
/// them apart.
void add_few_points(ChartDrawing& drawing, const ChartSeries& series, ChartColour colour, double radius,
                    int shape) {
  constexpr std::size_t kDots = 7, kShifts = 4;
  const std::size_t count = std::min(series.x.size(), series.y.size());
  ChartSeries few;
  const std::size_t step = std::max<std::size_t>(1, count / kDots);
  for (std::size_t k = step * (static_cast<std::size_t>(shape) % kShifts) / kShifts; k < count; k += step)
    few.add(series.x[k], series.y[k]);
  add_points(drawing, few, colour, radius, shape);
}

/// Draws bars from zero, each from one x to the next; the last x has none.
void add_bars(ChartDrawing& drawing, const ChartSeries& series, ChartColour colour) {
  constexpr double kBetween = 1.0;  // px
  const ChartFrame frame = drawing.frame;
  for (std::size_t k = 0; k + 1 < series.x.size(); ++k) {
    if (!std::isfinite(series.y[k])) continue;
    const double left = frame.px(series.x[k]) + kBetween, right = frame.px(series.x[k + 1]);
    const double top = frame.py(series.y[k]), foot = frame.py(0.0);
    drawing.fill({left, std::min(top, foot), std::max(right - left, 0.5), std::fabs(foot - top)}, colour);
    drawing.marks.back().inside = true;
  }
}

}  // namespace

void add_curve(ChartDrawing& drawing, std::span<const double> x, std::span<const double> y,
               const CurveLook& look, CurveOrder order) {
  std::size_t first = 0, end = std::min(x.size(), y.size());
  CurveTracer tracer(drawing, x, y, look);
  if (order == CurveOrder::any) {
    tracer.trace(first, end);
    return tracer.end_piece();
  }
  // Sorted by x: only the samples within the axes, and the two crossings of their ends.
  const ChartAxis& axis = drawing.frame.along;
  const double low = axis.min / drawing.frame.x_factor, high = axis.max / drawing.frame.x_factor;
  const std::size_t count = end;
  first = static_cast<std::size_t>(
      std::lower_bound(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(count), low) - x.begin());
  end = static_cast<std::size_t>(
      std::upper_bound(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(count), high) - x.begin());
  if (first > 0 && first < count) tracer.cross(first, low);
  tracer.trace(first, end);
  if (end > 0 && end < count) tracer.cross(end, high);
  tracer.end_piece();
}

void add_series(ChartDrawing& drawing, const Chart& chart, const ChartPaper& paper) {
  constexpr std::array<double, 2> kDashes{7.0, 4.5};
  const ChartTheme& theme = paper.theme;
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    const ChartSeries& series = chart.series[s];
    const ChartColour colour = series_colour(colour_of(chart, s), theme.ground);
    if (series.style == ChartStyle::kBars) {
      add_bars(drawing, series, colour);
      continue;
    }
    if (series.style != ChartStyle::kPoints)
      add_curve(drawing, series.x, series.y,
                {colour, theme.line, series.style == ChartStyle::kDashed ? kDashes : std::array<double, 2>{}},
                CurveOrder::any);
    if (series.style == ChartStyle::kPoints || series.style == ChartStyle::kLineAndPoints)
      add_points(drawing, series, colour, theme.point, static_cast<int>(s));
    else if (theme.marked && chart.series.size() > 1)
      add_few_points(drawing, series, colour, theme.point, static_cast<int>(s));
  }
}

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Ranges of plots. Times stay within the run, values may go anywhere; zooming out to the fitted range ends
// a zoom.
#include "widgets/plot_zoom.hpp"

#include <algorithm>
#include <cmath>

namespace grouser::desktop {
namespace {

constexpr double kNotch = 0.8;       // share of a span after one notch of the wheel: three halve it
constexpr double kLeastTime = 1e-4;  // s; below the shortest steps there is nothing more to see
constexpr double kLeastPart = 1e-4;  // of the fitted values: numbers at the axis keep five figures

}  // namespace

Range zoomed(Range range, double about, double factor) {
  return {about + factor * (range.low - about), about + factor * (range.high - about)};
}

Range moved_inside(Range range, Range all) {
  if (range.size() >= all.size()) return all;
  const double by = std::max(0.0, all.low - range.low) - std::max(0.0, range.high - all.high);
  return {range.low + by, range.high + by};
}

Range shown_times(const PlotView& view, Range all) { return view.times.value_or(all); }

void show_times(PlotView& view, Range wanted, Range all) {
  if (wanted.size() >= all.size()) {
    view.times.reset();
    return;
  }
  view.times = moved_inside(wanted, all);
}

void zoom_times(PlotView& view, Range all, double about, double notches) {
  const Range shown = shown_times(view, all);
  // The span does not become shorter than kLeastTime.
  const double least = std::min(kLeastTime, shown.size());
  const double factor = std::max(std::pow(kNotch, notches), least / std::max(shown.size(), least));
  show_times(view, zoomed(shown, about, factor), all);
}

void zoom_values(PlotView& view, const std::string& quantity, Range shown, Range fitted, double about,
                 double notches) {
  const Range wanted = zoomed(shown, about, std::pow(kNotch, notches));
  if (wanted.size() >= fitted.size() && notches < 0.0)
    view.values.erase(quantity);
  else if (wanted.size() >= kLeastPart * fitted.size())
    view.values[quantity] = wanted;
}

void pan(PlotView& view, const std::string& quantity, Range all, double by_time, double by_value) {
  if (view.times) view.times = moved_inside({view.times->low + by_time, view.times->high + by_time}, all);
  const auto found = view.values.find(quantity);
  if (found != view.values.end())
    found->second = {found->second.low + by_value, found->second.high + by_value};
}

void show_all(PlotView& view) {
  view.times.reset();
  view.values.clear();
}

int time_decimals(double seconds_per_pixel) {
  constexpr int kLeast = 3, kMost = 6;  // ms, us
  const double digits = std::ceil(-std::log10(std::max(seconds_per_pixel, 1e-12)));
  return static_cast<int>(std::clamp<double>(digits, kLeast, kMost));
}

void press_plot(PlotView& view, const Press& press, double time) {
  // Alt shows or hides a table, which changes the width of the plots, so a drag from there would make the
  // cursor jump.
  view.drag = !press.left       ? PlotDrag::pan
              : press.alt       ? PlotDrag::none
              : press.shift     ? PlotDrag::box
              : press.at_second ? PlotDrag::second
                                : PlotDrag::seek;
  if (press.left && press.alt) view.second = press.at_second ? std::nullopt : std::optional<double>(time);
}

}  // namespace grouser::desktop

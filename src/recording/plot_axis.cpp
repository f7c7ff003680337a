#include "plot_axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace grouser {
namespace {

// The smallest of 1, 2, 5 times a power of ten that is at least `rough`.
double nice_step(double rough) {
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (rough <= factor * power * (1.0 + 1e-9)) return factor * power;
  return 10.0 * power;
}

}  // namespace

PlotAxis make_axis(double low, double high, int wanted, bool padded) {
  // A constant is drawn in the middle; a span below rounding is one too.
  const double size = std::max(std::fabs(low), std::fabs(high));
  if (!(high - low > 1e-12 * size) || high - low < 1e-290) {
    const double spread = size > 0.0 ? 0.05 * size : 1.0;
    low -= spread;
    high += spread;
  }
  PlotAxis axis;
  axis.step = nice_step((high - low) / wanted);
  if (padded) {
    // Room for the line's width at the ends; a start or end at zero stays there.
    const double margin = 0.04 * (high - low);
    axis.min = low == 0.0 ? 0.0 : low - margin;
    axis.max = high == 0.0 ? 0.0 : high + margin;
  } else {
    axis.min = low;
    axis.max = high;
  }
  const double slack = 1e-9 * axis.step;
  for (double k = std::ceil((axis.min - slack) / axis.step); k * axis.step <= axis.max + slack; ++k)
    axis.ticks.push_back(k * axis.step);
  return axis;
}

std::string tick_text(double tick, double step) {
  if (std::fabs(tick) < 0.5 * step) return "0";
  const int magnitude = static_cast<int>(std::floor(std::log10(std::fabs(tick))));
  const int finest = static_cast<int>(std::floor(std::log10(step) + 1e-9));
  constexpr int kLargest = 5, kSmallest = -4;  // decades written out in full
  std::string text = magnitude > kLargest || finest < kSmallest
                         ? fmt::format("{:.{}e}", tick, std::max(0, magnitude - finest))
                         : fmt::format("{:.{}f}", tick, std::max(0, -finest));
  if (text.front() == '-') text.replace(0, 1, "\u2212");  // a true minus sign
  return text;
}

}  // namespace grouser

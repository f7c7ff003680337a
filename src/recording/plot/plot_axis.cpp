// SPDX-License-Identifier: BSD-3-Clause
#include "plot_axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace grouser {
namespace {

// The smallest of 1, 2, 5 times a power of ten that is at least `rough`.
double nice_step(double rough) {
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (rough <= factor * power * (1.0 + 1e-9)) return factor * power;
  return 10.0 * power;
}

// The power of ten taken out of the ticks, a multiple of 3: none for numbers that are easy to read.
int common_exponent(const PlotAxis& axis) {
  const double largest = std::max(std::fabs(axis.min), std::fabs(axis.max));
  constexpr double kLargest = 1e6, kSmallestStep = 1e-4;
  if (largest < kLargest && axis.step > 0.99 * kSmallestStep) return 0;
  // A small step on a large number cannot be shortened by a power of ten.
  if (largest < kLargest && largest > 0.1) return 0;
  return 3 * static_cast<int>(std::floor(std::log10(largest) / 3.0));
}

}  // namespace

PlotAxis make_axis(double low, double high, int wanted, bool padded) {
  // A constant is drawn in the middle; a span below rounding counts as a constant.
  const double size = std::max(std::fabs(low), std::fabs(high));
  if (!(high - low > 1e-12 * size) || high - low < 1e-290) {
    const double spread = size > 0.0 ? 0.05 * size : 1.0;
    low -= spread;
    high += spread;
  }
  PlotAxis axis;
  axis.step = nice_step((high - low) / wanted);
  if (padded) {
    // Room for the width of the line at the ends; a start or end at zero stays there.
    const double margin = 0.04 * (high - low);
    axis.min = low == 0.0 ? 0.0 : low - margin;
    axis.max = high == 0.0 ? 0.0 : high + margin;
  } else {
    // An end very close to a tick is moved to it: a run of 8.997 s ends at 9.
    constexpr double kNear = 0.02;
    const double first = std::floor(low / axis.step) * axis.step,
                 last = std::ceil(high / axis.step) * axis.step;
    axis.min = low - first < kNear * (high - low) ? first : low;
    axis.max = last - high < kNear * (high - low) ? last : high;
  }
  const double slack = 1e-9 * axis.step;
  for (double k = std::ceil((axis.min - slack) / axis.step); k * axis.step <= axis.max + slack; ++k)
    axis.ticks.push_back(k * axis.step);
  axis.exponent = common_exponent(axis);
  return axis;
}

std::string tick_text(const PlotAxis& axis, double tick) {
  if (std::fabs(tick) < 0.5 * axis.step) return "0";
  const int finest = static_cast<int>(std::floor(std::log10(axis.step) + 1e-9)) - axis.exponent;
  std::string text = fmt::format("{:.{}f}", tick / std::pow(10.0, axis.exponent), std::max(0, -finest));
  if (text.front() == '-') text.replace(0, 1, "\u2212");  // a true minus sign
  return text;
}

std::string multiplier_text(const PlotAxis& axis) {
  constexpr const char* kRaised[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                     "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  if (axis.exponent == 0) return "";
  std::string text = axis.exponent < 0 ? "\u00d710\u207b" : "\u00d710";
  for (const char digit : std::to_string(std::abs(axis.exponent))) text += kRaised[digit - '0'];
  return text;
}

}  // namespace grouser

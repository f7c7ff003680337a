// SPDX-License-Identifier: BSD-3-Clause
// Ranges, ticks and texts of axes. Ticks are multiples of a step of 1, 2 or 5 times a power of ten; a power
// of ten that all ticks share is taken out as a multiplier.
#include "grouser/chart/axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace grouser {
namespace {

/// The power of ten taken out of the ticks, a multiple of 3: none for numbers that are easy to read.
int common_exponent(const ChartAxis& axis) {
  const double largest = std::max(std::fabs(axis.min), std::fabs(axis.max));
  constexpr double kLargest = 1e6, kSmallestStep = 1e-4;
  if (largest < kLargest && axis.step > 0.99 * kSmallestStep) return 0;
  // A small step on a large number cannot be shortened by a power of ten.
  if (largest < kLargest && largest > 0.1) return 0;
  return 3 * static_cast<int>(std::floor(std::log10(largest) / 3.0));
}

/// Multiples of a step within a range, ends included but for rounding; -0 becomes 0.
std::vector<double> ticks_within(const ChartRange& range, double step) {
  std::vector<double> ticks;
  const double slack = 1e-9 * step;
  for (double k = std::ceil((range.low - slack) / step); k * step <= range.high + slack; ++k)
    ticks.push_back(k * step + 0.0);
  return ticks;
}

}  // namespace

double round_step(double rough) {
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (rough <= factor * power * (1.0 + 1e-9)) return factor * power;
  return 10.0 * power;
}

void ChartLimits::take(double value) {
  if (!std::isfinite(value)) return;
  if (!range_) range_ = ChartRange{value, value};
  range_->low = std::min(range_->low, value);
  range_->high = std::max(range_->high, value);
}

ChartRange axis_range(const std::optional<ChartRange>& limits, AxisEnds ends, double noise) {
  if (!limits) return {};
  double low = limits->low, high = limits->high;
  const double size = std::max(std::fabs(low), std::fabs(high));
  constexpr double kRounding = 1e-12, kLeast = 1e-290;
  // Equal values, or differences below the noise of the unit: a range around their middle.
  if (!(high - low > std::max(kRounding * size, 2.0 * noise)) || high - low < kLeast) {
    const double middle = size > noise ? std::midpoint(low, high) : 0.0;
    const double spread = size > noise ? std::max(0.05 * size, noise) : 1.0;
    return {middle - spread, middle + spread};
  }
  if (ends == AxisEnds::padded) {
    // Room for the width of the line at the ends.
    const double margin = 0.04 * (high - low);
    return {low == 0.0 ? 0.0 : low - margin, high == 0.0 ? 0.0 : high + margin};
  }
  // An end very close to a tick is moved to it: a run of 8.997 s ends at 9.
  constexpr double kNear = 0.02;
  constexpr int kUsualTicks = 10;
  const double step = round_step((high - low) / kUsualTicks);
  const double first = std::floor(low / step) * step, last = std::ceil(high / step) * step;
  return {low - first < kNear * (high - low) ? first : low, last - high < kNear * (high - low) ? last : high};
}

// Differences below these are rounding of a simulation, in each unit of channels.
double noise_floor(const std::string& unit) {
  struct Floor {
    const char* unit;
    double least;
  };
  constexpr Floor kFloors[] = {{"N", 1e-3},     {"J", 1e-5},     {"m", 1e-8}, {"rad", 1e-8},
                               {"deg", 1e-6},   {"N m", 1e-4},   {"W", 1e-4}, {"m/s", 1e-8},
                               {"m/s2", 1e-7},  {"rad/s", 1e-8}, {"-", 1e-9}, {"slip", 1e-9},
                               {"rad/s2", 1e-7}};
  for (const Floor& floor : kFloors)
    if (unit == floor.unit) return floor.least;
  return 0.0;
}

ChartAxis make_axis(const ChartRange& range, int wanted) {
  ChartAxis axis{range.low, range.high, 1.0, {}, 0};
  if (!(range.size() > 0.0)) return axis;
  // One number alone does not say how large things are.
  constexpr int kMostTries = 8;
  for (int tries = std::max(wanted, 1); axis.ticks.size() < 2 && tries < wanted + kMostTries; ++tries) {
    axis.step = round_step(range.size() / tries);
    axis.ticks = ticks_within(range, axis.step);
  }
  axis.exponent = common_exponent(axis);
  return axis;
}

std::string tick_text(const ChartAxis& axis, double tick) {
  if (std::fabs(tick) < 0.5 * axis.step) return "0";
  // Decimals follow from the step, after the multiplier is taken out.
  const int finest = static_cast<int>(std::floor(std::log10(axis.step) + 1e-9)) - axis.exponent;
  std::string text = fmt::format("{:.{}f}", tick / std::pow(10.0, axis.exponent), std::max(0, -finest));
  if (text.front() == '-') text.replace(0, 1, "\u2212");  // a true minus sign
  return text;
}

std::string multiplier_text(const ChartAxis& axis) {
  constexpr const char* kRaised[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                     "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  if (axis.exponent == 0) return "";
  std::string text = axis.exponent < 0 ? "\u00d710\u207b" : "\u00d710";
  for (const char digit : std::to_string(std::abs(axis.exponent))) text += kRaised[digit - '0'];
  return text;
}

}  // namespace grouser

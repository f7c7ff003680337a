// SPDX-License-Identifier: BSD-3-Clause
// Main effects for a tornado chart: means of the number grouped by each key's exact values.
#include "grouser/mission/statistics/tornado.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace grouser {
namespace {

/// A running mean; NaN while it is empty.
struct Sum {
  double total = 0.0;
  int count = 0;
  void add(double value) { total += value, ++count; }
  double mean() const { return count > 0 ? total / count : kUnset; }
};

/// The bar of one key: least and greatest of the group means, with the values that have them.
TornadoBar bar_of(const std::string& key, const std::vector<double>& values,
                  const std::vector<double>& numbers) {
  std::map<double, Sum> sums;
  for (std::size_t k = 0; k < numbers.size(); ++k)
    if (std::isfinite(numbers[k])) sums[values[k]].add(numbers[k]);
  TornadoBar bar{.key = key};
  for (const auto& [value, sum] : sums) {
    const double mean = sum.mean();
    if (std::isnan(bar.low) || mean < bar.low) bar.low = mean, bar.low_at = value;
    if (std::isnan(bar.high) || mean > bar.high) bar.high = mean, bar.high_at = value;
  }
  return bar;
}

}  // namespace

Tornado make_tornado(const std::vector<std::string>& keys, const std::vector<std::vector<double>>& values,
                     const std::vector<double>& numbers) {
  Tornado tornado;
  Sum all;
  for (const double number : numbers)
    if (std::isfinite(number)) all.add(number);
  tornado.mean = all.mean();
  tornado.count = all.count;
  if (all.count == 0) return tornado;
  for (std::size_t k = 0; k < keys.size(); ++k) tornado.bars.push_back(bar_of(keys[k], values[k], numbers));
  std::stable_sort(tornado.bars.begin(), tornado.bars.end(),
                   [](const TornadoBar& a, const TornadoBar& b) { return a.span() > b.span(); });
  return tornado;
}

}  // namespace grouser

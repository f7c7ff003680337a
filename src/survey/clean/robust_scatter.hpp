// SPDX-License-Identifier: BSD-3-Clause
// The scatter of numbers of which a few may be anything: 1.4826 times the median of their sizes, which is the
// standard deviation of numbers that are normal about 0.
#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

namespace grouser {

class RobustScatter {
 public:
  /// NaN does not count.
  void add(double value) {
    if (!std::isnan(value)) sizes_.push_back(static_cast<float>(std::fabs(value)));
  }
  bool empty() const { return sizes_.empty(); }
  /// 0 where nothing was added.
  double deviation() {
    if (sizes_.empty()) return 0.0;
    const auto middle = sizes_.begin() + static_cast<std::ptrdiff_t>(sizes_.size() / 2);
    std::nth_element(sizes_.begin(), middle, sizes_.end());
    return kToDeviation * *middle;
  }
  void clear() { sizes_.clear(); }

 private:
  static constexpr double kToDeviation = 1.4826;
  std::vector<float> sizes_;
};

}  // namespace grouser

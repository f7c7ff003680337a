// SPDX-License-Identifier: BSD-3-Clause
// Predicts the unknowns of a march: straight on from the last two poses. A prediction that learnt the swing
// of the unknowns over the cells of a rut took more instructions than it spared (docs/validation.md).
// Private.
#pragma once
#include <algorithm>

#include "quasi_static_balance.hpp"

namespace grouser {

class PosePredictor {
 public:
  void clear() { count_ = 0; }
  /// Adds the unknowns found at a distance beyond the last one, m. If the distance is not greater, they
  /// replace the last ones and give no slope.
  void add(double distance, const Unknowns& u) {
    const bool moved = distance > distance_;
    if (count_ > 0 && moved) {
      step_ = distance - distance_;
      slope_ = (u - last_) / step_;
    }
    if (count_ == 0 || moved) ++count_;
    last_ = u;
    distance_ = distance;
  }
  /// False if there are fewer than two poses.
  bool ready() const { return count_ > 1; }
  /// The expected unknowns at a distance, not beyond twice the last step.
  Unknowns guess(double distance) const {
    return last_ + std::min(distance - distance_, 2.0 * step_) * slope_;
  }

 private:
  Unknowns last_, slope_;  // the latter over the distance
  double distance_ = 0.0, step_ = 0.0;
  int count_ = 0;
};

}  // namespace grouser

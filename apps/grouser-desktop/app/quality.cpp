// SPDX-License-Identifier: BSD-3-Clause
#include "app/quality.hpp"

#include <algorithm>

namespace grouser::desktop {

void Quality::picture_took(double seconds, Motion motion) {
  if (motion == Motion::still) return;
  mean_ = mean_ <= 0.0 ? seconds : 0.85 * mean_ + 0.15 * seconds;
  since_ += seconds;
  ++pictures_;
  // Judged over at least a second and four pictures, so that it does not flicker.
  if (fixed_ || since_ < 1.0 || pictures_ < 4) return;
  const double mean = since_ / pictures_;
  // 30 pictures a second are worth fewer pixels, half of them in each direction only what is slower still. A
  // display that shows 30 a second takes a thirtieth, now a little more and now less.
  const double slow = level_ < kCoarsest - 1 ? 1.05 / 30.0 : 1.0 / 25.0;
  if (mean > slow) level_ = std::min(level_ + 1, kCoarsest);
  if (mean < 1.0 / 50.0) level_ = std::max(level_ - 1, 0);
  since_ = 0.0;
  pictures_ = 0;
}

}  // namespace grouser::desktop

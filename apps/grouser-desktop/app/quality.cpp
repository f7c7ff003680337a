// SPDX-License-Identifier: BSD-3-Clause
// One level at a time, up or down, from the mean time of at least four pictures over at least a second of
// motion. The gap between the two limits keeps the level from swinging.
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
  // For 30 pictures per second fewer pixels are accepted, for 25 half of them in each direction. The 5 %
  // allow for a display of 30 Hz, whose pictures take a thirtieth of a second only on average.
  const double slow = level_ < kCoarsest - 1 ? 1.05 / 30.0 : 1.0 / 25.0;
  if (mean > slow) level_ = std::min(level_ + 1, kCoarsest);
  if (mean < 1.0 / 50.0) level_ = std::max(level_ - 1, 0);
  since_ = 0.0;
  pictures_ = 0;
}

}  // namespace grouser::desktop

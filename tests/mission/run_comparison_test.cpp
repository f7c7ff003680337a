// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/mission/campaign/run_comparison.hpp"

#include <cmath>

#include "catch.hpp"

namespace grouser {
namespace {

TEST_CASE("two series: b read off at a's times, over the time both have") {
  // a = t on 0..4; b = t + 0.5 sampled elsewhere on 1..3, a straight line, so that reading it off is exact
  const std::vector<double> time_a{0, 1, 2, 3, 4}, a{0, 1, 2, 3, 4}, time_b{1, 1.7, 3}, b{1.5, 2.2, 3.5};
  const ChannelDifference shifted = compare_series(time_a, a, time_b, b);
  CHECK(shifted.frames == 3);
  CHECK(shifted.largest == Approx(0.5).epsilon(1e-12));
  CHECK(shifted.rms == Approx(0.5).epsilon(1e-12));

  // one frame apart by 3 in two: the rms by hand is sqrt(9 / 2)
  const ChannelDifference spike = compare_series({0, 1}, {0, 0}, {0, 1}, {0, -3});
  CHECK(spike.largest == 3.0);
  CHECK(spike.time == 1.0);
  CHECK(spike.rms == Approx(std::sqrt(4.5)).epsilon(1e-12));

  CHECK(compare_series({0, 1}, {0, 0}, {5, 6}, {0, 0}).frames == 0);
  CHECK(compare_series({0, 1}, {0, 0}, {}, {}).frames == 0);
}

}  // namespace
}  // namespace grouser

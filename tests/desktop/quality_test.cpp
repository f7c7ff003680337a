// SPDX-License-Identifier: BSD-3-Clause
#include "app/quality.hpp"

#include <algorithm>

#include "catch.hpp"

using namespace grouser::desktop;

namespace {

/// Two seconds of pictures of this length.
void watch(Quality& quality, double seconds, Motion motion) {
  for (double t = 0.0; t < 2.0; t += seconds) quality.picture_took(seconds, motion);
}

}  // namespace

TEST_CASE("slow pictures first lose antialiasing, then triangles, then pixels, quick ones get them back") {
  Quality quality;
  CHECK(quality.at_best());
  CHECK(quality.samples() == Quality::kBestSamples);
  double finest_scale_of_coarse = 0.0;
  for (int k = 0; k < 80; ++k) {
    quality.picture_took(0.1, Motion::moving);
    if (quality.scale() < 1.0) CHECK(quality.detail() == Detail::coarse);
    if (quality.detail() == Detail::coarse) {
      CHECK(quality.samples() == 1);
      finest_scale_of_coarse = std::max(finest_scale_of_coarse, quality.scale());
    }
  }
  CHECK(finest_scale_of_coarse == 1.0);
  CHECK(quality.scale() == 0.5);
  for (int k = 0; k < 8; ++k) watch(quality, 0.01, Motion::moving);
  CHECK(quality.at_best());
}

TEST_CASE("below 30 pictures a second some pixels are given up, below 25 half of them in each direction") {
  Quality well, slow, slower;
  for (int k = 0; k < 10; ++k) {
    watch(well, 1.02 / 30.0, Motion::moving);  // of a display that shows 30 a second
    watch(slow, 0.037, Motion::moving);
    watch(slower, 0.045, Motion::moving);
  }
  CHECK(well.at_best());
  CHECK(slow.scale() == 0.7);
  CHECK(slower.scale() == 0.5);
}

TEST_CASE("a still view and a fixed quality are not judged") {
  Quality still, fixed;
  fixed.fix_at_best();
  watch(still, 0.2, Motion::still);
  watch(fixed, 0.2, Motion::moving);
  CHECK(still.at_best());
  CHECK(fixed.at_best());
}

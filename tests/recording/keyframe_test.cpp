// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/recording/run_file/keyframe.hpp"

#include "catch.hpp"

using namespace grouser;

TEST_CASE("full keyframes come at powers of two and at three times those") {
  std::vector<std::size_t> full;
  for (std::size_t k = 0; k <= 40; ++k)
    if (full_keyframe_due(k)) full.push_back(k);
  CHECK(full == std::vector<std::size_t>{0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32});
}

// SPDX-License-Identifier: BSD-3-Clause
#include "hal/window_place.hpp"

#include "catch.hpp"

using namespace grouser::desktop;

TEST_CASE("A window that fits stays, a larger one is cut to the work area with its frame") {
  const Area work{64, 30, 1336, 870};  // a dock on the left, a bar on top
  const Border frame{2, 28, 2, 2};
  const Area small{100, 200, 800, 500}, exact{7, 8, 1336 - 4, 870 - 30};
  CHECK(fitted(small, frame, work) == small);
  CHECK(fitted(exact, frame, work) == exact);
  CHECK(fitted({0, 0, 1600, 1000}, frame, work) == Area{66, 58, 1332, 840});
  CHECK(fitted({0, 0, 1600, 500}, frame, work) == Area{66, 58, 1332, 500});
  CHECK(fitted({0, 0, 800, 1000}, frame, work) == Area{66, 58, 800, 840});
  // without a window manager: the whole screen
  CHECK(fitted({0, 0, 1600, 1000}, {}, {0, 0, 1400, 900}) == Area{0, 0, 1400, 900});
}

TEST_CASE("A window opens where it was, within a monitor that is there") {
  const Area left{0, 0, 1920, 1080}, right{1920, 0, 1280, 1024};
  const Border frame{2, 28, 2, 2};
  const Area inside{2000, 100, 900, 600};
  CHECK(restored(inside, frame, {left, right}) == inside);
  // the second monitor is gone: nothing of the window would be seen
  CHECK_FALSE(restored(inside, frame, {left}));
  CHECK_FALSE(restored(inside, frame, {}));
  // partly outside: moved; too large: cut
  CHECK(restored({1500, 900, 900, 600}, frame, {left}) == Area{1018, 478, 900, 600});
  CHECK(restored({-400, -50, 900, 600}, frame, {left, right}) == Area{2, 28, 900, 600});
  CHECK(restored({0, 0, 3000, 2000}, frame, {right}) == Area{1922, 28, 1276, 994});
  // a corner of a few pixels is not enough
  CHECK_FALSE(restored({1900, 1000, 900, 600}, frame, {left}));
}

TEST_CASE("A window is on the monitor that shows most of it") {
  const std::vector<Area> monitors{{0, 0, 1280, 720}, {1280, 0, 1280, 1024}};
  CHECK(monitor_under({100, 100, 900, 600}, monitors) == 0);
  CHECK(monitor_under({1300, 100, 900, 600}, monitors) == 1);
  CHECK(monitor_under({800, 100, 900, 600}, monitors) == 0);  // 480 of its columns against 420
  CHECK(monitor_under({900, 100, 900, 600}, monitors) == 1);
  CHECK(monitor_under({1000, 500, 600, 500}, monitors) ==
        1);  // below the first one's edge only part of it is seen
  CHECK(monitor_under({-5000, 0, 900, 600}, monitors) == 0);
}

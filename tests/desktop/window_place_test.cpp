#include "hal/window_place.hpp"

#include <catch2/catch.hpp>

using namespace grouser::desktop;

TEST_CASE("A window that fits stays, a larger one is cut to the work area with its frame") {
  const Area work{64, 30, 1336, 870};  // a dock on the left, a bar on top
  const Frame frame{2, 28, 2, 2};
  const Area small{100, 200, 800, 500}, exact{7, 8, 1336 - 4, 870 - 30};
  CHECK(fitted(small, frame, work) == small);
  CHECK(fitted(exact, frame, work) == exact);
  CHECK(fitted({0, 0, 1600, 1000}, frame, work) == Area{66, 58, 1332, 840});
  CHECK(fitted({0, 0, 1600, 500}, frame, work) == Area{66, 58, 1332, 500});
  CHECK(fitted({0, 0, 800, 1000}, frame, work) == Area{66, 58, 800, 840});
  // without a window manager: the whole screen
  CHECK(fitted({0, 0, 1600, 1000}, {}, {0, 0, 1400, 900}) == Area{0, 0, 1400, 900});
}

// SPDX-License-Identifier: BSD-3-Clause
// When the window draws, with a clock set by hand.
#include "app/pace.hpp"

#include "catch.hpp"

using namespace grouser::desktop;

namespace {

/// Draws all that is due until `end`, waiting as told, and counts the pictures.
int pictures_until(double end, double& now, Pace& pace, const Activity& activity) {
  constexpr double kDrawing = 0.004;  // s that a picture takes
  int pictures = 0;
  while (now < end) {
    now += pace.wait(activity, now);
    if (!pace.picture_due(activity, now)) continue;
    pace.drawn(now);
    now += kDrawing;
    ++pictures;
  }
  return pictures;
}

}  // namespace

TEST_CASE("pace: a still window draws nothing, input is drawn until it has settled") {
  Pace pace;
  double now = 100.0;
  pace.stirred();
  CHECK(pace.picture_due({}, now));
  CHECK(pictures_until(now + 2.0, now, pace, {}) == 3);
  CHECK(pictures_until(now + 60.0, now, pace, {}) == 0);
  CHECK(pace.wait({}, now) == Approx(0.5));
  pace.stirred();
  CHECK(pace.wait({}, now) == 0.0);
  CHECK(pictures_until(now + 60.0, now, pace, {}) == 3);
}

TEST_CASE("pace: slow pictures settle too: three of them, and the view at its best") {
  Pace pace;
  pace.stirred();
  for (const double now : {1.0, 3.0, 5.0}) {
    CHECK(pace.picture_due({}, now));
    pace.drawn(now);
  }
  CHECK_FALSE(pace.picture_due({}, 7.0));
  CHECK(pace.picture_due({.unfinished = true}, 7.0));
}

TEST_CASE("pace: what moves is drawn at once, a bar ten times a second, a text cursor a few times") {
  Pace pace;
  double now = 10.0;
  pace.stirred();
  pictures_until(now + 5.0, now, pace, {});
  CHECK(pace.wait({.playing = true}, now) == 0.0);
  CHECK(pictures_until(now + 1.0, now, pace, {.busy = true}) == Approx(10).margin(1));
  CHECK(pictures_until(now + 10.0, now, pace, {.typing = true}) == Approx(25).margin(1));
  CHECK(pictures_until(now + 1.0, now, pace, {.held = true}) > 40);
  CHECK(pictures_until(now + 1.0, now, pace, {.easing = true}) > 40);
}

TEST_CASE("pace: a message vanishes at its moment") {
  Pace pace;
  double now = 10.0;
  pace.stirred();
  pictures_until(now + 3.0, now, pace, {});
  const Activity activity{.moment = now + 0.25};
  CHECK(pace.wait(activity, now) == Approx(0.25));
  CHECK(pace.picture_due(activity, now + 0.25));
}

TEST_CASE("pace: a hidden window draws nothing, whatever goes on, and is drawn when it comes back") {
  Pace pace;
  pace.stirred();
  const Activity hidden{.hidden = true, .playing = true, .busy = true, .unfinished = true};
  CHECK_FALSE(pace.picture_due(hidden, 6.0));
  CHECK(pace.wait(hidden, 6.0) == Approx(0.2));
  CHECK(pace.wait({.hidden = true}, 6.0) == Approx(0.5));
  CHECK(pace.picture_due({}, 6.0));
}

// SPDX-License-Identifier: BSD-3-Clause
// Zooming keeps the point under the pointer, panning stays inside the run, and the whole run follows it.
#include "widgets/plot_zoom.hpp"

#include "catch.hpp"

using namespace grouser::desktop;

namespace {
constexpr Range kRun{0.0, 20.0};
}

TEST_CASE("zoom: what is under the pointer stays there, and the way back is the way out") {
  const Range near = zoomed({0.0, 10.0}, 4.0, 0.5);
  CHECK(near.low == Approx(2.0));
  CHECK(near.high == Approx(7.0));
  CHECK((4.0 - near.low) / near.size() == Approx(0.4));
  const Range back = zoomed(near, 4.0, 2.0);
  CHECK(back.low == Approx(0.0).margin(1e-12));
  CHECK(back.high == Approx(10.0));
}

TEST_CASE("zoom of times: a flight of 33 ms in 20 s fills the plot after some notches") {
  PlotView view;
  for (int k = 0; k < 28; ++k) zoom_times(view, kRun, 12.35, 1.0);
  REQUIRE(view.times);
  CHECK(view.times->size() == Approx(20.0 * 0.001934).epsilon(0.001));  // 0.8 to the power of 28
  CHECK((12.35 - view.times->low) / view.times->size() == Approx(12.35 / 20.0));
  for (int k = 0; k < 200; ++k) zoom_times(view, kRun, 12.35, 1.0);
  CHECK(view.times->size() == Approx(1e-4));
  for (int k = 0; k < 100; ++k) zoom_times(view, kRun, 12.35, -1.0);
  CHECK_FALSE(view.times);  // the whole run again
}

TEST_CASE("the whole run follows its newest moment, a part of it stays") {
  PlotView view;
  CHECK(shown_times(view, {0.0, 5.0}).high == 5.0);
  CHECK(shown_times(view, {0.0, 6.0}).high == 6.0);
  show_times(view, {1.0, 2.0}, {0.0, 5.0});
  CHECK(shown_times(view, {0.0, 6.0}) == Range{1.0, 2.0});
  show_all(view);
  CHECK(shown_times(view, {0.0, 7.0}) == Range{0.0, 7.0});
}

TEST_CASE("panning stops at the ends of the run and keeps the length") {
  PlotView view;
  pan(view, "load", kRun, 3.0, 0.0);
  CHECK_FALSE(view.times);  // all is shown: there is nowhere to go
  view.times = Range{5.0, 7.0};
  pan(view, "load", kRun, 3.0, 100.0);
  CHECK(*view.times == Range{8.0, 10.0});
  CHECK(view.values.empty());  // values that fit themselves go on to do so
  pan(view, "load", kRun, 300.0, 0.0);
  CHECK(*view.times == Range{18.0, 20.0});
  pan(view, "load", kRun, -300.0, 0.0);
  CHECK(*view.times == Range{0.0, 2.0});
  view.values["load"] = {-1.0, 1.0};
  pan(view, "load", kRun, 0.0, 0.5);
  CHECK(view.values["load"] == Range{-0.5, 1.5});
}

TEST_CASE("zoom of values: of one quantity, about the pointer, and back to what fits") {
  PlotView view;
  zoom_values(view, "load", {0.0, 100.0}, {0.0, 100.0}, 25.0, 1.0);
  REQUIRE(view.values.count("load") == 1);
  CHECK(view.values["load"].low == Approx(5.0));
  CHECK(view.values["load"].high == Approx(85.0));
  zoom_values(view, "load", view.values["load"], {0.0, 100.0}, 25.0, -2.0);
  CHECK(view.values.empty());
}

TEST_CASE("press: what each button and key does, Alt at the second cursor takes it away") {
  PlotView view;
  press_plot(view, {.left = true}, 3.0);
  CHECK(view.drag == PlotDrag::seek);
  press_plot(view, {.left = false}, 3.0);
  CHECK(view.drag == PlotDrag::pan);
  press_plot(view, {.left = true, .shift = true}, 3.0);
  CHECK(view.drag == PlotDrag::box);
  CHECK_FALSE(view.second);
  press_plot(view, {.left = true, .alt = true}, 3.0);
  CHECK(view.drag == PlotDrag::none);  // the table appears: a drag would make it jump
  CHECK(view.second == 3.0);
  press_plot(view, {.left = true, .at_second = true}, 3.01);
  CHECK(view.drag == PlotDrag::second);
  CHECK(view.second == 3.0);  // taken, not moved yet
  press_plot(view, {.left = true, .alt = true, .at_second = true}, 3.01);
  CHECK_FALSE(view.second);
}

TEST_CASE("times are told apart from one pixel to the next") {
  CHECK(time_decimals(0.02) == 3);
  CHECK(time_decimals(0.00003) == 5);
  CHECK(time_decimals(1e-9) == 6);
}

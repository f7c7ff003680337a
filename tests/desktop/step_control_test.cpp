// The pace of a live run, with times handed in: nothing here waits.
#include "session/step_control.hpp"

#include <catch2/catch.hpp>

#include "session/playback.hpp"

using namespace grouser::desktop;

TEST_CASE("step control: paused at first, runs at the wall clock's pace") {
  StepControl control(0.01);
  CHECK(control.steps_due(5.0) == 0);
  control.play(10.0);
  CHECK(control.state() == RunState::playing);
  CHECK(control.steps_due(10.0) == 0);
  CHECK(control.steps_due(10.05) == 5);
  control.stepped(5, 10.05);
  CHECK(control.steps_due(10.05) == 0);
  CHECK(control.steps_due(10.061) == 1);
}

TEST_CASE("step control: speed changes the pace from that moment on") {
  StepControl control(0.01);
  control.play(0.0);
  control.stepped(control.steps_due(0.05), 0.05);
  control.set_speed(10.0, 0.05);
  CHECK(control.state() == RunState::playing);
  CHECK(control.steps_due(0.07) == 20);
  control.stepped(20, 0.07);
  control.set_speed(0.5, 0.07);
  CHECK(control.steps_due(0.11) == 2);
}

TEST_CASE("step control: time that cannot be kept up with is dropped") {
  StepControl control(0.01);
  control.play(0.0);
  // One second late: only kMostBehind of it is made good.
  CHECK(control.steps_due(1.0) == 10);
  control.stepped(10, 1.0);
  CHECK(control.steps_due(1.0) == 0);
  CHECK(control.steps_due(1.02) == 2);
}

TEST_CASE("step control: pausing and playing again does not jump") {
  StepControl control(0.01);
  control.play(0.0);
  control.stepped(control.steps_due(0.03), 0.03);
  control.pause();
  CHECK(control.steps_due(7.0) == 0);
  CHECK(control.measured_speed(7.0) == 0.0);
  control.play(7.0);
  CHECK(control.steps_due(7.0) == 0);
  CHECK(control.steps_due(7.02) == 2);
}

TEST_CASE("step control: a single step is one step, then paused") {
  StepControl control(0.01);
  control.single_step();
  CHECK(control.steps_due(3.0) == 1);
  control.stepped(1, 3.0);
  CHECK(control.steps_due(4.0) == 0);
  control.play(4.0);
  control.single_step();
  CHECK(control.state() == RunState::paused);
  CHECK(control.steps_due(4.5) == 1);
}

TEST_CASE("step control: measured speed over the last half second") {
  StepControl control(0.01);
  control.set_speed(2.0, 0.0);
  control.play(0.0);
  double now = 0.0;
  for (int k = 0; k < 100; ++k) {
    now += 0.02;
    control.stepped(control.steps_due(now), now);
  }
  CHECK(control.measured_speed(now) == Approx(2.0).epsilon(0.02));  // a step is 2 % of the window
  // Only half of what is due gets done from now on.
  for (int k = 0; k < 100; ++k) {
    now += 0.02;
    control.steps_due(now);
    control.stepped(2, now);
  }
  CHECK(control.measured_speed(now) == Approx(1.0).epsilon(0.02));
}

TEST_CASE("step control: after the end or a failure only a reset helps") {
  for (const bool failed : {false, true}) {
    StepControl control(0.01);
    control.play(0.0);
    failed ? control.fail() : control.finish();
    control.play(1.0);
    control.single_step();
    CHECK(control.steps_due(2.0) == 0);
    CHECK(control.state() == (failed ? RunState::failed : RunState::finished));
    control.reset();
    CHECK(control.state() == RunState::paused);
    control.play(3.0);
    CHECK(control.steps_due(3.05) == 5);
  }
}

TEST_CASE("playback: seeking does not start, play at the end starts over, time stops at the end") {
  Playback head(0.0, 10.0);
  head.seek(4.0);
  CHECK_FALSE(head.playing());
  head.advance(1.0);
  CHECK(head.time() == 4.0);
  head.set_speed(3.0);
  head.play();
  head.advance(1.0);
  CHECK(head.time() == Approx(7.0));
  head.seek(2.0);
  CHECK(head.playing());
  head.advance(100.0);
  CHECK(head.time() == 10.0);
  CHECK_FALSE(head.playing());
  head.play();
  CHECK(head.time() == 0.0);
  head.seek(-5.0);
  CHECK(head.time() == 0.0);
}

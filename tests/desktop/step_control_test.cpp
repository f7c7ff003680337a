// SPDX-License-Identifier: BSD-3-Clause
// The pace of a live run, with times handed in: nothing here waits.
#include "session/run/step_control.hpp"

#include "catch.hpp"
#include "session/playback.hpp"
#include "session/run/stepping.hpp"

using namespace grouser;
using namespace grouser::desktop;

namespace {

/// Steps taken at `now`, each of this length.
int take_due(StepControl& control, double now, double step = 0.01) {
  int count = 0;
  for (; control.step_due(now, step); ++count) control.stepped(step, now);
  return count;
}

}  // namespace

TEST_CASE("step control: paused at first, runs at the wall clock's pace") {
  StepControl control;
  CHECK(take_due(control, 5.0) == 0);
  control.play(10.0);
  CHECK(control.state() == RunState::playing);
  CHECK(take_due(control, 10.0) == 0);
  CHECK(take_due(control, 10.05) == 5);
  CHECK(take_due(control, 10.05) == 0);
  CHECK(take_due(control, 10.061) == 1);
}

TEST_CASE("step control: speed changes the pace from that moment on") {
  StepControl control;
  control.play(0.0);
  take_due(control, 0.05);
  control.set_speed(10.0, 0.05);
  CHECK(control.state() == RunState::playing);
  CHECK(take_due(control, 0.07) == 20);
  control.set_speed(0.5, 0.07);
  CHECK(take_due(control, 0.11) == 2);
}

TEST_CASE("step control: time that cannot be kept up with is dropped") {
  StepControl control;
  control.play(0.0);
  // One second late: only the step that was due and kMostBehind of what followed are made good.
  CHECK(take_due(control, 1.0) == 11);
  CHECK(take_due(control, 1.02) == 2);
}

TEST_CASE("step control: pausing and playing again does not jump") {
  StepControl control;
  control.play(0.0);
  take_due(control, 0.03);
  control.pause();
  CHECK(take_due(control, 7.0) == 0);
  CHECK(control.measured_speed(7.0) == 0.0);
  control.play(7.0);
  CHECK(take_due(control, 7.0) == 0);
  CHECK(take_due(control, 7.02) == 2);
}

TEST_CASE("step control: a single step is one step, then paused") {
  StepControl control;
  control.single_step();
  CHECK(take_due(control, 3.0) == 1);
  CHECK(take_due(control, 4.0) == 0);
  control.play(4.0);
  control.single_step();
  CHECK(control.state() == RunState::paused);
  CHECK(take_due(control, 4.5) == 1);
}

TEST_CASE("step control: simulated time keeps to the wall clock while the steps change") {
  // Long in flight, a thousand times shorter at a touch: what was simulated lags the clock by less than the
  // step that is waited for, and never leads.
  StepControl control;
  control.play(0.0);
  double simulated = 0.0;
  for (int picture = 1; picture <= 500; ++picture) {
    const double now = 0.02 * picture;
    const auto step_at = [](double t) { return t < 3.0 || t > 4.0 ? 0.5 : 0.0005; };
    while (control.step_due(now, step_at(simulated))) {
      control.stepped(step_at(simulated), now);
      simulated += step_at(simulated);
    }
    CHECK(simulated <= now + 1e-9);
    CHECK(simulated > now - step_at(simulated) - 1e-9);
    if (picture > 50) CHECK(control.measured_speed(now) == Approx(1.0).epsilon(0.001));
  }
}

TEST_CASE("step control: a step that takes longer than the clock's patience is taken all the same") {
  // At a tenth of real time a step of 0.5 s is due every 5 s.
  StepControl control;
  control.set_speed(0.1, 0.0);
  control.play(0.0);
  int taken = 0;
  for (int picture = 1; picture <= 1001; ++picture) {
    const double now = 0.02 * picture;
    taken += take_due(control, now, 0.5);
    CHECK(taken == static_cast<int>(now / 5.0 + 1e-6));
    if (picture > 2) CHECK(control.measured_speed(now) == Approx(0.1).epsilon(0.001));
  }
  CHECK(taken == 4);
}

TEST_CASE("step control: what was waited of a long step is kept when the speed changes") {
  StepControl control;
  control.play(0.0);
  CHECK(take_due(control, 0.4, 1.0) == 0);
  control.set_speed(2.0, 0.4);  // 0.6 s of the step are left: 0.3 s of wall time
  CHECK(take_due(control, 0.69, 1.0) == 0);
  CHECK(take_due(control, 0.71, 1.0) == 1);
}

TEST_CASE("step control: measured speed over the last half second") {
  StepControl control;
  control.set_speed(2.0, 0.0);
  control.play(0.0);
  double now = 0.0;
  for (int k = 0; k < 100; ++k) take_due(control, now += 0.02);
  CHECK(control.measured_speed(now) == Approx(2.0).epsilon(0.02));  // a step is 2 % of the window
  // Only half of what is due gets done from now on.
  for (int k = 0; k < 100; ++k) {
    now += 0.02;
    for (int step = 0; step < 2; ++step) {
      if (control.step_due(now, 0.01)) control.stepped(0.01, now);
    }
  }
  CHECK(control.measured_speed(now) == Approx(1.0).epsilon(0.02));
}

TEST_CASE("step control: after the end or a failure only a reset helps") {
  for (const bool failed : {false, true}) {
    StepControl control;
    control.play(0.0);
    failed ? control.fail() : control.finish();
    control.play(1.0);
    control.single_step();
    CHECK(take_due(control, 2.0) == 0);
    CHECK(control.state() == (failed ? RunState::failed : RunState::finished));
    control.reset();
    CHECK(control.state() == RunState::paused);
    control.play(3.0);
    CHECK(take_due(control, 3.05) == 5);
  }
}

TEST_CASE("kept steps: all of a short run, at most 20,000 of a long one whatever its steps") {
  KeptSteps all(10.0);
  for (int k = 1; k <= 1000; ++k) {
    CHECK(all.due(0.001 * k));
    all.kept(0.001 * k);
  }
  // 40,000 steps of one length, summed up: every second one. Then steps twice that long: each.
  KeptSteps thinned(40.0);
  int kept = 0;
  double time = 0.0;
  for (int k = 0; k < 20000; ++k) {
    if (!thinned.due(time += 0.001)) continue;
    thinned.kept(time);
    ++kept;
  }
  CHECK(kept == 10000);
  for (int k = 0; k < 5000; ++k) {
    CHECK(thinned.due(time += 0.004));
    thinned.kept(time);
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

TEST_CASE("play head: J and L go both ways, faster each time, K keeps the place") {
  Playback head(0.0, 100.0);
  head.seek(50.0);
  head.shuttle(+1);
  head.advance(1.0);
  CHECK(head.time() == Approx(51.0));
  head.shuttle(+1);
  CHECK(head.speed() == 2.0);
  head.shuttle(-1);  // the other way begins at 1x
  CHECK(head.backward());
  CHECK(head.speed() == 1.0);
  head.advance(1.0);
  CHECK(head.time() == Approx(50.0));
  for (int k = 0; k < 12; ++k) head.shuttle(-1);
  CHECK(head.speed() == 100.0);
  head.pause();
  head.seek(20.0);  // does not start it
  head.advance(1.0);
  CHECK(head.time() == 20.0);
  head.shuttle(-1);  // from rest at the speed that is set
  head.advance(1.0);
  CHECK(head.time() == 0.0);
  CHECK_FALSE(head.playing());
  head.shuttle(-1);  // from the beginning back: from the end
  CHECK(head.time() == 100.0);
  head.play();
  CHECK_FALSE(head.backward());
  for (double speed : {0.01, 0.1, 99.0, 1000.0}) {
    CHECK(next_speed(speed, +1) >= 0.1);
    CHECK(next_speed(speed, +1) <= 100.0);
    CHECK(next_speed(speed, -1) >= 0.1);
  }
}

TEST_CASE("play head: a loop is gone round either way, and a head outside comes in") {
  Playback head(0.0, 100.0);
  head.seek(20.0);
  head.set_loop_end();
  head.seek(10.0);
  head.set_loop_begin();
  head.play();
  head.advance(9.0);
  CHECK(head.time() == Approx(19.0));
  head.advance(3.0);
  CHECK(head.time() == Approx(12.0));
  head.shuttle(-1);
  head.advance(5.0);
  CHECK(head.time() == Approx(17.0));
  head.advance(1000.0);
  CHECK(head.time() >= 10.0);
  CHECK(head.time() <= 20.0);
  head.seek(60.0);
  CHECK(head.time() == 60.0);  // the head goes where it is put
  head.advance(0.5);
  CHECK(head.time() <= 20.0);
  head.seek(30.0);
  head.set_loop_begin();  // behind B: B falls
  CHECK_FALSE(head.loop_end());
  head.clear_loop();
  CHECK_FALSE(head.loop_begin());
}

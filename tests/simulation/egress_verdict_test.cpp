// SPDX-License-Identifier: BSD-3-Clause
// Made histories of a six-wheeled rover that drives off: one for every way in which it may end.
#include "grouser/simulation/step/egress_verdict.hpp"

#include <cmath>
#include <functional>

#include "catch.hpp"

using namespace grouser;

namespace {

constexpr double kSpeed = 0.05, kStep = 0.1;                       // m/s, s
constexpr double kRampEnd = 4.0;                                   // m along the way
const std::array<double, 6> kHubs = {1.2, 1.2, 0, 0, -1.2, -1.2};  // ahead of the body
const EgressLimits kLimits{.duration = 300.0, .weight = 1000.0};

struct Moment {
  EgressSnapshot now;
  std::array<EgressWheel, 6> wheels{};
};

/// A smooth egress at time t: every wheel passes the ramp's end and is in the air for a moment as it drops.
Moment smooth(double t) {
  Moment m;
  m.now = {.time = t, .tilt = 0.2, .tip_margin = 0.4, .progress = 0.95 * kSpeed * t, .commanded = kSpeed * t};
  for (std::size_t i = 0; i < 6; ++i) {
    const double place = m.now.progress + kHubs[i];
    m.wheels[i].on_lander = place < kRampEnd;
    m.wheels[i].beyond_lander = place >= kRampEnd;
    m.wheels[i].on_ground = place > kRampEnd + 0.02;
  }
  return m;
}

/// Time at which the smooth rover's rear wheels leave the ramp; the others stand on the ground.
constexpr double kClear = (kRampEnd + 1.2) / (0.95 * kSpeed);

struct Ending {
  EgressVerdict verdict;
  EgressState state;
};
Ending watch(const std::function<void(Moment&)>& change, const EgressLimits& limits = kLimits) {
  EgressState state;
  for (int n = 0;; ++n) {
    Moment m = smooth(n * kStep);
    change(m);
    m.now.wheels = m.wheels;
    if (watch_egress(limits, m.now, state) != EgressVerdict::none) return {state.verdict, state};
    REQUIRE(n * kStep <= limits.duration);  // at the latest it times out
  }
}
std::string reason(const Ending& ending) {
  return egress_reason(kLimits, ending.state, {"fl", "fr", "ml", "mr", "rl", "rr"});
}
void stall_at(Moment& m, double t) {
  if (m.now.time <= t) return;
  const double time = m.now.time;
  const Moment there = smooth(t);
  m.wheels = there.wheels;
  m.now.progress = there.now.progress;
  m.now.time = time;
  m.now.commanded = kSpeed * time;
}

}  // namespace

TEST_CASE("a smooth egress is out, a hold time after its last wheels left the ramp", "[simulation]") {
  const Ending ending = watch([](Moment&) {});
  CHECK(ending.verdict == EgressVerdict::out);
  CHECK(ending.state.time >= kClear + kLimits.hold);
  CHECK(ending.state.time < kClear + kLimits.hold + 2.5 * kStep);
  CHECK(reason(ending).find("beyond the lander") != std::string::npos);
}

TEST_CASE("a wheel in the air or a short touch of the ramp delays, three wheels must stand", "[simulation]") {
  // One wheel never comes down: out all the same.
  CHECK(watch([](Moment& m) { m.wheels[0].on_ground = false; }).verdict == EgressVerdict::out);
  // Back on the ramp for a step within the hold time.
  const Ending touched = watch([](Moment& m) {
    if (std::abs(m.now.time - kClear - 0.8) < 0.5 * kStep) m.wheels[5].on_lander = true;
  });
  CHECK(touched.verdict == EgressVerdict::out);
  CHECK(touched.state.time > kClear + 0.8 + kLimits.hold - kStep);
  // Flying: not out.
  CHECK(watch([](Moment& m) {
          for (EgressWheel& w : m.wheels) w.on_ground = false;
        }).verdict == EgressVerdict::timed_out);
}

TEST_CASE("tipped by its margin for a hold time, or at once by its tilt", "[simulation]") {
  const Ending rocking = watch([](Moment& m) {
    if (m.now.time > 30.0 && m.now.time < 30.0 + 0.9 * kLimits.hold) m.now.tip_margin = -0.01;
  });
  CHECK(rocking.verdict == EgressVerdict::out);
  const Ending tipping = watch([](Moment& m) {
    if (m.now.time > 30.05) m.now.tip_margin = -0.02;
  });
  CHECK(tipping.verdict == EgressVerdict::tipped);
  CHECK(tipping.state.time == Approx(30.1 + kLimits.hold).margin(1.5 * kStep));
  CHECK(reason(tipping).find("margin -1.15 deg") != std::string::npos);
  const Ending tilted = watch([](Moment& m) {
    if (m.now.time > 30.05) m.now.tilt = 1.1;
  });
  CHECK(tilted.verdict == EgressVerdict::tipped);
  CHECK(tilted.state.time == Approx(30.1));
  CHECK(reason(tilted).find("tilt 63 deg") != std::string::npos);
}

TEST_CASE("hung up: stalled with the belly on the edge, stuck: stalled on free wheels", "[simulation]") {
  const auto hung = [](double force) {
    return watch([=](Moment& m) {
      stall_at(m, 47.0);
      if (m.now.time > 47.0) m.now.belly_force = force;
    });
  };
  const Ending on_belly = hung(250.0);
  CHECK(on_belly.verdict == EgressVerdict::hung_up);
  // Windows end at 60 and 80 s: only the second is stalled throughout (the first made 7 of 20 s of way).
  CHECK(on_belly.state.time == Approx(80.0).margin(3 * kStep));
  CHECK(reason(on_belly).find("250 N (limit 100 N)") != std::string::npos);
  const Ending on_wheels = hung(50.0);
  CHECK(on_wheels.verdict == EgressVerdict::stuck);
  CHECK(on_wheels.state.time == Approx(80.0).margin(3 * kStep));
  CHECK(reason(on_wheels).find("0 m made of 1") != std::string::npos);
  // A belly that rubs while the rover goes on, and a stop that was commanded, are neither.
  CHECK(watch([](Moment& m) { m.now.belly_force = 250.0; }).verdict == EgressVerdict::out);
  const Ending waiting = watch([](Moment& m) {
    stall_at(m, 47.0);
    m.now.commanded = std::min(m.now.commanded, kSpeed * 47.0);
  });
  CHECK(waiting.verdict == EgressVerdict::timed_out);
  CHECK(waiting.state.time == Approx(kLimits.duration));
  CHECK(reason(waiting).find("300 s are over") != std::string::npos);
}

TEST_CASE("slid off: over the side on to the ground, or hanging beside, not over the ramp's end",
          "[simulation]") {
  const auto beside_after = [](double t, bool touches, double drop) {
    return watch([=](Moment& m) {
      if (m.now.time < t) return;
      m.wheels[3] = {.on_ground = touches, .beyond_lander = true, .beside = true, .drop = drop};
    });
  };
  const Ending fallen = beside_after(25.0, true, 0.3);
  CHECK(fallen.verdict == EgressVerdict::slid_off);
  CHECK(fallen.state.time == Approx(25.0).margin(kStep));
  CHECK(reason(fallen).find("'mr'") != std::string::npos);
  CHECK(reason(fallen).find("0.3 m") != std::string::npos);
  CHECK(beside_after(25.0, true, 0.02).verdict ==
        EgressVerdict::slid_off);  // a low ramp: the change of surface
  CHECK(beside_after(25.0, false, 0.15).verdict == EgressVerdict::slid_off);
  CHECK(beside_after(25.0, false, 0.05).verdict != EgressVerdict::slid_off);
  // A wheel whose hub overhangs but still stands on the ramp has not slid; nor one that left over the end and
  // then passes beside the other ramp.
  CHECK(watch([](Moment& m) { m.wheels[3].beside = m.wheels[3].on_lander; }).verdict == EgressVerdict::out);
  CHECK(watch([](Moment& m) {
          for (std::size_t i = 0; i < 6; ++i)
            if (m.now.progress + kHubs[i] > kRampEnd + 0.3) m.wheels[i].beside = true;
        }).verdict == EgressVerdict::out);
  // It may fall through the air first.
  const Ending in_steps = watch([](Moment& m) {
    if (m.now.time > 25.0) m.wheels[0] = {.beside = true, .drop = 0.05};
    if (m.now.time > 25.5) m.wheels[0] = {.on_ground = true, .beside = true, .drop = 0.09};
  });
  CHECK(in_steps.verdict == EgressVerdict::slid_off);
  CHECK(in_steps.state.time == Approx(25.6).margin(kStep));
}

TEST_CASE("a verdict stays, and the graver one comes first", "[simulation]") {
  EgressState state;
  Moment m = smooth(10.0);
  m.now.wheels = m.wheels;
  m.now.tilt = 1.2;
  m.now.time = kLimits.duration;  // tipped and timed out at once
  CHECK(watch_egress(kLimits, m.now, state) == EgressVerdict::tipped);
  m.now.tilt = 0.0;
  m.now.time += 1.0;
  CHECK(watch_egress(kLimits, m.now, state) == EgressVerdict::tipped);
  CHECK(state.time == kLimits.duration);
}

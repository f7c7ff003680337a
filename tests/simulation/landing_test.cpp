// SPDX-License-Identifier: BSD-3-Clause
// Landings of the Europa landers: the step form against the rate form, order of convergence, energy, resumed runs, the leg
// controller, verdicts, and what a rigid mass on the same ground does.
#include <cmath>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/low_pass.hpp"
#include "grouser/simulation/observe/metrics.hpp"
#include "grouser/simulation/step/leg_control.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;

namespace {

using Texts = std::vector<std::string>;

/// A tilted start with speed sideways.
Texts tilted(Texts more = {}) {
  Texts texts{"initial_lander.roll_deg=6", "initial_lander.pitch_deg=-8", "initial_lander.heading_deg=5"};
  texts.insert(texts.end(), more.begin(), more.end());
  return texts;
}

Vec3 hub_after(const Texts& overrides, double time) {
  Simulation s = start("europa_landing", overrides);
  REQUIRE(run_until(s, time));
  return chassis(s);
}

std::map<std::string, Metric> land(const Texts& overrides, double* book = nullptr) {
  Simulation s = start("europa_landing", overrides);
  MetricsTracker tracker(s);
  while (!s.finished()) {
    REQUIRE(s.step() == StepStatus::ok);
    tracker.observe(s);
  }
  if (book) *book = s.state().ledger.relative_error();
  return tracker.metrics(s);
}

}  // namespace

TEST_CASE("Landing: Beeman's step form and Runge and Kutta's rates come to the same place, at their orders") {
  for (const char* ground : {"terrain.soil=europa_ice", "terrain.soil=europa_sand"}) {
    CAPTURE(ground);
    const Texts at = tilted({ground, "lander=europa_stiff"});
    const auto with = [&](const char* method, const char* step) {
      Texts texts = at;
      texts.insert(texts.end(),
                   {std::string("integration.method=") + method, std::string("integration.step=") + step});
      return hub_after(texts, 0.4);
    };
    const Vec3 fine = with("rk4", "1.25e-5");
    const double beeman[] = {(with("beeman", "0.001") - fine).norm(),
                             (with("beeman", "0.0005") - fine).norm(),
                             (with("beeman", "0.00025") - fine).norm()};
    CAPTURE(beeman[0], beeman[1], beeman[2]);
    CHECK(beeman[0] < 2e-3);  // of 1.2 m that it came down and went sideways
    // first order: touches begin within steps, and the light foot's friction is linearly implicit
    CHECK(beeman[0] / beeman[2] > 2.5);
  }
}

TEST_CASE("Landing: a stiff lander that falls flat is as hard as a mass on six feet") {
  // RK4 of a rigid mass of 900 kg on six solids at 3 m/s: 28.5, 20.3, 15.9 m/s2; legs of 84 kg and their springs take some
  const double rigid[] = {28.5, 20.3, 15.9};
  const char* grounds[] = {"ice", "snow", "sand"};
  for (int i = 0; i < 3; ++i) {
    const auto m = land({"lander=europa_stiff", std::string("terrain.soil=europa_") + grounds[i],
                         "initial_lander.velocity=[0,0,-3]", "duration=0.5"});
    CHECK(m.at("landing_peak_acceleration").value == Approx(rigid[i]).epsilon(0.1));
    CHECK(m.at("lander_max_tilt").value < 1e-3);
    // seen straight down the body's axis
    CHECK(m.at("impact_axis_speed").value == Approx(3.0).epsilon(0.01));
    CHECK(m.at("impact_axis_speed_horizontal").value == Approx(0.0).margin(1e-6));
    CHECK(m.at("foot_6_touch_order").value >= 1.0);
  }
}

TEST_CASE("Landing: the energy book closes, and what is lost is told by absorber") {
  for (const char* lander : {"stiff", "shock", "conforming", "impedance"})
    for (const char* reading : {"consistent", "as_printed"}) {
      CAPTURE(lander, reading);
      double book = 1.0;
      const auto m = land(tilted({std::string("lander=europa_") + lander, "terrain.soil=europa_snow",
                                  std::string("soil.friction_reading=") + reading, "duration=3"}),
                          &book);
      CHECK(book < 2e-3);  // first order in steps of 1 ms
      const double lost = m.at("energy_soil").value + m.at("energy_friction").value;
      CHECK(m.at("energy_soil").value > 0.0);
      CHECK(m.at("energy_friction").value > 0.0);
      CHECK(lost + m.at("energy_joint_dampers").value < 0.5 * 900 * 13.5 + 900 * 1.315 * 2.0);
    }
}

TEST_CASE("Landing: points' books are the ledger's") {
  for (const char* method : {"beeman", "rk4"}) {
    Simulation s = start("europa_landing",
                         tilted({std::string("integration.method=") + method, "integration.step=0.0002"}));
    REQUIRE(run_until(s, 0.5));
    double lost = 0.0;
    for (const ViscoelasticMemory& m : s.state().contacts.viscoelastic) lost += m.soil_loss + m.friction_loss;
    // Beeman's first steps are by rates, whose means the points take otherwise
    CHECK(lost == Approx(s.state().ledger.contact_dissipation).epsilon(1e-3));
  }
}

TEST_CASE("Landing: the controller softens the legs that touch while not all do, and its work is booked") {
  Simulation s =
      start("europa_landing", tilted({"lander=europa_impedance", "initial_lander.velocity=[0,0,-2]"}));
  REQUIRE(s.world().leg_controls.size() == 1);
  REQUIRE(s.world().leg_controls[0].joints.size() == 12);
  bool some = false, all = false;
  REQUIRE(run_until(s, 1.0, [&] {
    const auto pads = records_of(s, "pad");
    const auto touching = std::count_if(pads.begin(), pads.end(), [](const auto& r) { return r.touches(); });
    const auto& joints = s.world().leg_controls[0].joints;
    for (std::size_t i = 0; i < joints.size(); ++i) {
      const bool touches = s.output().records[static_cast<std::size_t>(joints[i].foot)].touches();
      const bool soft = touching > 0 && touching < 6 && touches;
      REQUIRE(s.state().all<LegControlMemory>()[i].share == (soft ? 1.0 : 0.0));
      some = some || soft;
    }
    all = all || touching == 6;
  }));
  CHECK(some);
  CHECK(all);
  CHECK(s.state().ledger.motor_work != 0.0);
  CHECK(s.state().ledger.relative_error() < 2e-3);
}

TEST_CASE("Landing: delay, rate and torque limit of the controller") {
  const auto shares = [](const Texts& more, double until) {
    Texts texts = tilted({"lander=europa_impedance", "lander.leg_control.soften.when=any",
                          "lander.leg_control.soften.legs=every"});
    texts.insert(texts.end(), more.begin(), more.end());
    Simulation s = start("europa_landing", texts);
    REQUIRE(run_until(s, until));
    return s.state().all<LegControlMemory>()[0].share;
  };
  CHECK(shares({}, 0.01) == 1.0);
  CHECK(shares({"lander.leg_control.soften.delay=0.02"}, 0.015) == 0.0);
  CHECK(shares({"lander.leg_control.soften.delay=0.02"}, 0.03) == 1.0);
  CHECK(shares({"lander.leg_control.soften.rate=10"}, 0.051) == Approx(0.5).margin(0.02));
  // A limit far below what is asked for makes it the lander without a controller, but for that torque
  const Texts limited = tilted({"lander=europa_impedance", "lander.leg_control.soften.torque_limit=1e-6"});
  const Vec3 none = hub_after(tilted({"lander=europa_shock"}), 0.3);
  CHECK((hub_after(limited, 0.3) - none).norm() < 1e-6);
  CHECK((hub_after(tilted({"lander=europa_impedance"}), 0.3) - none).norm() > 1e-3);
}

TEST_CASE("Landing: a state taken in the middle goes on to the same bits") {
  Simulation s = start("europa_landing", tilted({"lander=europa_impedance"}));
  REQUIRE(run_until(s, 0.05));
  const std::vector<double> packed = s.state().pack();
  SimulationState taken = s.state();
  taken.unpack(packed);
  REQUIRE(run_until(s, 0.3));
  const std::uint64_t hash = s.state_hash();
  s.restore(taken);
  REQUIRE(run_until(s, 0.3));
  CHECK(s.state_hash() == hash);
}

TEST_CASE("Landing: verdicts") {
  const auto verdict = [](const Texts& texts) {
    Simulation s = start("europa_landing", texts);
    while (!s.finished()) REQUIRE(s.step() == StepStatus::ok);
    return s.verdict().value();
  };
  const Texts straight{"initial_lander.velocity=[0,0,-1.5]", "duration=40"};
  const auto with = [&](Texts more) {
    more.insert(more.end(), straight.begin(), straight.end());
    return more;
  };
  CHECK(verdict(with({"lander=europa_shock"})).name == "upright");
  CHECK(verdict(with({"lander=europa_conforming"})).name == "belly");
  const Verdict rolled = verdict({"lander=europa_stiff", "terrain.soil=europa_sand",
                                  "initial_lander.velocity=[4,0,-3]", "initial_lander.pitch_deg=30"});
  CHECK(rolled.name == "rolled_over");
  CHECK_THAT(rolled.reason, ContainsSubstring("90 deg"));
  CHECK(verdict({"duration=0.1"}).name == "timed_out");
}

TEST_CASE("Landing: what a leg controller may not say") {
  const auto refusal = [](const Texts& texts) -> std::string {
    try {
      start("europa_landing", texts);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  CHECK_THAT(refusal({"lander=europa_impedance", "lander.leg_control.soften.feet=paw_*"}),
             ContainsSubstring("paw_*"));
  CHECK_THAT(refusal({"lander=europa_impedance", "lander.leg_control.soften.joints=[\"elbow\"]"}),
             ContainsSubstring("no joint"));
  CHECK_THAT(refusal({"lander=europa_shock", "lander.joint_set.hips.joints=shoulder_*"}),
             ContainsSubstring("shoulder_*"));
  CHECK_THAT(refusal({"rover=exomars_lvm", "initial.position=[3,0]"}), ContainsSubstring("viscoelastic"));
}

TEST_CASE("Low pass: a sine is damped as Butterworth's filter of second order does") {
  for (const double frequency : {10.0, 100.0, 300.0}) {
    LowPass filter(100.0);
    constexpr double kStep = 1e-5;
    double largest = 0.0;
    for (int i = 1; i <= 100000; ++i) {
      const double y =
          filter.step(Vec3(std::sin(6.283185307179586 * frequency * i * kStep), 0, 0), kStep).x();
      if (i > 50000) largest = std::max(largest, std::fabs(y));
    }
    CHECK(largest == Approx(1.0 / std::sqrt(1.0 + std::pow(frequency / 100.0, 4))).epsilon(2e-3));
  }
}

// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <numbers>

#include "catch.hpp"
#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/simulation/observe/event_watch.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

Kinematics motion_of(const Simulation& s) {
  Kinematics kinematics(*s.world().model);
  calc_kinematics(*s.world().model, s.state().motion.q, s.state().motion.v, kinematics);
  return kinematics;
}

struct Flight {
  Vec3 com, velocity, spin_momentum;
};
Flight flight_of(const Simulation& s) {
  const Model& model = *s.world().model;
  const Kinematics kinematics = motion_of(s);
  Vec3 com = Vec3::Zero();
  for (std::size_t i = 0; i < model.bodies().size(); ++i)
    com += model.bodies()[i].mass * (kinematics.body[i].X_WB * model.bodies()[i].com);
  com /= model.total_mass();
  const Momentum p = calc_momentum(model, kinematics);
  return {com, p.linear / model.total_mass(), p.angular - com.cross(p.linear)};
}

}  // namespace

TEST_CASE("a thrown hopper: apex v^2 / 2 g after v / g, back at its height after 2 v / g") {
  const double g = 1.1e-4;
  Simulation s =
      start("hopper", {"integration.adaptive=false", "initial.position=[0, 0, 0.5]", "initial.settle=false",
                       "initial.velocity=[0.002, 0, 0.012]", "initial.spin=[0.02, 0.05, 0.01]"});
  const Flight first = flight_of(s);
  const double up = first.velocity.z();  // of the centre of mass: the spin is about the root
  double apex = 0.0, apex_time = 0.0, back = 0.0;
  REQUIRE(run_until(s, 2.0 * up / g + 1.0, [&] {
    if (s.step_count() % 20) return;  // every 0.1 s
    const Flight now = flight_of(s);
    if (now.com.z() > apex) apex = now.com.z(), apex_time = s.time();
    if (now.com.z() >= first.com.z()) back = s.time();
  }));
  // the arm swings twice meanwhile: nothing inside moves the parabola of the whole
  // 1e-3: the integrator's error during the swings, see below
  CHECK(apex - first.com.z() == Approx(up * up / (2.0 * g)).epsilon(1e-3));
  CHECK(apex_time == Approx(up / g).margin(0.5));
  CHECK(back == Approx(2.0 * up / g).margin(0.2));
}

TEST_CASE("in flight the spins of arm and hull add up to what there was, to second order in the step") {
  double error[2];
  for (int half : {0, 1}) {
    Simulation s =
        start("hopper", {"integration.adaptive=false", "initial.position=[0, 0, 0.5]", "initial.settle=false",
                         "initial.velocity=[0.002, 0, 0.012]", "initial.spin=[0.02, 0.05, 0.01]",
                         half ? "integration.step=0.0025" : "integration.step=0.005"});
    const Flight first = flight_of(s);
    error[half] = 0.0;
    REQUIRE(run_until(s, 15.0, [&] {
      error[half] = std::max(error[half], (flight_of(s).spin_momentum - first.spin_momentum).norm() /
                                              first.spin_momentum.norm());
    }));
  }
  CHECK(error[0] < 1e-3);
  CHECK(error[1] < 0.3 * error[0]);
}

TEST_CASE("at rest in flight, the arm's swing turns the hull the other way by the ratio of inertias") {
  // planar, the arm's axle through the hull's centre of mass, reduced mass m = m_h m_a / (m_h + m_a):
  // I_h w + (I_a + m e^2)(w + W) = 0, so the hull turns by -180 deg (I_a + m e^2) / (I_h + I_a + m e^2)
  Simulation s =
      start("hopper", {"integration.adaptive=false", "initial.position=[0, 0, 0.5]", "initial.settle=false",
                       "initial.heading_deg=0", "initial.pitch_deg=0", "initial.roll_deg=0"});
  const double m = 9.0 * 0.6 / 9.6, arm = 0.0004 + m * 0.07 * 0.07, hull = 0.0931;
  REQUIRE(run_until(s, 12.0));
  const Joint& root = s.world().model->joints()[s.world().chassis.index];
  const double* q = s.state().motion.q.data() + root.q_index;
  const double pitch = 2.0 * std::atan2(q[2], q[0]);
  // 1e-3: the integrator's error in the hull's rate during the swing, see above
  CHECK(pitch == Approx(-std::numbers::pi * arm / (hull + arm)).epsilon(1e-3));
}

TEST_CASE("the hop: pushed off within the second of the swing, then minutes without a touch") {
  Simulation s = start("hopper", {"duration=400", "integration.adaptive=false"});
  double touched = 0.0;
  REQUIRE(run_until(s, 400.0, [&] {
    const auto& records = s.output().records;
    if (std::any_of(records.begin(), records.end(), [](const ContactRecord& r) { return r.touches(); }))
      touched = s.time();
  }));
  CHECK(touched > 10.0);
  CHECK(touched < 11.0);
  CHECK(s.state().ledger.relative_error() < 0.01);
  // no more than the arm's own momentum could give it: m_a e times its largest rate, over the whole mass
  const double most = 0.6 * 0.07 * (2.0 * std::numbers::pi) / 9.6;
  CHECK(flight_of(s).velocity.head<2>().norm() < most);
}

TEST_CASE("the hop in steps of up to 2.5 degrees: the same flight for a tenth of the work") {
  const auto hop = [](const char* adaptive, std::int64_t& evaluations) {
    Simulation s = start("hopper", {"duration=700", adaptive});
    while (!s.finished()) REQUIRE(s.step() == StepStatus::ok);
    evaluations = s.statistics().force_evaluations;
    return flight_of(s);
  };
  std::int64_t few = 0, many = 0;
  const Flight adaptive = hop("integration.adaptive.max_rotation_deg=2.5", few),
               fixed = hop("integration.adaptive=false", many);
  CHECK(10 * few <= many);
  // 2 %: halving the fixed step moves the speed of the push by 1 %
  CHECK((adaptive.velocity - fixed.velocity).norm() < 0.02 * fixed.velocity.norm());
}

TEST_CASE("fast off ledges: wheels fly and land, none faster than a free fall from the ledge allows") {
  Simulation s = start("fast_bumps", {"duration=24"});
  EventWatch watch(s);
  const double g = s.world().settings.gravity, ledge = 0.25;
  double fastest = 0.0;
  REQUIRE(run_until(s, 24.0, [&] {
    watch.observe(s);
    const Kinematics kinematics = motion_of(s);
    for (std::size_t i = 0; i < s.output().wheels.size(); ++i)
      if (s.output().wheels[i].contacts == 0)
        fastest = std::max(fastest, -kinematics.body[s.world().wheels[i].body.index].v.z());
  }));
  long landings = 0;
  for (const RunEvent& event : watch.events()) landings += event.kind == "touchdown";
  CHECK(landings >= 4);
  CHECK(fastest > 0.05);
  CHECK(fastest < std::sqrt(2.0 * g * ledge));
  CHECK(s.state().ledger.relative_error() < 0.01);
}

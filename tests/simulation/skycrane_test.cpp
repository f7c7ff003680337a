// SPDX-License-Identifier: BSD-3-Clause

#include "catch.hpp"
#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/simulation/observe/metrics.hpp"
#include "grouser/simulation/step/drive_memory.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

/// Mass, centre of mass, and momentum about it, of the rover's bodies alone, summed body by body.
struct RoverMotion {
  double mass = 0.0;
  Vec3 com = Vec3::Zero(), velocity = Vec3::Zero(), spin_momentum = Vec3::Zero();
  Kinematics kinematics;

  explicit RoverMotion(const Simulation& s) : kinematics(*s.world().model) {
    const Model& model = *s.world().model;
    calc_kinematics(model, s.state().motion.q, s.state().motion.v, kinematics);
    const auto each = [&](auto&& use) {
      for (std::size_t i = 0; i < model.bodies().size(); ++i)
        if (s.world().vehicle_of_body[i] == 0) {
          const Vec3 p = kinematics.body[i].X_WB * model.bodies()[i].com;
          use(model.bodies()[i], kinematics.body[i], p, kinematics.body[i].velocity_at(p));
        }
    };
    each([&](const Body& b, const BodyMotion&, const Vec3& p, const Vec3& v) {
      mass += b.mass;
      com += b.mass * p;
      velocity += b.mass * v;
    });
    com /= mass;
    velocity /= mass;
    each([&](const Body& b, const BodyMotion& m, const Vec3& p, const Vec3& v) {
      spin_momentum +=
          b.mass * (p - com).cross(v - velocity) + m.X_WB.R * b.inertia * m.X_WB.R.transpose() * m.w;
    });
  }
};

bool in_the_air(const Simulation& s) {
  for (const WheelOutput& w : s.output().wheels)
    if (w.contacts > 0) return false;
  return true;
}

struct Bridles {
  Vec3 force = Vec3::Zero(), moment = Vec3::Zero();  // on the rover, about its centre of mass
};
Bridles bridle_load(const Simulation& s, const RoverMotion& rover) {
  Bridles sum;
  const Model& model = *s.world().model;
  for (std::size_t i = 0; i < model.springs().size(); ++i) {
    const SpringElement& tie = model.springs()[i];
    const Vec3 top = rover.kinematics.body[tie.body_a.index].X_WB * tie.point_a;
    const Vec3 low = rover.kinematics.body[tie.body_b.index].X_WB * tie.point_b;
    const Vec3 f = s.output().tensions[i] * (top - low).normalized();
    sum.force += f;
    sum.moment += (low - rover.com).cross(f);
  }
  return sum;
}

}  // namespace

TEST_CASE(
    "hanging on three bridles of a stage that comes down evenly: their pulls carry the weight, without "
    "moment") {
  for (const char* scenario : {"skycrane_soft", "skycrane_hard"}) {
    Simulation s = start(scenario);
    REQUIRE(run_until(s, 0.3));  // the legs are still folded
    const RoverMotion rover(s);
    const Bridles bridles = bridle_load(s, rover);
    const double w = rover.mass * s.world().settings.gravity;
    INFO(scenario);
    CHECK(rover.mass == Approx(310.0));
    CHECK(s.output().tensions.size() == 3);
    for (double tension : s.output().tensions) CHECK(tension > 0.0);
    // 1e-3: a pendulum of 6 m settles slowly, what is left of its swing is some millimetres
    CHECK(bridles.force.z() == Approx(w).epsilon(1e-3));
    CHECK(bridles.force.head<2>().norm() < 1e-3 * w);
    CHECK(bridles.moment.norm() < 1e-3 * w * 1.0);
    CHECK(rover.velocity.z() == Approx(-0.75).epsilon(1e-3));
  }
}

TEST_CASE(
    "let go: the rover falls at g, its bogies move, its angular momentum stays, it lands at sqrt(v0^2 + 2 g "
    "h)") {
  Simulation s = start("skycrane_hard");
  const double g = s.world().settings.gravity, release = 3.2;
  REQUIRE(run_until(s, release + 0.01));
  REQUIRE(s.output().tensions == std::vector<double>(3, 0.0));
  const RoverMotion at_start(s);
  const double t0 = s.time();
  double landing_speed = 0.0, fall = 0.0, bogies = 0.0, bogies_before = 0.0;
  const Joint& bogie = s.world().model->joints()[s.world().model->joint("left_bogie").index];
  bogies_before = s.state().motion.q[bogie.q_index];
  while (in_the_air(s)) {
    const RoverMotion now(s);
    const double t = s.time() - t0;
    // Newton: parabola of the centre of mass, exact for Beeman's scheme with a constant force
    CHECK((now.velocity - (at_start.velocity - Vec3(0, 0, g * t))).norm() < 1e-9);
    CHECK((now.com - (at_start.com + t * at_start.velocity - Vec3(0, 0, 0.5 * g * t * t))).norm() < 1e-9);
    // against the momentum of the rover turning at 1 rad/s, some 50 kg m2/s: no torque from outside
    CHECK((now.spin_momentum - at_start.spin_momentum).norm() < 1e-6);
    landing_speed = -now.velocity.z();
    fall = at_start.com.z() - now.com.z();
    bogies = s.state().motion.q[bogie.q_index] - bogies_before;
    REQUIRE(s.step() == StepStatus::ok);
  }
  CHECK(fall > 0.4);
  CHECK(landing_speed ==
        Approx(std::sqrt(std::pow(at_start.velocity.z(), 2) + 2.0 * g * fall)).epsilon(1e-6));
  CHECK(std::fabs(bogies) > 1e-3);
}

TEST_CASE(
    "sky crane on to sand: bridles cut half a second after touchdown, the load goes over, the stage leaves") {
  Simulation s = start("skycrane_soft");
  MetricsTracker tracker(s);
  double touchdown = -1.0, cut = -1.0;
  REQUIRE(run_until(s, s.world().settings.duration, [&] {
    tracker.observe(s);
    if (touchdown < 0.0 && !in_the_air(s)) touchdown = s.time();
    if (cut < 0.0 && s.state().all<ReleaseMemory>()[0].done) cut = s.time();
  }));
  CHECK(cut - touchdown == Approx(0.5).margin(1.5 * s.world().settings.dt));
  const RoverMotion rover(s);
  CHECK(vertical_sum(s) == Approx(rover.mass * s.world().settings.gravity).epsilon(1e-3));
  const Vec3 stage = rover.kinematics.body[s.world().model->body("stage").index].X_WB.p;
  CHECK((stage - chassis(s)).norm() > 15.0);
  const auto metrics = tracker.metrics(s);
  CHECK(metrics.at("peak_wheel_force").value > 1.5 * vertical_sum(s) / 6.0);
  CHECK(metrics.at("peak_chassis_acceleration").value > s.world().settings.gravity);
  CHECK(metrics.at("energy_ledger_error").value < 0.01);
}

TEST_CASE(
    "an initial velocity or spin that a led root ignores is said, and one that moves a free root is not") {
  const auto said = [](const std::vector<std::string>& settings) {
    const auto world = load_world("skycrane_soft", sets(settings));
    for (const std::string& note : world->scene.notes)
      if (note.find("change nothing") != std::string::npos) return note;
    return std::string();
  };
  CHECK(said({}).empty());
  CHECK(said({"initial.velocity=[0, 0, -0.5]", "initial.spin=[0, 0, 0.1]"}).empty());
  for (const char* ignored : {"initial_lander.velocity=[0, 0, -0.5]", "initial_lander.spin=[0, 0, 0.1]"})
    CHECK_THAT(said({ignored}), Catch::Matchers::ContainsSubstring("lander: its initial velocity and spin") &&
                                    Catch::Matchers::ContainsSubstring("joint lander_root"));
}

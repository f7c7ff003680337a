// SPDX-License-Identifier: BSD-3-Clause

#include "build/contact_stability.hpp"
#include "catch.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/error.hpp"
#include "grouser/multibody/tree/dynamics.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;

namespace {
/// The same loop simulated through step_contact: size of the motion after 2000 steps over that of the
/// disturbance, a speed of 1 um/s at the hub's own frequency. The guard's second opinion.
double simulated_growth_of_force(const ContactLoop& loop, double dt) {
  ContactLaw law;
  law.soil.kind = SoilKind::hard;
  law.soil.hard_stiffness = loop.k_soil;
  law.soil.hard_damping = loop.beta_soil;
  law.soil.friction_mu = 0.5;
  law.wheel = {.radius = 0.1425, .width = 0.12};
  law.k_wheel = loop.k_wheel;
  law.beta_wheel = loop.beta_wheel;
  law.k_tangential = 1.0;
  law.beta_tangential = 0.0;
  law.damping_ramp = 0.0;
  law.stencil_points = loop.stencil_points;
  complete(law);
  // preload so that the surfaces never part, and a small disturbance
  const double series = 1.0 / (1.0 / loop.k_wheel + 1.0 / loop.k_soil), preload = series * 0.02;
  double x = 0.02, v = 1e-6, a = 0.0, a_prev = 0.0;
  ContactMemory m;
  m.u_wheel = preload / loop.k_wheel;
  m.u_soil = 0.02 - m.u_wheel;
  m.force_past = preload;
  m.past_count = loop.stencil_points - 1;
  for (int k = 0; k < kMaxStencilPoints - 1; ++k)
    m.u_wheel_past[k] = m.u_wheel, m.u_tot_past[k] = x, m.age[k] = (k + 1) * dt;
  double late = 0.0;
  for (int i = 0; i < 2000; ++i) {
    x += dt * v + dt * dt * (2.0 / 3.0 * a - 1.0 / 6.0 * a_prev);
    ContactMotion motion;
    motion.u_tot = x;
    ContactForce f;
    step_contact(law, motion, dt, m, f);
    const double a1 = (preload - f.normal) / loop.mass;
    v += dt * (5.0 / 12.0 * a1 + 8.0 / 12.0 * a - 1.0 / 12.0 * a_prev);
    a_prev = a;
    a = a1;
    const double size = std::fabs(x - 0.02);
    if (i >= 1900) late = std::max(late, size);
    if (!(size < 1e-2)) return 1e9;
  }
  return late / (1e-6 / std::sqrt(series / loop.mass));
}

ContactGuard guard_of(const World& world, const ContactModes& modes) {
  Kinematics kinematics(*world.model);
  const VecX q = world.model->neutral_q();
  calc_kinematics(*world.model, q, VecX::Zero(world.model->nv()), kinematics);
  std::vector<double> hub_masses;
  for (const WheelPart& wheel : world.wheels)
    hub_masses.push_back(calc_effective_mass(*world.model, q, kinematics, wheel.body,
                                             kinematics.body[wheel.body.index].X_WB.p, Vec3::UnitZ()));
  const double load =
      world.model->total_mass() * world.settings.gravity / static_cast<double>(world.wheels.size());
  return ContactGuard(world, modes, hub_masses, load);
}
}  // namespace

TEST_CASE("the spectral-radius guard refuses what blows up and passes what does not") {
  int refused = 0, passed = 0;
  for (int n = 2; n <= 6; ++n)
    for (double mass : {1.0, 5.0, 30.0})
      for (double dt : {0.0005, 0.003, 0.01, 0.03})
        for (double beta : {0.0, 300.0, 3000.0}) {
          const ContactLoop loop{mass, 4e4, beta, 1e6, 1500.0, n, IntegratorKind::beeman};
          const double radius = spectral_radius(loop, dt);
          INFO("n " << n << ", mass " << mass << ", dt " << dt << ", beta " << beta << ": radius " << radius);
          if (radius > 1.005) {
            CHECK(simulated_growth_of_force(loop, dt) > 2.0);
            ++refused;
          } else if (radius < 0.999) {
            CHECK(simulated_growth_of_force(loop, dt) < 1.0);
            ++passed;
          }
        }
  CHECK(refused > 20);
  CHECK(passed > 20);
}

TEST_CASE("a run whose contact would blow up is refused with the wheel's name and a step that works") {
  CHECK_THROWS_WITH(start("wheel_drop_200", {"integration.step=0.05"}),
                    ContainsSubstring("integration.step") && ContainsSubstring("front_left") &&
                        ContainsSubstring("spectral radius") && ContainsSubstring("at most"));
}

TEST_CASE("a run that is let blow up stops at the last good state and says why") {
  Simulation s = start("free_fall", {"integration.step=0.03", "integration.refuse_unstable=false",
                                     "rover.wheel.stiffness=4e7", "duration=20"});
  StepStatus status = StepStatus::ok;
  while (!s.finished() && status == StepStatus::ok) status = s.step();
  CHECK(status != StepStatus::ok);
  CHECK_THAT(s.failure().message, ContainsSubstring("at t =") && ContainsSubstring("wheel"));
  CHECK(s.state().motion.q.allFinite());
}

TEST_CASE("the guard lets every shipped rover run at the usual steps, on hard and on soft ground") {
  for (const std::string& rover : asset_ids("rovers"))
    for (const char* soil : {"hard_plate", "bedrock", "wong_LETE_sand", "lunar_nominal_chrono"})
      for (const char* step : {"0.0005", "0.001", "0.0015", "0.002", "0.003"}) {
        INFO(rover << " on " << soil << " at " << step << " s");
        CHECK_NOTHROW(
            load_world("drive_flat_soft", sets({"rover=" + rover, std::string("terrain.soil=") + soil,
                                                std::string("integration.step=") + step})));
      }
}

TEST_CASE("the guard of the whole vehicle refuses a slip damper that two wheels on a bogie cannot carry") {
  const auto world = load_world("accelerate_brake");
  const ContactModes modes(*world);
  const double beta = 2000.0;  // N s/m at each wheel: dt c / m is 0.98 for the fastest motion of the vehicle
  const std::vector<WheelContactStiffness> strong(6, {4e4, 700.0, 1e6, 1500.0, 2.8e4, beta});
  const std::vector<WheelContactStiffness> weak(6, {4e4, 700.0, 1e6, 1500.0, 2.8e4, 0.2 * beta});
  CHECK(modes.spectral_radius(strong, 2, IntegratorKind::beeman, 0.003) > 1.01);
  CHECK(modes.spectral_radius(weak, 2, IntegratorKind::beeman, 0.003) <= 1.0001);
}

TEST_CASE("the longest stable step found by octaves is the one found by trying every step") {
  // the steps of the search, one after the other: the second opinion on skipping within octaves
  const double least = 1e-4, limit = 0.05;
  int between = 0;
  for (const char* rover : {"exomars_lvm", "rocker_bogie", "four_wheel_fast", "viper"})
    for (const char* soil : {"hard_plate", "wong_LETE_sand"})
      for (const char* wheel : {"rover.wheel.stencil_points=2", "rover.wheel.stencil_points=4",
                                "rover.wheel.stencil_points=6", "rover.wheel.stiffness=1e6"}) {
        INFO(rover << " on " << soil << " with " << wheel);
        const auto world =
            load_world("drive_flat_soft",
                       sets({std::string("rover=") + rover, std::string("terrain.soil=") + soil, wheel,
                             "integration.adaptive={max_step=0.002}", "integration.refuse_unstable=false"}));
        const ContactModes modes(*world);
        const ContactGuard guard = guard_of(*world, modes);
        double longest = least;
        for (double dt = least; dt < limit && guard.stable(dt); dt *= 1.1) longest = dt;
        CHECK(find_stable_step(guard, least, limit) == longest);
        if (longest > least && 1.1 * longest < limit) ++between;
      }
  INFO(between);
  CHECK(between >= 10);  // where the search ended at an instability, not at its ends
}

// SPDX-License-Identifier: BSD-3-Clause
// The contact in time on ground of resistive force theory: rest, energy over closed motions, step form against rate form,
// footpads.
#include <array>
#include <cmath>
#include <random>

#include "catch.hpp"
#include "grouser/soil/force/contact.hpp"
#include "grouser/soil/force/creep_contact.hpp"
#include "grouser/soil/force/pad_contact.hpp"
#include "grouser/soil/laws/rft.hpp"
#include "soil_laws_for_test.hpp"

using namespace grouser;
using test::kDeg;

namespace {

SoilParams sand() {
  SoilParams s;
  s.id = "sand";
  s.law = SoilLaw::rft;
  s.phi = 33.0 * kDeg;
  s.density = 1600.0;
  return s;
}

ContactLaw law_on(const SoilParams& soil, double grousers = 0.0) {
  ContactLaw law;
  law.soil = soil;
  law.wheel = {.radius = 0.1425,
               .width = 0.12,
               .grouser_height = grousers > 0.0 ? 0.012 : 0.0,
               .grouser_count = grousers};
  law.k_wheel = 2e5;
  law.beta_wheel = 500.0;
  law.k_tangential = 1e5;
  law.beta_tangential = 50.0;
  complete(law);
  return law;
}

/// Motion of a slice that goes smoothly from rest in the air to rest in the air over one second: pressed in by up to
/// `depth`, dragged and turned by sines of random size.
struct Visit {
  double depth, forward[3], left[3], turning[3];
  ContactMotion at(double t) const {
    constexpr double kPi = 3.14159265358979324;
    const double s = std::sin(kPi * t);
    ContactMotion m;
    m.u_tot = depth * s * s - 0.1 * depth;
    m.u_tot_rate = depth * 2.0 * s * std::cos(kPi * t) * kPi;
    for (int k = 0; k < 3; ++k) {
      const double wave = std::sin((k + 1) * kPi * t);
      m.v_x += forward[k] * wave;
      m.v_y += left[k] * wave;
      m.spin += turning[k] * wave;
    }
    return m;
  }
};

Visit random_visit(std::mt19937& engine, double radius) {
  std::uniform_real_distribution<double> any(-0.1, 0.1);
  Visit v{0.005 + 0.25 * (any(engine) + 0.1), {}, {}, {}};
  for (int k = 0; k < 3; ++k)
    v.forward[k] = any(engine), v.left[k] = any(engine), v.turning[k] = any(engine) / radius;
  return v;
}

struct Work {
  double put_in = 0.0, moved = 0.0;  // J: by the wheel into the contact, and the sum of the absolute values
};
Work work_of(const ContactLaw& law, const Visit& visit) {
  constexpr int kSteps = 2000;
  constexpr double kStep = 1.0 / kSteps;
  ContactMemory memory;
  ContactForce force;
  Work work;
  for (int i = 1; i <= kSteps; ++i) {
    const ContactMotion motion = visit.at(i * kStep);
    step_contact(law, motion, kStep, memory, force);
    const double power = force.normal * motion.u_tot_rate - force.longitudinal * motion.v_x -
                         force.lateral * motion.v_y + force.torque * motion.spin;
    work.put_in += power * kStep;
    work.moved += std::fabs(power) * kStep;
  }
  return work;
}

}  // namespace

TEST_CASE("ground of grains: a thousand presses, drags and bounces take energy, none gives any") {
  std::mt19937 engine(4);
  for (const double grousers : {0.0, 12.0}) {
    const ContactLaw law = law_on(sand(), grousers);
    double worst = 1.0;
    for (int i = 0; i < 500; ++i) {
      const Work work = work_of(law, random_visit(engine, law.radius));
      worst = std::min(worst, work.put_in / work.moved);
    }
    INFO(grousers << " grousers, least share of the moved work that stays in the ground " << worst);
    CHECK(worst > 0.0);
  }
}

TEST_CASE("ground of grains: a wheel that stands keeps the force that holds it") {
  const ContactLaw law = law_on(sand());
  ContactMemory memory;
  ContactForce force;
  ContactMotion motion{.u_tot = 0.012};
  for (int i = 0; i < 400; ++i) step_contact(law, motion, 1e-3, memory, force);
  CHECK(force.normal > 100.0);
  CHECK(std::fabs(force.longitudinal) < 1e-4 * force.normal);
  // locked and pushed back by 10 mm, then held: what holds it builds up with the way and stays
  motion.v_x = -0.1;
  for (int i = 0; i < 100; ++i) step_contact(law, motion, 1e-3, memory, force);
  const double pushed = force.longitudinal;
  CHECK(pushed > 0.05 * force.normal);
  motion.v_x = 0.0;
  // without the bristle damper; ten times the 2.5 ms in which the wheel's own spring comes to rest on its
  // damper
  for (int i = 0; i < 25; ++i) step_contact(law, motion, 1e-3, memory, force);
  const double held = force.longitudinal;
  for (int i = 0; i < 5000; ++i) step_contact(law, motion, 1e-3, memory, force);
  CHECK(force.longitudinal == Approx(held).epsilon(1e-4));
  CHECK(held > 0.05 * force.normal);
}

TEST_CASE("ground of grains: steps and rates converge to one motion") {
  const ContactLaw law = law_on(sand(), 12.0);
  std::mt19937 engine(9);
  const Visit visit = random_visit(engine, law.radius);
  const auto impulse = [&](int steps) {
    const double dt = 1.0 / steps;
    ContactMemory memory;
    ContactForce force;
    std::array<double, 3> sum{};
    for (int i = 1; i <= steps; ++i) {
      step_contact(law, visit.at(i * dt), dt, memory, force);
      sum[0] += dt * force.normal, sum[1] += dt * force.longitudinal, sum[2] += dt * force.lateral;
    }
    return sum;
  };
  const auto coarse = impulse(1000), middle = impulse(2000), fine = impulse(4000);
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK(std::fabs(fine[k] - middle[k]) < 0.7 * std::fabs(middle[k] - coarse[k]) + 1e-3 * fine[0]);
    CHECK(middle[k] == Approx(fine[k]).margin(0.01 * fine[0]));
  }
}

TEST_CASE("ground of grains: rolling steadily, the contact in time has the pull of the steady law") {
  const ContactLaw law = law_on(sand(), 12.0);
  for (const double slip : {-0.2, 0.0, 0.3, 0.7}) {
    const double rim = slip >= 0.0 ? 0.1 : 0.1 * (1.0 + slip),
                 forward = slip >= 0.0 ? 0.1 * (1.0 - slip) : 0.1;
    const ContactMotion motion{.u_tot = 0.015, .v_x = forward, .spin = rim / law.radius};
    ContactMemory memory;
    ContactForce force;
    for (int i = 0; i < 40000; ++i) step_contact(law, motion, 1e-3, memory, force);
    const WheelReaction steady =
        rft_reaction(law.on_soil.rft, {forward, 0.0, 0.0, rim}, {force.sinkage, 0.0, rim}, law.arc_points);
    CHECK(force.normal == Approx(steady.normal_force).epsilon(1e-3));
    CHECK(force.longitudinal == Approx(steady.drawbar_pull).margin(1e-3 * force.normal));
    CHECK(force.torque == Approx(steady.torque).margin(1e-3 * force.normal * law.radius));
  }
}

TEST_CASE("ground of grains: a loaded wheel on the rig pulls as in the quasi-static mode") {
  const ContactLaw law = law_on(sand(), 12.0);
  PullSearch search;
  const double pull = drawbar_pull({&law, 150.0, 0.0}, 0.3, search);
  CHECK(std::isfinite(pull));
  CHECK(pull > 0.0);
  CHECK(pull < 150.0);
}

TEST_CASE("ground of grains: a footpad is a plate, and what lands is slowed by the grains it moves") {
  PadLaw law;
  law.soil = sand();
  law.radius = 0.1;
  law.stiffness = 1e9;  // rigid beside the ground
  const double area = 3.14159265358979324 * 0.01, xi_n = rft_resistance(1600.0, 33.0 * kDeg, 9.81);
  PadMemory memory;
  PadForce slow, fast;
  step_pad(law, {.penetration = 0.01, .velocity = Vec3(0.0, 0.0, -1e-6)}, 1e-3, memory, slow);
  CHECK(slow.normal == Approx(kRftPlate * xi_n * area * 0.01).epsilon(1e-3));
  memory = PadMemory{};
  step_pad(law, {.penetration = 0.01, .velocity = Vec3(0.0, 0.0, -2.0)}, 1e-3, memory, fast);
  CHECK(fast.normal - slow.normal == Approx(1.4 * 1600.0 * area * 4.0).epsilon(1e-3));
  // on the Moon a sixth of it
  law.gravity = 1.635;
  memory = PadMemory{};
  step_pad(law, {.penetration = 0.01, .velocity = Vec3(0.0, 0.0, -1e-6)}, 1e-3, memory, fast);
  CHECK(fast.normal == Approx(slow.normal / 6.0).epsilon(1e-3));
}

namespace {

PadLaw grain_pad(double radius, bool ball) {
  PadLaw law;
  law.soil = sand();
  law.radius = radius;
  law.stiffness = 1e9;
  law.form.ball = ball;
  return law;
}

/// A ball as rings, each a level plate at its own depth: the midpoint rule. extra: depth that cohesion counts
/// as, m.
double rings(const PadLaw& law, double z, double extra) {
  constexpr int kRings = 20000;
  const double top = std::min(z, law.radius), dh = top / kRings;
  double sum = 0.0;
  for (int i = 0; i < kRings; ++i) {
    const double h = (i + 0.5) * dh;
    sum += 2.0 * 3.14159265358979324 * (law.radius - h) * dh * (z - h + extra);
  }
  return kRftPlate * rft_resistance(law.soil.density, law.soil.phi, law.gravity) * sum;
}

PadForce at_depth(const PadLaw& law, double z, double load, double speed) {
  PadMemory memory;
  PadForce f;
  step_pad(law, {.penetration = z + load / law.stiffness, .velocity = Vec3(0.0, 0.0, -speed)}, 1e-3, memory,
           f);
  return f;
}

}  // namespace

TEST_CASE("ground of grains: a ball foot is a stack of rings, of any size and in any gravity") {
  for (const double radius : {0.005, 0.0127, 0.2})
    for (const double gravity : {1.62, 9.81})
      for (const double depth : {0.3, 1.0, 2.5}) {
        PadLaw law = grain_pad(radius, true);
        law.gravity = gravity;
        const double z = depth * radius, load = rings(law, z, 0.0);
        CAPTURE(radius, gravity, depth);
        CHECK(at_depth(law, z, load, 0.0).normal == Approx(load).epsilon(1e-6));
        const PadLaw flat = grain_pad(radius, false);
        CHECK(load < 0.999 * kRftPlate * rft_resistance(1600.0, 33.0 * kDeg, gravity) * 3.14159265 * radius *
                         radius * z);
        // what it pushes aside: each element by the square of the speed along its own normal, by rings of
        // equal angle
        double pushed = 0.0;
        const double to = std::acos(1.0 - std::min(depth, 1.0));
        constexpr int kRings = 2000;
        for (int i = 0; i < kRings; ++i) {
          const double a = (i + 0.5) * to / kRings;
          pushed += 2.0 * 3.14159265358979324 * radius * radius * std::pow(std::cos(a), 3) * std::sin(a) *
                    to / kRings;
        }
        const double v = 2.0;
        CHECK(at_depth(law, z, load, v).normal - at_depth(law, z, load, 0.0).normal ==
              Approx(1.4 * 1600.0 * pushed * v * v).epsilon(1e-4));
      }
}

// Prandtl's bearing capacity on weightless soil, c N_c, is where a share of 1 begins: N_c = 30.14 at phi = 30
// degrees.
TEST_CASE("ground of grains: the share of cohesion counts under pads and balls") {
  const double area = 3.14159265358979324 * 0.1 * 0.1;
  for (const double share : {0.25, 1.0})
    for (const bool ball : {false, true}) {
      PadLaw law = grain_pad(0.1, ball);
      law.soil.phi = 30.0 * kDeg;
      law.soil.cohesion = 400.0;
      const double xi_n = rft_resistance(1600.0, law.soil.phi, 9.81),
                   extra = share * 400.0 * 30.14 / (kRftPlate * xi_n);
      CAPTURE(share, ball, extra);
      for (const double z : {0.004, 0.05}) {
        const double load =
            ball ? rings(law, z, extra) : kRftPlate * xi_n * area * z + share * 400.0 * 30.14 * area;
        law.soil.cohesion_share = share;
        CHECK(at_depth(law, z, load, 0.0).normal == Approx(load).epsilon(1e-3));
        CHECK(pad_sinkage(law, load) == Approx(z).epsilon(2e-3));
      }
      // in, half out and in again: what is put in is stored or lost
      PadMemory m;
      double work = 0.0, lost = 0.0, before = 0.0, u = 0.0;
      PadForce f;
      for (int i = 1; i <= 8000; ++i) {
        const double s = i / 8000.0, next = 0.02 * s + 0.01 * std::sin(4.0 * 3.14159265358979324 * s);
        step_pad(law, {.penetration = next}, 1.0, m, f);
        work += 0.5 * (f.normal + before) * (next - u);
        lost += f.normal_dissipation;
        before = f.normal;
        u = next;
      }
      CHECK(work - lost == Approx(f.stored_energy).margin(2e-3 * work));
    }
}

TEST_CASE("ground of grains: a pad sinks under the pressure of the plate test as far as the plate did") {
  for (const double share : {0.0, 0.5})
    for (const double gravity : {9.81, 1.62}) {
      PadLaw law = grain_pad(0.125, false);
      law.soil.cohesion = 400.0;
      law.soil.cohesion_share = share;
      law.soil.plate_pressure = 20e3;
      law.soil.plate_sinkage = 0.02;
      law.soil.plate_gravity = gravity;
      law.gravity = gravity;
      CAPTURE(share, gravity);
      CHECK(pad_sinkage(law, 20e3 * 3.14159265358979324 * 0.125 * 0.125) == Approx(0.02).epsilon(1e-9));
      // elsewhere what weighs scales with gravity, and what holds does not
      const double held = share * 400.0 * bearing_factors(33.0 * kDeg).cohesion;
      law.gravity = 0.5 * gravity;
      CHECK(pad_sinkage(law, (0.5 * (20e3 - held) + held) * 3.14159265358979324 * 0.125 * 0.125) ==
            Approx(0.02).epsilon(1e-9));
    }
}

TEST_CASE("ground of grains: grousers hold a foot by soil on soil and by their edges") {
  PadLaw law = grain_pad(0.06, false);
  const double plain = at_depth(law, 0.01, 0.0, 0.0).strength, normal = at_depth(law, 0.01, 0.0, 0.0).normal;
  CHECK(plain == Approx(normal * std::tan(2.0 / 3.0 * 33.0 * kDeg)).epsilon(1e-9));
  law.form.grouser = 0.012;
  law.form.grouser_width = 0.12;
  const double h = 0.1;
  CHECK(at_depth(law, 0.01, 0.0, 0.0).strength ==
        Approx(normal * std::tan(33.0 * kDeg) * (1.0 + 0.64 * h * std::atan(1.0 / h))).epsilon(1e-9));
  CHECK(at_depth(law, 0.01, 0.0, 0.0).normal == normal);
  // as much of the cohesion as counts holds too, over the sole and at both edges
  const double before = at_depth(law, 0.01, 0.0, 0.0).strength;
  law.soil.cohesion = 400.0;
  CHECK(at_depth(law, 0.01, 0.0, 0.0).strength == before);
  law.soil.cohesion_share = 0.5;
  const PadForce held = at_depth(law, 0.01, 0.0, 0.0);
  CHECK(held.strength == Approx(held.normal * std::tan(33.0 * kDeg) * (1.0 + 0.64 * h * std::atan(1.0 / h)) +
                                200.0 * 3.14159265358979324 * 0.06 * 0.06 * (1.0 + 2.0 * h))
                             .epsilon(1e-9));
}

TEST_CASE("ground of grains has no damper, under pads and wheels") {
  PadLaw law = grain_pad(0.1, false);
  law.soil.density = kUnset;  // and so no inertia
  law.soil.xi_n = 1e6;
  law.soil.soil_damping_per_area = 1e6;
  law.soil.soil_damping = 300.0;
  CHECK(damping_per_area(law.soil) == 0.0);
  CHECK(at_depth(law, 0.01, 0.0, 2.0).normal == at_depth(law, 0.01, 0.0, 0.0).normal);
  CHECK(law_on(law.soil).beta_ground == 0.0);
}

// SPDX-License-Identifier: BSD-3-Clause
// The level that a contact's sinkage counts from, and which side it is read on (contact.hpp).
#include <cmath>

#include "catch.hpp"
#include "grouser/soil/force/contact.hpp"
#include "soil_laws_for_test.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

ContactLaw rut_law() {
  ContactLaw law;
  law.soil = lunar_nominal();
  law.wheel = viper_wheel();
  law.k_wheel = 2e5;
  law.beta_wheel = 300.0;
  law.beta_tangential = 200.0;
  complete(law);
  return law;
}

}  // namespace

TEST_CASE("The side a wheel rolls onto: odd, monotonic, decided before it leaves a rut") {
  CHECK(entry_side(0.0) == 0.0);
  double last = -1.0;
  for (double travel = -1.0; travel <= 1.0; travel += 0.01) {
    const double side = entry_side(travel);
    CHECK(side == Approx(-entry_side(-travel)).margin(1e-15));
    CHECK(side >= last);
    if (std::fabs(travel) >= kLeavesRut) CHECK(std::fabs(side) == 1.0);
    last = side;
  }
}

// A wheel held at one height while the level of the ground under it falls by a rut of 20 mm: nothing moves,
// so no work is done, and what the springs lose is what is dissipated.
TEST_CASE("A level that falls under a wheel held fast gives no energy") {
  const ContactLaw law = rut_law();
  constexpr double kDepth = 0.03, kRut = 0.02;  // m
  const auto book = [&](double dt) {
    ContactMemory m;
    ContactForce f;
    double work = 0.0, lost = 0.0, past = 0.0, rut = 0.0, deepest = 0.0, force = 0.0;
    const int press = static_cast<int>(std::lround(0.5 / dt)), fall = press;
    for (int i = 1; i <= press + fall; ++i) {
      const double depth = kDepth * std::min(1.0, static_cast<double>(i) / press);
      rut = kRut * std::max(0.0, static_cast<double>(i - press) / fall);
      ContactMotion motion;
      motion.u_tot = depth - rut;
      motion.rut_depth = rut;
      motion.u_tot_rate = (depth - past) / dt;
      step_contact(law, motion, dt, m, f);
      work += 0.5 * (force + f.normal) * (depth - past);
      lost += f.normal_dissipation * dt + f.numerical_loss;
      past = depth;
      force = f.normal;
      deepest = std::max(deepest, f.normal);
    }
    CHECK(f.normal > 0.0);
    CHECK(f.normal < 0.9 * deepest);  // the shorter arc carries less
    return std::fabs(work - lost - f.stored_energy) / work;
  };
  // the backward difference of two points has first order; measured 2e-7 and 2e-6 at these steps
  CHECK(book(1e-3) < 1e-4);
  CHECK(book(5e-4) < 1e-4);
}

TEST_CASE("A wheel that spins on the spot rolls onto nothing: no resistance pushes it") {
  ContactLaw law = rut_law();
  law.soil.phi = 2.0 * kDeg;
  complete(law);
  for (const double dt : {1e-3, 3e-3}) {
    ContactMemory m;
    ContactForce f;
    constexpr double kMass = 40.0;  // kg, free along x
    double v = 0.0, x = 0.0, farthest = 0.0;
    for (double t = 0.0; t < 20.0; t += dt) {
      ContactMotion motion;
      motion.u_tot = 0.02 * std::min(1.0, t / 0.5);
      motion.spin = 0.2;
      motion.v_x = v;
      step_contact(law, motion, dt, m, f);
      v += dt / kMass * f.longitudinal;
      x += dt * v;
      farthest = std::min(farthest, x);
    }
    CHECK(farthest > -1e-3);  // m; by the resistance of steady rolling it went back at the rim's speed
    CHECK(std::fabs(v) < 0.02 * 0.05);  // of the rim's 0.05 m/s
    CHECK(std::fabs(m.travel) < 1.0);
  }
}

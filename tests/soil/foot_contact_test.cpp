// SPDX-License-Identifier: BSD-3-Clause
// What feet add to the footpad's law: a ball whose area grows with its sinkage, grousers, soles in parts.
#include <cmath>
#include <numbers>

#include "catch.hpp"
#include "grouser/soil/force/pad_contact.hpp"

using namespace grouser;

namespace {

PadLaw foot_law(double n, double radius) {
  PadLaw law;
  law.soil.kind = SoilKind::soft;
  law.soil.k_c = 1.4e3;
  law.soil.k_phi = 8.2e5;
  law.soil.n = n;
  law.soil.cohesion = 170.0;
  law.soil.phi = 0.6;
  law.soil.janosi_k = 0.018;
  law.soil.unloading_stiffness = 4e7;
  law.soil.soil_damping_per_area = 1.4e4;
  law.radius = radius;
  law.stiffness = 2e4;
  return law;
}
PadLaw ball_law(double n) {
  PadLaw law = foot_law(n, 0.03);
  law.form.ball = true;
  return law;
}

double modulus(const PadLaw& law) { return law.soil.k_c / law.radius + law.soil.k_phi; }

/// A ball as rings, each a plate at its own depth: the midpoint rule over the ring's height, which is what the closed form sums.
double ring_load(const PadLaw& law, double z) {
  constexpr int kRings = 200000;
  const double top = std::min(z, law.radius), dh = top / kRings;
  double load = 0.0;
  for (int i = 0; i < kRings; ++i) {
    const double h = (i + 0.5) * dh;
    load += std::pow(z - h, law.soil.n) * 2.0 * std::numbers::pi * (law.radius - h) * dh;
  }
  return modulus(law) * load;
}

PadForce press(const PadLaw& law, double u, double dt, PadMemory& m) {
  PadForce f;
  step_pad(law, {.penetration = u}, dt, m, f);
  return f;
}

}  // namespace

TEST_CASE("a ball is pressed in as the sum of its rings, beyond its widest one too") {
  for (const double n : {0.5, 0.8, 1.0, 1.4})
    for (const double z : {0.002, 0.01, 0.03, 0.05}) {
      const PadLaw law = ball_law(n);
      const double load = ring_load(law, z);
      PadMemory m;
      const PadForce f = press(law, z + load / law.stiffness, 1e-3, m);
      CAPTURE(n, z);
      // the midpoint rule at the root (z - h)^n is good to (1/rings)^(1 + n), 1e-8 at n = 0.5
      CHECK(f.sinkage == Approx(z).epsilon(1e-7));
      CHECK(f.normal == Approx(load).epsilon(1e-7));
    }
}

TEST_CASE("a ball's cohesion acts on what touches") {
  const PadLaw law = ball_law(1.0);
  for (const double z : {0.003, 0.015, 0.04}) {
    PadMemory m;
    const PadForce f = press(law, z + ring_load(law, z) / law.stiffness, 1e-3, m);
    const double width = z < law.radius ? std::sqrt(2.0 * law.radius * z - z * z) : law.radius;
    CHECK(f.strength ==
          Approx(std::numbers::pi * width * width * law.soil.cohesion + f.normal * std::tan(law.soil.phi))
              .epsilon(1e-6));
  }
}

TEST_CASE("what presses a ball in is stored or lost, also where it is lifted and pressed in again") {
  const PadLaw law = ball_law(0.8);
  double error[2];
  for (int fine = 0; fine < 2; ++fine) {
    const int steps = fine == 0 ? 4000 : 8000;
    PadMemory m;
    double work = 0.0, lost = 0.0, before = 0.0, u = 0.0;
    PadForce f;
    for (int i = 1; i <= steps; ++i) {
      const double s = static_cast<double>(i) / steps;
      const double next = 0.02 * s + 0.01 * std::sin(4.0 * std::numbers::pi * s);  // in, half out, in again
      f = press(law, next, 1.0, m);
      work += 0.5 * (f.normal + before) * (next - u);
      lost += f.normal_dissipation;
      before = f.normal;
      u = next;
    }
    error[fine] = std::fabs(work - lost - f.stored_energy) / work;
  }
  // the trapezium errs where the force bends: by an eighth of the change of stiffness (at most that of the pad, 2e4 N/m) times the
  // square of the step (36 um at most, and half of it), in three places, of a work of some J
  CHECK(error[0] < 1e-5);
  CHECK(error[1] < 0.25e-5);
}

TEST_CASE("grousers add the edges' shear of Bekker to a plate's strength") {
  PadLaw law = foot_law(1.0, 0.06);
  PadMemory plain, edged;
  const PadForce without = press(law, 0.02, 1e-3, plain);
  law.form.grouser = 0.012;
  law.form.grouser_width = 2.0 * law.radius;
  const PadForce with = press(law, 0.02, 1e-3, edged);
  CHECK(with.normal == without.normal);
  const double h = 0.012 / 0.12, area = std::numbers::pi * 0.06 * 0.06;
  CHECK(with.strength == Approx(area * 170.0 * (1.0 + 2.0 * h) +
                                with.normal * std::tan(0.6) * (1.0 + 0.64 * h * std::atan(1.0 / h)))
                             .epsilon(1e-12));
}

TEST_CASE("parts of a sole carry and hold together what the whole does") {
  PadLaw whole = foot_law(0.8, 0.05), part = whole;
  whole.form.width = part.form.width = 0.06;
  const double area = std::numbers::pi * 0.05 * 0.05, share = 0.3;
  part.form.area = share * area;
  part.form.share = share;
  part.stiffness *= share;
  for (const bool hard : {false, true}) {
    if (hard) {
      for (PadLaw* law : {&whole, &part}) {
        law->soil = SoilParams{};
        law->soil.kind = SoilKind::hard;
        law->soil.hard_stiffness = 1e5;
        law->soil.hard_damping = 50.0;
        law->friction = 0.6;
      }
    }
    PadMemory m, n;
    PadForce f, g;
    step_pad(whole, {.penetration = 0.004, .velocity = Vec3(0.1, 0, -0.02)}, 1e-3, m, f);
    step_pad(part, {.penetration = 0.004, .velocity = Vec3(0.1, 0, -0.02)}, 1e-3, n, g);
    CHECK(g.normal == Approx(share * f.normal).epsilon(1e-12));
    CHECK(g.strength == Approx(share * f.strength).epsilon(1e-12));
    CHECK((g.force - share * f.force).norm() < 1e-12 * f.force.norm());
  }
}

// c = c_p s^2 + c_g e^2: what springs back is damped by the soil on what touches, what flows is not.
TEST_CASE("soil damps a pad by the area that touches, and not where it flows") {
  for (const bool ball : {false, true})
    for (const double radius : {0.01, 0.05, 0.4})
      for (const double per_area : {0.0, 3e4, 1e5}) {
        PadLaw law = foot_law(1.0, radius);
        law.form.ball = ball;
        law.stiffness = 1e9;  // rigid beside the soil
        law.damping_ramp = 0.0;
        law.soil.soil_damping_per_area = per_area;
        CAPTURE(ball, radius, per_area);
        PadMemory m;
        const double u = 0.6 * radius, v = 0.5;
        const PadForce still = press(law, u, 1e-3, m);
        const double touching = std::numbers::pi * (ball ? 2.0 * radius * u - u * u : radius * radius);
        PadForce flowing, lifted, springing;
        PadMemory again;
        step_pad(law, {.penetration = u, .velocity = Vec3(0.0, 0.0, -v)}, 1e-3, again, flowing);
        // the spring's share of the rate is k n/(z k_e) of it, at most 3 % here; its square is a thousandth
        CHECK(flowing.normal - still.normal == Approx(0.0).margin(1e-3 * per_area * touching * v + 1e-9));
        const double back = u - 0.2 * still.normal / (std::numbers::pi * radius * radius * 4e7);
        PadMemory lifting = m;
        step_pad(law, {.penetration = back}, 1e-3, lifting, lifted);
        step_pad(law, {.penetration = back, .velocity = Vec3(0.0, 0.0, 1e-3)}, 1e-3, m, springing);
        // what touches is a little less than at the deepest, and the foot's own spring takes 1e-4 to 2e-2 of
        // the rate
        CHECK(lifted.normal - springing.normal ==
              Approx(per_area * touching * 1e-3).epsilon(0.05).margin(1e-9));
      }
}

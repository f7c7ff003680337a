// SPDX-License-Identifier: BSD-3-Clause
// What lies side by side in the vector registers, or goes through a step in one block, has the bits it has
// alone.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "catch.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/soil/force/contact.hpp"

using namespace grouser;

// Arcs share the vector registers: none may feel which others lie beside it.
TEST_CASE("many reactions at once have the bits of each alone, in any order") {
  std::vector<SoilParams> soils;
  for (const std::string& id : asset_ids("soils")) {
    SoilParams soil = load_soil(id);
    if (soil.kind == SoilKind::soft) soils.push_back(std::move(soil));
  }
  REQUIRE(soils.size() > 50);
  const WheelGeometry smooth{.radius = 0.1425, .width = 0.12};
  WheelGeometry bladed = smooth;
  bladed.grouser_height = 0.012;
  bladed.grouser_count = 12;
  std::vector<WheelOnSoil> wheels;
  for (std::size_t i = 0; i < soils.size(); ++i)
    wheels.push_back(put_wheel_on_soil(soils[i], i % 2 == 0 ? smooth : bladed, 3.71));
  std::vector<WheelRun> runs;
  for (std::size_t i = 0; i < wheels.size(); ++i) {
    const double k = static_cast<double>(i);
    runs.push_back({&wheels[i],
                    {.sinkage = i % 7 == 3    ? -0.001
                                : i % 11 == 5 ? 0.15
                                              : 0.0004 * (k + 1.0),
                     .slip_x = std::fmod(0.37 * k, 2.0) - 1.0,
                     .slip_y = 0.1 * std::fmod(k, 5.0) - 0.2,
                     .travel = std::fmod(0.31 * k, 1.0),
                     .rest_shear_x = 1e-3 * std::fmod(k, 3.0),
                     .rest_shear_y = -1e-4 * std::fmod(k, 4.0),
                     .rut_depth = i % 3 == 0 ? 0.0 : 0.001 * std::fmod(k, 9.0),
                     .exit_ratio = 0.05 * std::fmod(k, 4.0),
                     .width_fraction = 1.0 / 3.0},
                    i % 5 == 2    ? kFineArcPoints
                    : i % 13 == 4 ? 24
                                  : kCoarseArcPoints});
  }
  std::vector<WheelReaction> alone(runs.size()), together(runs.size());
  std::vector<const WheelRun*> order;
  std::vector<WheelReaction*> out;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    alone[i] = wheel_reaction(*runs[i].wheel, runs[i].running, runs[i].arc_points);
    REQUIRE((runs[i].running.sinkage > 0.0) == (alone[i].normal_force > 0.0));
    order.push_back(&runs[i]);
    out.push_back(&together[i]);
  }
  for (int pass = 0; pass < 2; ++pass) {
    wheel_reactions(order, out);
    for (std::size_t i = 0; i < runs.size(); ++i) {
      CAPTURE(pass, i);
      CHECK(std::memcmp(&alone[i], &together[i], sizeof(WheelReaction)) == 0);
    }
    std::reverse(order.begin(), order.end());
    std::reverse(out.begin(), out.end());
  }
}

// The series of the arc sine leaves 6e-17 of the result; beside it stand five roundings.
TEST_CASE("entry angles agree with the C library's in long double, however shallow") {
  std::vector<double> depth, radius, angle;
  for (int i = 0; i < 2001; ++i) {
    radius.push_back(0.05 + 0.0002 * i);
    depth.push_back(radius.back() * std::pow(10.0, -0.006 * i));  // from 1 to 1e-12
  }
  angle.resize(depth.size());
  entry_angles(depth, radius, angle);
  for (std::size_t i = 0; i < depth.size(); ++i) {
    const long double v = static_cast<long double>(depth[i]) / radius[i];
    const long double exact = 2.0L * std::asin(std::sqrt(0.5L * v));  // acos(1 - v)
    CHECK(std::fabs(static_cast<double>((angle[i] - exact) / exact)) < 5.0 * 1.2e-16);
  }
  const double beyond[] = {-0.01, 0.0, 0.3}, r[] = {0.1, 0.1, 0.1};
  double ends[3];
  entry_angles(beyond, r, ends);
  CHECK(ends[0] == 0.0);
  CHECK(ends[1] == 0.0);
  CHECK(ends[2] == Approx(std::acos(0.0)).epsilon(1e-15));
}

TEST_CASE("contacts that step together have the bits of each alone") {
  ContactLaw hard;
  hard.soil.id = "test_hard";
  hard.soil.kind = SoilKind::hard;
  hard.soil.hard_stiffness = 2e5;
  hard.soil.hard_damping = 900.0;
  hard.soil.friction_mu = 0.6;
  hard.wheel = {.radius = 0.1425, .width = 0.12};
  hard.k_wheel = 4e4;
  hard.beta_wheel = 300.0;
  hard.k_tangential = 0.7 * hard.k_wheel;
  hard.beta_tangential = 200.0;
  complete(hard);
  std::vector<ContactLaw> soft(2);
  for (ContactLaw& law : soft) {
    law = hard;
    law.soil = load_soil("wong_LETE_sand");
    law.wheel.grouser_height = &law == &soft[0] ? 0.0 : 0.012;
    law.wheel.grouser_count = 12;
    law.stencil_points = 3;
    complete(law);
  }
  constexpr int kContacts = 19;  // more than two blocks
  std::vector<ContactMemory> alone(kContacts), together(kContacts);
  std::vector<ContactMotion> motion(kContacts);
  std::vector<ContactForce> force(kContacts), force_together(kContacts);
  std::vector<ContactStep> steps;
  const auto law_of = [&](int i) -> const ContactLaw& { return i % 4 == 1 ? hard : soft[i % 2]; };
  for (int i = 0; i < kContacts; ++i) steps.push_back({law_of(i), motion[i], together[i], force_together[i]});
  int apart = 0, pressed = 0;
  for (int step = 0; step < 400; ++step) {
    for (int i = 0; i < kContacts; ++i) {
      // some hop out of the ground and meet it again, some go deep
      const double depth = 0.002 * (i + 1) * (1.0 + (i % 3 == 0 ? 1.5 : 0.4) * std::sin(0.05 * step + i));
      motion[i] = {.u_tot = depth - 0.002,
                   .v_x = 0.05,
                   .v_y = 0.002 * (i % 5 - 2),
                   .spin = 0.4 + 0.02 * i,
                   .rut_depth = i % 2 == 0 ? 0.0 : 0.004};
      step_contact(law_of(i), motion[i], 0.003, alone[i], force[i]);
      (force[i].normal > 0.0 ? pressed : apart) += 1;
    }
    step_contacts(steps, 0.003);
    for (int i = 0; i < kContacts; ++i) {
      REQUIRE(std::memcmp(&alone[i], &together[i], sizeof(ContactMemory)) == 0);
      REQUIRE(std::memcmp(&force[i], &force_together[i], sizeof(ContactForce)) == 0);
    }
  }
  CHECK(apart > 100);
  CHECK(pressed > 1000);
}

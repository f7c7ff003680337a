// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/soil/force/creep_contact.hpp"

#include <cmath>
#include <vector>

#include "catch.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/step/world.hpp"
#include "simulation/support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

struct Step {
  CreepStep step;
  CreepMemory memory;
};

/// Slices on their way over ground of three soils, one in four of them on hard ground; first contacts and
/// later ones.
std::vector<Step> slices(const std::vector<const ContactLaw*>& laws, std::size_t count) {
  std::vector<Step> all(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double t = static_cast<double>(i);
    CreepStep& step = all[i].step;
    step.law = laws[i % laws.size()];
    step.motion = {.u_tot = 0.004 + 0.003 * std::fabs(std::sin(1.7 * t)),
                   .way_x = 0.005 + 1e-3 * std::sin(2.3 * t),
                   .way_y = 4e-4 * std::sin(0.9 * t),
                   .turn = 0.04,
                   .rut_depth = i % 3 == 0 ? 0.002 : 0.0,
                   .steady = i % 5 == 0};
    if (i % 2 == 0) continue;
    step.before = {1e-4 * std::sin(t), 0.0, 0.003, step.motion.u_tot - 1e-4, 4e4};
    all[i].memory = step.before;
  }
  return all;
}

}  // namespace

TEST_CASE("slices whose contacts are found together come out as each by itself, to the bit", "[mission]") {
  const auto sand = load_world("drive_flat_soft"),
             loam = load_world("drive_flat_soft", sets({"terrain.soil=wong_sandy_loam_11pct_Mich"})),
             plate = load_world("drive_flat_soft", sets({"terrain.soil=hard_plate"}));
  const std::vector<const ContactLaw*> laws = {&sand->wheels[0].laws[0], &plate->wheels[0].laws[0],
                                               &loam->wheels[1].laws[0], &sand->wheels[2].laws[0]};
  REQUIRE(laws[1]->soil.kind == SoilKind::hard);
  REQUIRE(laws[2]->soil.kind == SoilKind::soft);
  for (const std::size_t count : {1u, 8u, 11u, 22u, 37u}) {  // soft: up to 8 go together, so 1 to 4 lots
    std::vector<Step> together = slices(laws, count), alone = together;
    std::vector<CreepStep> steps;
    for (Step& s : together) {
      s.step.memory = &s.memory;
      steps.push_back(s.step);
    }
    creep_contacts(steps);
    for (std::size_t i = 0; i < count; ++i) {
      CAPTURE(count, i);
      Step& s = alone[i];
      s.step.memory = &s.memory;
      creep_contacts(std::span(&s.step, 1));
      const CreepForce &a = s.step.force, &b = steps[i].force;
      CHECK(a.normal > 0.0);
      CHECK(a.normal == b.normal);
      CHECK(a.longitudinal == b.longitudinal);
      CHECK(a.lateral == b.lateral);
      CHECK(a.torque == b.torque);
      CHECK(a.slip == b.slip);
      const CreepMemory &m = s.memory, &n = together[i].memory;
      CHECK(m.zeta_x == n.zeta_x);
      CHECK(m.zeta_y == n.zeta_y);
      CHECK(m.sinkage == n.sinkage);
      CHECK(m.u_tot == n.u_tot);
      CHECK(m.stiffness == n.stiffness);
    }
  }
}

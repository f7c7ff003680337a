// SPDX-License-Identifier: BSD-3-Clause
// Losses only grow: each line of the book is watched on its own, and a run in which one falls fails.
#include "step/loss_watch.hpp"

#include <fmt/format.h>

#include "catch.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("losses: a line that falls is named, though another one hides it in the sum") {
  const EnergyLedger book{.kinetic = 10.0, .absolute_work = 20.0};
  LossWatch watch({"wheels", "meshes"});
  const std::vector<ContactLoss> still(2);
  const std::vector<double> none(2);
  watch.restart(still, none, book, 0.0);
  const std::vector<ContactLoss> first{{.work = 5.0}, {.work = 1.0}}, gain{{.work = 5.0}, {.work = -0.5}};
  watch.observe(first, 0.1, ContactForm::step, book, 0.0);
  CHECK_FALSE(watch.fell());
  CHECK(watch.fault(book).empty());
  watch.bound(none);
  watch.observe(gain, 0.1, ContactForm::step, book, 0.0);
  REQUIRE(watch.fell());
  CHECK_THAT(watch.fault(book),
             ContainsSubstring("meshes") && ContainsSubstring("0.5 J") && ContainsSubstring("20 J in play"));
  watch.restart(still, none, book, 0.0);
  CHECK_FALSE(watch.fell());
}

// Soil that holds 3 J gives 2.9 J back; 3.1 J it cannot have held. 20 J are in play, of which sums of steps
// resolve 0.001.
TEST_CASE("losses: soft soil gives back what it can hold and no more") {
  const EnergyLedger book{.kinetic = 10.0, .absolute_work = 20.0};
  const std::vector<double> none{0.0}, held{3.0};
  for (const auto& [returned, falls] : {std::pair{2.9, false}, {3.019, false}, {3.021, true}}) {
    LossWatch watch({"wheels"});
    watch.restart(std::vector<ContactLoss>(1), none, book, 0.0);
    watch.observe(std::vector<ContactLoss>{{.work = 5.0}}, 0.1, ContactForm::step, book, 0.0);
    watch.bound(held);
    CHECK_FALSE(watch.fell());
    watch.observe(std::vector<ContactLoss>{{.work = -returned}}, 0.1, ContactForm::step, book, 0.0);
    CHECK(watch.fell() == falls);
  }
}

// A cycle that takes 2 J and returns 2 J of 3 J held may go on for ever; one that takes nothing and returns
// 2 J each time gains energy.
TEST_CASE("losses: what soil may return does not grow by returning it") {
  const EnergyLedger book{.kinetic = 10.0, .absolute_work = 20.0};
  const std::vector<double> none{0.0}, held{3.0};
  for (const double taken : {2.0, 0.0}) {
    LossWatch watch({"wheels"});
    watch.restart(std::vector<ContactLoss>(1), none, book, 0.0);
    for (int cycle = 0; cycle < 5; ++cycle) {
      watch.observe(std::vector<ContactLoss>{{.work = taken}}, 0.1, ContactForm::step, book, 0.0);
      watch.bound(held);
      watch.observe(std::vector<ContactLoss>{{.work = -2.0}}, 0.1, ContactForm::step, book, 0.0);
    }
    CHECK(watch.fell() == (taken == 0.0));
  }
}

TEST_CASE("losses: powers are added up as the book does it") {
  const EnergyLedger book{.kinetic = 1.0};
  const std::vector<double> none(1);
  const std::vector<ContactLoss> still(1), damper{{.normal = -1.0}}, friction{{.tangential = -1.0}};
  for (const auto& [loss, form, seconds] :
       {std::tuple{damper, ContactForm::step, 1.0}, std::tuple{damper, ContactForm::rate, 0.5},
        std::tuple{friction, ContactForm::step, 0.5}, std::tuple{friction, ContactForm::rate, 0.5}}) {
    LossWatch watch({"meshes"});
    watch.restart(still, none, book, 0.0);
    watch.observe(loss, 1.0, form, book, 0.0);
    CHECK_THAT(watch.fault(book), ContainsSubstring(fmt::format("fell by {:.3g} J", seconds)));
  }
}

TEST_CASE("losses: those of joints and of grains are watched too") {
  EnergyLedger book{.kinetic = 1.0};
  LossWatch joints({}), grains({});
  book.joint_dissipation = 3.0;
  joints.restart({}, {}, book, 2.0), grains.restart({}, {}, book, 2.0);
  grains.observe({}, 0.1, ContactForm::step, book, 0.9);
  CHECK_THAT(grains.fault(book), ContainsSubstring("grains"));
  book.joint_dissipation = 2.9;
  joints.observe({}, 0.1, ContactForm::step, book, 2.0);
  CHECK_THAT(joints.fault(book), ContainsSubstring("joints"));
}

// No file can say such friction; a law that turned out so would be a mistake of ours.
TEST_CASE("losses: a run whose contacts push along with what slides on them fails and says which") {
  WorldSpec spec = read_world_spec(
      "free_fall",
      sets({"rover=exomars_lvm", "terrain.kind=flat", "terrain.soil=bedrock", "gravity=9.81",
            "initial.on_ground=false", "initial.settle=false", "initial.position=[0.0, 0.0, 1.5]",
            "initial.roll_deg=180", "initial.velocity=[0.5, 0.0, 0.0]", "integration.step=0.001"}));
  auto model = std::make_shared<VehicleSpec>(*spec.vehicles.front().model);
  REQUIRE_FALSE(model->spheres.empty());
  for (SphereSpec& sphere : model->spheres) sphere.friction = -0.3;
  spec.vehicles.front().model = model;
  Simulation s = start_simulation(build_world(spec));
  const RunSummary summary = run_scenario(s, timeless());
  CHECK(summary.status == RunStatus::failed);
  CHECK_THAT(summary.message,
             ContainsSubstring("losses of contact spheres fell by") && ContainsSubstring("smaller step"));
  CHECK(s.failure().status == StepStatus::gains_energy);
}

// SPDX-License-Identifier: BSD-3-Clause
#include "step/failure_limits.hpp"

#include "catch.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;

namespace {
/// Runs until a step fails; the message.
std::string failure_of(const std::string& scenario, const std::vector<std::string>& overrides) {
  Simulation s = start(scenario, overrides);
  while (!s.finished()) {
    const std::uint64_t good = s.state_hash();
    if (s.step() == StepStatus::ok) continue;
    CHECK(s.state_hash() == good);
    CHECK(s.state().motion.q.allFinite());
    return s.failure().message;
  }
  return "";
}
}  // namespace

TEST_CASE("a run that blows up names wheel, time and the limit that broke, and keeps the last good state") {
  CHECK_THAT(failure_of("free_fall", {"integration.step=0.03", "integration.refuse_unstable=false",
                                      "rover.wheel.stiffness=4e7", "duration=20"}),
             ContainsSubstring("wheel ") && ContainsSubstring(" at t = 1") &&
                 ContainsSubstring("over the limit of 3.04e+05 N"));
  // 200 m/s downward, before anything touches
  CHECK_THAT(failure_of("free_fall", {"initial.velocity=[0, 0, -200]", "initial.position=[0, 0, 20]"}),
             ContainsSubstring("wheel front_left at t = 0.00") && ContainsSubstring("hub speed 200 m/s") &&
                 ContainsSubstring("150"));
  // wheels that just carry the rover at rest: a fall of half a metre takes them through the plate
  CHECK_THAT(
      failure_of("free_fall", {"rover.wheel.stiffness=4000.0", "rover.wheel.damping=0.0",
                               "rover.contact_sphere.stiffness=1.0", "rover.contact_sphere.damping=0.0"}),
      ContainsSubstring("through the ground") && ContainsSubstring("0.285 m"));
}

TEST_CASE(
    "a load that is not a number stops a run at its last good state, naming body and step, begun again it is "
    "the same run") {
  for (const std::vector<std::string>& how : {std::vector<std::string>{},
                                              {"integration.method=beeman"},
                                              {"integration.method=rk4"},
                                              {"integration.adaptive=true"}}) {
    CAPTURE(how);
    Simulation s = start("free_fall", how), untouched = start("free_fall", how);
    for (int k = 0; k < 20; ++k) {
      REQUIRE(s.step() == StepStatus::ok);
      REQUIRE(untouched.step() == StepStatus::ok);
    }
    const std::uint64_t good = s.state_hash();
    const Model& model = *s.world().model;
    s.spoil_next_step(s.world().chassis);
    REQUIRE(s.step() != StepStatus::ok);
    CHECK(s.state_hash() == good);
    CHECK(s.state().motion.q.allFinite());
    CHECK(s.state().motion.v.allFinite());
    CHECK_THAT(s.failure().message,
               ContainsSubstring("body " + model.bodies()[s.world().chassis.index].name) &&
                   ContainsSubstring("not a number") && ContainsSubstring("(step 20)") &&
                   ContainsSubstring("last good state is kept"));
    // Only that one step was spoiled.
    CHECK(s.step() == StepStatus::ok);
    REQUIRE(untouched.step() == StepStatus::ok);
    CHECK(s.state_hash() == untouched.state_hash());
  }
}

TEST_CASE("no shipped drop comes near a limit") {
  Simulation s = start("free_fall", {"duration=1"});
  double force = 0.0;
  while (!s.finished()) {
    REQUIRE(s.step() == StepStatus::ok);
    for (const WheelOutput& w : s.output().wheels) force = std::max(force, w.force.norm());
  }
  CHECK(force > 1000.0);
  CHECK(force < 0.05 * kMostWheelAcceleration * s.world().model->total_mass());
}

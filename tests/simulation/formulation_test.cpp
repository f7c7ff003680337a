// SPDX-License-Identifier: BSD-3-Clause
// Whole runs in constrained coordinates beside those in joint coordinates, and by the integrator that tells its own error.

#include "catch.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/simulation/run/resume.hpp"
#include "scratch_folder.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

using Texts = std::vector<std::string>;

Texts with_keys(Texts settings, const Texts& more) {
  settings.insert(settings.end(), more.begin(), more.end());
  return settings;
}
Texts constrained(const Texts& settings = {}) {
  return with_keys(settings, {"integration.formulation=constrained"});
}

}  // namespace

TEST_CASE("both formulations find the same in whole runs", "[simulation]") {
  struct Case {
    const char* scenario;
    Texts settings;
  };
  const Case cases[] = {
      {"drive_flat_soft", {"duration=4"}}, {"drive_flat_soft", {"duration=6", "integration.adaptive=true"}},
      {"torque_limited", {"duration=4"}},  {"differential_bar", {"duration=4"}},
      {"wheel_drop_200", {"duration=2"}},  {"skycrane_soft", {"duration=11"}}};
  for (const Case& c : cases) {
    const RunSummary tree = run_all(c.scenario, c.settings),
                     bodies = run_all(c.scenario, constrained(c.settings));
    for (const char* name : {"peak_wheel_force", "max_sinkage", "motor_work", "peak_hub_displacement"}) {
      INFO(c.scenario << ", " << name);
      const double expected = tree.metrics.at(name).value;
      CHECK(bodies.metrics.at(name).value == Approx(expected).epsilon(0.01).margin(1e-6));
    }
    CHECK(bodies.metrics.at("energy_ledger_error").value < 1e-3);
  }
}

TEST_CASE("both formulations draw a sledge on a universal hitch round a bend", "[simulation]") {
  const ScratchFolder folder("sledge");
  std::string rover = read_text_file(home_folder() / "assets" / "rovers" / "four_wheel_fast.toml");
  rover += R"(
[[body]]
name = "sledge"
mass = 10.0
com = [-0.85, 0.0, -0.2]
inertia = [0.4, 0.6, 0.9]
[[joint]]
name = "hitch"
type = "universal"
parent = "chassis"
child = "sledge"
position = [-0.75, 0.0, 0.3]
axis = [0.0, 0.0, 1.0]
second_axis = [0.0, 1.0, 0.0]
damping = 1.0
)";
  for (const char* place : {"-0.5, 0.3", "-0.5, -0.3", "-1.2, 0.3", "-1.2, -0.3"})
    rover += std::string("[[sphere]]\nbody = \"sledge\"\nposition = [") + place + ", -0.25]\nradius = 0.05\n";
  const std::string path = (folder / "sledge.toml").string();
  std::ofstream(path) << rover;
  const Texts settings = {"rover=" + path, "terrain.soil=bedrock", "duration=6", "drive.speed=0.2",
                          "drive.curvature=0.5"};
  Simulation tree = start("drive_flat_soft", settings),
             bodies = start("drive_flat_soft", constrained(settings));
  const auto expected = run_to_end(tree), found = run_to_end(bodies);
  const Joint& hitch = tree.world().model->joints()[tree.world().model->joint("hitch")];
  REQUIRE(hitch.nv == 2);
  // the chassis has turned by 0.39 rad, the sledge lags; the rover's springs lower the hitch by 3 cm
  const auto q = tree.state().motion.q.segment<2>(hitch.q_index);
  CHECK(std::fabs(q[0]) > 0.3);
  CHECK(std::fabs(q[1]) < 0.1);
  for (const char* name : {"peak_wheel_force", "motor_work", "displacement"}) {
    INFO(name);
    CHECK(found.at(name).value == Approx(expected.at(name).value).epsilon(0.01));
  }
  CHECK(expected.at("energy_ledger_error").value < 0.01);
  CHECK(found.at("energy_ledger_error").value < 0.01);
}

TEST_CASE("constrained coordinates: a run repeats its bits and goes on from its file", "[simulation]") {
  const ScratchFolder folder("formulation");
  const Texts settings = constrained({"duration=3", "drive.speed=0.05"});
  const auto record = [&](const char* name) {
    Simulation s = start("drive_flat_soft", settings);
    RunOptions options = timeless();
    options.out = folder.path() / name;
    return run_scenario(s, options);
  };
  const RunSummary first = record("a.h5"), second = record("b.h5");
  CHECK(first.state_hash == second.state_hash);
  ResumedRun resumed = resume_run(folder.path() / "a.h5", {.at = 1.5, .changes = {}});
  CHECK(resumed.simulation.state().in_bodies());
  CHECK(run_scenario(resumed.simulation, timeless()).state_hash == first.state_hash);
  CHECK(run_all("drive_flat_soft", {"duration=3", "drive.speed=0.05"}).state_hash != first.state_hash);
}

TEST_CASE("constrained coordinates: joint loads of a parked rover are those of joint coordinates",
          "[simulation]") {
  const Texts settings = {"duration=1"};
  Simulation tree = start("park_on_slope", settings), bodies = start("park_on_slope", constrained(settings));
  REQUIRE(run_until(tree, 0.5));
  REQUIRE(run_until(bodies, 0.5));
  std::vector<Wrench> expected, found;
  tree.calc_joint_loads(expected);
  bodies.calc_joint_loads(found);
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    // a rover at rest trembles by some micrometres a second
    CHECK((found[i].force - expected[i].force).norm() < 1e-3 * weight(tree));
    CHECK((found[i].moment - expected[i].moment).norm() < 1e-3 * weight(tree));
  }
}

TEST_CASE("constrained coordinates: other solvers by name find the same", "[simulation]") {
  const Texts settings = constrained({"duration=0.3"});
  const RunSummary sparse = run_all("drive_flat_soft", settings);
  for (const char* solver : {"plu", "banded_cholesky", "fom"}) {
    const RunSummary other =
        run_all("drive_flat_soft", with_keys(settings, {std::string("integration.solver=") + solver}));
    CHECK(other.metrics.at("peak_wheel_force").value ==
          Approx(sparse.metrics.at("peak_wheel_force").value).epsilon(1e-6));
  }
  CHECK_THROWS_AS(load_world("drive_flat_soft", sets({"integration.solver=plu"})), InputError);
  CHECK_THROWS_AS(load_world("drive_flat_soft", sets({"integration.formulation=maximal"})), InputError);
}

// SPDX-License-Identifier: BSD-3-Clause
// A rover whose differential is a bar with two rods, beside the same rover with a coupling.

#include "catch.hpp"
#include "grouser/multibody/constraints/row_laws.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

double widest_gap(const Simulation& s) {
  double widest = 0.0;
  for (const Row& row : s.world().model->rows())
    widest = std::max(widest, std::fabs(calc_gap(row, s.state().motion.q, s.kinematics())));
  return widest;
}

double angle(const Simulation& s, const std::string& joint) {
  const Model& model = *s.world().model;
  return s.state().motion.q[model.joints()[static_cast<std::size_t>(model.joint(joint).index)].q_index];
}

}  // namespace

TEST_CASE("a differential bar does what the coupling does, but for the angle's fourth power",
          "[simulation]") {
  Simulation bar = start("differential_bar"), coupling = start("differential_bar", {"rover=rocker_bogie"});
  double widest = 0.0, highest = 0.0, apart = 0.0, load = 0.0, travel = 0.0;
  while (bar.time() < 20.0) {
    REQUIRE(bar.step() == StepStatus::ok);
    REQUIRE(coupling.step() == StepStatus::ok);
    widest = std::max(widest, widest_gap(bar));
    const double left = angle(bar, "left_rocker"), right = angle(bar, "right_rocker");
    highest = std::max(highest, std::fabs(left));
    apart = std::max(apart, std::fabs(left - angle(coupling, "left_rocker")));
    // rod: (s + l sin a + r sin psi)^2 + r^2 (1 - cos psi)^2 + l^2 (1 - cos a)^2 = s^2 on the left; so on the right
    const double s = 0.264, l = 0.2946, r = 0.604, psi = angle(bar, "differential_bar");
    const auto rod = [&](double a, double turn) {
      return std::pow(s + l * std::sin(a) + r * std::sin(turn), 2) + std::pow(r * (1 - std::cos(turn)), 2) +
             std::pow(l * (1 - std::cos(a)), 2) - s * s;
    };
    CHECK(std::fabs(rod(left, psi)) < 1e-11);
    CHECK(std::fabs(rod(right, -psi)) < 1e-11);
    CHECK(std::fabs(left + right) < 0.5 * std::pow(left, 4) + 1e-12);
    for (std::size_t w = 0; w < 6; ++w)
      load = std::max(load, std::fabs(bar.output().wheels[w].load - coupling.output().wheels[w].load));
    travel = std::max(travel, (chassis(bar) - chassis(coupling)).norm());
  }
  CAPTURE(widest, highest, apart, load, travel);
  CHECK(widest < 1e-12);
  CHECK(highest > 0.03);
  // 0.038^4 = 2e-6 rad of geometry; the bar's inertia, 0.25 kg m2 at a rocker, shows when wheels meet the block
  CHECK(apart < 2e-6);
  CHECK(travel < 2e-6);
  CHECK(load < 1.0);  // N, of 550
}

TEST_CASE("the energy book closes with a differential bar, with every integrator", "[simulation]") {
  for (const std::vector<std::string>& settings :
       {std::vector<std::string>{"duration=15"},
        {"duration=15", "integration.adaptive=true"},
        {"duration=3", "integration.method=rk4", "integration.step=0.0005"},
        {"duration=3", "integration.method=euler", "integration.step=0.0005"}}) {
    const RunSummary run = run_all("differential_bar", settings);
    CAPTURE(settings.back(), run.message);
    CHECK(run.status == RunStatus::completed);
    CHECK(run.metrics.at("energy_ledger_error").value < 0.01);
  }
}

TEST_CASE("the joints of a rover with a bar carry no moment about free hinges", "[simulation]") {
  Simulation s = start("differential_bar");
  REQUIRE(run_until(s, 8.0));
  std::vector<Wrench> loads;
  s.calc_joint_loads(loads);
  const Model& model = *s.world().model;
  const auto bar = static_cast<std::size_t>(model.joint("differential_bar").index);
  // the bar's pivot holds the rods' pulls but turns freely
  CHECK(std::fabs(loads[bar].moment.z()) < 1e-6 * loads[bar].moment.norm());
  Vec3 pull = Vec3::Zero();
  for (const Constraint& rod : model.constraints())
    pull += calc_loop_load(model, rod, s.kinematics(), s.multipliers()).force;
  CHECK(pull.norm() > 10.0);
}

TEST_CASE("a run with loops goes on from a copied state with the same bits", "[simulation]") {
  const auto world = load_world("differential_bar");
  Simulation whole = start_simulation(world);
  REQUIRE(run_until(whole, 5.0));
  Simulation resumed(world, whole.state());
  for (int n = 0; n < 300; ++n) {
    REQUIRE(whole.step() == StepStatus::ok);
    REQUIRE(resumed.step() == StepStatus::ok);
  }
  CHECK(resumed.state_hash() == whole.state_hash());
}

TEST_CASE("rods kept closed on the way, by Baumgarte, drive as projected ones do", "[simulation]") {
  const std::string rate = GENERATE("50", "66.6");  // the usual one, and as fast as the step carries
  Simulation projected = start("differential_bar");
  Simulation on_the_way = start(
      "differential_bar", {"integration.stabilisation=baumgarte", "integration.baumgarte_rate=" + rate});
  MetricsTracker metrics(on_the_way);
  double widest = 0.0, travel = 0.0;
  while (projected.time() < 20.0) {
    REQUIRE(projected.step() == StepStatus::ok);
    REQUIRE(on_the_way.step() == StepStatus::ok);
    metrics.observe(on_the_way);
    widest = std::max(widest, widest_gap(on_the_way));
    travel = std::max(travel, (chassis(projected) - chassis(on_the_way)).norm());
  }
  const auto numbers = metrics.metrics(on_the_way);
  CAPTURE(widest, travel);
  CHECK(numbers.at("largest_loop_gap").value == widest);
  CHECK(widest > 1e-12);  // projection leaves less
  CHECK(widest < 1e-6);
  CHECK(travel < 1e-6);
  CHECK(numbers.at("energy_ledger_error").value < 0.01);
}

TEST_CASE("Baumgarte's way is refused where it does not hold", "[simulation]") {
  const auto refused = [](const std::string& scenario, std::vector<std::string> settings,
                          const std::string& text) {
    settings.emplace_back("integration.stabilisation=baumgarte");
    CHECK_THROWS_WITH(start(scenario, settings), Catch::Matchers::ContainsSubstring(text));
  };
  refused("differential_bar", {"integration.formulation=constrained"}, "constrained coordinates");
  refused("differential_bar", {"integration.adaptive=true"}, "adaptive steps");
  refused("differential_bar", {"integration.baumgarte_rate=500"}, "at most 66.6667 1/s");
  refused("differential_bar", {"integration.baumgarte_rate=0"}, "baumgarte_rate");
  CHECK_THROWS_WITH(start("differential_bar", {"integration.baumgarte_rate=20"}),
                    Catch::Matchers::ContainsSubstring("without"));
  CHECK_THROWS_WITH(start("differential_bar", {"integration.stabilisation=springs"}),
                    Catch::Matchers::ContainsSubstring("baumgarte"));
}

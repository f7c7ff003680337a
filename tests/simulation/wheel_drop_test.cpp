// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <filesystem>

#include "catch.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "scratch_folder.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {
struct Drop {
  double peak = 0.0;          // N, rear wheels after they left the step
  double impact_speed = 0.0;  // m/s, fastest downward hub speed before the plate
  double settled = 0.0;       // N, rear wheels at the end
};
Drop run_drop(const std::string& scenario, std::vector<std::string> overrides = {}) {
  Simulation s = start(scenario, overrides);
  const int rear = wheel_index(s, "rear_left");
  Drop drop;
  bool airborne = false;
  double last_z = 1e9;
  REQUIRE(run_until(s, s.world().settings.duration, [&] {
    const WheelOutput& w = s.output().wheels[rear];
    if (w.contacts == 0) {
      airborne = true;
      const double z = w.point.z();  // the hub, while nothing touches
      if (last_z < 1e8) drop.impact_speed = std::max(drop.impact_speed, (last_z - z) / s.world().settings.dt);
      last_z = z;
    } else {
      last_z = 1e9;
    }
    if (airborne) drop.peak = std::max(drop.peak, w.force.norm());
    drop.settled = w.force.z();
  }));
  REQUIRE(airborne);
  return drop;
}
}  // namespace

TEST_CASE("wheel drops: the peak grows with the height and settles to the static load") {
  const Drop low = run_drop("wheel_drop_175"), middle = run_drop("wheel_drop_200"),
             high = run_drop("wheel_drop_225");
  CHECK(low.peak < middle.peak);
  CHECK(middle.peak < high.peak);
  const double share = 310.0 * 9.81 / 6.0;
  for (const Drop& d : {low, middle, high}) {
    CHECK(d.peak > 2.0 * share);
    CHECK(d.settled == Approx(share).epsilon(0.02));
  }
  // the rear bogie's wheels swing about the front of the rover: slower than a free fall over the whole step
  CHECK(low.impact_speed < std::sqrt(2.0 * 9.81 * 0.175));
  CHECK(high.impact_speed < std::sqrt(2.0 * 9.81 * 0.225));
}

TEST_CASE("the drop starts with all six wheels standing, little force between them") {
  for (const char* scenario : {"wheel_drop_175", "wheel_drop_200", "wheel_drop_225"}) {
    Simulation s = start(scenario);
    const double share = weight(s) / 6.0;
    INFO(scenario);
    for (const WheelOutput& w : s.output().wheels) {
      CHECK(w.force.z() ==
            Approx(share).epsilon(0.25));  // the body is pitched by 10 degrees: its weight shifts forward
      CHECK(std::fabs(w.longitudinal) < 0.3 * share);  // half of Coulomb's limit would be a wedge
    }
  }
}

TEST_CASE("the run file tells when the rear wheels left the step and touched down") {
  const ScratchFolder folder("touchdown");
  const auto file = folder / "run.h5";
  Simulation s = start("wheel_drop_200", {"duration=12"});
  RunOptions options;
  options.now = [] { return 0.0; };
  options.out = file;
  REQUIRE(run_scenario(s, options).status == RunStatus::completed);
  const RunReader reader(file);
  std::vector<std::string> told;
  for (const RunEvent& e : reader.read_events()) {
    if (e.kind != "lift_off" && e.kind != "touchdown") continue;
    CHECK(e.time > 2.0);
    told.push_back(e.kind + " " + e.text.substr(0, e.text.find(" after")));
  }
  for (const char* expected : {"lift_off wheel rear_left", "touchdown wheel rear_left",
                               "lift_off wheel rear_right", "touchdown wheel rear_right"})
    CHECK(std::count(told.begin(), told.end(), expected) >= 1);
  CHECK(std::count(told.begin(), told.end(), "touchdown wheel front_left") == 0);
}

TEST_CASE("halving the step moves the peak force of the drop by less than 2 %") {
  // 2 %: what the issue on scenarios allows a headline number; the contact's memory is first order in the
  // step, and the wheel comes off the edge by stick and slip, whose moment shifts a little with it
  for (const char* scenario : {"wheel_drop_175", "wheel_drop_200", "wheel_drop_225"}) {
    const Drop coarse = run_drop(scenario), fine = run_drop(scenario, {"integration.step=0.0005"});
    INFO(scenario);
    CHECK(coarse.peak == Approx(fine.peak).epsilon(0.02));
  }
}

TEST_CASE(
    "Euler, Beeman and RK4 (contact laws in rate form) agree on the drop, and each closes its energy book") {
  double peak[3];
  const char* methods[] = {"euler", "beeman", "rk4"};
  for (int i = 0; i < 3; ++i) {
    const RunSummary s = run_all("wheel_drop_200", {std::string("integration.method=") + methods[i],
                                                    "integration.step=0.0005", "duration=18"});
    INFO(methods[i]);
    REQUIRE(s.status == RunStatus::completed);
    peak[i] = s.metrics.at("peak_wheel_force").value;
    CHECK(s.metrics.at("energy_ledger_error").value < 0.01);
  }
  // RK4 takes the contact by its rates, Beeman by its implicit steps: two algorithms for the same laws
  CHECK(peak[1] == Approx(peak[2]).epsilon(0.005));
  CHECK(peak[0] == Approx(peak[2]).epsilon(0.02));  // Euler is first order
}

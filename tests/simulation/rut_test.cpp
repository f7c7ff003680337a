// SPDX-License-Identifier: BSD-3-Clause
// Rovers in their own ruts and in those of their front wheels. All rovers, soils, speeds:
// scripts/flat_drives.
#include <cmath>

#include "catch.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

struct RutDrive {
  double distance = 0.0, slip = 0.0, book = 0.0, slowest = 1e9, fastest = -1e9;
};

/// Level GRC-1 at Mars' gravity, on which the VIPER stuck in its own ruts at 0.011 m/s.
RutDrive drive_viper(double speed, double way, const std::vector<std::string>& settings) {
  std::vector<std::string> all{"rover=viper",
                               "terrain.soil=GRC1_SCM_fit",
                               "terrain.slope_deg=0",
                               "initial.pitch_deg=0",
                               "drive.speed=" + std::to_string(speed),
                               "duration=" + std::to_string(1.25 + way / speed)};
  all.insert(all.end(), settings.begin(), settings.end());
  Simulation s = start("tilt_bed", all);
  const double x0 = chassis(s).x();
  const int vx = s.world().model->joints()[s.world().chassis.index].v_index + 3;
  RutDrive drive;
  RunOptions options;
  options.now = [] { return 0.0; };
  while (s.time() < 1.25 + way / speed) {
    REQUIRE(s.step() == StepStatus::ok);
    if (chassis(s).x() - x0 < 0.3) continue;
    drive.slowest = std::min(drive.slowest, s.state().motion.v[vx] / speed);
    drive.fastest = std::max(drive.fastest, s.state().motion.v[vx] / speed);
  }
  drive.distance = chassis(s).x() - x0;
  return drive;
}

}  // namespace

// The rear wheels come to the front ruts after 1.3 m. Before, the speed swung between -7 and 16 times the
// commanded there; now it is that of a slip that goes from 0.10 to 0.07.
TEST_CASE("A rover goes evenly into the ruts of its front wheels, at any speed and step") {
  const RutDrive slow = drive_viper(0.02, 2.2, {"integration.adaptive=true"});
  const RutDrive fast = drive_viper(0.2, 2.2, {});
  const RutDrive fine = drive_viper(0.2, 2.2, {"integration.step=0.0015"});
  for (const RutDrive& drive : {slow, fast, fine}) {
    CHECK(drive.slowest > 0.8);
    CHECK(drive.fastest < 1.0);
  }
  CHECK(fast.distance == Approx(fine.distance).epsilon(5e-4));  // first order in the step: 1.4e-4 found
  CHECK(slow.distance == Approx(fast.distance).epsilon(0.01));  // at 0.2 m/s half a second of start is 0.1 m
}

// 7.9 degrees of friction: less thrust than resistance. Before, the rover was pushed back by 0.6 m.
TEST_CASE("On soil too weak to pull on, wheels spin on the spot and push the rover nowhere") {
  for (const char* phi : {"2", "5", "7.9", "12"})
    for (const char* method : {"beeman", "rk4"}) {
      const RunSummary s = run_all("drive_flat_soft", {std::string("soil.phi_deg=") + phi, "duration=30",
                                                       std::string("integration.method=") + method});
      INFO(phi << " degrees, " << method << ": " << s.message);
      CHECK(s.status == RunStatus::completed);
      CHECK(s.metrics.at("mean_slip").value < 1.0);
      CHECK(s.metrics.at("displacement").value < 0.1);  // forward, until what they roll onto stops them
      CHECK(s.metrics.at("energy_ledger_error").value < 1e-3);
    }
}

// Forward, back over its own ruts, forward again: a rut is no wall to the wheel that made it. The legs back
// and forth are as even as the first, and end where the slip of a rut says.
TEST_CASE("A rover turns back in its own ruts and forward again as if there were no walls") {
  const std::string path = write_scenario("there_and_back", R"(units = "SI"
name = "there_and_back"
rover = "viper"
duration = 34.0
gravity = 3.71
[integration]
step = 0.003
[terrain]
kind = "flat"
soil = "GRC1_SCM_fit"
[initial]
position = [0.0, 0.0]
[drive]
ramp = 0.5
[[drive.phase]]
start = 1.0
speed = 0.05
[[drive.phase]]
start = 14.0
speed = -0.05
[[drive.phase]]
start = 24.0
speed = 0.05
)");
  Simulation s = start(path);
  const int vx = s.world().model->joints()[s.world().chassis.index].v_index + 3;
  double x[3] = {}, worst = 0.0;
  const double ends[3] = {14.0, 24.0, 34.0};
  for (int leg = 0; leg < 3; ++leg) {
    const double from = leg == 0 ? 1.0 : ends[leg - 1], way = leg == 1 ? -1.0 : 1.0;
    while (s.time() < ends[leg] - 1e-9) {
      REQUIRE(s.step() == StepStatus::ok);
      // from 2 s on the ramp is over and the slip has built up
      if (s.time() > from + 2.0)
        worst = std::max(worst, std::fabs(way * s.state().motion.v[vx] / 0.05 - 0.93));
    }
    x[leg] = chassis(s).x();
  }
  std::filesystem::remove(path);
  CHECK(worst < 0.15);  // slips of 0.07 in ruts and up to 0.2 where they begin and end
  const double back = x[0] - x[1], again = x[2] - x[1];
  CHECK(back == Approx(again).epsilon(0.05));
  CHECK(s.state().ledger.contact_dissipation > 0.0);
}

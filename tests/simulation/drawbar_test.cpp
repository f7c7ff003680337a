// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "catch.hpp"
#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/simulation/observe/metrics.hpp"
#include "grouser/soil/wheel/wheel_rig.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

// A spring three times as stiff stalls the rover in a third of the time: the same curve, sooner.
const std::vector<std::string> kStiff = {"tie.0.stiffness=2400", "duration=60"};

double mean_slip(const Simulation& s) {
  double sum = 0.0;
  for (const WheelOutput& w : s.output().wheels) sum += w.slip;
  return sum / static_cast<double>(s.output().wheels.size());
}

}  // namespace

TEST_CASE("drawbar pull rises with slip, saturates, and is what single wheels give in the rig") {
  Simulation s = start("drawbar_pull", kStiff);
  MetricsTracker tracker(s);
  std::vector<double> slips, pulls;
  for (double t = 4.0; t <= 60.0; t += 8.0) {
    REQUIRE(run_until(s, t, [&] { tracker.observe(s); }));
    slips.push_back(mean_slip(s));
    pulls.push_back(s.output().tensions.at(0));
  }
  for (std::size_t i = 1; i < pulls.size() && slips[i] < 0.97; ++i) {
    INFO("slip " << slips[i - 1] << " to " << slips[i]);
    CHECK(pulls[i] > pulls[i - 1]);
    CHECK(slips[i] > slips[i - 1]);
  }
  const std::size_t n = pulls.size();
  const double first = (pulls[1] - pulls[0]) / (slips[1] - slips[0]);
  CHECK(slips[0] < 0.1);
  CHECK(slips[n - 1] > 0.95);
  CHECK(pulls[n - 1] < 1.02 * pulls[n - 3]);  // saturated
  CHECK(pulls[n - 1] < 0.7 * first);          // the first slope would give `first` at slip 1

  // quasi-static: what the ground gives forward is what the spring takes
  double forward = 0.0, rig = 0.0;
  for (std::size_t i = 0; i < s.world().wheels.size(); ++i) {
    const WheelOutput& w = s.output().wheels[i];
    forward += w.force.x();
    const RigSetup setup{.wheel = s.world().wheels[i].spec.geometry,
                         .load = w.load,
                         .rut_depth = w.rut_depth,
                         .gravity = s.world().settings.gravity};
    const RigRow row = solve_wheel_rig(s.world().materials.at(0), setup, std::min(w.slip, 1.0), 0.0);
    INFO("wheel " << s.world().wheels[i].spec.name << ", load " << w.load << " N, slip " << w.slip);
    // 2 %: at the stall a wheel rolls onto nothing, and has a little less of the resistance that the rig's has
    CHECK(w.sinkage - w.rut_depth == Approx(row.sinkage).epsilon(0.02));
    rig += row.drawbar_pull;
  }
  CHECK(forward == Approx(pulls.back()).epsilon(2e-3));
  CHECK(pulls.back() == Approx(rig).epsilon(0.02));

  const auto metrics = tracker.metrics(s);
  CHECK(metrics.at("drawbar_tension").value == Approx(pulls.back()).epsilon(0.01));
  CHECK(metrics.at("drawbar_tension_peak").value >= metrics.at("drawbar_tension").value);
  CHECK(metrics.at("drawbar_pull").value == Approx(metrics.at("drawbar_tension").value).epsilon(0.01));
  CHECK(metrics.at("energy_ledger_error").value < 0.01);
}

TEST_CASE("pulled back, the bogies turn their load on to the middle wheels: the front wheels sink least") {
  Simulation s = start("drawbar_pull", kStiff);
  REQUIRE(run_until(s, 50.0));
  const auto sinkage = [&](const char* wheel) { return s.output().wheels[wheel_index(s, wheel)].sinkage; };
  CHECK(sinkage("front_left") < sinkage("rear_left"));
  CHECK(sinkage("front_left") < sinkage("middle_left"));
  // moments of a side bogie about its pivot: what its two wheels give, about their hubs, against its own
  // weight
  const Model& model = *s.world().model;
  Kinematics kinematics(model);
  calc_kinematics(model, s.state().motion.q, s.state().motion.v, kinematics);
  const Vec3 pivot = kinematics.body[model.body("left_bogie").index].X_WB.p;
  double ground = 0.0, gravity = 0.0, drives = 0.0;
  for (const char* name : {"front_left", "middle_left"}) {
    const int i = wheel_index(s, name);
    const WheelOutput& w = s.output().wheels[i];
    const Vec3 arm = kinematics.body[s.world().wheels[i].body.index].X_WB.p - pivot;
    ground += arm.z() * w.force.x() - arm.x() * w.force.z() - w.torque;
    drives += w.torque;
  }
  for (const char* part : {"left_bogie", "leg_front_left", "steering_front_left", "wheel_front_left",
                           "leg_middle_left", "steering_middle_left", "wheel_middle_left"}) {
    const BodyId body = model.body(part);
    const Vec3 com = kinematics.body[body.index].X_WB * model.bodies()[body.index].com;
    gravity += (com.x() - pivot.x()) * model.bodies()[body.index].mass * s.world().settings.gravity;
  }
  CHECK(std::fabs(ground + gravity) < 0.01 * drives);
}

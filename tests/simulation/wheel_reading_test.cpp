// SPDX-License-Identifier: BSD-3-Clause
// What a wheel's record says of its load and its slip (contact_record.hpp).

#include "catch.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

TEST_CASE("the whole force bounds the load of every part, on any number of faces") {
  // against the face of a step; in ground of several layers; a boulder under the belly
  struct Case {
    const char* scenario;
    double from, to;
    std::vector<std::string> settings;
  };
  const Case cases[] = {{"climb_step", 6.0, 10.0, {}},
                        {"climb_step", 6.0, 10.0, {"terrain.soil=wong_LETE_sand", "terrain.soil_law=scm"}},
                        {"belly_on_boulder", 0.0, 4.0, {}},
                        {"egress_level", 0.0, 6.0, {}}};
  for (const Case& one : cases) {
    INFO(one.scenario);
    Simulation s = start(one.scenario, one.settings);
    int checked = 0, several = 0;
    double most_excess = -1.0;
    REQUIRE(run_until(s, one.to, [&] {
      if (s.time() < one.from) return;
      for (const ContactRecord& record : s.output().records) {
        if (!record.touches()) continue;
        ++checked;
        most_excess = std::max(most_excess, record.load / record.force.norm() - 1.0);
      }
      for (const WheelOutput& wheel : s.output().wheels) several += wheel.contacts > 3;
    }));
    CHECK(checked > 0);
    CHECK(most_excess < 1e-9);
    // wheels of three slices between the ground and the face of the step
    if (one.scenario == std::string("climb_step")) CHECK(several > 100);
  }
}

// Two faces at right angles press with 3 N and 4 N, and friction on each holds against the other: of the 7 N
// that the sizes add up to, and of the 5 N of their sum, the whole force has less.
TEST_CASE("the load on two faces is what the whole force has along the sum of their normal forces") {
  ContactRecord record;
  record.pressing = Vec3(-3.0, 0.0, 4.0);
  record.force = record.pressing + Vec3(2.0, 0.0, 1.0);
  record.set_load();
  CHECK(record.load == Approx((-1.0 * -3.0 + 5.0 * 4.0) / 5.0));
  CHECK(record.load < record.force.norm());
  record.pressing = record.force = Vec3(0.0, 0.0, 6.0);
  record.force.x() = 2.5;  // friction on one face adds nothing
  record.set_load();
  CHECK(record.load == 6.0);
  record.pressing = record.force = Vec3::Zero();  // between two faces that clamp it
  record.set_load();
  CHECK(record.load > 0.0);
  CHECK(record.touches());
  CHECK_FALSE(ContactRecord{}.touches());
}

TEST_CASE("on one face the load is the normal force, and what six wheels carry adds up to the weight") {
  Simulation s = start("drive_flat_soft", {"terrain.soil=bedrock"});
  REQUIRE(run_until(s, 3.0));
  double sum = 0.0;
  for (const WheelOutput& wheel : s.output().wheels) {
    CHECK(wheel.load == Approx(wheel.pressing.norm()).epsilon(1e-9));
    CHECK(wheel.load == Approx(wheel.force.z()).epsilon(1e-3));
    sum += wheel.load;
  }
  CHECK(sum == Approx(weight(s)).epsilon(1e-3));
}

// The rover stands tied to a platform that comes down at 0.3 m/s and rocks to rest.
TEST_CASE("wheels that stand on a moving deck have no slip, and those that drive on it have") {
  Simulation s = start("egress_mars");
  int standing = 0, with_slip = 0;
  double deck_speed = 0.0;
  REQUIRE(run_until(s, 6.0, [&] {
    for (const WheelOutput& wheel : s.output().wheels) {
      if (!wheel.touches()) continue;
      const Vec3 v = s.kinematics().body[static_cast<std::size_t>(wheel.body)].v;
      deck_speed = std::max(deck_speed, v.norm());
      CHECK(wheel.has_slip() == std::isfinite(wheel.slip));
      if (s.time() > 5.6) wheel.has_slip() ? ++with_slip : ++standing;
    }
  }));
  CHECK(deck_speed > 0.01);
  CHECK(standing > 100);
  CHECK(with_slip == 0);
  Simulation level = start("egress_level", {"duration=30"});
  bool drives = false;
  while (!level.finished() && !drives) {
    REQUIRE(level.step() == StepStatus::ok);
    drives = true;
    for (const WheelOutput& wheel : level.output().wheels)
      drives = drives && wheel.has_slip() && wheel.other >= 0 && std::fabs(wheel.slip) < 0.5;
  }
  CHECK(drives);
}

TEST_CASE("slip is left out of the mean where wheels stand") {
  // the wait before the drive counts for nothing
  const RunSummary late = run_all("drive_flat_soft", {"duration=14", "drive.start=9"}),
                   soon = run_all("drive_flat_soft", {"duration=6", "drive.start=1"});
  CHECK(late.metrics.at("mean_slip").value == Approx(soon.metrics.at("mean_slip").value).margin(0.002));
}

TEST_CASE("slip and slip angle have no value below 3 mm/s, in the air and at rest") {
  WheelOutput wheel;
  CHECK_FALSE(wheel.has_slip());
  CHECK(std::isnan(wheel.slip));
  CHECK(std::isnan(wheel.slip_angle()));
  wheel.load = 10.0;
  for (const double speed : {0.0, 1e-5, 2.9e-3}) {
    wheel.rim = wheel.hub_ahead = wheel.hub_left = speed / 1.5;
    CHECK_FALSE(wheel.has_slip());
    CHECK(std::isnan(wheel.slip_angle()));
  }
  wheel.rim = 0.0031;
  CHECK(wheel.has_slip());
  CHECK(std::isnan(wheel.slip_angle()));  // it spins on the spot
  wheel.hub_left = 0.004, wheel.hub_ahead = 0.0;
  CHECK(wheel.slip_angle() == Approx(-1.5707963).epsilon(1e-6));
}

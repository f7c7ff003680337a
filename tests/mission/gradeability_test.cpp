// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/mission/gradeability/gradeability.hpp"

#include <cmath>
#include <numbers>
#include <numeric>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/contact/scm_rig.hpp"
#include "grouser/math/units.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/step/world.hpp"
#include "grouser/soil/laws/soil_params.hpp"

namespace grouser {
namespace {

constexpr double kMass = 310.0;  // kg, exomars_lvm

/// Ten times the rover's speed keeps the tests short; the slip is the same (see docs/user_guide.md).
GradeabilitySpec fast(const std::string& soil) {
  return {.rover = "exomars_lvm", .soil = soil, .speed = 0.1};
}

GradePoint climb(const GradeabilitySpec& spec, double tilt_deg) {
  return run_grade_point(
             spec, tilt_deg * kDegree, [](double) {}, [] { return false; })
      .value();
}

double load_sum(const GradePoint& point) {
  return std::accumulate(point.wheels.begin(), point.wheels.end(), 0.0,
                         [](double sum, const GradeWheel& wheel) { return sum + wheel.load; });
}

TEST_CASE("tilt bed of hard ground: statics and Coulomb's margin") {
  const GradeabilitySpec spec = fast("hard_plate");
  const double mu = load_soil("hard_plate").friction_mu;
  for (const double tilt : {0.0, 10.0}) {
    const GradePoint point = climb(spec, tilt);
    REQUIRE(point.settled);
    const double weight = kMass * spec.gravity, angle = tilt * kDegree;
    // Normal forces carry the weight's share across the slope; the loads of the last window still tremble by
    // parts of 1e-5.
    CHECK(load_sum(point) == Approx(weight * std::cos(angle)).epsilon(1e-4));
    CHECK(point.drawbar_margin == Approx(mu * std::cos(angle) - std::sin(angle)).epsilon(1e-4));
    for (const GradeWheel& wheel : point.wheels) CHECK(wheel.sinkage == 0.0);
  }
}

TEST_CASE("tilt bed of sand: slip grows with tilt, and at it the wheel rig's pull is what the slope takes") {
  const GradeabilitySpec spec = fast("wong_LETE_sand");
  const SoilParams soil = load_soil(spec.soil);
  const WheelGeometry wheel = load_world("tilt_bed")->wheels.front().spec.geometry;
  double last_slip = -1.0;
  for (const double tilt : {0.0, 10.0}) {
    const GradePoint point = climb(spec, tilt);
    REQUIRE(point.settled);
    CHECK(point.slip > last_slip + 0.1);
    last_slip = point.slip;
    const double weight = kMass * spec.gravity, needed = weight * std::sin(tilt * kDegree);
    double pull = 0.0;
    for (const GradeWheel& w : point.wheels) {
      const RigSetup setup{.wheel = wheel, .load = w.load, .rut_depth = w.rut_depth, .gravity = spec.gravity};
      const RigRow row = solve_wheel_rig(soil, setup, w.slip, 0.0);
      pull += row.drawbar_pull;
      // The rig's rigid wheel sinks as the rover's, whose own deflection is millimetres on a radius of 142.
      CHECK(row.sinkage + w.rut_depth == Approx(w.sinkage).margin(3e-4));
    }
    // The rover's wheels are elastic, the rig's rigid: a percent of the weight between them.
    CHECK(pull / weight == Approx(needed / weight).margin(0.01));
    CHECK(point.drawbar_margin > 0.0);
  }
}

// Its wheels ripple with the nodes of the ground, and settle all the same; the slip is that of the way driven.
TEST_CASE("tilt bed of sand by the law scm: it settles, and its slip is what the way driven says") {
  GradeabilitySpec spec = fast("wong_LETE_sand");
  spec.settings = {{"terrain.soil_law", "scm", "test"}, {"terrain.scm_shear", "janosi", "test"}};
  constexpr double kBegin = 1.25;  // s: drives start at 1 s and take half a second to come to their speed
  double last = -1.0;
  for (const double tilt : {0.0, 5.0}) {
    const GradePoint point = climb(spec, tilt);
    INFO(point.reason << ", slip " << point.slip << " +- " << point.slip_error);
    REQUIRE(point.settled);
    const double driven = 1.0 - point.distance / (spec.speed * (point.time - kBegin));
    CHECK(point.slip == Approx(driven).margin(0.03));  // the way has the start in it, on untouched ground
    CHECK(point.slip_error > 0.0);
    CHECK(point.slip_error < 0.02);
    CHECK(point.slip > last + 0.05);
    CHECK(std::isnan(point.drawbar_margin));
    last = point.slip;
  }
}

// By (5) the pull is all there at any slip, so that a rover climbs as steep as one wheel pulls on the rig: tan(tilt) = pull over load.
TEST_CASE("tilt bed of sand by the law scm: a rover climbs what a single wheel pulls, and no more") {
  GradeabilitySpec spec = fast("wong_LETE_sand");
  spec.settings = {{"terrain.soil_law", "scm", "test"}};
  ScmRigSetup setup;
  setup.rig.wheel = load_world("tilt_bed")->wheels.front().spec.geometry;
  setup.rig.gravity = spec.gravity;
  setup.rig.load = kMass * spec.gravity / 6.0;
  const ScmRigRow row = drive_scm_rig(load_soil(spec.soil, {}, SoilLaw::scm), setup, 0.05, 0.0);
  const double steepest = std::atan2(row.mean.drawbar_pull, row.mean.load) / kDegree;
  INFO("steepest " << steepest << " deg");
  const GradePoint below = climb(spec, steepest - 3.0), above = climb(spec, steepest + 3.0);
  INFO(below.reason << " / " << above.reason);
  CHECK(below.settled);
  CHECK(below.slip < 0.1);
  CHECK(above.stalled);
}

TEST_CASE("tilt bed of hard ground, downhill: the wheels hold the rover back as statics asks") {
  const GradeabilitySpec spec = fast("hard_plate");
  const double mu = load_soil("hard_plate").friction_mu, weight = kMass * spec.gravity;
  const WheelSpec wheel_spec = load_world("tilt_bed")->wheels.front().spec;
  // pressed in by 5 mm, wheels work on a shorter arm
  const double radius = wheel_spec.geometry.radius - weight / 6.0 / wheel_spec.stiffness;
  const GradePoint point = climb(spec, -10.0);
  REQUIRE(point.settled);
  const double angle = -10.0 * kDegree;
  CHECK(load_sum(point) == Approx(weight * std::cos(angle)).epsilon(1e-4));
  CHECK(point.slip < 0.0);
  CHECK(point.distance > 0.0);
  double torque = 0.0;
  for (const GradeWheel& wheel : point.wheels) torque += wheel.torque;
  // What the drives take up a radian is the height lost: no rolling resistance here. 1 %: the ground gives
  // way too.
  CHECK(torque == Approx(radius * weight * std::sin(angle)).epsilon(0.01));
  CHECK(point.braking_margin == Approx(mu * std::cos(angle) + std::sin(angle)).epsilon(1e-4));
  CHECK(point.drawbar_margin == Approx(mu * std::cos(angle) - std::sin(angle)).epsilon(1e-4));
}

TEST_CASE("tilt bed of sand, gently downhill: less slip, and the rig's pull is what the slope gives") {
  const GradeabilitySpec spec = fast("wong_LETE_sand");
  const SoilParams soil = load_soil(spec.soil);
  const WheelGeometry wheel = load_world("tilt_bed")->wheels.front().spec.geometry;
  const GradePoint level = climb(spec, 0.0), point = climb(spec, -3.0);
  REQUIRE(level.settled);
  REQUIRE(point.settled);
  CHECK(point.slip < level.slip);
  const double weight = kMass * spec.gravity;
  double pull = 0.0;
  for (const GradeWheel& w : point.wheels) {
    const RigSetup setup{.wheel = wheel, .load = w.load, .rut_depth = w.rut_depth, .gravity = spec.gravity};
    pull += solve_wheel_rig(soil, setup, w.slip, 0.0).drawbar_pull;
  }
  // elastic wheels against rigid ones, as uphill
  CHECK(pull / weight == Approx(std::sin(-3.0 * kDegree)).margin(0.01));
  CHECK(point.braking_margin > level.braking_margin - std::sin(3.0 * kDegree) - 0.05);
  CHECK(point.drawbar_margin > level.drawbar_margin);
}

TEST_CASE("tilt bed downhill: what the wheels cannot hold is told") {
  const GradePoint point = climb(fast("wong_LETE_sand"), -45.0);
  CHECK_FALSE(point.settled);
  CHECK_FALSE(point.reason.empty());
  CHECK(std::isnan(point.braking_margin));
}

TEST_CASE("tilt bed: what does not settle has a reason and no value") {
  const auto check = [](const GradePoint& point, const std::string& words) {
    CHECK_FALSE(point.settled);
    CHECK_THAT(point.reason, Catch::Matchers::ContainsSubstring(words));
    CHECK(std::isnan(point.slip));
    CHECK(std::isnan(point.drawbar_margin));
    for (const GradeWheel& wheel : point.wheels) CHECK(std::isnan(wheel.load));
  };
  // Less than 31 degrees, at which the sand itself would slide: the rover stands there, and does not climb.
  check(climb(fast("wong_LETE_sand"), 20.0), "the wheels spin on the spot");
  const double limit = std::atan(load_soil("hard_plate").friction_mu) / kDegree;
  check(climb(fast("hard_plate"), limit + 4.0), "cannot stand");
  GradeabilitySpec hurried = fast("hard_plate");
  hurried.max_time = 3.0;
  check(climb(hurried, 5.0), "timed out after 3 s");
}

// Oettershagen et al. (DynRPAT) drive the LVM on the four simulants, and on ES-4 up a row of tilts (figure
// 10, on Earth).
TEST_CASE("tilt bed: the LVM drives on the stand-ins of all four ESA simulants on Earth, and climbs ES-4's") {
  GradeabilitySpec spec = fast("es1");
  spec.gravity = 9.81;
  for (const char* soil : {"es1", "es2", "es3"}) {
    spec.soil = soil;
    double last = -0.07;
    for (const double tilt : {0.0, 5.0}) {
      const GradePoint point = climb(spec, tilt);
      CAPTURE(soil, tilt, point.slip);
      REQUIRE(point.settled);
      CHECK(point.slip > last);
      CHECK(point.slip < 0.25);
      last = point.slip;
    }
  }
  // level ground within the paper's 7 points of no slip; from there each 5 degrees ask for more slip than
  // those before
  spec.soil = "es4";
  std::vector<double> slips;
  for (const double tilt : {0.0, 5.0, 10.0, 15.0, 20.0}) {
    const GradePoint point = climb(spec, tilt);
    CAPTURE(tilt, point.slip);
    REQUIRE(point.settled);
    CHECK(point.drawbar_margin > 0.0);
    slips.push_back(point.slip);
  }
  CHECK(std::fabs(slips[0]) < 0.07);
  for (std::size_t i = 2; i < slips.size(); ++i) CHECK(slips[i] - slips[i - 1] > slips[i - 1] - slips[i - 2]);
}

TEST_CASE("tilt bed: wrong input and cancel") {
  CHECK_THROWS_AS(climb(fast("no_such_soil"), 0.0), InputError);
  GradeabilitySpec spec = fast("hard_plate");
  spec.settings = {{"rover.wheel.radius", "-1"}};
  CHECK_THROWS_AS(climb(spec, 0.0), InputError);
  spec.settings = {{"terrain.slope_deg", "5"}};
  CHECK_THROWS_WITH(climb(spec, 0.0), Catch::Matchers::ContainsSubstring("--tilt instead"));
  spec.settings = {};
  spec.rover = "hopper";
  CHECK_THROWS_WITH(climb(spec, 0.0), Catch::Matchers::ContainsSubstring("no wheels"));
  spec.rover = "exomars_lvm";
  CHECK_FALSE(run_grade_point(
      spec, 0.0, [](double) {}, [] { return true; }));
}

}  // namespace
}  // namespace grouser

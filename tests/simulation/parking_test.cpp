// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "catch.hpp"
#include "grouser/soil/wheel/wheel_rig.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {
std::vector<std::string> slope(double deg, const std::string& soil) {
  return {fmt::format("terrain.slope_deg={:.3f}", deg), fmt::format("initial.pitch_deg={:.3f}", -deg),
          "terrain.soil=" + soil, "initial.settle=false", "duration=70"};
}
/// Movement of the chassis between two times, m.
double movement(const std::vector<std::string>& overrides, double from, double to) {
  Simulation s = start("park_on_slope", overrides);
  REQUIRE(run_until(s, from));
  const Vec3 before = chassis(s);
  REQUIRE(run_until(s, to));
  return (chassis(s) - before).norm();
}
}  // namespace

TEST_CASE("parked at 15 degrees on soil: creep under 1 mm between 10 s and 70 s") {
  CHECK(movement({}, 10.0, 70.0) < 1e-3);
}

TEST_CASE("rigid ground with mu = tan 30 deg holds at 28 and slides at 32 degrees") {
  const auto with_mu = [](double deg) {
    auto o = slope(deg, "hard_plate");
    o.emplace_back("soil.friction_mu=0.5773502691896258");
    return o;
  };
  CHECK(movement(with_mu(28.0), 5.0, 10.0) < 1e-4);
  CHECK(movement(with_mu(32.0), 5.0, 10.0) > 0.1);
}

// The low four-wheeled rover: the ExoMars model, its centre of mass 0.54 m up, would tip over backward before
// it slides.
TEST_CASE("on soil the holding angle is the locked wheel's limit from the rig within 1 degree") {
  const SoilParams soil = load_soil("wong_LETE_sand");
  const auto on_slope = [](double deg) {
    auto o = slope(deg, "wong_LETE_sand");
    o.emplace_back("rover=four_wheel_fast");
    return o;
  };
  // rig: the locked wheel's pull against its load gives the slope it holds; on the slope a wheel carries W
  // cos(a) / 4
  Simulation level = start("park_on_slope", on_slope(0.0));
  const double share = weight(level) / 4.0;
  double limit = 0.5;
  for (int i = 0; i < 30; ++i) {
    const RigSetup rig{.wheel = level.world().wheels[0].spec.geometry, .load = share * std::cos(limit)};
    const RigRow row = solve_wheel_rig(soil, rig, -1.0, 0.0);
    limit = std::atan(-row.drawbar_pull / row.load);
  }
  const double deg = limit * 180.0 / EIGEN_PI;
  INFO("the rig's limit: " << deg << " deg");
  CHECK(movement(on_slope(deg - 1.0), 20.0, 30.0) < 1e-4);
  CHECK(movement(on_slope(deg + 1.0), 20.0, 30.0) > 1.0);
}

TEST_CASE("a slope steeper than the soil's own friction angle is warned of") {
  Simulation s = start("park_on_slope", slope(35.0, "wong_LETE_sand"));
  bool warned = false;
  for (const std::string& note : s.scene().notes)
    warned = warned || note.find("steeper than the friction angle") != std::string::npos;
  CHECK(warned);
  CHECK(start("park_on_slope").scene().notes.empty());
}

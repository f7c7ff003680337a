// SPDX-License-Identifier: BSD-3-Clause
// The ground under a creeping rover: contacts that follow their tangents against contacts looked for anew.
#include <algorithm>
#include <cmath>

#include "catch.hpp"
#include "grouser/contact/creep_wheels.hpp"
#include "quasi_static/quasi_static_balance.hpp"
#include "simulation/support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

/// A valley of two plates that rise by 8 degrees to either side: every wheel leans.
std::shared_ptr<const World> valley(const std::string& soil) {
  std::string text =
      "units = \"SI\"\nname = \"valley\"\nrover = \"exomars_lvm\"\nduration = 60.0\ngravity = 9.81\n"
      "[terrain]\nkind = \"flat\"\nsoil = \"hard_plate\"\n";
  for (const double side : {1.0, -1.0})
    text += "[[terrain.shape]]\ntype = \"box\"\nname = \"" + std::string(side > 0.0 ? "left" : "right") +
            "\"\nposition = [0.0, " + std::to_string(0.6 * side) + ", 0.05]\nrpy_deg = [" +
            std::to_string(8.0 * side) + ", 0, 0]\nsize = [6.0, 1.0, 0.5]\nsoil = \"" + soil + "\"\n";
  return load_world(
      write_scenario("valley", text + "[initial]\nposition = [0.0, 0.0]\n[drive]\nspeed = 0.05\n"));
}

/// A rover put down where its first guess has it, and the same a little beside that.
struct Beside {
  std::shared_ptr<const World> world;
  QuasiStaticBalance balance;
  Unknowns start;

  explicit Beside(std::shared_ptr<const World> w) : world(w), balance(w), start(balance.first_guess({})) {
    start[kSlip] = 0.1;
  }
  Unknowns follow(const Unknowns& way) {
    Unknowns residual = start;
    balance.look_anew();
    balance.evaluate({}, true, start, residual);
    balance.evaluate({}, true, start + way, residual);
    return residual;
  }
  Unknowns look(const Unknowns& way) {
    Unknowns residual = start;
    balance.look_anew();
    balance.evaluate({}, true, start + way, residual);
    return residual;
  }
  double error(const Unknowns& way) { return (follow(way) - look(way)).cwiseAbs().maxCoeff(); }
  Unknowns way(double roll, double pitch, double crab, double height) const {
    Unknowns w = Unknowns::Zero(start.size());
    w[kRoll] = roll, w[kPitch] = pitch, w[kCrab] = crab, w[kHeight] = height;
    return w;
  }
};

}  // namespace

// Plates have no curvature, so that what is left is of the square: half the way, a quarter of the error. A
// term of first order left out would make it half.
TEST_CASE("on plates, contacts that follow their tangents are wrong by the square of the way", "[mission]") {
  Beside beside(valley("hard_plate"));
  constexpr double kRounding = 1e-13;
  for (const Unknowns& way :
       {beside.way(0, 0, 0, 1.8e-4), beside.way(2e-4, 0, 0, 0), beside.way(0, 1e-4, 0, 0),
        beside.way(0, 0, 1e-4, 0), beside.way(-1.1e-4, 0.7e-4, 0.6e-4, 0.8e-4)}) {
    CAPTURE(way.transpose());
    CHECK((beside.look(way) - beside.look(0.0 * way)).cwiseAbs().maxCoeff() > 1e-3);  // the way tells
    CHECK(beside.error(0.5 * way) < 0.3 * beside.error(way) + kRounding);
    CHECK(beside.error(way) < 1e-6);  // r (2e-4)^2 times stiffness over weight, 90 1/m
  }
}

// Sinkage is searched for to 1e-4 of itself, which leaves some 1e-6 of the weight beside the square.
TEST_CASE("on soft plates, following tangents is as good as the search for the sinkage", "[mission]") {
  Beside beside(valley("wong_LETE_sand"));
  for (const Unknowns& way :
       {beside.way(0, 0, 0, 1.8e-4), beside.way(2e-4, 0, 0, 0), beside.way(-1.1e-4, 0.7e-4, 0.6e-4, 0.8e-4)})
    CHECK(beside.error(way) < 3e-6);
}

TEST_CASE("tangents are followed for 0.2 mm and 0.5 mrad, then contacts are looked for anew", "[mission]") {
  Beside beside(valley("hard_plate"));
  // a little roll, because along a plate's normal the tangent is exact
  CHECK(beside.error(beside.way(1e-5, 0, 0, 1.8e-4)) > 0.0);
  CHECK(beside.error(beside.way(1e-5, 0, 0, 2.2e-4)) == 0.0);
  // steering turns a wheel by the curvature times its distance from the turning axle, on which none stands:
  // front, middle and rear wheels are at 0.64 m, 0 and -0.72 m
  const double axle = beside.world->main().turning_axle;
  Unknowns steered = beside.way(0, 0, 0, 0);
  steered[kSteering] = 4.8e-4 / std::max(0.64 - axle, 0.72 + axle);
  CHECK(beside.error(steered) > 0.0);
  steered[kSteering] = 5.2e-4 / std::fabs(axle);
  CHECK(beside.error(steered) == 0.0);
}

// A contact that is left by its tangent is gone; the next one has nothing to remember. Looked for anew
// before it leaves, it is gone in any case.
TEST_CASE("a contact that parts along its tangent leaves no memory", "[mission]") {
  const auto world = load_world("drive_flat_soft", sets({"terrain.soil=hard_plate"}));
  std::vector<Unknowns> after;
  for (const bool anew : {true, false}) {
    QuasiStaticBalance balance(world);
    Unknowns u = balance.first_guess({}), residual = u;
    u[kSlip] = 0.1;
    // down to where all wheels just touch
    double low = u[kHeight], high = low + 0.1;
    for (int i = 0; i < 40; ++i) {
      u[kHeight] = 0.5 * (low + high);
      balance.look_anew();
      balance.evaluate({}, true, u, residual);
      bool all = true;
      for (const StaticWheel& wheel : balance.ground().wheels()) all &= wheel.load > 0.0;
      (all ? low : high) = u[kHeight];
    }
    Unknowns touching = u, parted = u;
    touching[kHeight] = low - 5e-5;
    parted[kHeight] = low + 1e-4;
    balance.look_anew();
    balance.evaluate({}, true, touching, residual);
    if (anew) balance.look_anew();
    balance.evaluate({}, true, parted, residual);
    for (const StaticWheel& wheel : balance.ground().wheels()) REQUIRE(wheel.load == 0.0);
    QuasiStaticPose pose;
    balance.accept({}, parted, pose);
    touching[kSlip] = 0.0;  // what was deflected before is all that there is of it
    balance.evaluate({.distance = 0.005, .x = 0.005}, false, touching, residual);
    after.push_back(residual);
  }
  CHECK(after[0] == after[1]);
}

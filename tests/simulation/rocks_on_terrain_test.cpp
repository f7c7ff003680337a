// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "catch.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

// Hard, level ground with a rock of 80 mm laid at a place; its sides 0.5 m.
std::string ground_with_rock(const Vec3& at) {
  char rock[128];
  std::snprintf(rock, sizeof rock,
                "[terrain.rocks]\nsoil = \"hard_plate\"\nlaid = [[%.6f, %.6f, 0.5, 0.5, 0.08, 0, 0, 25]]\n",
                at.x(), at.y());
  return std::string(
             "units = \"SI\"\nname = \"on_rock\"\nrover = \"exomars_lvm\"\nduration = 5.0\ngravity = 3.71\n"
             "[integration]\nstep = 0.003\n[terrain]\nkind = \"flat\"\nsize = [20, 20]\ncell = 0.25\nsoil = "
             "\"bedrock\"\n") +
         rock + "[initial]\nposition = [0.0, 0.0]\n";
}

}  // namespace

TEST_CASE("a wheel set down on a laid rock stands on it and loads it") {
  // where the wheel stands without: the rock far off
  Simulation flat = start(write_scenario("off_rock", ground_with_rock({8.0, 8.0, 0.0})));
  const int wheel = wheel_index(flat, "front_left");
  REQUIRE(wheel >= 0);
  REQUIRE(run_until(flat, 1.0));
  const WheelOutput below = flat.output().wheels[static_cast<std::size_t>(wheel)];
  CHECK(below.surface == 0);
  CHECK(below.point.z() == Approx(0.0).margin(0.002));  // compression of wheel and ground

  Simulation s = start(write_scenario("on_rock", ground_with_rock(below.point)));
  REQUIRE(s.world().terrain->shapes().size() == 1);
  REQUIRE(run_until(s, 1.0));
  const WheelOutput& on = s.output().wheels[static_cast<std::size_t>(wheel)];
  CHECK(on.surface == 1);  // the rock, not the ground
  CHECK(on.point.z() == Approx(0.08).margin(0.002));
  CHECK(on.load > 0.3 * below.load);  // the bogie shares it between its wheels
  CHECK(vertical_sum(s) == Approx(weight(s)).epsilon(0.01));
}

TEST_CASE("the shipped rocky terrain has rocks in the rover's way, and it drives over them") {
  Simulation s = start("rocky_craters", {"duration=60"});
  CHECK(s.world().terrain->shapes().size() > 500);
  bool met = false;
  double speed = 0.0, hardest = 0.0;
  const Vec3 before = chassis(s);
  REQUIRE(run_until(s, 60.0, [&] {
    for (const WheelOutput& w : s.output().wheels) {
      met = met || (w.surface > 0 && w.load > 1.0);
      hardest = std::max(hardest, w.force.norm());
    }
  }));
  speed = (chassis(s) - before).norm() / 59.0;
  CHECK(met);
  CHECK(speed > 0.5 * 0.05);
  // at 50 mm/s no wheel is hit harder than the whole rover weighs; steps too long for a rock's edge would
  CHECK(hardest < weight(s));
}

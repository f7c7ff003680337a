// SPDX-License-Identifier: BSD-3-Clause
// A wheel that crosses from one surface to another: no switching of the forces (the weakness that
// Oettershagen et al., DynRPAT, section 5, name). A run with a tenth of the step is the yardstick: what it
// does not show is numerical.
#include <algorithm>

#include "catch.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

struct Sample {
  double x = 0.0, pull = 0.0, load = 0.0;  // of the hub, m; N
};

/// Front left wheel at every 3 ms from `from` to the end.
std::vector<Sample> crossing(const std::string& scenario, std::vector<std::string> sets, double step,
                             double from) {
  sets.push_back("integration.step=" + std::to_string(step));
  Simulation s = start(scenario, sets);
  const int wheel = wheel_index(s, "front_left");
  const int every = static_cast<int>(std::lround(0.003 / step));
  Kinematics k(*s.world().model);
  std::vector<Sample> samples;
  const double end = s.world().settings.duration;
  REQUIRE(run_until(s, end, [&] {
    if (s.step_count() % every != 0 || s.time() < from) return;
    calc_kinematics(*s.world().model, s.state().motion.q, s.state().motion.v, k);
    const WheelOutput& w = s.output().wheels[wheel];
    samples.push_back({k.body[s.world().wheels[wheel].body.index].X_WB.p.x(), w.longitudinal, w.load});
  }));
  return samples;
}

double pull_at(const std::vector<Sample>& run, double x) {
  const auto after = std::lower_bound(run.begin() + 1, run.end() - 1, x,
                                      [](const Sample& s, double at) { return s.x < at; });
  const Sample &a = *(after - 1), &b = *after;
  return a.pull + (b.pull - a.pull) * std::clamp((x - a.x) / (b.x - a.x), 0.0, 1.0);
}

/// Largest difference of the drawbar pull at the same place, and change within 3 ms, both over the load.
struct Roughness {
  double difference = 0.0, jump = 0.0, fine_jump = 0.0, way = 0.0;
};
Roughness compare(const std::vector<Sample>& coarse, const std::vector<Sample>& fine) {
  Roughness r;
  r.way = coarse.back().x - coarse.front().x;
  for (const Sample& s : coarse)
    r.difference = std::max(r.difference, std::fabs(s.pull - pull_at(fine, s.x)) / s.load);
  const auto jump = [](const std::vector<Sample>& run) {
    double largest = 0.0;
    for (std::size_t i = 1; i < run.size(); ++i)
      largest = std::max(largest, std::fabs(run[i].pull - run[i - 1].pull) / run[i].load);
    return largest;
  };
  r.jump = jump(coarse);
  r.fine_jump = jump(fine);
  return r;
}

Roughness cross(const std::string& scenario, const std::vector<std::string>& sets, double from) {
  return compare(crossing(scenario, sets, 0.003, from), crossing(scenario, sets, 0.0003, from));
}

/// Level sand with one plate on it, the rover driving along x.
std::string beside_a_plate(const std::string& plate) {
  return write_scenario(
      "beside_a_plate",
      "units = \"SI\"\nname = \"plate\"\nrover = \"exomars_lvm\"\nduration = 4.0\ngravity = 9.81\n"
      "[integration]\nstep = 0.003\n[terrain]\nkind = \"flat\"\nsoil = \"wong_LETE_sand\"\n"
      "[[terrain.shape]]\ntype = \"plate\"\nname = \"plate\"\nsoil = \"hard_plate\"\nthickness = 0.05\n" +
          plate + "[initial]\nposition = [-0.70, 0.0]\n[drive]\nstart = 0.0\nspeed = 0.03\n");
}

}  // namespace

TEST_CASE("from a ramp on to sand at 11 mm/s the drawbar pull does not switch") {
  const Roughness r = cross("ramp_to_soil", {"initial.position=[-0.69,0.0]", "duration=14.0"}, 1.6);
  CAPTURE(r.difference, r.jump, r.fine_jump);
  CHECK(r.way > 0.12);         // from the ramp alone to sand alone: the arc is 0.1 m long
  CHECK(r.difference < 0.05);  // the limit; measured 0.01
  CHECK(r.jump < 0.001);       // 11 mm/s: 33 micrometres a step
  CHECK(r.fine_jump < 0.001);
}

TEST_CASE("off a plate's edge and with one slice on it the pull does not switch either") {
  // under the whole left track, 10 mm high; and under the outer of the left wheel's three slices, 3 mm high
  for (const char* plate : {"position = [-2.0, 0.0, 0.010]\nsize = [4.0, 2.0]\n",
                            "position = [-2.0, 0.72, 0.003]\nsize = [4.0, 0.2]\n"}) {
    const Roughness r = cross(beside_a_plate(plate), {}, 0.6);
    CAPTURE(plate, r.difference, r.jump, r.fine_jump);
    CHECK(r.way > 0.08);
    CHECK(r.difference < 0.05);
    CHECK(r.jump < 2.0 * r.fine_jump + 0.002);
  }
}

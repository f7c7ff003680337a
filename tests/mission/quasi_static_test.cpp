// SPDX-License-Identifier: BSD-3-Clause
// Equilibria against hand statics, against the dynamic mode driven to rest or along the same trail, and the
// reasons where there are none.
#include "grouser/mission/quasi_static/quasi_static.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>

#include "catch.hpp"
#include "folders.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"
#include "grouser/simulation/build/start.hpp"
#include "simulation/support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

std::shared_ptr<const World> flat(const std::vector<std::string>& settings) {
  return load_world("drive_flat_soft", sets(settings));
}

struct Sums {
  double load = 0.0, longitudinal = 0.0, lateral = 0.0;
};
Sums sums(const QuasiStaticPose& pose) {
  Sums s;
  for (const StaticWheel& wheel : pose.wheels) {
    s.load += wheel.load;
    s.longitudinal += wheel.longitudinal;
    s.lateral += wheel.lateral;
  }
  return s;
}

double weight(const World& world) { return world.model->total_mass() * world.settings.gravity; }

/// Where the dynamic mode's chassis went, and its wheels there.
struct Trail {
  std::vector<PathPoint> path;
  std::vector<std::vector<WheelOutput>> wheels;
};
Trail drive(Simulation& simulation, double length, double spacing) {
  Trail trail;
  Vec3 last = chassis(simulation);
  double distance = 0.0;
  while (distance < length && simulation.time() < 400.0) {
    if (distance >= static_cast<double>(trail.path.size()) * spacing) {
      trail.path.push_back({.distance = distance, .x = last.x(), .y = last.y()});
      trail.wheels.push_back(simulation.output().wheels);
    }
    REQUIRE(simulation.step() == StepStatus::ok);
    distance += (chassis(simulation) - last).head<2>().norm();
    last = chassis(simulation);
  }
  constexpr std::size_t kSmooth = 10;  // the direction over 0.1 m
  for (std::size_t i = 0; i < trail.path.size(); ++i) {
    const PathPoint &a = trail.path[i < kSmooth ? 0 : i - kSmooth],
                    &b = trail.path[std::min(i + kSmooth, trail.path.size() - 1)];
    trail.path[i].heading = std::atan2(b.y - a.y, b.x - a.x);
  }
  return trail;
}

/// Largest difference of a wheel load between two places of the trail, as a share of the mean load.
double load_difference(const std::shared_ptr<const World>& world, const Trail& trail, double from) {
  QuasiStaticSolver solver(world);
  const double mean = weight(*world) / static_cast<double>(world->wheels.size());
  double worst = 0.0;
  for (std::size_t i = 0; i < trail.path.size(); ++i) {
    const QuasiStaticPose& pose = solver.advance(trail.path[i]);
    CAPTURE(i, pose.reason);
    REQUIRE(pose.status == PoseStatus::ok);
    if (trail.path[i].distance < from) continue;
    for (std::size_t w = 0; w < pose.wheels.size(); ++w)
      worst = std::max(worst, std::fabs(pose.wheels[w].load - trail.wheels[i][w].load) / mean);
  }
  return worst;
}

}  // namespace

TEST_CASE("ExoMars on level hard ground carries a sixth on each wheel and needs no pull", "[mission]") {
  const auto world = flat({"terrain.soil=hard_plate"});
  QuasiStaticSolver solver(world);
  const QuasiStaticPose& pose = solver.place({});
  REQUIRE(pose.status == PoseStatus::ok);
  for (const StaticWheel& wheel : pose.wheels) {
    CHECK(wheel.load ==
          Approx(weight(*world) / 6.0).epsilon(1e-3));  // the balance's tolerance: 2e-3 of a wheel
    CHECK(std::fabs(wheel.torque) < 1e-3 * weight(*world) * 0.1425);
  }
  CHECK(std::fabs(pose.slip) < 1e-4);
}

// A body on four wheels, centre of mass at height h above the ground and in the middle of the wheelbase l:
// moments about the rear points of contact give front = W/2 (cos(a) - 2 h sin(a) / l) on a slope a, climbing.
TEST_CASE("loads of a four-wheeled rover on a slope are those of hand statics", "[mission]") {
  const double slope = 10.0 * kDegree;
  const auto world = flat({"rover=four_wheel_fast", "terrain.soil=hard_plate", "terrain.kind=plane",
                           "terrain.slope_deg=10", "initial.pitch_deg=-10"});
  QuasiStaticSolver solver(world);
  const QuasiStaticPose& pose = solver.place({});
  REQUIRE(pose.status == PoseStatus::ok);
  const Sums s = sums(pose);
  CHECK(s.load == Approx(weight(*world) * std::cos(slope)).epsilon(1e-3));
  CHECK(s.longitudinal == Approx(weight(*world) * std::sin(slope)).epsilon(1e-3));
  // in axes of the slope, from where the wheels touch to the centre of mass
  const Vec3 up(-std::sin(slope), 0.0, std::cos(slope)), along(std::cos(slope), 0.0, std::sin(slope));
  double front = 0.0, rear = 0.0, front_x = 0.0, rear_x = 0.0;
  for (std::size_t w = 0; w < 4; ++w) {
    const bool ahead = world->wheels[w].spec.name.rfind("front", 0) == 0;
    (ahead ? front : rear) += pose.wheels[w].load;
    (ahead ? front_x : rear_x) = along.dot(pose.wheels[w].point);
  }
  const double height = up.dot(pose.com - pose.wheels[0].point), x = along.dot(pose.com);
  const double by_hand =
      weight(*world) * (std::cos(slope) * (x - rear_x) - std::sin(slope) * height) / (front_x - rear_x);
  CHECK(front == Approx(by_hand).epsilon(2e-3));
  CHECK(rear - front > 0.1 * weight(*world) * std::sin(slope));  // the slope does move load to the rear
}

TEST_CASE("on a side slope the wheels give the side force and the body crabs uphill", "[mission]") {
  const auto world = flat({"terrain.kind=plane", "terrain.slope_deg=8"});  // rises to the east
  QuasiStaticSolver solver(world);
  const double north = 90.0 * kDegree;  // uphill is to the right
  for (int i = 0; i <= 40; ++i) solver.advance({.distance = 0.005 * i, .y = 0.005 * i, .heading = north});
  const QuasiStaticPose& pose = solver.pose();
  REQUIRE(pose.status == PoseStatus::ok);
  const Sums s = sums(pose);
  CHECK(std::fabs(s.lateral) ==
        Approx(weight(*world) * std::sin(8.0 * kDegree)).epsilon(0.01));  // crab tilts it a little
  CHECK(pose.crab < -0.5 * kDegree);
}

// The dynamic mode at 50 mm/s, settled: the last half metre after all wheels run in ruts.
TEST_CASE("settled wheel loads are those of the dynamic mode, within 1 %", "[mission]") {
  const auto [ground, length] = GENERATE(table<std::vector<std::string>, double>({
      {{"terrain.soil=hard_plate"}, 0.8},
      {{"terrain.soil=wong_LETE_sand"}, 1.8},
      {{"terrain.soil=hard_plate", "terrain.kind=plane", "terrain.slope_deg=10", "initial.pitch_deg=-10"},
       0.8},
      {{"terrain.soil=wong_LETE_sand", "terrain.kind=plane", "terrain.slope_deg=10", "initial.pitch_deg=-10"},
       1.8},
      {{"terrain.soil=wong_LETE_sand", "rover=four_wheel_fast"}, 1.8},
  }));
  std::vector<std::string> settings = ground;
  settings.emplace_back("drive.speed=0.05");
  settings.push_back("duration=400");
  const auto world = flat(settings);
  CAPTURE(ground);
  Simulation simulation = start_simulation(world);
  const Trail trail = drive(simulation, length, 0.01);
  CHECK(load_difference(world, trail, length - 0.3) <
        4e-3);  // ruts: felt cell by cell there, by their mean here
}

namespace {
/// The trail over the last of `rounds` stretches. After each the rover is set back to the start with all that
/// it remembers, on fresh ground: an endless plate, as long as no wheel comes to another's rut.
Trail drive_endlessly(const std::shared_ptr<const World>& world, double stretch, int rounds) {
  Trail trail;
  Simulation simulation = start_simulation(world);
  const GroundMemory fresh = simulation.state().ground;
  const Eigen::Index x = world->model->joints()[world->chassis.index].q_index + 4;
  for (int round = 0; round < rounds; ++round) {
    trail = drive(simulation, stretch, 0.01);
    SimulationState state = simulation.state();
    state.motion.q[x] = 0.0;
    state.ground = fresh;
    simulation.restore(state);
  }
  return trail;
}
}  // namespace

// A bump that lasts: the left front wheel runs on a plate 8 cm high, the others on the ground. Both modes
// forget how the rover was put down over some 0.15 m, and the plate begins only 0.37 m of way ahead of the
// next wheel.
TEST_CASE("with one wheel on a plate the loads are those the dynamic mode settles to", "[mission]") {
  const std::string rover = GENERATE("exomars_lvm", "four_wheel_fast"),
                    soil = GENERATE("hard_plate", "wong_LETE_sand");
  CAPTURE(rover, soil);
  const std::filesystem::path file = test::binary_folder() / "one_wheel_on_a_plate.toml";
  std::ofstream(file) << "units = \"SI\"\nname = \"plate\"\nrover = \"" << rover
                      << "\"\nduration = 60.0\ngravity = 9.81\n"
                      << "[terrain]\nkind = \"flat\"\nsoil = \"" << soil << "\"\n"
                      << "[[terrain.shape]]\ntype = \"box\"\nname = \"plate\"\nposition = [1.9, 0.6, 0.04]\n"
                      << "size = [2.8, 0.5, 0.08]\nsoil = \"hard_plate\"\n"
                      << "[initial]\nposition = [0.0, 0.0]\n[drive]\nspeed = 0.05\n";
  const auto world = load_world(file.string());
  const Trail trail = drive_endlessly(world, 0.3, 4);
  CHECK(load_difference(world, trail, 0.1) < 2e-3);  // both near 1e-4 of balance
  // it is a bump: the loads are far from the level's
  CHECK(std::fabs(trail.wheels[20][0].load / trail.wheels[20][1].load - 1.0) > 0.02);
}

// Natural ground is never settled: ruts begin and end, bogies swing, and the dynamic rover, left to itself,
// drifts off its heading. Along its own trail the loads stay as near as this; where they part is told in
// docs/validation.md.
TEST_CASE("along natural ground the loads stay with the dynamic mode's", "[mission]") {
  const auto world = load_world("traverse_mars", sets({"drive.speed=0.05", "initial.position=[-8,0]"}));
  Simulation simulation = start_simulation(world);
  const Trail trail = drive(simulation, 3.0, 0.01);
  QuasiStaticSolver solver(world);
  double sum = 0.0, count = 0.0;
  for (std::size_t i = 0; i < trail.path.size(); ++i) {
    const QuasiStaticPose& pose = solver.advance(trail.path[i]);
    REQUIRE(pose.status == PoseStatus::ok);
    for (std::size_t w = 0; w < pose.wheels.size() && trail.path[i].distance > 0.3; ++w, ++count)
      sum += std::fabs(pose.wheels[w].load - trail.wheels[i][w].load);
  }
  CHECK(sum / count < 0.02 * weight(*world) / 6.0);
}

TEST_CASE("the reason why there is no equilibrium", "[mission]") {
  struct Case {
    std::vector<std::string> settings;
    double heading;
    PoseStatus status;
  };
  const std::vector<Case> cases = {
      // LETE sand has a friction angle of 31 degrees; wheels sink and pull less
      {{"terrain.kind=plane", "terrain.slope_deg=34"}, 0.0, PoseStatus::slides},
      // hard ground with friction 0.8 holds to 38 degrees
      {{"terrain.kind=plane", "terrain.slope_deg=42", "terrain.soil=hard_plate"}, 0.0, PoseStatus::slides},
      // half the track over the height of the centre of mass, 0.6 / 0.54: tips at 48 degrees
      {{"terrain.kind=plane", "terrain.slope_deg=55", "terrain.soil=hard_plate"},
       90.0,
       PoseStatus::tips_over},
  };
  for (const Case& c : cases) {
    CAPTURE(c.settings);
    QuasiStaticSolver solver(flat(c.settings));
    const QuasiStaticPose& pose = solver.place({.heading = c.heading * kDegree});
    CAPTURE(pose.reason, pose.slip);
    CHECK(std::string(to_string(pose.status)) == to_string(c.status));
    CHECK(!pose.reason.empty());
  }
}

TEST_CASE("a world that the quasi-static mode cannot carry is refused", "[mission]") {
  CHECK_THROWS_AS(QuasiStaticSolver(flat({"gravity=0"})), InputError);
}

TEST_CASE("a rover over the edge of a step is put down, left as right", "[mission]") {
  for (const char* scenario : {"wheel_drop_175", "wheel_drop_200", "climb_step"}) {
    const auto world = load_world(scenario);
    QuasiStaticSolver solver(world);
    const QuasiStaticPose& pose = solver.place({});
    CAPTURE(scenario, pose.reason);
    REQUIRE(pose.status == PoseStatus::ok);
    // Rover, ground and path are their own mirror images, so the loads must be; the balance leaves 1e-4 of
    // the weight, some 1e-3 of a wheel's load.
    const double mean = weight(*world) / static_cast<double>(world->wheels.size());
    for (std::size_t w = 0; w < pose.wheels.size(); ++w) {
      std::string other = world->wheels[w].spec.name;
      const std::size_t left = other.find("left");
      if (left == std::string::npos) continue;
      other.replace(left, 4, "right");
      std::size_t mirrored = 0;
      while (world->wheels[mirrored].spec.name != other) ++mirrored;
      CHECK(pose.wheels[w].load > 0.0);
      CHECK(pose.wheels[w].load == Approx(pose.wheels[mirrored].load).margin(2e-3 * mean));
    }
  }
}

// SPDX-License-Identifier: BSD-3-Clause
// Times real time of the whole step. All subjects take turns, each over the same stretch of its drive again
// and again, and the least processor time of each counts: what else runs on the machine then meets all of
// them alike.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>
#include <limits>
#include <memory>
#include <vector>

#include "grouser/base/error.hpp"
#include "grouser/mission/traverse/traverse.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/state.hpp"
#include "whole_bench.hpp"
#ifdef GROUSER_BENCH_MUJOCO
#include "mujoco_rover.hpp"
#endif

namespace grouser::bench {
namespace {

constexpr double kFlatStretch = 6.0, kFreeStretch = 60.0, kFieldStretch = 15.0;  // s simulated
// Share of the distance that the drives are commanded. The peer's wheels are rigid and stick, but the field
// rises and falls.
constexpr double kPeerTolerance = 0.04;
// Ours roll on a radius less by the wheel's deflection (9 % on a hard plate), or slip in sand.
constexpr double kOurTolerance = 0.12;
constexpr double kLoadTolerance = 0.02;  // of the weight: the rest of the settling's oscillation

struct Subject {
  std::string name;
  std::function<double()> stretch;  ///< from the same start each time: processor seconds a simulated second
  double least = std::numeric_limits<double>::infinity();
  double steps_per_second = 0.0;  ///< simulated
  double distance = 0.0;          ///< over the stretch, m
  double rate() const { return 1.0 / least; }
};

/// Ours, from where it has settled and drives.
std::unique_ptr<Subject> our_subject(std::string name, std::shared_ptr<const World> world, double length) {
  struct Drive {
    Simulation simulation;
    SimulationState start;
    explicit Drive(std::shared_ptr<const World> w) : simulation(start_simulation(std::move(w))) {
      run_to(simulation, kWarmUp);
      start = simulation.state();
    }
  };
  auto drive = std::make_shared<Drive>(std::move(world));
  auto subject = std::make_unique<Subject>();
  subject->name = std::move(name);
  subject->stretch = [drive, length, s = subject.get()] {
    Simulation& simulation = drive->simulation;
    simulation.restore(drive->start);
    const Vec3 from = chassis_position(simulation);
    const double start = cpu_seconds();
    run_to(simulation, drive->start.motion.time + length);
    const double seconds = cpu_seconds() - start, simulated = simulation.time() - drive->start.motion.time;
    s->steps_per_second = static_cast<double>(simulation.step_count() - drive->start.step) / simulated;
    s->distance = (chassis_position(simulation) - from).head<2>().norm();
    return seconds / simulated;
  };
  return subject;
}

/// A whole traverse: the first placement and all that is reported of a pose are in it.
struct QuasiStatic {
  std::unique_ptr<Subject> subject = std::make_unique<Subject>();
  double poses = 0.0, time = 0.0;  ///< of one traverse; time: of the rover, s

  QuasiStatic(std::string name, std::shared_ptr<const World> world) {
    subject->name = "quasi-static, " + std::move(name);
    subject->stretch = [this, world] {
      TraverseOptions options;
      options.now = cpu_seconds;
      options.speed = scenario_speed(*world);
      options.waypoints = scenario_waypoints(*world);
      const TraverseResult result = run_traverse(world, options);
      if (result.status != TraverseStatus::completed) throw RunError("quasi-static: " + result.message);
      poses = static_cast<double>(result.poses.size());
      time = result.time;
      subject->distance = result.distance;
      return 1.0 / result.real_time_factor();
    };
  }
  QuasiStatic(const QuasiStatic&) = delete;
  QuasiStatic& operator=(const QuasiStatic&) = delete;

  void print() const {
    std::cout << fmt::format("{:<52}{:>10.1f}{:>12.1f}{:>10.4f}{:>9}\n", subject->name,
                             1e6 * subject->least * time / poses, subject->rate(), subject->distance, 5000);
  }
};

void measure(std::vector<Subject*> subjects, int rounds) {
  for (int i = 0; i < rounds; ++i)
    for (Subject* s : subjects) s->least = std::min(s->least, s->stretch());
}

void print_row(const Subject& s, double asked) {
  const std::string step =
      s.steps_per_second > 0.0 ? fmt::format("{:.1f}", 1e6 * s.least / s.steps_per_second) : "-";
  std::cout << fmt::format("{:<52}{:>10}{:>12.1f}{:>10.4f}{:>9}\n", s.name, step, s.rate(), s.distance,
                           asked > 0.0 ? fmt::format("{:.0f}", asked) : "");
}

void print_heading(const char* what) {
  std::cout << fmt::format("\n{:<52}{:>10}{:>12}{:>10}{:>9}\n", what, "us a step", "x real time", "came, m",
                           "asked");
}

#ifdef GROUSER_BENCH_MUJOCO
/// MuJoCo's rover, settled and driving like ours. Throws RunError unless it carries its weight.
std::unique_ptr<Subject> mujoco_subject(std::string name, std::shared_ptr<const World> world, HeldJoints held,
                                        double length) {
  const Simulation start = start_simulation(world);
  const double dt = world->settings.dt, weight = world->model->total_mass() * world->settings.gravity;
  auto rover = std::make_shared<MujocoRover>(world, start.state(), MujocoSettings{.step = dt, .held = held});
  double load = 0.0;
  int loads = 0;
  while (rover->time() < kWarmUp) {
    rover->command(rover->time());
    rover->step();
    rover->count_pairs();
    if (rover->time() < 0.5 * kWarmUp) continue;
    load += rover->vertical_load() / weight;
    ++loads;
  }
  rover->save();
  load /= loads;
  std::cout << fmt::format(
      "{}: {} coordinates, {} contacts, at most {} of a wheel, carries {:.4f} of its weight\n", name,
      rover->coordinates(), rover->contacts(), rover->most_of_a_pair(), load);
  if (!(std::fabs(load - 1.0) <= kLoadTolerance)) throw RunError(name + " does not carry its weight");
  auto subject = std::make_unique<Subject>();
  subject->name = std::move(name);
  subject->stretch = [rover, length, dt, s = subject.get()] {
    rover->restore();
    const Vec3 from = rover->position();
    const auto steps = static_cast<int>(std::lround(length / dt));
    const double begin = cpu_seconds();
    for (int i = 0; i < steps; ++i) rover->step();
    const double seconds = cpu_seconds() - begin;
    if (rover->warnings() > 0) throw RunError(s->name + ": warnings of MuJoCo");
    s->steps_per_second = 1.0 / dt;
    s->distance = (rover->position() - from).head<2>().norm();
    return seconds / length;
  };
  return subject;
}

double told_distance(const World& world, double length) {
  const WheelPart& wheel = world.wheels.front();
  const WheelProgramme& programme = world.drives.front().programme;
  const double turned = programme.spin_at(kWarmUp + length).q - programme.spin_at(kWarmUp).q;
  return turned * wheel.spec.reference_radius();
}

/// Ours on soft and on hard ground and MuJoCo's two, on one kind of ground.
struct Ground {
  std::unique_ptr<Subject> soft, hard, peer, peer_servoed;
  double told;  ///< distance by the rim's speed over the stretch, m

  Ground(const std::string& what, std::shared_ptr<const World> soft_world,
         std::shared_ptr<const World> hard_world, double length)
      : soft(our_subject("ours, soft " + what, std::move(soft_world), length)),
        hard(our_subject("ours, hard " + what, hard_world, length)),
        peer(mujoco_subject("MuJoCo 2.2.2, rigid " + what, hard_world, HeldJoints::welded, length)),
        peer_servoed(mujoco_subject("MuJoCo 2.2.2, rigid " + what + ", all joints", hard_world,
                                    HeldJoints::servoed, length)),
        told(told_distance(*hard_world, length)) {}

  void add_to(std::vector<Subject*>& all) const {
    for (const auto& s : {soft.get(), hard.get(), peer.get(), peer_servoed.get()}) all.push_back(s);
  }
  void print() const {
    for (const auto& s : {soft.get(), hard.get(), peer.get(), peer_servoed.get()}) print_row(*s, 0);
  }
  /// All must come about as far.
  std::string check() const {
    const auto strays = [&](const std::unique_ptr<Subject>& s, double tolerance) {
      return !(std::fabs(s->distance / told - 1.0) <= tolerance);
    };
    for (const auto* s : {&soft, &hard, &peer, &peer_servoed})
      if (strays(*s, s == &peer || s == &peer_servoed ? kPeerTolerance : kOurTolerance))
        return fmt::format("{} comes {:.4f} m far, its drives were told {:.4f} m", (*s)->name, (*s)->distance,
                           told);
    return "";
  }
};

/// Prints the ratios of the time of MuJoCo's step to that of each of ours.
void print_ratios(const std::string& what, const Ground& peer, const Ground& ours, double asked) {
  std::cout << fmt::format("{:<52}{:>10.2f}{:>12.2f}{:>9.0f}\n", what, peer.peer->least / ours.soft->least,
                           peer.peer_servoed->least / ours.soft->least, asked);
}

std::string against_mujoco(int rounds) {
  const Ground flat("flat ground", flat_world({}), flat_world({.soil = "hard_plate"}), kFlatStretch);
  std::vector<std::pair<std::string, std::unique_ptr<Ground>>> fields;
  std::vector<Subject*> all;
  flat.add_to(all);
  for (const double cell : {kFieldCell, 0.1, 0.05}) {
    const std::string what = fmt::format("field of {} m cells", cell);
    fields.emplace_back(what,
                        std::make_unique<Ground>(what, field_world(620.0, "wong_LETE_sand", cell),
                                                 field_world(620.0, "hard_plate", cell), kFieldStretch));
    fields.back().second->add_to(all);
  }
  measure(all, rounds);
  print_heading("against MuJoCo, 3 ms fixed");
  flat.print();
  for (const auto& [what, field] : fields) field->print();
  std::cout << fmt::format("\n{:<52}{:>10}{:>12}{:>9}\n", "MuJoCo's step over ours on soft soil", "ratio",
                           "all joints", "asked");
  print_ratios("plane over our flat ground", flat, flat, 2);
  for (const auto& [what, field] : fields) {
    print_ratios(what + " over ours on it", *field, *field, 8);
    print_ratios(what + " over our flat ground", *field, flat, 8);
  }
  std::string wrong = flat.check();
  for (const auto& [what, field] : fields)
    if (wrong.empty()) wrong = field->check();
  return wrong;
}
#else
std::string against_mujoco(int) {
  std::cout << "MuJoCo was not found when this was built: no comparison (Debian: libmujoco-dev)\n";
  return "";
}
#endif

}  // namespace

std::string print_rates(int rounds) {
  auto fixed = our_subject("ours, soft flat ground, 3 ms fixed", flat_world({}), kFlatStretch);
  auto free =
      our_subject("ours, soft flat ground, adaptive", flat_world({.steps = Steps::free}), kFreeStretch);
  QuasiStatic flat("60 s of drive_flat_soft", flat_world({.duration = 60.0}));
  QuasiStatic flat_on("600 s of it", flat_world({.duration = 600.0}));
  QuasiStatic field("620 s of traverse_mars", field_world(620.0, "wong_LETE_sand"));
  const auto quasi_static = {&flat, &flat_on, &field};
  std::vector<Subject*> all{fixed.get(), free.get()};
  for (const QuasiStatic* q : quasi_static) all.push_back(q->subject.get());
  measure(all, rounds);
  print_heading("whole step, one core");
  print_row(*fixed, 300);
  print_row(*free, 1000);
  std::cout << fmt::format("\n{:<52}{:>10}\n", "quasi-static, one core", "us a pose");
  for (const QuasiStatic* q : quasi_static) q->print();
  return against_mujoco(rounds);
}

void print_step_time(Steps steps, int rounds, const std::string& soil) {
  auto subject = our_subject("", flat_world({.steps = steps, .soil = soil}),
                             steps == Steps::free ? kFreeStretch : kFlatStretch);
  measure({subject.get()}, rounds);
  std::cout << fmt::format("{:.4f}\n", 1e6 * subject->least / subject->steps_per_second);
}

}  // namespace grouser::bench

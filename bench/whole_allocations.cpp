// SPDX-License-Identifier: BSD-3-Clause
// Allocations of a step: none. Ground tiles where the wheels are heading are made between steps and counted
// apart: here they are reserved ahead by the bench itself, farther than the step reaches, so that what is
// left is the step's own.
#include <fmt/format.h>

#include <iostream>

#include "allocation_counter.hpp"
#include "grouser/base/error.hpp"
#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/step/state.hpp"
#include "whole_bench.hpp"

namespace grouser::bench {
namespace {

constexpr double kReach = 0.8;     // m around a wheel: more than the step's own margin and its longest step
constexpr double kDistance = 1.3;  // m: two ground tiles of 0.64 m
constexpr double kFast = 0.05;     // m/s

struct Allocations {
  std::int64_t steps = 0, within = 0, between = 0;
  double distance = 0.0;
};

Allocations count_allocations(Steps kind, const std::string& integrator, double distance) {
  const auto world = flat_world({.steps = kind, .integrator = integrator, .speed = kFast});
  Simulation simulation = start_simulation(world);
  run_to(simulation, kWarmUp);
  Kinematics kinematics(*world->model);
  const Vec3 from = chassis_position(simulation);
  Allocations found;
  while (found.distance < distance) {
    const MotionState& motion = simulation.state().motion;
    calc_kinematics(*world->model, motion.q, motion.v, kinematics);
    std::int64_t before = allocation_count();
    for (const WheelPart& wheel : world->wheels) {
      const Vec3& p = kinematics.body[static_cast<std::size_t>(wheel.body.index)].X_WB.p;
      simulation.ground().reserve_ahead(p.x(), p.y(), kReach);
    }
    found.between += allocation_count() - before;
    before = allocation_count();
    if (simulation.step() != StepStatus::ok) throw RunError(simulation.failure().message);
    found.within += allocation_count() - before;
    ++found.steps;
    found.distance = (chassis_position(simulation) - from).norm();
  }
  return found;
}

}  // namespace

std::string print_allocations() {
  std::cout << fmt::format("\n{:<30}{:>10}{:>10}{:>15}{:>18}{:>9}\n", "allocations, soft flat ground",
                           "driven, m", "steps", "in all steps", "between, a step", "asked");
  std::string wrong;
  for (const std::string integrator : {"euler", "beeman", "rk4"})
    for (const Steps kind : {Steps::fixed, Steps::free}) {
      if (kind == Steps::free && integrator != "beeman") continue;  // only Beeman's steps may change
      const std::string name =
          fmt::format("{}, {}", integrator, kind == Steps::fixed ? "3 ms fixed" : "adaptive");
      const Allocations a = count_allocations(kind, integrator, kDistance);
      std::cout << fmt::format("{:<30}{:>10.2f}{:>10}{:>15}{:>18.5f}{:>9}\n", name, a.distance, a.steps,
                               a.within, static_cast<double>(a.between) / static_cast<double>(a.steps), 0);
      if (a.within != 0)
        wrong = fmt::format("{}: {} allocations in {} steps, expected none", name, a.within, a.steps);
    }
  return wrong;
}

}  // namespace grouser::bench

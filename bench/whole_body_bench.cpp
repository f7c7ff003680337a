// SPDX-License-Identifier: BSD-3-Clause
// Measures the time of whole-body control: one period with its dynamics, at every millisecond of a humanoid's
// step up.
//
//   bench_whole_body
//
// Prints the median and 99.9 % of the periods of a whole run, and of the program alone, warm and from
// nothing.
// Times are the thread's own, so that other programs on the machine do not count.
#include <benchmark/benchmark.h>
#include <time.h>

#include <algorithm>
#include <vector>

#include "elements/humanoids.hpp"
#include "grouser/math/quadratic_program.hpp"
#include "grouser/math/random.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/step/humanoid.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"
#include "grouser/vehicle/legs/whole_body_controller.hpp"

namespace {

using namespace grouser;

/// Processor time of this thread, us.
double micros() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e6 * static_cast<double>(now.tv_sec) + 1e-3 * static_cast<double>(now.tv_nsec);
}

/// Decides again what the run has decided, from the same memory: the answers are compared.
void period_of_step_up(benchmark::State& state) {
  const auto world = load_world("stepup_31cm");
  const Humanoid& robot = world->humanoids.front();
  WholeBodyController controller(*world->model, *robot.places, *robot.control);
  const Vec3 gravity(0, 0, -world->settings.gravity);
  std::vector<double> posture, taken;
  for (const Humanoid::Motor& motor : robot.motors) posture.push_back(motor.stance);
  for (auto _ : state) {
    Simulation simulation = start_simulation(world);
    double sum = 0.0;
    while (!simulation.finished()) {
      HumanoidMemory memory = *simulation.state().first<HumanoidMemory>();
      if (simulation.step() != StepStatus::ok) return state.SkipWithError("the run failed");
      const SimulationState& now = simulation.state();
      if (now.first<HumanoidMemory>()->next == memory.next) continue;  // no period was due
      const double from = micros();
      const WholeBodyGoal goal = goal_now(*world, robot, simulation.kinematics(), simulation.time(), memory);
      controller.decide(now.motion.q, now.motion.v, simulation.kinematics(), gravity, goal, posture,
                        memory.control);
      taken.push_back(micros() - from);
      sum += taken.back();
      if (memory.control.torque[0] != now.first<HumanoidMemory>()->control.torque[0])
        return state.SkipWithError("another answer than the run's");
    }
    state.SetIterationTime(1e-6 * sum);
  }
  std::sort(taken.begin(), taken.end());
  const auto share = [&](double part) {
    return taken[static_cast<std::size_t>(part * static_cast<double>(taken.size() - 1))];
  };
  state.counters["median_us"] = share(0.5);
  state.counters["p99_us"] = share(0.99);
  state.counters["p999_us"] = share(0.999);
  state.counters["most_us"] = taken.back();
}

/// A program of that size with 21 constraints or so that hold with equality, from nothing or from the answer
/// before.
void program(benchmark::State& state) {
  math::RandomStream random(1, 0);
  const auto draw = [&](Eigen::Index rows, Eigen::Index columns) {
    return MatX(MatX::NullaryExpr(rows, columns, [&] { return random.uniform(-1.0, 1.0); }));
  };
  constexpr Eigen::Index kDense = 21, kRho = 32, kAll = kDense + kRho, kJoints = 15;
  math::QuadraticProgram p;
  const MatX A = draw(kDense, kDense);
  p.hessian = A * A.transpose() + 0.05 * MatX::Identity(kDense, kDense);
  p.diagonal = VecX::Constant(kRho, 0.5);
  p.gradient = 2.0 * draw(kAll, 1);
  p.equalities = draw(6, kAll);
  p.equal = VecX::Zero(6);
  p.rows = draw(kJoints, kAll);
  p.row_low = VecX::Constant(kJoints, -1.0);
  p.row_high = VecX::Constant(kJoints, 1.0);
  p.lower = VecX::Constant(kAll, -1.0);
  p.upper = VecX::Constant(kAll, 1.0);
  math::QpSolver solver(kAll, 6);
  std::vector<int> active;
  if (solver.solve(p) != math::QpStatus::solved) return state.SkipWithError("no answer");
  state.counters["active"] = static_cast<double>(solver.active().size());
  if (state.range(0) != 0) active.assign(solver.active().begin(), solver.active().end());
  for (auto _ : state) benchmark::DoNotOptimize(solver.solve(p, active));
}

BENCHMARK(period_of_step_up)->UseManualTime()->Iterations(3)->Unit(benchmark::kMillisecond);
BENCHMARK(program)->ArgName("warm")->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();

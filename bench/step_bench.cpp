// SPDX-License-Identifier: BSD-3-Clause
// The ExoMars rover on flat soft soil at a 3 ms step, one thread: how many times faster than real time, where
// a step's time goes, how often it allocates (never), and whether the bits repeat. A wrong hash or an
// allocation fails the program: a fast wrong answer is worth nothing.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <limits>

#include "allocation_counter.hpp"
#include "bench_worlds.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/multibody/constraints/forward_dynamics.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"
#include "grouser/terrain/touch/wheel_arc.hpp"

namespace grouser::bench {
namespace {

constexpr int kWarmUpSteps = 2000;  // 6 s: settled and driving

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The rover driving on its soil, as all phases below meet it.
struct Driving {
  std::shared_ptr<const World> world;
  Simulation simulation;
  explicit Driving(Steps steps = Steps::fixed)
      : world(flat_world({.steps = steps})), simulation(start_simulation(world)) {
    for (int i = 0; i < kWarmUpSteps; ++i)
      if (simulation.step() != StepStatus::ok) throw RunError(simulation.failure().message);
  }
};

void whole_step(benchmark::State& bench, Steps kind) {
  Driving driving(kind);
  std::int64_t steps = 0;
  const double from = driving.simulation.time();
  const std::int64_t before = allocation_count();
  for (auto _ : bench) {
    if (driving.simulation.step() != StepStatus::ok) return bench.SkipWithError("the step failed");
    ++steps;
  }
  const double allocations = static_cast<double>(allocation_count() - before) / static_cast<double>(steps);
  bench.counters["allocations_per_step"] = allocations;
  bench.counters["times_real_time"] =
      benchmark::Counter(driving.simulation.time() - from, benchmark::Counter::kIsRate);
}

void phase_kinematics(benchmark::State& bench) {
  Driving driving;
  const MotionState& motion = driving.simulation.state().motion;
  Kinematics kinematics(*driving.world->model);
  for (auto _ : bench) {
    calc_kinematics(*driving.world->model, motion.q, motion.v, kinematics);
    benchmark::DoNotOptimize(kinematics.body.data());
  }
}

/// rutted: every wheel stands in uneven ruts, the dearest case; otherwise on the ground as the drive left it.
void phase_arc_query(benchmark::State& bench, bool rutted) {
  Driving driving;
  const World& world = *driving.world;
  const MotionState& motion = driving.simulation.state().motion;
  Kinematics kinematics(*world.model);
  calc_kinematics(*world.model, motion.q, motion.v, kinematics);
  GroundMemory ground = driving.simulation.ground();
  if (rutted)
    for (const WheelPart& wheel : world.wheels)
      for (int i = -20; i <= 20; ++i)
        for (int j = -20; j <= 20; ++j) {
          const Vec3 at = kinematics.body[wheel.body.index].X_WB.p + 0.01 * Vec3(i, j, 0.0);
          ground.deposit(at.x(), at.y(), 0.003 + 0.00005 * i);
        }
  const std::vector<RigidTransform> shapes(world.terrain->shapes().size());
  std::array<ArcContact, kMaxArcContacts> contacts;
  for (auto _ : bench)
    for (const WheelPart& wheel : world.wheels)
      for (double offset : wheel.slice_offsets) {
        const RigidTransform& X_WK = kinematics.body[wheel.body.index].X_WB;
        const WheelDisc disc{X_WK * Vec3(0.0, offset, 0.0), X_WK.R.col(1), wheel.spec.geometry.radius};
        benchmark::DoNotOptimize(find_arc_contacts(*world.terrain, ground, shapes, disc, contacts));
      }
}

void phase_contact_law(benchmark::State& bench) {
  Driving driving;
  const World& world = *driving.world;
  const SimulationState& state = driving.simulation.state();
  const double dt = world.settings.dt;
  Kinematics kinematics(*world.model);
  calc_kinematics(*world.model, state.motion.q, state.motion.v, kinematics);
  for (auto _ : bench)
    for (const WheelPart& wheel : world.wheels)
      for (int slice = 0; slice < wheel.spec.slices; ++slice) {
        ContactMemory memory = state.contacts.slots[wheel.first_slot + slice * kSlotsPerSlice].memory;
        memory.u_wheel_past[1] = memory.u_wheel;  // the same instant over and over: nothing to extrapolate
        const ContactMotion motion{.u_tot = memory.u_wheel + memory.u_soil,
                                   .v_x = kinematics.body[wheel.body.index].v.x(),
                                   .spin = kinematics.body[wheel.body.index].w.y()};
        ContactForce force;
        step_contact(wheel.laws[world.terrain->base_material()], motion, dt, memory, force);
        benchmark::DoNotOptimize(force);
      }
}

void phase_dynamics(benchmark::State& bench) {
  Driving driving;
  const Model& model = *driving.world->model;
  const MotionState& motion = driving.simulation.state().motion;
  Kinematics kinematics(model);
  calc_kinematics(model, motion.q, motion.v, kinematics);
  Loads loads(model);
  DynamicsWorkspace workspace(model);
  VecX a = motion.a, effort = VecX::Zero(model.nv());
  const ImplicitDamping damping{5.0 / 12.0 * driving.world->settings.dt, &motion.v};
  for (auto _ : bench) {
    forward_dynamics(model, motion.q, motion.v, kinematics, loads, damping, workspace, a, effort);
    benchmark::DoNotOptimize(a.data());
  }
}

void phase_hash(benchmark::State& bench) {
  Driving driving;
  for (auto _ : bench) benchmark::DoNotOptimize(driving.simulation.state_hash());
}

/// The loop as `grouser run --out` runs it: stepping, frames, keyframes, the file.
void run_with_recording(benchmark::State& bench) {
  constexpr double kDuration = 60.0;  // s simulated
  const auto file = std::filesystem::temp_directory_path() / fmt::format("grouser_bench_{}.h5", getpid());
  const auto world = flat_world({.duration = kDuration});
  double simulated = 0.0, wall = 0.0;
  for (auto _ : bench) {
    Simulation simulation = start_simulation(world);
    RunOptions options;
    options.out = file;
    options.now = steady_seconds;
    const RunSummary summary = run_scenario(simulation, options);
    if (summary.status != RunStatus::completed) return bench.SkipWithError(summary.message.c_str());
    simulated += summary.simulated_s;
    wall += summary.wall_s;
    bench.SetIterationTime(summary.wall_s);
  }
  std::filesystem::remove(file);
  bench.counters["times_real_time"] = simulated / wall;
}

/// Steps must not allocate, and two simulations must agree to the last bit. Returns what is wrong, or "".
std::string check_step(Steps kind) {
  // Long steps drive into a new ground tile within them, which is made between two steps; what a step itself
  // allocated would show in each of the windows.
  const int windows = kind == Steps::fixed ? 1 : 4, count = kind == Steps::fixed ? 3000 : 100;
  const auto world = flat_world({.steps = kind});
  Simulation first = start_simulation(world), second = start_simulation(world);
  for (int i = 0; i < kWarmUpSteps; ++i) {
    first.step();
    second.step();
  }
  std::int64_t allocations = std::numeric_limits<std::int64_t>::max();
  for (int w = 0; w < windows; ++w) {
    const std::int64_t before = allocation_count();
    for (int i = 0; i < count; ++i) first.step();
    allocations = std::min(allocations, allocation_count() - before);
  }
  for (int i = 0; i < windows * count; ++i) second.step();
  if (first.state_hash() != second.state_hash())
    return "two runs of the same scenario have different state hashes";
  std::cout << fmt::format("state hash {} after {} steps, twice; {} allocations in {} steps\n",
                           hash_text(first.state_hash()), first.step_count(), allocations, count);
  return allocations == 0 ? "" : fmt::format("{} allocations in {} steps, expected none", allocations, count);
}

}  // namespace

BENCHMARK_CAPTURE(whole_step, fixed, Steps::fixed)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(whole_step, adaptive_3_ms, Steps::adaptive)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(whole_step, adaptive, Steps::free)->Unit(benchmark::kMicrosecond);
BENCHMARK(phase_kinematics)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(phase_arc_query, driving, false)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(phase_arc_query, rutted, true)->Unit(benchmark::kMicrosecond);
BENCHMARK(phase_contact_law)->Unit(benchmark::kMicrosecond);
BENCHMARK(phase_dynamics)->Unit(benchmark::kMicrosecond);
BENCHMARK(phase_hash)->Unit(benchmark::kMicrosecond);
BENCHMARK(run_with_recording)->Unit(benchmark::kMillisecond)->UseManualTime()->Iterations(1);

}  // namespace grouser::bench

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  try {
    std::string wrong = grouser::bench::check_step(grouser::bench::Steps::fixed);
    if (wrong.empty()) wrong = grouser::bench::check_step(grouser::bench::Steps::free);
    benchmark::RunSpecifiedBenchmarks();
    if (wrong.empty()) return 0;
    std::cerr << "bench_step: error: " << wrong << "\n";
  } catch (const std::exception& error) {
    std::cerr << "bench_step: error: " << error.what() << "\n";
  }
  return 1;
}

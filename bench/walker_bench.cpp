// SPDX-License-Identifier: BSD-3-Clause
// Measures the time of a step of a walker: with its linkages embedded, closed by their rows, cut open with
// the same bodies, and with servos on the knees; and a crawl on sand, as simulated seconds per second of the
// processor.
#include <benchmark/benchmark.h>

#include <stdexcept>

#include "bench_worlds.hpp"
#include "grouser/base/toml_input.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"

namespace {

using namespace grouser;
using bench::cpu_seconds;

constexpr int kSteps = 200;  // from the start; the bodies of the open linkages hardly move by then

double seconds_of_steps(const std::shared_ptr<const World>& world) {
  Simulation simulation = start_simulation(world);
  const double before = cpu_seconds();
  for (int k = 0; k < kSteps; ++k)
    if (simulation.step() != StepStatus::ok) throw std::runtime_error(simulation.failure().message);
  return cpu_seconds() - before;
}

std::shared_ptr<const World> standing(const std::vector<Override>& more) {
  std::vector<Override> changes{{"initial.settle", "false"}};
  changes.insert(changes.end(), more.begin(), more.end());
  return load_world("walker_stand", changes);
}

// Rounds of all in turn, so that other work of the machine affects all alike.
void linkages(benchmark::State& state) {
  std::vector<Override> no_drivers;
  for (const std::string leg : {"front_left", "front_right", "rear_left", "rear_right"})
    no_drivers.push_back({"rover.loop_joint.linkage_" + leg + ".driver", "\"\""});
  const auto closed = standing({}), open = standing({{"rover.loop_joint", "[]"}}),
             serial = standing({{"rover", "quad_serial"}}), by_rows = standing(no_drivers);
  double sum[4] = {};
  for (auto _ : state) {
    sum[0] += seconds_of_steps(closed);
    sum[1] += seconds_of_steps(open);
    sum[2] += seconds_of_steps(serial);
    sum[3] += seconds_of_steps(by_rows);
  }
  const double all = static_cast<double>(state.iterations()) * kSteps;
  state.counters["closed_us"] = 1e6 * sum[0] / all;
  state.counters["open_us"] = 1e6 * sum[1] / all;
  state.counters["serial_us"] = 1e6 * sum[2] / all;
  state.counters["by_rows_us"] = 1e6 * sum[3] / all;
  state.counters["closed_over_open"] = sum[0] / sum[1];
  state.counters["by_rows_over_open"] = sum[3] / sum[1];
}

void crawl_on_sand(benchmark::State& state) {
  const auto world = load_world("walker_crawl_flat", {{"terrain.soil", "wong_LETE_sand"}});
  for (auto _ : state) {
    Simulation simulation = start_simulation(world);
    const double before = cpu_seconds(), from = simulation.time();
    while (simulation.time() < 8.0)
      if (simulation.step() != StepStatus::ok) throw std::runtime_error(simulation.failure().message);
    state.counters["real_time_factor"] = (simulation.time() - from) / (cpu_seconds() - before);
  }
}

BENCHMARK(linkages)->Iterations(20)->Unit(benchmark::kMillisecond);
BENCHMARK(crawl_on_sand)->Iterations(3)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();

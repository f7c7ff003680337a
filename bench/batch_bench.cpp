// SPDX-License-Identifier: BSD-3-Clause
// Variations of a 60 s drive on soft soil with an adaptive step, as a batch over threads, beside the same
// worlds one after the other on one thread without BatchSimulation. Times real time is worlds times simulated
// seconds per second. A world whose state hash is not that of the world alone fails the program.
//   bench_batch [--worlds=N] [benchmark options]     40 worlds by default; the study of the issue has 1000
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstring>
#include <iostream>
#include <thread>

#include "grouser/base/error.hpp"
#include "grouser/mission/campaign/batch_simulation.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser::bench {
namespace {

constexpr const char* kScenario = "drive_flat_soft";
constexpr double kDuration = 60.0;  // s, of the scenario
const std::vector<Override> kSettings{{"integration.adaptive", "true"}};
std::size_t world_count = 40;

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Friction from 25 to 35 degrees, cohesion in five values, and a chassis up to a fifth heavier.
std::vector<Override> variation(std::size_t world) {
  const double part =
      static_cast<double>(world) / static_cast<double>(std::max<std::size_t>(1, world_count - 1));
  return {{"soil.phi_deg", fmt::format("{}", 25.0 + 10.0 * part)},
          {"soil.cohesion", fmt::format("{}", 500.0 + 250.0 * static_cast<double>(world % 5))},
          {"rover.body.0.mass", fmt::format("{}", 243.0 * (1.0 + 0.05 * static_cast<double>(world % 4)))}};
}

std::vector<Override> all_overrides(std::size_t world) {
  std::vector<Override> all = kSettings;
  for (Override& own : variation(world)) all.push_back(std::move(own));
  return all;
}

/// State hashes of the last run of each kind; the runs must agree.
std::vector<std::uint64_t> hashes_alone, hashes_of_batch;
bool differs = false;

void add_rates(benchmark::State& bench, double seconds) {
  const double worlds = static_cast<double>(world_count) * static_cast<double>(bench.iterations());
  bench.counters["times_real_time"] = worlds * kDuration / seconds;
  bench.counters["worlds"] = static_cast<double>(world_count);
}

void one_after_the_other(benchmark::State& bench) {
  hashes_alone.assign(world_count, 0);
  double seconds = 0.0;
  for (auto _ : bench) {
    const double from = steady_seconds();
    for (std::size_t world = 0; world < world_count; ++world) {
      Simulation simulation = start_simulation(load_world(kScenario, all_overrides(world)));
      RunOptions options;
      options.now = steady_seconds;
      hashes_alone[world] = run_scenario(simulation, options).state_hash;
    }
    seconds += steady_seconds() - from;
  }
  add_rates(bench, seconds);
}

void batch(benchmark::State& bench) {
  const BatchSimulation worlds(kScenario, kSettings);
  const BatchOptions options{
      .threads = static_cast<int>(bench.range(0)), .now = steady_seconds, .progress = {}, .cancelled = {}};
  hashes_of_batch.assign(world_count, 0);
  double seconds = 0.0;
  for (auto _ : bench) {
    const double from = steady_seconds();
    worlds.run(world_count, variation, options, [](std::size_t world, WorldResult result) {
      hashes_of_batch[world] = result.summary.state_hash;
    });
    seconds += steady_seconds() - from;
  }
  add_rates(bench, seconds);
  differs = differs || (!hashes_alone.empty() && hashes_of_batch != hashes_alone);
}

/// Measures the time of a world before its first step: files, model, guard of the step, settling.
void start_of_a_world(benchmark::State& bench) {
  std::size_t world = 0;
  for (auto _ : bench) {
    Simulation simulation = start_simulation(load_world(kScenario, all_overrides(world++ % world_count)));
    benchmark::DoNotOptimize(simulation.time());
  }
}

/// Takes --worlds=N from the arguments. False if N is not a number.
bool take_worlds(int& argc, char** argv) {
  constexpr const char* kOption = "--worlds=";
  for (int i = 1; i < argc; ++i) {
    if (std::strncmp(argv[i], kOption, std::strlen(kOption)) != 0) continue;
    const char* text = argv[i] + std::strlen(kOption);
    const char* end = text + std::strlen(text);
    const auto [stop, error] = std::from_chars(text, end, world_count);
    if (error != std::errc() || stop != end || world_count == 0) return false;
    std::copy(argv + i + 1, argv + argc, argv + i);
    --argc;
    break;
  }
  return true;
}

void register_all() {
  const auto processors = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  benchmark::RegisterBenchmark("start_of_a_world", start_of_a_world)->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("one_after_the_other", one_after_the_other)
      ->Unit(benchmark::kMillisecond)
      ->Iterations(1);
  auto* batches = benchmark::RegisterBenchmark("batch", batch);
  batches->ArgName("threads")->Arg(1)->Unit(benchmark::kMillisecond)->Iterations(1);
  if (processors > 1) batches->Arg(processors);
  batches->MeasureProcessCPUTime()->UseRealTime();
}

}  // namespace
}  // namespace grouser::bench

int main(int argc, char** argv) {
  using namespace grouser::bench;
  if (!take_worlds(argc, argv)) {
    std::cerr << "bench_batch: error: --worlds: expected a whole number from 1\n";
    return 2;
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  try {
    register_all();
    benchmark::RunSpecifiedBenchmarks();
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::cout << fmt::format("largest memory of the process {:.0f} MB\n",
                             static_cast<double>(usage.ru_maxrss) / 1024.0);
    if (!differs) return 0;
    std::cerr << "bench_batch: error: a world of the batch has another state hash than alone\n";
  } catch (const std::exception& error) {
    std::cerr << "bench_batch: error: " << error.what() << "\n";
  }
  return 1;
}

// SPDX-License-Identifier: BSD-3-Clause
// Measures the time of a planned step up: set-up, a plan from statics, one from the plan before after a moved
// start, one from a wrong guess.
//
//   bench_stepup
//
// Compares with Ipopt on the same program and start, if Debian's is installed.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include "grouser/math/random.hpp"
#include "grouser/mission/stepup/stepup_plan.hpp"
#ifdef GROUSER_BENCH_IPOPT
#include "mission/ipopt_solver.hpp"
#include "stepup/stepup_problem.hpp"
#endif

namespace {

using namespace grouser;

StepupSpec spec_of(const benchmark::State& state) {
  StepupSpec spec;
  spec.published_costs = true;
  spec.instants = static_cast<int>(state.range(0));
  return spec;
}

void must_be_feasible(benchmark::State& state, const StepupPlan& plan) {
  if (!plan.feasible) state.SkipWithError("no plan");
}

void set_up(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(StepupPlanner(spec_of(state)));
}

/// Peak memory of the program so far, MB.
double most_memory() {
  struct rusage usage {};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}
const double kAtStart = most_memory();  // most of it the libraries of file formats, which no plan needs

void cold(benchmark::State& state) {
  for (auto _ : state) {
    StepupPlanner planner(spec_of(state));
    must_be_feasible(state, planner.plan());
  }
  state.counters["MB"] = most_memory() - kAtStart;
}

void warm(benchmark::State& state) {
  StepupPlanner planner(spec_of(state));
  must_be_feasible(state, planner.plan());
  std::uint64_t k = 0;
  for (auto _ : state) {
    math::RandomStream random(10, k++);
    const auto moved = [&] { return random.uniform(-0.02, 0.02); };
    planner.set_start(0.308 + 0.5 * moved(), {moved(), moved(), moved()}, {});
    must_be_feasible(state, planner.plan_again());
  }
}

void wrong_guess(benchmark::State& state) {
  StepupPlanner planner(spec_of(state));
  std::uint64_t k = 0;
  for (auto _ : state) {
    math::RandomStream random(9, k++);
    must_be_feasible(state, planner.plan_from([&] { return random.uniform(-1.0, 1.0); }, 0.3));
  }
}

#ifdef GROUSER_BENCH_IPOPT
void cold_by_ipopt(benchmark::State& state) {
  const StepupSpec spec = spec_of(state);
  const StepupProblem problem = make_stepup_problem(spec);
  const auto given = stepup_given(spec);
  const Eigen::VectorXd guess = guess_stepup(spec, problem.layout);
  for (auto _ : state)
    if (!test::solve_with_ipopt(problem.program, {guess.begin(), guess.end()}, {given.begin(), given.end()})
             .solved)
      state.SkipWithError("no plan");
}
BENCHMARK(cold_by_ipopt)->Arg(30)->Unit(benchmark::kMillisecond);
#endif

BENCHMARK(set_up)->Arg(30)->Unit(benchmark::kMillisecond);
BENCHMARK(cold)->Arg(20)->Arg(30)->Unit(benchmark::kMillisecond);
BENCHMARK(warm)->Arg(20)->Arg(30)->Unit(benchmark::kMillisecond);
BENCHMARK(wrong_guess)->Arg(30)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();

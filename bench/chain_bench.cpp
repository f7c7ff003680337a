// A chain of bodies in free fall (tests/multibody/peer_chain.hpp): one evaluation of its accelerations and one step of
// Beeman's method, in joint coordinates, in constrained ones, and MuJoCo's step beside them.
#include <benchmark/benchmark.h>

#include "multibody/free_system.hpp"
#include "multibody/peer_chain.hpp"
#include "multibody/test_system.hpp"
#ifdef GROUSER_BENCH_MUJOCO
#include "mujoco_chain.hpp"
#endif

using namespace grouser;
using namespace grouser::test;

namespace {

constexpr double kStep = 0.003;  // s, as the peers were timed
const Vec3 kGravity(0, 0, -9.81);

void tree_evaluation(benchmark::State& state) {
  const Model chain = peer_chain(static_cast<int>(state.range(0)));
  ForestSystem system(chain, kGravity);
  const VecX q = peer_chain_start(chain), v = VecX::Constant(chain.nv(), 0.01);
  VecX a = VecX::Zero(chain.nv()), none;
  for (auto _ : state) {
    system.calc_rates(0.0, q, v, none, a, none);
    benchmark::DoNotOptimize(a.data());
  }
}
BENCHMARK(tree_evaluation)->Arg(10)->Arg(50)->Arg(200)->Unit(benchmark::kMicrosecond);

void constrained_evaluation(benchmark::State& state) {
  const Model chain = peer_chain(static_cast<int>(state.range(0)));
  FreeSystem system(chain, kGravity, kStep);
  const MotionState start = system.start(peer_chain_start(chain), VecX::Constant(chain.nv(), 0.01));
  VecX a = start.v, none;
  for (auto _ : state) {
    system.calc_rates(0.0, start.q, start.v, none, a, none);
    benchmark::DoNotOptimize(a.data());
  }
  state.SetComplexityN(state.range(0));
}
BENCHMARK(constrained_evaluation)
    ->Arg(5)
    ->Arg(10)
    ->Arg(20)
    ->Arg(50)
    ->Arg(100)
    ->Arg(200)
    ->Arg(400)
    ->Unit(benchmark::kMicrosecond)
    ->Complexity();

template <class Forest>
void step(benchmark::State& state, Forest& system, MotionState motion) {
  IntegratorWorkspace workspace(system.model(), 0);
  const MotionState start = motion;
  int steps = 0;
  for (auto _ : state) {
    if (advance(IntegratorKind::beeman, system, kStep, motion, workspace) != StepStatus::ok)
      state.SkipWithError("the step failed");
    if (++steps % 1000 == 0) motion = start;
  }
}

void tree_step(benchmark::State& state) {
  const Model chain = peer_chain(static_cast<int>(state.range(0)));
  ForestSystem system(chain, kGravity);
  MotionState start = MotionState::at_rest(chain, 0);
  start.q = peer_chain_start(chain);
  step(state, system, start);
}
BENCHMARK(tree_step)->Arg(45)->Arg(50)->Unit(benchmark::kMicrosecond);

void constrained_step(benchmark::State& state) {
  const Model chain = peer_chain(static_cast<int>(state.range(0)));
  FreeSystem system(chain, kGravity, kStep);
  step(state, system, system.start(peer_chain_start(chain), VecX::Zero(chain.nv())));
}
BENCHMARK(constrained_step)->Arg(45)->Arg(50)->Unit(benchmark::kMicrosecond);

#ifdef GROUSER_BENCH_MUJOCO
void mujoco_step(benchmark::State& state) {
  bench::MujocoChain chain(static_cast<int>(state.range(0)), kStep);
  for (auto _ : state) chain.step();
}
BENCHMARK(mujoco_step)->Arg(45)->Arg(50)->Unit(benchmark::kMicrosecond);
#endif

}  // namespace

BENCHMARK_MAIN();

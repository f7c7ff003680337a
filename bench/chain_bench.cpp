// SPDX-License-Identifier: BSD-3-Clause
// A chain of bodies in free fall (tests/multibody/peer_chain.hpp): one evaluation of its accelerations and
// one step of Beeman's method, in joint coordinates, in constrained ones, and MuJoCo's step beside them.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "multibody/free_system.hpp"
#include "multibody/legged_bodies.hpp"
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

void evaluate_tree(benchmark::State& state, const Model& model, const VecX& q) {
  ForestSystem system(model, kGravity);
  const VecX v = VecX::Constant(model.nv(), 0.01);
  VecX a = VecX::Zero(model.nv()), none;
  for (auto _ : state) {
    system.calc_rates(0.0, q, v, none, a, none);
    benchmark::DoNotOptimize(a.data());
  }
}
void tree_evaluation(benchmark::State& state) {
  const Model chain = peer_chain(static_cast<int>(state.range(0)));
  evaluate_tree(state, chain, peer_chain_start(chain));
}
BENCHMARK(tree_evaluation)->Arg(5)->Arg(10)->Arg(20)->Arg(50)->Arg(200)->Unit(benchmark::kMicrosecond);
void tree_lander(benchmark::State& state) {
  const Model lander = legged_bodies((static_cast<int>(state.range(0)) - 1) / 2, 2);
  evaluate_tree(state, lander, lander.neutral_q());
}
BENCHMARK(tree_lander)->Arg(5)->Arg(9)->Arg(13)->Arg(25)->Arg(41)->Unit(benchmark::kMicrosecond);

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

// One evaluation by a product, a solver and a numbering (tables 5.1 to 5.3, per evaluation).
void evaluate(benchmark::State& state, const Model& model, const RowChoice& choice) {
  FreeSystem system(model, kGravity, kStep, choice);
  const MotionState start = system.start(model.neutral_q(), VecX::Constant(model.nv(), 0.01));
  VecX a = start.v, none;
  for (auto _ : state) {
    system.calc_rates(0.0, start.q, start.v, none, a, none);
    benchmark::DoNotOptimize(a.data());
  }
}

struct Case {
  const char* name;
  RowChoice choice;
};
constexpr Case kCases[] = {
    {"sparse", {}},
    {"block+banded_cholesky", {RowProduct::block, RowSolver::banded_cholesky, Numbering::mbid}},
    {"block+banded", {RowProduct::block, RowSolver::banded, Numbering::mbid}},
    {"block+banded,worst", {RowProduct::block, RowSolver::banded, Numbering::worst}},
    {"block+fom", {RowProduct::block, RowSolver::fom, Numbering::mbid}},
    {"block+rnsd", {RowProduct::block, RowSolver::rnsd, Numbering::mbid}},
    {"dense+plu", {RowProduct::dense, RowSolver::plu, Numbering::given}},
    {"textbook+plu", {RowProduct::textbook, RowSolver::textbook_plu, Numbering::given}},
};

void add_figures() {
  const auto add = [](const std::string& system, int bodies, const Model& model, const Case& c) {
    const auto shared = std::make_shared<const Model>(model);
    benchmark::RegisterBenchmark(
        (system + "/" + c.name + "/" + std::to_string(bodies)).c_str(),
        [shared, choice = c.choice](benchmark::State& state) { evaluate(state, *shared, choice); })
        ->Unit(benchmark::kMicrosecond)
        ->MinTime(0.1);
  };
  for (const Case& c : kCases) {
    // whose descents take seconds where there are more
    const int most = c.choice.solver == RowSolver::rnsd ? 20 : 50;
    for (const int bodies : {5, 10, 15, 20, 30, 45, 50})
      if (bodies <= most) add("chain", bodies, peer_chain(bodies), c);
    for (const int legs : {2, 4, 6, 12, 20})
      if (1 + 2 * legs <= most) add("lander", 1 + 2 * legs, legged_bodies(legs, 2), c);
    if (c.choice.solver == RowSolver::rnsd) continue;
    add("stubby40_whole", 41, legged_bodies(40, 1), c);
    add("stubby40_split", 42, legged_bodies(40, 1, true), c);
  }
  for (const int legs : {5, 10, 20, 40, 80}) add("stubby", legs, legged_bodies(legs, 1), kCases[0]);
}

#ifdef GROUSER_BENCH_MUJOCO
void mujoco_step(benchmark::State& state) {
  bench::MujocoChain chain(static_cast<int>(state.range(0)), kStep);
  for (auto _ : state) chain.step();
}
BENCHMARK(mujoco_step)->Arg(45)->Arg(50)->Unit(benchmark::kMicrosecond);
#endif

}  // namespace

int main(int argc, char** argv) {
  add_figures();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}

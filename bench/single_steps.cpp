// SPDX-License-Identifier: BSD-3-Clause
// Measures the time of single steps from C++, with which python_steps.py compares: bench_single_steps
// SCENARIO STEPS prints seconds of the processor.
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  grouser::Simulation simulation =
      grouser::start_simulation(grouser::load_world(argv[1], {{"duration", "1e4"}}));
  simulation.step();
  const std::clock_t start = std::clock();
  for (long k = std::atol(argv[2]); k > 0; --k) simulation.step();
  std::printf("%.6f\n", static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
}

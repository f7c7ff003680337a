// SPDX-License-Identifier: BSD-3-Clause
// Runs the shipped wheel drop and prints the headline numbers of the run.
#include <chrono>
#include <cstdio>

#include "grouser/grouser.hpp"

int main() {
  grouser::Simulation simulation = grouser::start_simulation(grouser::load_world("wheel_drop_200"));
  grouser::RunOptions options;
  options.now = [] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  };
  const grouser::RunSummary summary = grouser::run_scenario(simulation, options);
  for (const auto& [name, metric] : summary.metrics)
    std::printf("%-28s %12g %s\n", name.c_str(), metric.value, metric.unit.c_str());
  std::printf("state_hash %016llx\n", static_cast<unsigned long long>(summary.state_hash));
}

// SPDX-License-Identifier: BSD-3-Clause
// Steps a drive, copies its state, goes on, and goes on from the copy once more: to the bit the same. A
// second simulation of the same world turns off from there.
#include <cstdio>

#include "grouser/grouser.hpp"

namespace {

void step(grouser::Simulation& simulation, int count) {
  for (int k = 0; k < count && !simulation.finished(); ++k)
    if (simulation.step() != grouser::StepStatus::ok)
      std::printf("%s\n", simulation.failure().message.c_str());
}

void print(const char* name, const grouser::Simulation& simulation) {
  const grouser::Vec3 at = simulation.kinematics().body[simulation.world().chassis].X_WB.p;
  std::printf("%-9s t = %6.3f s  x = %7.4f m  y = %7.4f m  state_hash %s\n", name, simulation.time(), at.x(),
              at.y(), grouser::hash_text(simulation.state_hash()).c_str());
}

}  // namespace

int main() {
  grouser::Simulation simulation =
      grouser::start_simulation(grouser::load_world("drive_flat_soft", {{"duration", "30"}}));
  step(simulation, 1000);
  const grouser::SimulationState kept = simulation.state();
  print("kept", simulation);
  step(simulation, 2000);
  print("ahead", simulation);

  simulation.restore(kept);
  step(simulation, 2000);
  print("again", simulation);

  grouser::Simulation branch(simulation.world().shared_from_this(), kept);
  grouser::HandCommand left;
  left.phase.speed = 0.03;     // m/s
  left.phase.curvature = 0.5;  // 1/m
  branch.command(left);
  step(branch, 2000);
  print("branch", branch);
}

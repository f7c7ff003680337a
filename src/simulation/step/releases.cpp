// SPDX-License-Identifier: BSD-3-Clause
#include "releases.hpp"

#include <cmath>

namespace grouser {
namespace {

/// Whether the main vehicle touches anything.
bool has_touched(const World& world, const StepOutput& output) {
  for (std::size_t i = 0; i < world.parts.size(); ++i)
    if (world.parts[i].vehicle == world.main_vehicle && output.records[i].touches()) return true;
  return false;
}

}  // namespace

bool cut_due_ties(const World& world, const ContactSystem& system, const Kinematics& kinematics,
                  SimulationState& state) {
  bool cut = false;
  for (std::size_t r = 0; r < world.releases.size(); ++r) {
    const Release& release = world.releases[r];
    ReleaseMemory& memory = state.releases[r];
    if (memory.done) continue;
    if (release.on_touchdown && memory.due == ReleaseMemory{}.due && has_touched(world, system.output()))
      memory.due = state.motion.time + release.time;
    if (state.motion.time < memory.due) continue;
    memory.done = true;
    cut = true;
    for (int spring : release.springs) {
      const double energy = calc_spring_reading(*world.model, spring, kinematics).energy;
      state.ledger.joint_springs -= energy;
      state.ledger.joint_dissipation += energy;
      state.ledger.absolute_work += energy;
    }
  }
  if (cut) state.restart_motion();
  return cut;
}

}  // namespace grouser

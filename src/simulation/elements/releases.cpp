// SPDX-License-Identifier: BSD-3-Clause
// Ties that are cut in a run: bridles, tie-downs, ramp latches. They are cut at a set time, or at a time
// after the main vehicle's first touch; adaptive steps end at these times.
#include "grouser/simulation/step/drive_memory.hpp"
#include "step/step_element.hpp"

namespace grouser {
namespace {

/// Marks the springs of ties that are cut as released; each tie has a time and a flag in the state.
class Releases final : public StepElement {
 public:
  explicit Releases(const World& world) : world_(world) {}

  void make_memory(SimulationState& state) const override {
    state.memory.assign<ReleaseMemory>(world_.releases.size());
    for (std::size_t r = 0; r < world_.releases.size(); ++r)
      if (!world_.releases[r].on_touchdown) state.all<ReleaseMemory>()[r].due = world_.releases[r].time;
  }
  void begin(const SimulationState& state) override { memory_ = state.all<ReleaseMemory>(); }
  void apply(const ForceInstant&, Loads& loads) override {
    for (std::size_t r = 0; r < world_.releases.size(); ++r)
      for (const int spring : world_.releases[r].springs) loads.released[spring] = memory_[r].done;
  }
  double next_event(const SimulationState& state) const override {
    double next = kNever;
    for (const ReleaseMemory& release : state.all<ReleaseMemory>())
      if (!release.done) next = std::min(next, release.due);
    return next;
  }
  void finish(const StepMoment& now, SimulationState& state) override;

 private:
  bool main_vehicle_touches(const StepOutput& output) const {
    for (std::size_t i = 0; i < world_.parts.size(); ++i)
      if (world_.parts[i].vehicle == world_.main_vehicle && output.records[i].touches()) return true;
    return false;
  }
  const World& world_;
  std::span<const ReleaseMemory> memory_;
};

/// Cuts the ties that are due. The energy that they still stored is dissipated, and the integrator begins
/// anew, because accelerations jump.
void Releases::finish(const StepMoment& now, SimulationState& state) {
  bool cut = false;
  for (std::size_t r = 0; r < world_.releases.size(); ++r) {
    const Release& release = world_.releases[r];
    ReleaseMemory& memory = state.all<ReleaseMemory>()[r];
    if (memory.done) continue;
    // The first touch sets the time; it is not moved again.
    if (release.on_touchdown && memory.due == ReleaseMemory{}.due && main_vehicle_touches(now.output))
      memory.due = state.motion.time + release.time;
    if (state.motion.time < memory.due) continue;
    memory.done = true;
    cut = true;
    // The stored energy leaves the springs' line and enters the losses.
    for (const int spring : release.springs) {
      const double energy = calc_spring_reading(*world_.model, spring, now.kinematics).energy;
      state.ledger.joint_springs -= energy;
      state.ledger.joint_dissipation += energy;
      state.ledger.absolute_work += energy;
    }
  }
  if (cut) state.restart_motion();
}

}  // namespace

std::unique_ptr<StepElement> make_releases(const World& world) {
  if (world.releases.empty()) return nullptr;
  return std::make_unique<Releases>(world);
}

}  // namespace grouser

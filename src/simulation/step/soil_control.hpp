// Soil strokes within a run: lays what is painted and what the scenario says, before the step from which it counts.
#pragma once
#include <deque>

#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

class SoilControl {
 public:
  explicit SoilControl(const World& world) : world_(world) {}

  /// To be laid before the next step; strokes that wait are laid one a step, so that their times differ. Throws
  /// InputError for what no run takes.
  void paint(SoilMapOperation operation, const SimulationState& state);
  void forget() { waiting_.clear(); }
  /// Call before a step. The state's soils are copied where a stroke is due, which allocates; else nothing is.
  void begin_step(SimulationState& state);
  /// The step failed: the state is again as it was before begin_step().
  void revert(SimulationState& state) const { state.soils = before_; }

 private:
  const World& world_;
  SoilMemory before_;
  std::deque<SoilMapOperation> waiting_;
};

}  // namespace grouser

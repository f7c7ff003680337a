// SPDX-License-Identifier: BSD-3-Clause
// Soil strokes within a run: lays what is painted and what the scenario says, before the step from which it counts.
#pragma once
#include <deque>
#include <optional>
#include <vector>

#include "grouser/multibody/tree/dynamics.hpp"
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
  /// True: some were laid, and ground tiles are shared with what revert() needs.
  bool begin_step(const Kinematics& kinematics, SimulationState& state);
  /// The step is done.
  void finish() { ground_before_.reset(); }
  /// The step failed: the state is again as it was before begin_step().
  void revert(SimulationState& state);

 private:
  void lay_due(SimulationState& state);

  const World& world_;
  SoilMemory before_;
  std::vector<ContactSlot> slots_before_;      // where strokes were laid
  std::optional<GroundMemory> ground_before_;  // likewise, until the step is done
  std::deque<SoilMapOperation> waiting_;
};

}  // namespace grouser

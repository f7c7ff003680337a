// SPDX-License-Identifier: BSD-3-Clause
// Driving by hand within a run: takes what is commanded and lets the law decide (vehicle/drive/hand_drive.hpp).
#pragma once
#include <optional>
#include <vector>

#include "drive_control.hpp"

namespace grouser {

/// The memory of a vehicle that nobody has driven by hand yet.
void start_hand_drive(const World& world, SimulationState& state);

class HandControl {
 public:
  explicit HandControl(const World& world);

  /// To be taken at the start of a step, in place of one that waits; its start is that step's. While the hand drives,
  /// it is taken when a decision is due, as it would change nothing before.
  void command(const HandCommand& command) { waiting_ = command; }
  void forget() { waiting_.reset(); }
  /// Call before a step: takes what waits, or what the scenario commands from now on, and decides if it is due.
  void begin_step(SimulationState& state);
  /// The step failed: the state is again as it was before begin_step().
  void revert(SimulationState& state) const { state.hand = before_; }

 private:
  std::optional<HandCommand> next_command(const SimulationState& state);
  void read_orders(const SimulationState& state);
  void read_programme(const SimulationState& state);

  const World& world_;
  std::optional<HandCommand> waiting_;
  HandDriveMemory before_;
  std::vector<WheelOrder> orders_, programme_;  // scratch, one per wheel of the vehicle
};

}  // namespace grouser

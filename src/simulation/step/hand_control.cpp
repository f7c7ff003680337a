// SPDX-License-Identifier: BSD-3-Clause
#include "hand_control.hpp"

#include <algorithm>
#include <utility>

namespace grouser {

void start_hand_drive(const World& world, SimulationState& state) {
  if (world.hand_drive) state.hand.wheels.resize(world.hand_drive->wheel_count());
}

HandControl::HandControl(const World& world) : world_(world) {
  if (!world.hand_drive) return;
  orders_.resize(world.hand_drive->wheel_count());
  programme_.resize(orders_.size());
  before_.wheels.resize(orders_.size());
}

/// What waits was commanded now; of the scenario's commands the last whose time has come counts.
std::optional<HandCommand> HandControl::next_command(const SimulationState& state) {
  const double t = state.motion.time, taken_at = state.hand.state.taken_at;
  const bool counts = !state.hand.on() || world_.hand_drive->due(t, state.hand);
  if (waiting_ && (counts || !waiting_->on)) {
    std::optional<HandCommand> command = std::exchange(waiting_, std::nullopt);
    command->phase.start = t;
    return command;
  }
  const std::vector<HandCommand>& told = world_.hand_commands;
  const auto after = std::upper_bound(told.begin(), told.end(), t,
                                      [](double time, const HandCommand& c) { return time < c.phase.start; });
  if (after == told.begin() || std::prev(after)->phase.start <= taken_at) return std::nullopt;
  return *std::prev(after);
}

void HandControl::read_orders(const SimulationState& state) {
  const auto first = static_cast<std::size_t>(world_.main().first_wheel);
  for (std::size_t i = 0; i < orders_.size(); ++i)
    orders_[i] = {spin_command(world_, drive_memory(state), first + i, state.motion.time),
                  steer_command(world_, drive_memory(state), first + i, state.motion.time)};
}

void HandControl::read_programme(const SimulationState& state) {
  const HandDriveMemory none;
  const DriveMemory alone{state.segments, none};
  const auto first = static_cast<std::size_t>(world_.main().first_wheel);
  for (std::size_t i = 0; i < programme_.size(); ++i)
    programme_[i] = {spin_command(world_, alone, first + i, state.motion.time),
                     steer_command(world_, alone, first + i, state.motion.time)};
}

void HandControl::begin_step(SimulationState& state) {
  if (!world_.hand_drive) return;
  before_ = state.hand;
  const double t = state.motion.time;
  if (const std::optional<HandCommand> command = next_command(state)) {
    read_orders(state);
    read_programme(state);
    world_.hand_drive->take(*command, t, orders_, programme_, state.hand);
  }
  if (!world_.hand_drive->due(t, state.hand)) return;
  read_orders(state);
  world_.hand_drive->decide(t, orders_, state.hand);
}

}  // namespace grouser

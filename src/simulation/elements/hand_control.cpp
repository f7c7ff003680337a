// SPDX-License-Identifier: BSD-3-Clause
// Driving by hand within a run: takes commands and lets the law decide (vehicle/drive/hand_drive.hpp).
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "drive_commands.hpp"
#include "grouser/base/error.hpp"
#include "step/element_tools.hpp"
#include "step/step_element.hpp"

namespace grouser {
namespace {

/// Keeps one waiting command, and restores the state's memory of driving by hand if a step fails.
class HandControl final : public StepElement {
 public:
  explicit HandControl(const World& world);

  void make_memory(SimulationState& state) const override {
    if (world_.hand_drive) state.hand.wheels.resize(world_.hand_drive->wheel_count());
  }
  void check(const SimulationState& state, const std::string& place) const override;
  bool take(const OutsideCommand& command, const SimulationState&) override;
  void forget() override { waiting_.reset(); }
  bool begin_step(const Kinematics&, SimulationState& state) override;
  void end_step(bool accepted, SimulationState& state) override {
    if (!accepted && world_.hand_drive) state.hand = before_;
  }

 private:
  /// The command to take at this step's start, or none.
  std::optional<HandCommand> next_command(const SimulationState& state);
  /// Present motion of all wheels under the commands in force.
  void read_orders(const SimulationState& state);
  /// Present motion that wheels would have without the hand.
  void read_programme(const SimulationState& state);

  const World& world_;
  std::optional<HandCommand> waiting_;
  HandDriveMemory before_;
  std::vector<WheelOrder> orders_, programme_;  // scratch, one per wheel of the vehicle
};

HandControl::HandControl(const World& world) : world_(world) {
  if (!world.hand_drive) return;
  orders_.resize(world.hand_drive->wheel_count());
  programme_.resize(orders_.size());
  before_.wheels.resize(orders_.size());
}

void HandControl::check(const SimulationState& state, const std::string& place) const {
  if (!state.hand.begun()) return;
  const HandDriveState& hand = state.hand.state;
  const auto last = static_cast<double>(DriveMode::point_turn);
  need(is_index(hand.on.number(), 0.0, 1.0) && is_index(hand.aligned.number(), 0.0, 1.0) &&
           is_index(hand.wanted.mode.number(), 0.0, last) && is_index(hand.now.mode.number(), 0.0, last),
       place, "driving by hand in a mode that there is not", "arc, crab or point turn, on or off");
  for (const HandWheel& wheel : state.hand.wheels)
    need(wheel.segment.duration > 0.0, place,
         fmt::format("a wheel's segment of {:g} s", wheel.segment.duration), "a duration > 0 s");
}

/// The command takes the place of one that waits; its start is that of the step. While the hand drives, it is
/// taken when a decision is due, because it would change nothing before.
bool HandControl::take(const OutsideCommand& command, const SimulationState&) {
  const auto* asked = std::get_if<HandCommand>(&command);
  if (!asked) return false;
  const HandDrive* drive = world_.hand_drive.get();
  const std::string why =
      drive ? drive->refusal(*asked)
            : world_.main().name + (world_.external ? " is commanded from outside" : " has no driven wheels");
  if (!why.empty()) throw InputError("driving by hand", why, "what the vehicle can follow");
  waiting_ = in_degrees(*asked);
  return true;
}

/// A waiting command counts as given now. Otherwise the last of the scenario's commands whose time has come
/// counts.
std::optional<HandCommand> HandControl::next_command(const SimulationState& state) {
  const double t = state.motion.time, taken_at = state.hand.state.taken_at;
  const bool counts = !state.hand.on() || world_.hand_drive->due(t, state.hand);
  // Letting go counts at once; a new direction only when a decision is due.
  if (waiting_ && (counts || !waiting_->on)) {
    std::optional<HandCommand> command = std::exchange(waiting_, std::nullopt);
    command->phase.start = t;
    return command;
  }
  const std::vector<HandCommand>& told = world_.commands.hand;
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
  const DriveMemory alone{state.all<DriveSegment>(), &none};
  const auto first = static_cast<std::size_t>(world_.main().first_wheel);
  for (std::size_t i = 0; i < programme_.size(); ++i)
    programme_[i] = {spin_command(world_, alone, first + i, state.motion.time),
                     steer_command(world_, alone, first + i, state.motion.time)};
}

bool HandControl::begin_step(const Kinematics&, SimulationState& state) {
  if (!world_.hand_drive) return false;
  before_ = state.hand;
  const double t = state.motion.time;
  if (const std::optional<HandCommand> command = next_command(state)) {
    read_orders(state);
    read_programme(state);
    world_.hand_drive->take(*command, t, orders_, programme_, state.hand);
  }
  if (!world_.hand_drive->due(t, state.hand)) return false;
  read_orders(state);
  world_.hand_drive->decide(t, orders_, state.hand);
  return false;
}

}  // namespace

std::unique_ptr<StepElement> make_hand_control(const World& world) {
  return std::make_unique<HandControl>(world);
}

}  // namespace grouser

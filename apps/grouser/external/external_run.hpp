// SPDX-License-Identifier: BSD-3-Clause
// A run whose drives a controller, another process, commands: 'grouser run --external'
// (docs/external_drive.md).
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <string>

#include "controller_line.hpp"
#include "grouser/simulation/observe/chosen_channels.hpp"
#include "grouser/simulation/run/run.hpp"
#include "shared/command.hpp"

namespace grouser::cli {

struct ExternalArguments {
  std::string address;
  bool run_on = false;
};
void add_external_options(Command& command, ExternalArguments& arguments);

/// Whether simulated time waits for the controller.
enum class ControllerPace { lockstep, run_on };

/// The exchange between one controller at a time and a run; the run's own loop calls it.
class ExternalRun {
 public:
  /// Listens, and says on stderr where. Throws InputError, also where no vehicle of the world is commanded
  /// from outside.
  ExternalRun(const ExternalArguments& arguments, const World& world);
  /// Call before the first step and after each: answers orders whose time has come, and takes the next one.
  /// In lockstep it waits for that, and for a controller, until one comes or the run is interrupted.
  void exchange(Simulation& simulation);
  /// The last state and the end of the run.
  void finish(const Simulation& simulation, const RunSummary& summary);

 private:
  bool serve(Simulation& simulation);
  void take_message(std::span<const std::uint8_t> message, Simulation& simulation);
  void join(std::span<const std::uint8_t> message, const Simulation& simulation);
  void order(std::span<const std::uint8_t> message, Simulation& simulation);
  void send_state(const Simulation& simulation, bool finished);
  bool is_there(const Simulation& simulation) const;
  void forget_controller();

  ControllerPace pace_;
  ControllerLine line_;
  ExternalInbox inbox_;
  std::array<std::uint8_t, 4096> room_{};
  std::optional<ChosenChannels> channels_;  // once a controller has joined
  ExternalState state_;                     // that is sent
  bool state_hash_ = false;
  bool awaited_ = false;  // an order's answer is due at goal_
  double goal_ = 0.0;     // s
};

/// The controlled run that the line asks for, or null. Throws InputError.
std::unique_ptr<ExternalRun> control_if_asked(const ExternalArguments& arguments, const World& world);

}  // namespace grouser::cli

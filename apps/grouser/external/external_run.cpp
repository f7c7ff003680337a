// SPDX-License-Identifier: BSD-3-Clause
// A controller joins with the channels that it wants, is welcomed, and then sends orders, each with drive
// commands and a time to advance. The answer to an order is the state at its goal. In lockstep the goals add
// up, so rounding to steps does not accumulate; in run-on mode each counts from the present time.
#include "external_run.hpp"

#include <iostream>

#include "grouser/base/error.hpp"
#include "grouser/base/version.hpp"
#include "grouser/simulation/step/world.hpp"
#include "shared/interrupt.hpp"

namespace grouser::cli {
namespace {

constexpr double kMostWaiting = 0.1;  // s between two looks for Ctrl+C
constexpr double kRounding = 1e-9;    // s: of times that are sums

}  // namespace

void add_external_options(Command& command, ExternalArguments& a) {
  Command group = command.group("Commanded from outside");
  group.option(
      "--external ADDRESS", a.address,
      "Let a controller command the drives, at 127.0.0.1:PORT or unix:PATH (drive.mode = \"external\")");
  group.flag("--run-on", a.run_on, "Do not wait for its commands: the last one holds");
}

ExternalRun::ExternalRun(const ExternalArguments& arguments, const World& world)
    : pace_(arguments.run_on ? ControllerPace::run_on : ControllerPace::lockstep),
      line_("--external", arguments.address) {
  if (!world.external)
    throw InputError("--external", "a scenario that commands its drives itself",
                     "[drive] mode = \"external\" (--set drive.mode=external)");
  std::cerr << "grouser: a controller may come to " << line_.address() << std::endl;
}

/// Drops all that belongs to a controller, so that the next one joins afresh.
void ExternalRun::forget_controller() {
  inbox_.clear();
  channels_.reset();
  awaited_ = false;
}

/// Whether the goal is reached: to half a step with fixed steps, exactly with adaptive ones.
bool ExternalRun::is_there(const Simulation& simulation) const {
  const RunSettings& settings = simulation.world().settings;
  const double slack = settings.adaptive ? kRounding : 0.5 * settings.dt;
  return simulation.time() + slack >= goal_;
}

/// Answers an order with the time, the chosen channels and, if wanted, the hash of the state.
void ExternalRun::send_state(const Simulation& simulation, bool finished) {
  state_.time = simulation.time();
  state_.step = static_cast<std::uint64_t>(simulation.step_count());
  state_.state_hash = state_hash_ ? simulation.state_hash() : 0;
  state_.finished = finished;
  channels_->read(simulation, state_.channels);
  awaited_ = false;
  line_.send(encode(state_));
}

/// Checks the wanted channels, and sends the welcome and the first state. Throws InputError.
void ExternalRun::join(std::span<const std::uint8_t> message, const Simulation& simulation) {
  const ExternalJoin join = decode_external_join(message);
  channels_.emplace(simulation, join.channels, "external drive: join");
  state_hash_ = join.state_hash;
  state_.channels.resize(join.channels.size());
  goal_ = simulation.time();
  const World& world = simulation.world();
  ExternalWelcome welcome{version(),
                          world.settings.name,
                          world.settings.dt,
                          world.settings.duration,
                          world.external->columns,
                          channels_->channels()};
  line_.send(encode(welcome));
  send_state(simulation, simulation.finished());
}

/// Puts the commands into the simulation and sets the goal. Throws InputError for a second order too early.
void ExternalRun::order(std::span<const std::uint8_t> message, Simulation& simulation) {
  if (awaited_)
    throw InputError("external drive: command", "a second one before the first was answered",
                     "one command after each answer");
  const ExternalOrder order = decode_external_order(message);
  simulation.command(ExternalCommand{order.values});
  goal_ = (pace_ == ControllerPace::lockstep ? goal_ : simulation.time()) + order.advance;
  awaited_ = true;
}

/// Cuts the line of a client that joins wrongly or sends bytes that are no message. A wrong command gets an
/// answer.
void ExternalRun::take_message(std::span<const std::uint8_t> message, Simulation& simulation) {
  try {
    if (!channels_) return join(message, simulation);
    order(message, simulation);
  } catch (const InputError& error) {
    line_.send(encode(error.fault()));
    if (!channels_) line_.hang_up();
  }
}

/// Takes received commands. Returns whether there were any.
bool ExternalRun::serve(Simulation& simulation) {
  if (line_.accept()) forget_controller();
  const std::span<const std::uint8_t> bytes = line_.read(room_);
  inbox_.take(bytes);
  try {
    while (!awaited_ || pace_ == ControllerPace::run_on) {
      const auto message = inbox_.next();
      if (!message) break;
      take_message(*message, simulation);
    }
  } catch (const InputError& error) {  // not a line of messages
    line_.send(encode(error.fault()));
    line_.hang_up();
  }
  if (!line_.connected()) forget_controller();
  return !bytes.empty();
}

void ExternalRun::exchange(Simulation& simulation) {
  if (awaited_ && is_there(simulation)) send_state(simulation, simulation.finished());
  if (pace_ == ControllerPace::run_on) {
    serve(simulation);
    return;
  }
  // Waits here, with simulated time at rest, until an order needs a further step.
  while (!(awaited_ && !is_there(simulation)) && !simulation.finished() && !interrupted()) {
    if (awaited_) send_state(simulation, false);  // an order that lets no time pass
    if (!serve(simulation) && !awaited_) line_.wait(kMostWaiting);
  }
}

void ExternalRun::finish(const Simulation& simulation, const RunSummary& summary) {
  if (!channels_) return;
  if (awaited_) send_state(simulation, true);
  line_.send(encode(ExternalEnd{to_string(summary.status), summary.message}));
  line_.hang_up();
}

std::unique_ptr<ExternalRun> control_if_asked(const ExternalArguments& a, const World& world) {
  if (!a.address.empty()) return std::make_unique<ExternalRun>(a, world);
  if (a.run_on) throw InputError("--run-on", "no --external", "it beside --external ADDRESS");
  return nullptr;
}

}  // namespace grouser::cli

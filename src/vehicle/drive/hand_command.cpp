// SPDX-License-Identifier: BSD-3-Clause
// A command by hand as the text of an event.
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>

#include "grouser/base/error.hpp"
#include "grouser/vehicle/drive/hand_drive.hpp"

namespace grouser {
namespace {

constexpr const char* kOff = "off";

/// The words of a text that are numbers or names, taken from left to right.
class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) {}
  std::string_view next() {
    const std::size_t end = std::min(rest_.find(' '), rest_.size());
    const std::string_view word = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return word;
  }
  /// A finite number and its unit.
  std::optional<double> number(std::string_view unit) {
    const std::string_view word = next();
    double value = 0.0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value))
      return std::nullopt;
    return next() == unit ? std::optional(value) : std::nullopt;
  }
  bool done() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

/// The command of a text; nothing for a text that is none.
std::optional<HandCommand> read_words(Words words) {
  HandCommand command;
  DrivePhase& phase = command.phase;
  const std::string_view mode = words.next();
  const auto take = [](std::optional<double> from, double& to) { return from ? (to = *from, true) : false; };
  bool good = true;
  if (mode == kOff) {
    command.on = false;
  } else if (mode == "arc") {
    good = take(words.number("m/s"), phase.speed) && take(words.number("1/m"), phase.curvature);
  } else if (mode == "crab") {
    phase.mode = DriveMode::crab;
    good = take(words.number("m/s"), phase.speed) && take(words.number("rad"), phase.crab);
  } else if (mode == "point_turn") {
    phase.mode = DriveMode::point_turn;
    good = take(words.number("rad/s"), phase.turn_rate);
  } else {
    good = false;
  }
  return good && words.done() ? std::optional(command) : std::nullopt;
}

}  // namespace

std::string hand_command_text(const HandCommand& command) {
  const DrivePhase& phase = command.phase;
  if (!command.on) return kOff;
  switch (phase.mode) {
    case DriveMode::crab:
      return fmt::format("crab {} m/s {} rad", phase.speed, phase.crab);
    case DriveMode::point_turn:
      return fmt::format("point_turn {} rad/s", phase.turn_rate);
    case DriveMode::arc:
      break;
  }
  return fmt::format("arc {} m/s {} 1/m", phase.speed, phase.curvature);
}

HandCommand parse_hand_command(double time, std::string_view text, const std::string& place) {
  std::optional<HandCommand> command = read_words(Words(text));
  if (!command || !(time >= 0.0) || !std::isfinite(time))
    throw InputError(
        place, fmt::format("'{}' commanded by hand at {} s", text, time),
        "a command such as 'arc 0.05 m/s 0.25 1/m', 'crab 0.05 m/s 0.5 rad', 'point_turn 0.1 rad/s' or "
        "'off'");
  command->phase.start = time;
  return *command;
}

HandCommand in_degrees(HandCommand command) {
  const auto snap = [](double& angle) {
    angle = angle * 180.0 / std::numbers::pi * std::numbers::pi / 180.0;
  };
  snap(command.phase.crab);
  snap(command.phase.turn_rate);
  return command;
}

}  // namespace grouser

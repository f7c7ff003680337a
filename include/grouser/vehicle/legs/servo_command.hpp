// SPDX-License-Identifier: BSD-3-Clause
// Angles commanded to a walker's servos from outside: at the start of a step all of them, leg by leg (roll,
// hip, knee). They stand in scenarios ([[servo_command]]) and, as they were commanded, among the events of
// run files; both keep them to the last bit.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grouser/base/keys.hpp"

namespace grouser {

struct ServoCommand {
  double time = 0.0;                ///< s: commanded at the start of the first step from there on
  std::vector<double> angles = {};  ///< rad
  bool operator==(const ServoCommand&) const = default;
};

/// Limits of one angle, rad, ends included.
struct AngleRange {
  double lowest = 0.0, highest = 0.0;
};

inline constexpr NumberRange kServoTimes{0.0, 1e9, false, "s"};
inline constexpr std::size_t kMostServoAngles = 96;  ///< of 32 legs; no walker has as many

/// The keys of a [[servo_command]] table.
void visit_keys(KeyVisitor& v, ServoCommand& command);

/// Why servos with these limits do not take the angles; empty if they do. `first`: the number of the first
/// angle. A limit that was rounded to a real of four bytes is within itself.
std::string angles_refusal(std::span<const double> angles, std::span<const AngleRange> limits,
                           std::size_t first = 0);

inline constexpr const char* kServoEvent = "servo_command";
/// Texts of a command's events, "1/2 0.1 -0.9 ...": the text of an event is short, so a command is split over
/// several.
std::vector<std::string> servo_command_texts(std::span<const double> angles);

/// Puts the parts of commands together, in the order of their events.
class ServoCommandReader {
 public:
  explicit ServoCommandReader(std::string place) : place_(std::move(place)) {}
  /// Throws InputError for a text that is no next part.
  void take(double time, std::string_view text);
  /// All commands. The last is left out if its end is missing: the program was killed while it wrote it.
  std::vector<ServoCommand> commands() && { return std::move(commands_); }

 private:
  std::string place_;
  ServoCommand begun_;
  std::size_t part_ = 0;  // parts of begun_ so far
  std::vector<ServoCommand> commands_;
};

}  // namespace grouser

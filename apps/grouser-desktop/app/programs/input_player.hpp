// SPDX-License-Identifier: BSD-3-Clause
// Gives out a record of input, to be fed to the program off screen: one press a picture, so that each finds
// what the one before brought about. The caller passes the time.
#pragma once
#include <string>

#include "app/programs/input_log.hpp"

namespace grouser::desktop {

/// State of the program that the player needs at a moment.
struct PlayedProgram {
  bool busy = false;      ///< loading, cleaning, building, ...
  bool playing = false;   ///< a live run plays
  std::int64_t step = 0;  ///< number of the live run's step
};

class InputPlayer {
 public:
  explicit InputPlayer(InputLog log) : log_(std::move(log)) {}

  const InputHead& head() const { return log_.head; }
  bool over() const { return next_ >= log_.events.size(); }
  /// The events of the picture to be drawn now, `passed` s after the one before. An event that was recorded
  /// while the program was at rest waits until it is at rest; one recorded at a step of a live run waits for
  /// that step. Recorded time stops while an event waits.
  std::vector<InputEvent> take(const PlayedProgram& program, double passed);
  /// The step of the next press that was recorded at a step of a live run; 0: there is none. The caller must
  /// hold the run there until the press has come, because pictures may be slower than steps.
  std::int64_t next_step() const;
  /// Text that names what the player waits for; empty: nothing.
  std::string waiting() const;
  /// Time that the next event has waited for the program, s.
  double waited() const { return waited_; }

 private:
  InputLog log_;
  std::size_t next_ = 0;
  double time_ = 0.0, waited_ = 0.0;  // s
  enum class Wait { none, work, step } wait_ = Wait::none;
};

}  // namespace grouser::desktop

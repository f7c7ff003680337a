// SPDX-License-Identifier: BSD-3-Clause
// A replay is shown at once, and checked meanwhile: whether every frame is what was recorded.
#pragma once
#include <functional>
#include <memory>
#include <optional>

#include "common/mailbox.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "session/run/read_ahead.hpp"
#include "session/run/run_data.hpp"

namespace grouser::desktop {

class FrameCheck {
 public:
  /// Checks the frames of `reader`, which outlives this, beside the window; `tell` is called by its thread if
  /// there is damage. ahead: begins when that is done, outlives this too; null: at once. Ends within one
  /// piece.
  FrameCheck(const RunReader& reader, std::function<void()> tell, const ReadAhead* ahead = nullptr);

  /// The damage that was found, returned once; null if there is none.
  std::unique_ptr<RunDamage> take() { return found_.take(); }
  /// Whether all frames were looked at.
  bool done() const { return job_.over(); }

 private:
  std::optional<RunDamage> look(const Job::GoOn& go_on) const;
  std::optional<RunDamage> find_damage(const Job::GoOn& go_on) const;

  const RunReader& reader_;
  std::function<void()> tell_;
  const ReadAhead* ahead_;
  Mailbox<RunDamage> found_;
  Job job_;  // last: its thread ends first
};

}  // namespace grouser::desktop

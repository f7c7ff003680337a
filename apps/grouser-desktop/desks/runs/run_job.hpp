// SPDX-License-Identifier: BSD-3-Clause
// Long work with a run file, for a thread of its own: a branch, or a rerun.
#pragma once
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"
#include "session/jobs/job.hpp"

namespace grouser::desktop {

/// Outcome of a run, in words for a person.
struct RunJobOutcome {
  bool good = false;
  std::string text;
  std::string run_file;  ///< that was written, or empty
};

/// Takes the outcome, in the window's thread.
using TakeOutcome = std::function<void(const RunJobOutcome&)>;

/// Goes on from the frame at or before `at` (s) of a run, with changes, into another file. `now`: seconds of
/// a steady clock.
Job::Work branch_work(const std::string& run_file, double at, const std::vector<Override>& changes,
                      const std::string& out, std::function<double()> now, TakeOutcome take);
/// Computes a run anew from its file and compares each frame.
Job::Work rerun_work(const std::string& run_file, std::function<double()> now, TakeOutcome take);

}  // namespace grouser::desktop

// SPDX-License-Identifier: BSD-3-Clause
// Both works return a closure that hands the outcome over in the window's thread.
#include "desks/runs/run_job.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "grouser/base/output_files.hpp"
#include "grouser/simulation/run/resume.hpp"
#include "grouser/simulation/run/run.hpp"

namespace grouser::desktop {
namespace {

namespace fs = std::filesystem;

/// Text on a branch; good unless the run failed.
RunJobOutcome outcome_of(const RunSummary& summary, const std::string& out) {
  std::string text = fmt::format("Branch {}: {:.1f} s simulated, {}", fs::path(out).filename().string(),
                                 summary.simulated_s, to_string(summary.status));
  if (summary.verdict) text += ", verdict " + summary.verdict->name;
  if (!summary.message.empty()) text += ": " + summary.message;
  return {summary.status != RunStatus::failed, text, out};
}

/// Text on a rerun; good only if all is identical.
RunJobOutcome outcome_of(const RerunResult& result) {
  const std::string note = result.note.empty() ? "" : ". " + result.note;
  if (result.first_difference)
    return {false,
            fmt::format("Rerun: the run differs from frame {} on, {:.6g} s: {}{}", *result.first_difference,
                        result.first_difference_time, result.difference, note),
            {}};
  if (!result.difference.empty())
    return {false, fmt::format("Rerun: the frames are identical, but {}{}", result.difference, note), {}};
  return {true, fmt::format("Rerun: identical, {} frames{}", result.frames_compared, note), {}};
}

}  // namespace

Job::Work branch_work(const std::string& run_file, double at, const std::vector<Override>& changes,
                      const std::string& out, std::function<double()> now, TakeOutcome take) {
  return [=](const Job::GoOn& go_on) {
    check_outputs({{"Run file", out, run_file_kind()}}, {run_file}, Replace::ours);
    constexpr double kUnknown = -1.0;
    const auto cancelled = [&] { return !go_on(kUnknown); };
    // exactly: the branch begins at any frame, not only at a keyframe.
    ResumedRun resumed =
        resume_run(run_file, {.at = at, .changes = changes, .exactly = true, .cancelled = cancelled});
    RunOptions options;
    options.out = out;
    options.now = now;
    options.parent = resumed.parent;
    options.progress = [&](double done, double total) {
      // Progress counts from the time of the branch, not from 0.
      const double from = resumed.parent.time;
      go_on(total > from ? (done - from) / (total - from) : kUnknown);
    };
    options.cancelled = cancelled;
    const RunJobOutcome outcome = outcome_of(run_scenario(resumed.simulation, options), out);
    return [take, outcome] { take(outcome); };
  };
}

Job::Work rerun_work(const std::string& run_file, std::function<double()> now, TakeOutcome take) {
  return [=](const Job::GoOn& go_on) {
    RunOptions options;
    options.now = now;
    options.progress = [&](double done, double total) { go_on(total > 0.0 ? done / total : 0.0); };
    options.cancelled = [&] { return !go_on(-1.0); };
    const RunJobOutcome outcome = outcome_of(rerun(run_file, options));
    return [take, outcome] { take(outcome); };
  };
}

}  // namespace grouser::desktop

// SPDX-License-Identifier: BSD-3-Clause
// Runs a scenario to its end: stepping, recording, progress, cancel. Used by the command line and the window.
#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "grouser/recording/run_file/run_header.hpp"
#include "grouser/simulation/step/metric.hpp"
#include "grouser/simulation/step/simulation.hpp"

namespace grouser {

enum class RunStatus { completed, failed, interrupted };
const char* to_string(RunStatus);

struct RunSummary {
  std::string scenario;
  RunStatus status = RunStatus::completed;
  std::string message;                     ///< why it failed
  double simulated_s = 0.0, wall_s = 0.0;  ///< wall time of the loop with recording, without loading
  std::int64_t steps = 0;
  std::uint64_t state_hash = 0;
  std::map<std::string, Metric> metrics;
  std::optional<Verdict> verdict;
  std::vector<std::string> notes;
  /// Of a resumed run: all numbers but the state, the verdict and the energy book are of the part after it
  std::optional<RunParent> parent;
  double real_time_factor() const { return wall_s > 0.0 ? simulated_s / wall_s : 0.0; }
};
/// The single JSON object of `grouser run --json`.
std::string to_json(const RunSummary&);

class MetricsTracker;
/// Summary of a run since its start; wall time is left to the caller.
RunSummary summarise(const Simulation&, const MetricsTracker&, RunStatus, const std::string& message);

struct RunOptions {
  std::optional<std::filesystem::path> out;  ///< run file, or none
  std::function<double()> now;               ///< seconds of a steady clock; needed
  /// Simulated seconds; called about 10 times per second
  std::function<void(double done, double total)> progress;
  std::function<bool()> cancelled;  ///< called at least 10 times per second
  /// Called at the start and after each step, to look on; what it takes is time of the run
  std::function<void(const Simulation&, const MetricsTracker&)> observe = {};
  std::optional<RunParent> parent;  ///< of a resumed run (resume.hpp)
};

/// Runs a simulation to its end.
RunSummary run_scenario(Simulation&, const RunOptions&);

/// Repeats a recorded run, a resumed one from its first keyframe, and compares states, channels, events,
/// metrics and verdict with the recorded ones. Channels and metrics that only the file or only this program
/// knows are left out.
struct RerunResult {
  bool identical() const { return difference.empty() && !interrupted; }
  std::int64_t frames_compared = 0;
  std::string difference;  ///< what differs first, in words: "state", "channel ..."; "" if nothing does
  std::optional<std::int64_t> first_difference;  ///< frame index, where a state or a channel differs
  double first_difference_time = 0.0;
  bool interrupted = false;  ///< by `cancelled`, before all frames were compared
  std::string note;
};
/// Uses the run file alone. Throws InputError if it does not contain its input, and Interrupted if it was
/// cancelled while settling.
RerunResult rerun(const std::filesystem::path& run_file, const RunOptions&);

}  // namespace grouser

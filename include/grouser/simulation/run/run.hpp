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

/// The end of a run.
enum class RunStatus {
  completed,   ///< it reached its duration, or a verdict ended it
  failed,      ///< a step failed, or the energy book does not balance
  interrupted  ///< it was cancelled
};
const char* to_string(RunStatus);  ///< the status as a word of reports

/// The result of a run in numbers.
struct RunSummary {
  std::string scenario;                     ///< name of the scenario
  RunStatus status = RunStatus::completed;  ///< result of the run
  std::string message;                      ///< why it failed
  double simulated_s = 0.0;                 ///< simulated time, s
  double wall_s = 0.0;                      ///< of the loop with recording, without loading, s
  std::int64_t steps = 0;                   ///< number of steps
  std::uint64_t state_hash = 0;             ///< of the last state
  std::map<std::string, Metric> metrics;    ///< headline numbers with their units, by name
  std::optional<Verdict> verdict;           ///< none: the scenario is not judged, or the run ended before
  std::vector<std::string> notes;           ///< warnings for the reader, one line each

  /// The parent of a resumed run: all numbers but the state, the verdict and the energy book are of the part
  /// after it
  std::optional<RunParent> parent;
  /// Simulated time over wall time, -; 0 where the latter is not known.
  double real_time_factor() const { return wall_s > 0.0 ? simulated_s / wall_s : 0.0; }
};

/// The single JSON object of `grouser run --json`.
std::string to_json(const RunSummary&);

class MetricsTracker;
/// Summary of a run since its start; wall time is left to the caller.
RunSummary summarise(const Simulation&, const MetricsTracker&, RunStatus, const std::string& message);

/// Recording, clock, progress and cancelling of a run.
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

/// The result of repeating a recorded run, a resumed one from its first keyframe, and comparing states,
/// channels, events, metrics and verdict with the recorded ones. Channels and metrics that only the file or
/// only this program knows are left out.
struct RerunResult {
  /// Whether nothing differs and all frames were compared.
  bool identical() const { return difference.empty() && !interrupted; }
  std::int64_t frames_compared = 0;  ///< frames that were compared
  std::string difference;  ///< the first difference, in words: "state", "channel ..."; "" if nothing does
  std::optional<std::int64_t> first_difference;  ///< frame index, where a state or a channel differs
  double first_difference_time = 0.0;            ///< s; 0 where nothing differs
  bool interrupted = false;                      ///< by `cancelled`, before all frames were compared
  std::string note;                              ///< versions of the programs, where they differ; else empty
};

/// Repeats a run from its file alone. Throws InputError if it does not contain its input, and Interrupted if
/// it was cancelled while settling.
RerunResult rerun(const std::filesystem::path& run_file, const RunOptions&);

}  // namespace grouser

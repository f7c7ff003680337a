// SPDX-License-Identifier: BSD-3-Clause
// A run whose servos are commanded from outside: steps, recording, pace.
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "grouser/simulation/observe/metrics.hpp"
#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/run/run_recorder.hpp"
#include "servo_device.hpp"

namespace grouser::cli {

/// id: name of the robot. seconds_of_byte: on the line; 0: no delay. out: run file to record.
struct ServoRunOptions {
  std::string id = {};
  ServoTime time = ServoTime::wall_clock;
  double seconds_of_byte = 0.0;
  std::optional<std::filesystem::path> out = {};
};

/// Counts for the report at the end of the run.
struct ServoCounts {
  std::uint64_t clients = 0, frames = 0, refused = 0, dropped = 0;
  double behind = 0.0;  ///< s that simulated time has lost against the clock
};

class ServoRun {
 public:
  /// Simulation and terminal must outlive it.
  ServoRun(Simulation& simulation, PseudoTerminal& terminal, const ServoRunOptions& options);
  /// Runs until a client says bye, the scenario's duration is over, a step fails, or a person stops it.
  RunSummary serve_until_over();
  ServoCounts counts() const;

 private:
  bool step();
  bool over() const;
  void keep_pace();

  Simulation& simulation_;
  ServoTime time_;
  MetricsTracker tracker_;
  std::unique_ptr<RunRecorder> recorder_;
  ServoRobot robot_;
  ServoDevice device_;
  bool failed_ = false;
  double clock_start_ = 0.0, behind_ = 0.0;  // s
};

}  // namespace grouser::cli

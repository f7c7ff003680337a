// SPDX-License-Identifier: BSD-3-Clause
// Runs the command line on a run file in a process of its own, for a report or tables.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hal/child_process.hpp"

namespace grouser::desktop {

class ReportJob {
 public:
  /// Begins to write a report (HTML) on a run file; an existing one is replaced. Throws RunError if the
  /// command line's program is neither beside this one nor in PATH.
  void report(const std::string& run_file, const std::string& out);
  /// Begins to write its channels and events into a folder of tables (CSV). Throws as report().
  void export_csv(const std::string& run_file, const std::string& folder);
  bool running() const { return process_ != nullptr; }
  /// Message for the log once the program has ended.
  struct Outcome {
    bool good = false;
    std::string text;
  };
  /// The outcome, once the program has ended.
  std::optional<Outcome> update();

 private:
  void start(const std::vector<std::string>& arguments, const std::string& what, const std::string& out);
  std::unique_ptr<ChildProcess> process_;
  std::string what_, out_;
};

}  // namespace grouser::desktop

// The report on a recorded run: what `grouser report` makes, in a process of its own.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "hal/child_process.hpp"

namespace grouser::desktop {

class ReportJob {
 public:
  /// Begins to write RUN_report.html beside the run file; a report that is there is replaced. Throws RunError where the
  /// command line's program is neither beside this one nor in PATH.
  void start(const std::string& run_file);
  bool running() const { return process_ != nullptr; }
  struct Outcome {
    bool good = false;
    std::string text;
  };
  /// What it came to, once it has.
  std::optional<Outcome> update();

 private:
  std::unique_ptr<ChildProcess> process_;
  std::string out_;
};

}  // namespace grouser::desktop

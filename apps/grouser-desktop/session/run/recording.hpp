// SPDX-License-Identifier: BSD-3-Clause
// A live run that is written to a run file as it proceeds: the state in the worker thread, and its news for
// the window.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/run/run_recorder.hpp"

namespace grouser::desktop {

/// A line for the log.
struct RecordingNews {
  bool is_error = false;
  std::string text;
  std::string finished_file;  ///< a run file that is whole now, or empty
  bool to_its_end = false;    ///< that file has the run to its end
};

/// Belongs to the worker thread. Whatever the disk does, the run goes on: errors become news.
class LiveRecording {
 public:
  /// `failure`: how news of an error begin.
  explicit LiveRecording(std::string failure = "Recording stopped: ") : failure_text_(std::move(failure)) {}
  /// Begins with the simulation as it is now. Replaces one that was going on.
  void start(const std::string& path, Simulation& simulation, double now);
  /// Closes the file with the run's summary; wall time is added here. Nothing if none is going on.
  void stop(RunSummary summary, double now);
  void after_step();
  void flush_if_due(double now);
  /// Ends it without the run's summary: the file is not wanted any more.
  void drop() { recorder_.reset(); }

  bool active() const { return recorder_ != nullptr; }
  const std::string& path() const { return path_; }
  /// Empties the list.
  std::vector<RecordingNews> take_news();

 private:
  void guard(const std::function<void()>& action);
  std::string failure_text_;
  std::unique_ptr<RunRecorder> recorder_;
  std::string path_;
  double started_ = 0.0;
  std::vector<RecordingNews> news_;
};

}  // namespace grouser::desktop

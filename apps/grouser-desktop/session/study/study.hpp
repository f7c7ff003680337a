// SPDX-License-Identifier: BSD-3-Clause
// A parameter study run beside the window: every combination of the chosen values is one run of the scenario.
// Worker threads take the rows in turn; the window fetches what changed and never waits.
#pragma once
#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "grouser/mission/campaign/parameter_grid.hpp"
#include "session/run/run_report.hpp"

namespace grouser::desktop {

enum class StudyRowStatus { waiting, running, completed, failed, refused, cancelled };
const char* to_string(StudyRowStatus);

struct StudyRow {
  std::vector<double> values;  ///< one per key
  StudyRowStatus status = StudyRowStatus::waiting;
  std::string message;  ///< why it failed or was refused
  RunReport report;
  double wall_s = 0.0;
  bool over() const { return status != StudyRowStatus::waiting && status != StudyRowStatus::running; }
};

struct StudyJob {
  std::string scenario;         ///< path or id
  std::vector<Override> fixed;  ///< the same in every row
  ParameterGrid grid;
  int threads = 1;
};

class Study {
 public:
  /// Starts at once. `now`: seconds of a steady clock, called by the workers too.
  Study(StudyJob job, std::function<double()> now);
  /// Cancels and waits for the rows in progress, for a tenth of a second at most each.
  ~Study();
  Study(const Study&) = delete;
  Study& operator=(const Study&) = delete;

  const StudyJob& job() const { return job_; }
  void cancel() { cancelled_ = true; }
  bool cancelled() const { return cancelled_; }
  bool over() const { return rows_over_ == job_.grid.row_count(); }
  std::size_t rows_over() const { return rows_over_; }
  /// Part of the work that is done, 0 to 1, running rows included.
  double progress() const;
  /// Seconds to the end at the pace so far, or nothing while there is none.
  std::optional<double> seconds_left() const;
  /// Brings rows up to date; false if nothing changed, or a worker is just writing.
  bool refresh(std::vector<StudyRow>& rows);
  /// Settings of one row, as --set takes them, the fixed ones first.
  std::vector<Override> overrides(std::size_t row) const;

 private:
  void work();
  void run_row(std::size_t row);
  void set_row(std::size_t row, StudyRow value);

  const StudyJob job_;
  std::function<double()> now_;
  double started_ = 0.0;
  std::atomic<bool> cancelled_{false};
  std::atomic<std::size_t> next_{0}, rows_over_{0};
  std::vector<std::atomic<float>> part_;  // done of each row
  mutable std::mutex mutex_;
  std::vector<StudyRow> rows_;        // guarded
  std::vector<std::size_t> changed_;  // guarded: rows to be fetched
  std::vector<std::thread> threads_;  // last: start when all else is ready
};

/// One line per row: the keys, status, verdict and every metric with its unit in the head. RFC 4180.
std::string study_csv(const std::vector<VariedKey>& keys, const std::vector<StudyRow>& rows);
/// Names of the metrics that any row has, sorted, with their units.
std::map<std::string, std::string> study_metrics(const std::vector<StudyRow>& rows);

}  // namespace grouser::desktop

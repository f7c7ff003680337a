// SPDX-License-Identifier: BSD-3-Clause
// A study as a person sets it up, starts it and looks at it: settings with undo, the keys there are, the rows
// so far.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "session/edit_history.hpp"
#include "session/number_keys.hpp"
#include "session/study/study.hpp"
#include "session/study/study_request.hpp"

namespace grouser::desktop {

/// Evenly spaced, ends included; one value if count is 1 or the ends are equal.
std::vector<double> range_values(const StudyRange& range);
/// A range about the value that a key has now.
StudyRange suggested_range(const NumberKey& key);

/// A first study for a scenario of this group (its heading in the list of scenarios): one of `keys` that is
/// natural to vary, and the metric that shows its effect.
StudySettings suggested_study(const std::vector<NumberKey>& keys, const std::string& group);

/// The state that the study panel shows.
struct StudyView {
  const std::vector<NumberKey>* keys = nullptr;
  const StudySettings* settings = nullptr;
  const std::vector<VariedKey>* varied = nullptr;  ///< of the rows, which may be older than the settings
  const std::vector<StudyRow>* rows = nullptr;
  std::vector<std::string> metrics;  ///< to choose from
  std::string scenario;              ///< path or id; empty: nothing that can be varied is open
  std::string scenario_name;
  bool running = false, cancelled = false;
  std::size_t rows_over = 0;
  double progress = 0.0;
  std::optional<double> seconds_left;
  std::string message;  ///< why it could not start
};

class StudyWork {
 public:
  explicit StudyWork(std::function<double()> now) : now_(std::move(now)) { refresh_view(); }
  StudyWork(const StudyWork&) = delete;
  StudyWork& operator=(const StudyWork&) = delete;

  /// Another scenario is open: its keys, and nothing of an earlier one's study. The same one again (a row of
  /// the study, opened live) leaves settings and rows. `group`: see suggested_study(). `fixed`: settings of
  /// every run, which those of the study come after.
  void open(const std::string& scenario, const std::vector<InputDocument>& documents,
            const std::string& group = {}, const std::vector<Override>& fixed = {});
  void close();
  void edit(StudySettings settings);
  void undo() { settings_.undo(); }
  void redo() { settings_.redo(); }
  void start();
  void cancel();
  /// Settings of a row, to open it live.
  std::vector<Override> overrides(std::size_t row) const;
  /// Throws RunError or InputError if it cannot be written.
  void write_csv(const std::string& path) const;

  void update();
  const StudyView& view() const { return view_; }

 private:
  void refresh_view();
  /// Ends the study without waiting for its threads.
  void retire();
  std::function<double()> now_;
  std::string scenario_;
  std::vector<Override> fixed_;
  std::vector<NumberKey> keys_;
  EditHistory<StudySettings> settings_;
  std::vector<VariedKey> varied_;
  std::vector<StudyRow> rows_;
  std::string message_;
  std::unique_ptr<Study> study_;
  std::vector<std::unique_ptr<Study>> retired_;  // cancelled, until their threads are through
  StudyView view_;
};

}  // namespace grouser::desktop

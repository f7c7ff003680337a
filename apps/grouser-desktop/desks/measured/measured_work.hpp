// SPDX-License-Identifier: BSD-3-Clause
// Measurements beside the run: a table from a CSV file, which channel each of its columns is, the offset of
// its clock, and how far the run is from it. Reading, looking for the offset and comparing are done beside
// the window.
#pragma once
#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "desks/measured/measured_request.hpp"
#include "grouser/mission/campaign/measured_fit.hpp"
#include "grouser/recording/run_file/measured_csv.hpp"
#include "session/jobs/task.hpp"
#include "session/run/run_data.hpp"
#include "widgets/plot_samples.hpp"

namespace grouser::desktop {

/// A column of the table, as the run's channel of it has it.
struct MatchedColumn {
  std::string name, unit;                  ///< as the file has them
  std::optional<std::string> chosen = {};  ///< channel that a person chose; empty: none is wanted
  int channel = -1;                        ///< of the scene; -1: none
  std::string trouble;                     ///< why it cannot be that channel; empty: it can, or is none
  std::vector<double> values;              ///< the channel's unit; empty without a channel
  Residuals residuals;
};

enum class MeasuredTask { none, reading, aligning };

/// The state that the panel shows.
struct MeasuredView {
  std::string file;  ///< name; empty: nothing is open
  MeasuredTask work = MeasuredTask::none;
  std::vector<double> times;  ///< of the run: those of the file with the offset, s
  std::vector<MatchedColumn> columns;
  std::size_t selected = 0;
  double offset = 0.0;  ///< s, run less file
  std::string note;     ///< outcome of the last search for it
};

/// Holds the table and its match with the run; each of reading, aligning and comparing is a task of its
/// own.
class MeasuredWork {
 public:
  /// The run that is open; null: none. Called before anything else once it may have been replaced.
  void show(RunData* run);
  void carry_out(const MeasuredRequest& request);
  /// Takes the results of reading, finding and comparing. Throws the reader's exception.
  void update();
  bool working() const { return reading_.running() || aligning_.running(); }
  /// That, or news are to come.
  bool busy() const { return working() || comparing_.running(); }
  const MeasuredView& view() const { return view_; }

 private:
  struct Curves;
  void open(const std::string& path);
  template <class T>
  std::optional<T> take(Task<T>& task);
  void stop();
  void close();
  void map(std::size_t column, const std::string& channel);
  void match(MatchedColumn& column, const std::vector<double>& values) const;
  void convert(MatchedColumn& column, const std::vector<double>& values) const;
  void set_offset(double offset);
  void align();
  void compare();
  void take_table();
  void take_offset();
  void take_residuals();
  std::shared_ptr<const Curves> curves_now() const;

  RunData* run_ = nullptr;
  std::shared_ptr<const Scene> scene_;
  MeasuredTable table_;
  MeasuredView view_;
  Task<MeasuredTable> reading_;
  Task<std::optional<double>> aligning_;
  Task<std::vector<Residuals>> comparing_;
  std::size_t compared_frames_ = 0;
  bool stale_ = false;  // the residuals are those of another offset, channel or run
};

}  // namespace grouser::desktop

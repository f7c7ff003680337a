// SPDX-License-Identifier: BSD-3-Clause
// The result of a run, shown on a card once a live run is judged, over or broken, and in a replay, until the
// card is closed. And what is written of a run, live or replayed: its file under a name, tables, a report.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "desks/result/report_job.hpp"
#include "session/jobs/task.hpp"
#include "session/result_request.hpp"
#include "session/session.hpp"

namespace grouser::desktop {

/// A number as the run reports it.
struct ResultNumber {
  std::string name;
  double value = 0.0;  ///< NaN: the run has none of this name
  std::string unit;
  std::string label = {};  ///< given by the scenario; empty: its name
  /// A margin that was used up, whatever the verdict.
  bool below_margin() const;
};

/// State that the card shows.
struct ResultView {
  bool shown = false;
  std::optional<VerdictTone> tone;  ///< nothing: the run ended and nothing judged it
  std::string word, sentence;
  double simulated = 0.0;  ///< s
  std::vector<ResultNumber> numbers;
  bool live = false;       ///< it can be simulated again
  bool over = false;       ///< and is at its end, so that it can be played to and fro
  std::string recording;   ///< the run file that a person has of all of it; empty: none
  std::string file;        ///< the run file that holds the run so far; empty: none
  bool reporting = false;  ///< a report or tables of it are being written
};

/// Decides when the card is shown, and writes the files of a run.
class ResultWork {
 public:
  /// Throws InputError or RunError: no run file, no program for it, an output that is refused.
  void carry_out(const ResultRequest& request, const RunView& run);
  /// Must be called once per picture.
  void update(const RunView& run);
  /// The outcome of a report or of written tables since the last call.
  std::optional<ReportJob::Outcome> take_report() { return report_.update(); }
  /// The run file that has been written since the last call, whole. Throws the writer's exception.
  std::optional<std::string> take_saved() { return saving_.take(); }
  bool saving() const { return saving_.running(); }
  /// Closes the card; false: none was shown.
  bool close();
  const ResultView& view() const { return view_; }

 private:
  void save(const std::string& path, const RunView& run);
  ResultView view_;
  ReportJob report_;
  Task<std::string> saving_;
  std::vector<ResultNumber> asked_;  // of the scenario, as of so many frames
  std::size_t asked_frames_ = 0;
  bool asked_over_ = false;
  bool closed_ = false;
  std::shared_ptr<const void>
      which_;  // first frame of a live run, scene of a replay: another one is another run
};

/// The distance, the most informative of the other metrics, and the energy book's error last.
std::vector<ResultNumber> result_numbers(const RunReport& report);
/// Those that the scenario asks for ([view] numbers), and the energy book's error last; none where it
/// asks for none.
std::vector<ResultNumber> asked_numbers(RunData& run);

}  // namespace grouser::desktop

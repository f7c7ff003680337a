// What a live run came to: told on a card once the run is judged, over or broken, until the card is closed.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "result/report_job.hpp"
#include "result/result_request.hpp"
#include "session/session.hpp"

namespace grouser::desktop {

/// A metric as the run reports it.
struct ResultNumber {
  std::string name;
  double value = 0.0;
  std::string unit;
};

struct ResultView {
  bool shown = false;
  std::optional<VerdictTone> tone;  ///< nothing: the run ended and nothing judged it
  std::string word, sentence;
  double simulated = 0.0;  ///< s
  std::vector<ResultNumber> numbers;
  std::string recording;   ///< the run file that has all of it; empty: none
  bool reporting = false;  ///< a report on it is being written
};

class ResultDesk {
 public:
  void carry_out(const ResultRequest& request);
  /// Once a picture.
  void update(const RunView& run);
  /// How a report ended since the last call.
  std::optional<ReportJob::Outcome> take_report() { return report_.update(); }
  /// Closes the card; false: none was shown.
  bool close();
  const ResultView& view() const { return view_; }

 private:
  ResultView view_;
  ReportJob report_;
  bool closed_ = false;
  std::shared_ptr<const Frame> first_;  // by which one run is told from the next
};

/// The distance, those of its other metrics that tell most, and the energy book's error last.
std::vector<ResultNumber> result_numbers(const RunReport& report);

}  // namespace grouser::desktop

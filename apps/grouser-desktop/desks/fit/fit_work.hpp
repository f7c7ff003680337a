// SPDX-License-Identifier: BSD-3-Clause
// Fits beside the window: a search whose curves are shown as they get better, and curves at single other
// values. A newer question replaces one that waits.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "grouser/mission/fit/fit.hpp"
#include "session/jobs/latest_job.hpp"

namespace grouser::desktop {

/// A whole fit, or curves at given values of the keys.
struct FitQuestion {
  FitSpec spec;
  std::vector<double> keys;  ///< values to look at; empty: a whole fit
  int asked = 0;             ///< number of the question
};

/// News since the last answer was taken.
struct FitAnswer {
  int asked = 0;  ///< number of its question
  std::optional<FitGlimpse> glimpse;
  std::shared_ptr<const FitResult> result;
  std::string refusal;
};

/// Runs questions in a thread of its own; only the newest that waits is kept.
class FitWork {
 public:
  void ask(FitQuestion question) { job_.ask(std::move(question)); }
  void cancel() { job_.cancel(); }
  bool working() const { return job_.working(); }
  double progress() const { return job_.progress(); }
  std::shared_ptr<FitAnswer> take() { return job_.take(); }

 private:
  using Fits = LatestJob<FitQuestion, FitAnswer>;
  static void answer(const FitQuestion& question, const Fits::Asker& asker);

  Fits job_{answer};
};

}  // namespace grouser::desktop

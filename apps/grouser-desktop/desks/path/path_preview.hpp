// SPDX-License-Identifier: BSD-3-Clause
// The cost of a drive along a path by the quasi-static traverse, found beside the window. A coarse answer
// comes first, then the one that `grouser traverse` gives.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "grouser/mission/traverse/traverse.hpp"
#include "session/jobs/latest_job.hpp"

namespace grouser::desktop {

struct PathQuestion {
  std::shared_ptr<const World> world;
  std::vector<Vec2> waypoints;  ///< as the scenario has them, m
};

struct PathAnswer {
  std::vector<Vec2> waypoints;       ///< what was asked
  std::vector<Vec2> driven;          ///< the same, from where the rover starts
  TraverseResult result;             ///< without the numbers of single wheels
  std::vector<GroundPoint> profile;  ///< of the ground under the path
  std::string refusal;               ///< why no place of it can be found; empty: it was driven
  bool coarse = false;               ///< a better one follows
};

/// Drives the newest question in a thread of its own.
class PathPreview {
 public:
  /// `now`: seconds of a steady clock, called by the thread too. Ends within a tenth of a second.
  explicit PathPreview(std::function<double()> now);

  void ask(PathQuestion question) { job_.ask(std::move(question)); }
  /// The newest answer, once.
  std::shared_ptr<const PathAnswer> take() { return job_.take(); }
  /// Whether an answer is still to come.
  bool working() const { return job_.working(); }
  /// Part of the path that has been driven, 0 to 1.
  double progress() const { return std::max(0.0, job_.progress()); }
  /// Seconds to the end at the pace so far, or nothing while there is none.
  std::optional<double> seconds_left() const;

 private:
  using Job = LatestJob<PathQuestion, PathAnswer>;
  bool drive(const PathQuestion& question, const Job::Asker& asker, bool coarse);

  std::function<double()> now_;
  std::atomic<double> started_{0.0};
  Job job_;  // last: its thread ends first
};

}  // namespace grouser::desktop

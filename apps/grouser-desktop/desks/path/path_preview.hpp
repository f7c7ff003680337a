// SPDX-License-Identifier: BSD-3-Clause
// What a drive along a path would cost, by the quasi-static traverse, found beside the window: of several questions only
// the newest is answered. A coarse answer comes first, then the one that `grouser traverse` gives.
#pragma once
#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "grouser/mission/traverse/traverse.hpp"

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

class PathPreview {
 public:
  /// `now`: seconds of a steady clock, called by the thread too.
  explicit PathPreview(std::function<double()> now);
  /// Ends the search within a tenth of a second.
  ~PathPreview();
  PathPreview(const PathPreview&) = delete;
  PathPreview& operator=(const PathPreview&) = delete;

  void ask(PathQuestion question);
  /// The newest answer, once.
  std::shared_ptr<const PathAnswer> take();
  /// Whether an answer is still to come.
  bool working() const { return pending_; }
  /// Part of the path that has been driven, 0 to 1.
  double progress() const { return part_; }
  /// Seconds to the end at the pace so far, or nothing while there is none.
  std::optional<double> seconds_left() const;

 private:
  void search();
  bool drive(const PathQuestion& question, bool coarse);

  std::function<double()> now_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::optional<PathQuestion> question_;      // guarded
  std::shared_ptr<const PathAnswer> answer_;  // guarded
  std::atomic<bool> stop_{false}, anew_{false}, pending_{false};
  std::atomic<double> part_{0.0}, started_{0.0};
  std::thread thread_;  // last: starts when all else is ready
};

}  // namespace grouser::desktop

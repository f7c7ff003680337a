// SPDX-License-Identifier: BSD-3-Clause
#include "desks/path/path_preview.hpp"

#include <algorithm>
#include <utility>

#include "grouser/base/error.hpp"

namespace grouser::desktop {
namespace {

constexpr double kCoarse = 0.02;     // m between the poses of a first answer
constexpr double kCoarseFrom = 2.0;  // m: a shorter path is driven at once at its full resolution
constexpr double kPatience = 0.3;    // s that a first answer gets before a newer question ends it

double length_of(const std::vector<Vec2>& waypoints) {
  double length = 0.0;
  for (std::size_t k = 1; k < waypoints.size(); ++k) length += (waypoints[k] - waypoints[k - 1]).norm();
  return length;
}

}  // namespace

PathPreview::PathPreview(std::function<double()> now) : now_(std::move(now)), thread_([this] { search(); }) {}

PathPreview::~PathPreview() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void PathPreview::ask(PathQuestion question) {
  {
    const std::lock_guard lock(mutex_);
    question_ = std::move(question);
    anew_ = pending_ = true;
  }
  wake_.notify_one();
}

std::shared_ptr<const PathAnswer> PathPreview::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(answer_, nullptr);
}

std::optional<double> PathPreview::seconds_left() const {
  const double done = part_, elapsed = now_() - started_;
  if (!pending_ || done <= 1e-3 || elapsed < 0.5) return std::nullopt;
  return elapsed * (1.0 - done) / done;
}

void PathPreview::search() {
  for (;;) {
    PathQuestion question;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return stop_ || question_; });
      if (stop_) return;
      question = *std::exchange(question_, std::nullopt);
      anew_ = false;
    }
    if (length_of(question.waypoints) < kCoarseFrom || drive(question, true)) drive(question, false);
    const std::lock_guard lock(mutex_);
    pending_ = question_.has_value();
  }
}

/// False: something newer is asked for, or nothing more is to be found.
bool PathPreview::drive(const PathQuestion& question, bool coarse) {
  part_ = 0.0;
  started_ = now_();
  auto found = std::make_shared<PathAnswer>();
  found->coarse = coarse;
  found->waypoints = question.waypoints;
  TraverseOptions options;
  options.bridge = TraverseBridge::none;  // an answer while somebody looks on
  if (coarse) options.spacing = kCoarse;
  options.now = now_;
  options.progress = [this](double done, double total) { part_ = total > 0.0 ? done / total : 0.0; };
  options.cancelled = [this, coarse] {
    return stop_ || (anew_ && (!coarse || now_() - started_ > kPatience));
  };
  try {
    found->driven = options.waypoints = waypoints_from_start(*question.world, question.waypoints);
    options.speed = scenario_speed(*question.world);
    found->profile =
        ground_profile(*question.world->terrain, lay_path(options.waypoints, options.spacing, kTurnRadius));
    found->result = run_traverse(question.world, options);
    for (TraversePose& pose : found->result.poses) pose.wheels = {};
  } catch (const Error& error) {
    found->refusal = error.what();
    found->coarse = false;
  }
  if (found->result.status == TraverseStatus::interrupted) return false;
  const bool more = found->coarse && !stop_ && !anew_;
  const std::lock_guard lock(mutex_);
  answer_ = std::move(found);
  return more;
}

}  // namespace grouser::desktop

// SPDX-License-Identifier: BSD-3-Clause
// A long path is driven twice: first with poses 20 mm apart, then at the resolution of `grouser traverse`.
// A new question ends the second drive at once, the first one only after kPatience, so that something is
// shown while a waypoint is dragged.
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

PathPreview::PathPreview(std::function<double()> now)
    : now_(std::move(now)), job_([this](const PathQuestion& question, const Job::Asker& asker) {
        if (length_of(question.waypoints) < kCoarseFrom || drive(question, asker, true))
          drive(question, asker, false);
      }) {}

std::optional<double> PathPreview::seconds_left() const {
  const double done = progress(), elapsed = now_() - started_;
  // No estimate in the first half second, nor before a thousandth is done.
  if (!working() || done <= 1e-3 || elapsed < 0.5) return std::nullopt;
  return elapsed * (1.0 - done) / done;
}

/// Drives the path and hands over the answer. True if a finer drive should follow: this one was coarse, and
/// no newer question waits.
bool PathPreview::drive(const PathQuestion& question, const Job::Asker& asker, bool coarse) {
  asker.report(0.0);
  started_ = now_();
  PathAnswer found;
  found.coarse = coarse;
  found.waypoints = question.waypoints;
  TraverseOptions options;
  options.bridge = TraverseBridge::none;  // an answer while somebody looks on
  if (coarse) options.spacing = kCoarse;
  options.now = now_;
  options.progress = [&](double done, double total) { asker.report(total > 0.0 ? done / total : 0.0); };
  options.cancelled = [&] {
    return asker.has_left() || (asker.is_gone() && (!coarse || now_() - started_ > kPatience));
  };
  try {
    found.driven = options.waypoints = waypoints_from_start(*question.world, question.waypoints);
    options.speed = scenario_speed(*question.world);
    found.profile =
        ground_profile(*question.world->terrain, lay_path(options.waypoints, options.spacing, kTurnRadius));
    found.result = run_traverse(question.world, options);
    // The window draws no wheels, and a long drive has many poses.
    for (TraversePose& pose : found.result.poses) pose.wheels = {};
  } catch (const Error& error) {
    found.refusal = error.what();
    found.coarse = false;
  }
  if (found.result.status == TraverseStatus::interrupted) return false;
  const bool more = found.coarse && !asker.is_gone();
  asker.answer(std::move(found));
  return more;
}

}  // namespace grouser::desktop

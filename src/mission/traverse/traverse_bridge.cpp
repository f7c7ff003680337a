// SPDX-License-Identifier: BSD-3-Clause
// The dynamic mode drives the stretches that the search for equilibria could not balance, so that only
// physics blocks a traverse. Failures close to each other are one stretch; it is driven from a metre before
// it to a metre behind it, its poses replace those that are missing, and time and energy of all later poses
// are shifted.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "traverse_parts.hpp"

namespace grouser {
namespace {

constexpr double kLead = 1.0;        // m that the rover drives before a stretch, and behind it
constexpr double kOneStretch = 1.0;  // m: failures closer than this are one stretch

/// A stretch without equilibria, and the poses around it.
struct Stretch {
  TraverseFailure found;
  double from = 0.0, to = 0.0;  // of the last pose before it and the first one behind it, m along the path
};

bool before(const PathPoint& point, double distance) { return point.distance < distance; }

/// One for all failures that lie close to each other; its reason is the first one's.
std::vector<Stretch> stretches_of(const TraverseResult& result) {
  std::vector<Stretch> stretches;
  for (const TraverseFailure& failure : result.failures) {
    if (!stretches.empty() && failure.at - stretches.back().found.to < kOneStretch)
      stretches.back().found.to = failure.to;
    else
      stretches.push_back({failure, 0.0, result.path_length});
  }
  // The last pose before and the first behind each stretch.
  for (Stretch& stretch : stretches)
    for (const TraversePose& pose : result.poses) {
      if (pose.ok && pose.at.distance < stretch.found.at) stretch.from = pose.at.distance;
      if (pose.ok && pose.at.distance > stretch.found.to) {
        stretch.to = pose.at.distance;
        break;
      }
    }
  return stretches;
}

/// The part of the path from a metre before a stretch to a metre behind it.
std::vector<PathPoint> part_of(const std::vector<PathPoint>& path, const Stretch& stretch) {
  const auto first = std::lower_bound(path.begin(), path.end(), stretch.from - kLead, before);
  auto last = std::lower_bound(first, path.end(), stretch.to + kLead, before);
  if (last != path.end()) ++last;
  return {first, last};
}

/// Waypoints as far apart as a follower needs them.
std::vector<Vec2> waypoints_along(const std::vector<PathPoint>& part) {
  constexpr double kApart = 0.25;  // m
  std::vector<Vec2> waypoints{Vec2(part.front().x, part.front().y)};
  double at = part.front().distance;
  for (const PathPoint& point : part)
    if (point.distance - at >= kApart || &point == &part.back()) {
      const Vec2 place(point.x, point.y);
      if ((place - waypoints.back()).norm() > 1e-3) waypoints.push_back(place);
      at = point.distance;
    }
  return waypoints;
}

/// The stretch by the dynamic mode. Its distances count along the whole path.
TraverseResult drive_stretch(const std::shared_ptr<const World>& world, const std::vector<PathPoint>& part,
                             const TraverseOptions& options) {
  // A run of its own: no recording, no progress of the whole traverse.
  TraverseOptions own = options;
  own.mode = TraverseMode::dynamic;
  own.own_drive = false;
  own.waypoints = waypoints_along(part);
  own.out.reset();
  own.progress = {};
  TraverseResult result;
  result.path_length = part.back().distance - part.front().distance;
  try {
    drive_dynamic(world, part, own, result);
    // A rover that cannot start there has not passed.
  } catch (const InputError& error) {  // no start there
    result.status = TraverseStatus::failed;
    result.message = error.what();
  }
  for (TraversePose& pose : result.poses) pose.at.distance += part.front().distance;
  return result;
}

/// Time and energy of a driven stretch at a place: those of its first pose from there on, or of its last one.
const TraversePose& pose_from(const TraverseResult& driven, double distance) {
  const auto found = std::find_if(driven.poses.begin(), driven.poses.end(),
                                  [&](const TraversePose& pose) { return pose.at.distance >= distance; });
  return found != driven.poses.end() ? *found : driven.poses.back();
}

/// Puts the poses of a driven stretch in the place of those that were not found, and moves time and energy of
/// all behind it.
void take_stretch(const Stretch& stretch, const TraverseResult& driven, TraverseResult& result) {
  std::vector<TraversePose> poses, behind;
  double time = 0.0, energy = 0.0;  // at the end of what is driven so far
  // Poses before the stretch are kept, those of the stretch dropped, those behind it set aside.
  for (TraversePose& pose : result.poses) {
    if (pose.at.distance >= stretch.found.at && pose.at.distance <= stretch.found.to) continue;
    if (pose.at.distance > stretch.found.to) {
      behind.push_back(std::move(pose));
      continue;
    }
    if (pose.ok) time = pose.time, energy = pose.energy;
    poses.push_back(std::move(pose));
  }
  // Time and energy of the driven part count from the pose before the stretch.
  const TraversePose &first = pose_from(driven, stretch.from), &last = pose_from(driven, stretch.to);
  for (TraversePose pose : driven.poses) {
    if (pose.at.distance <= stretch.from || pose.at.distance >= stretch.to) continue;
    pose.time += time - first.time;
    pose.energy += energy - first.energy;
    poses.push_back(std::move(pose));
  }
  time += last.time - first.time;
  energy += last.energy - first.energy;
  // Later poses continue from the end of the driven part.
  const auto next = std::find_if(behind.begin(), behind.end(), [](const TraversePose& p) { return p.ok; });
  if (next != behind.end()) time -= next->time, energy -= next->energy;
  for (TraversePose& pose : behind) {
    pose.time += time;
    pose.energy += energy;
    poses.push_back(std::move(pose));
  }
  result.poses = std::move(poses);
}

/// Between neighbours that both are poses.
double driven_distance(const std::vector<TraversePose>& poses) {
  double distance = 0.0;
  for (std::size_t i = 1; i < poses.size(); ++i)
    if (poses[i].ok && poses[i - 1].ok) distance += poses[i].at.distance - poses[i - 1].at.distance;
  return distance;
}

/// A stretch that the dynamic mode did not pass: where it ended, and why.
TraverseFailure not_passed(const Stretch& stretch, const TraverseResult& driven) {
  TraverseFailure failure = stretch.found;
  // The place at which the dynamic mode was stuck replaces that of the search.
  if (driven.status == TraverseStatus::blocked && !driven.failures.empty()) {
    failure.x = driven.failures.front().x;
    failure.y = driven.failures.front().y;
    if (failure.status == PoseStatus::no_convergence) failure.status = driven.failures.front().status;
  }
  failure.reason += "; driven dynamically: " + driven.message;
  return failure;
}

}  // namespace

void bridge_stretches(const std::shared_ptr<const World>& world, const std::vector<PathPoint>& path,
                      const TraverseOptions& options, TraverseResult& result) {
  const std::vector<Stretch> stretches = stretches_of(result);
  result.failures.clear();
  for (const Stretch& stretch : stretches) {
    // Each stretch by itself: one that is not passed does not keep the others from being driven.
    const TraverseResult driven = drive_stretch(world, part_of(path, stretch), options);
    if (driven.status == TraverseStatus::interrupted) {
      result.status = TraverseStatus::interrupted;
      return;
    }
    if (driven.status == TraverseStatus::completed) {
      take_stretch(stretch, driven, result);
      result.unresolved.push_back(stretch.found);
      continue;
    }
    result.failures.push_back(not_passed(stretch, driven));
    // A stuck rover blocks the traverse; a run that broke off only fails it.
    const bool physics = result.failures.back().status != PoseStatus::no_convergence;
    if (physics || result.status == TraverseStatus::completed)
      result.status = physics ? TraverseStatus::blocked : TraverseStatus::failed;
  }
  if (!result.unresolved.empty()) result.distance = driven_distance(result.poses);
  if (!result.failures.empty()) result.message = blocked_message(result.failures);
}

}  // namespace grouser

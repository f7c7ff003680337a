// SPDX-License-Identifier: BSD-3-Clause
// A rover that follows waypoints: a decision by pure pursuit at each interval, whose curvature changes as
// fast as the slowest steering joint allows, and a ramp of each wheel to the next decision.
#include "grouser/vehicle/drive/waypoint_follower.hpp"

#include <fmt/format.h>

#include <cmath>

#include "grouser/base/error.hpp"

namespace grouser {

WaypointFollower::WaypointFollower(FollowSpec spec, std::vector<FollowerWheel> wheels)
    : spec_(std::move(spec)), path_(spec_.waypoints), wheels_(std::move(wheels)) {
  for (std::size_t i = 0; i < wheels_.size(); ++i) check_wheel(i);
}

void WaypointFollower::check_wheel(std::size_t wheel) const {
  const FollowerWheel& w = wheels_[wheel];
  if (spec_.max_curvature * std::fabs(w.y) >= 1.0)
    throw InputError(spec_.place,
                     fmt::format("max_curvature {} 1/m, whose centre lies within wheel '{}' at {} m",
                                 spec_.max_curvature, w.name, w.y),
                     fmt::format("less than {:.4g} 1/m", 1.0 / std::fabs(w.y)));
  // Steering to the largest curvature must take at most half the time of a lookahead.
  const double lock = std::fmax(std::fabs(command(wheel, spec_.speed, spec_.max_curvature).steer),
                                std::fabs(command(wheel, spec_.speed, -spec_.max_curvature).steer));
  const double longest = 0.5 * spec_.lookahead / spec_.speed;
  if (lock > spec_.steer_rate * longest)
    throw InputError(
        spec_.place,
        fmt::format("{:.4g} s for wheel '{}' to steer to max_curvature", lock / spec_.steer_rate, w.name),
        fmt::format("at most {:.4g} s, half the time of a lookahead (longer lookahead, lower speed or "
                    "max_curvature, faster steering)",
                    longest));
}

void WaypointFollower::reset(FollowerState& state, std::span<DriveSegment> segments) const {
  state = {.next_time = spec_.start};
  for (DriveSegment& segment : segments)
    segment = {.t0 = spec_.start - 2.0 * spec_.interval, .duration = spec_.interval};  // already over
}

WheelCommand WaypointFollower::command(std::size_t wheel, double speed, double curvature) const {
  const FollowerWheel& w = wheels_[wheel];
  return wheel_command({.speed = speed, .curvature = curvature}, w.x, w.y, w.radius, w.mount);
}

// The smooth step is fastest in its middle, at 3/2 of its mean rate.
bool WaypointFollower::steers_in_time(double curvature, std::span<const DriveSegment> segments) const {
  const double largest = spec_.steer_rate * spec_.interval / 1.5;
  for (std::size_t i = 0; i < wheels_.size(); ++i)
    if (std::fabs(command(i, spec_.speed, curvature).steer - segments[i].steer1) > largest) return false;
  return true;
}

// The curvature as close to the wanted one as the slowest steering joint allows: one curvature for all
// wheels, so that they stay on circles about one centre.
double WaypointFollower::limited_curvature(double wanted, double now,
                                           std::span<const DriveSegment> segments) const {
  constexpr int kHalvings = 40;  // to 1e-12 of the change
  if (steers_in_time(wanted, segments)) return wanted;
  double reachable = 0.0, beyond = 1.0;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (reachable + beyond);
    (steers_in_time(now + middle * (wanted - now), segments) ? reachable : beyond) = middle;
  }
  return now + reachable * (wanted - now);
}

void WaypointFollower::count_reached(const Vec2& at, FollowerState& state) const {
  const auto& points = path_.points();
  for (auto i = static_cast<std::size_t>(state.reached); i < points.size(); ++i) {
    const double place = path_.start(static_cast<int>(i));  // of the last point: the path's length
    if ((at - points[i]).norm() > spec_.tolerance && state.along < place) return;
    state.reached = static_cast<double>(i + 1);
  }
  state.finished = true;
}

void WaypointFollower::decide(double t, const Pose2& pose, FollowerState& state,
                              std::span<DriveSegment> segments) const {
  GROUSER_ASSERT(segments.size() == wheels_.size());
  const PursuitTarget target = pursue(path_, pose, spec_.lookahead, spec_.max_curvature, state.along);
  state.along = target.along;
  state.cross_track = target.cross_track;
  count_reached({pose.x, pose.y}, state);
  const bool drive = !state.finished;
  if (drive) state.curvature = limited_curvature(target.curvature, state.curvature, segments);
  for (std::size_t i = 0; i < wheels_.size(); ++i)
    segments[i] =
        next_segment(segments[i], t, spec_.interval, command(i, drive ? spec_.speed : 0.0, state.curvature));
  state.next_time = t + spec_.interval;
}

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Waypoints are kept rounded as they are written, so comparing them with the world's shows whether a change
// has been built. A drag is one change, from take_hold() or insert() to release().
#include "desks/path/path_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "grouser/base/error.hpp"
#include "grouser/simulation/build/world_spec.hpp"
#include "grouser/simulation/step/world.hpp"
#include "session/document/placing.hpp"

namespace grouser::desktop {
namespace {

constexpr double kNearest = 0.02;              // m between neighbours: two at one place make no path
constexpr double kFirstLeg = 3.0;              // m of a path that is begun
constexpr std::size_t kFewest = 2;             // waypoints of a path
constexpr std::size_t kMostWaypoints = 10000;  // that a scenario may have

/// The point as a file has it: rounded to a tenth of a millimetre, so that it reads back as the same number.
Vec2 written(const Vec2& p) {
  constexpr double kDigits = 1e4;
  // Adding 0.0 turns -0 into 0.
  return {std::round(p.x() * kDigits) / kDigits + 0.0, std::round(p.y() * kDigits) / kDigits + 0.0};
}

/// Whether a waypoint is at least kNearest from both neighbours.
bool apart(const std::vector<Vec2>& waypoints, std::size_t index) {
  const auto far = [&](std::size_t other) {
    return other >= waypoints.size() || (waypoints[other] - waypoints[index]).norm() >= kNearest;
  };
  return far(index + 1) && (index == 0 || far(index - 1));
}

/// The reason why no path can be drawn in this world; empty: it can.
std::string reason_against(const World* world) {
  if (!world) return "A path belongs to a scenario that runs live: open one to draw its path.";
  try {
    check_wheels(*world);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// Waypoints of the world's rover; empty where it follows none.
std::vector<Vec2> waypoints_of(const World* world) {
  return world && world->follower ? world->follower->spec().waypoints : std::vector<Vec2>{};
}

}  // namespace

std::string waypoints_text(const std::vector<Vec2>& waypoints) {
  std::string text;
  for (const Vec2& p : waypoints) text += fmt::format("{}[{}, {}]", text.empty() ? "[" : ", ", p.x(), p.y());
  return text + "]";
}

std::string drive_key(const World& world) {
  const std::string own = "vehicle." + world.main().name + ".drive";
  for (const KeyNote& note : world.spec->keys)
    if (note.key == own + ".ramp") return own;
  return "drive";
}

PathWork::PathWork(std::function<double()> now) : now_(std::move(now)) {
  view_.why_not = reason_against(nullptr);
}

void PathWork::show(std::shared_ptr<const World> world, bool settled) {
  const bool another = world != world_;
  if (another) {
    world_ = std::move(world);
    view_.why_not = reason_against(world_.get());
    view_.duration = world_ ? world_->settings.duration : 0.0;
    view_.start = world_ && world_->follower ? world_->follower->spec().start : 0.0;
  }
  if (!view_.active || view_.dragging) return;
  // While a change is being built, the desk's waypoints are newer than the world's. When all is settled and
  // they still differ, the world has refused them, and its own are taken.
  const bool stale = settled && view_.waypoints != waypoints_of(world_.get());
  if (!another && !stale) return;
  if (!view_.why_not.empty()) preview_.reset();
  if (view_.why_not.empty() && !preview_) preview_ = std::make_unique<PathPreview>(now_);
  if (settled) take_world();
  ask();
}

/// Takes the world's waypoints; without any, a path can be started.
void PathWork::take_world() {
  view_.waypoints = waypoints_of(world_.get());
  view_.can_start = view_.why_not.empty() && view_.waypoints.empty();
  if (view_.selected && *view_.selected >= view_.waypoints.size()) view_.selected.reset();
}

void PathWork::begin() {
  view_.active = true;
  view_.selected.reset();
  take_world();
  if (view_.why_not.empty()) preview_ = std::make_unique<PathPreview>(now_);
  ask();
}

void PathWork::leave() {
  preview_.reset();
  view_.active = view_.dragging = view_.working = false;
  view_.answer.reset();
  view_.selected.reset();
}

void PathWork::carry_out(const PathRequest& r, const std::optional<Vec2>& ground) {
  using Kind = PathRequest::Kind;
  if (r.kind == Kind::toggle) return view_.active ? leave() : begin();
  if (!view_.active || !view_.why_not.empty()) return;
  if (r.kind == Kind::start) return start_path();
  const bool there = r.index < view_.waypoints.size();
  if (r.kind == Kind::select && there) view_.selected = r.index;
  if (r.kind == Kind::take && there) take_hold(r.index, ground);
  if (r.kind == Kind::insert && ground) {
    before_ = view_.waypoints;
    insert(r.index, *ground);
  }
  if (r.kind == Kind::append && ground) append(*ground);
  if (r.kind == Kind::drag && ground) drag(r, *ground);
  if (r.kind == Kind::release) release();
  if (r.kind == Kind::place && there && move(r.index, {r.x, r.y}))
    finish(fmt::format("Move waypoint {}", r.index + 1));
  if (r.kind == Kind::remove) remove();
  if (r.kind == Kind::cancel) {
    if (!view_.dragging) return leave();
    view_.dragging = false;
    // A cancelled drag puts the waypoints back.
    view_.waypoints = before_;
    ask();
  }
}

/// Starts a path straight ahead of the rover, in place of its present drive.
void PathWork::start_path() {
  if (!view_.can_start || !world_) return;
  const InitialPlacement& initial = world_->main().initial;
  const Vec2 from = initial.position.head<2>();
  start_with({written(from), written(from + kFirstLeg * Vec2(std::cos(initial.yaw), std::sin(initial.yaw)))},
             "Start a path");
  view_.selected = 1;
}

void PathWork::lay(const std::vector<Vec2>& waypoints, const std::string& what) {
  // A path from a file replaces the present one, or starts one where the rover follows none.
  if (!view_.why_not.empty())
    throw InputError("a path", view_.why_not, "a scenario with a rover that drives");
  if (!view_.active) begin();
  if (waypoints.size() > kMostWaypoints)
    throw InputError("a path", fmt::format("{} points", waypoints.size()),
                     fmt::format("at most {}", kMostWaypoints));
  std::vector<Vec2> points;
  for (const Vec2& p : waypoints) points.push_back(written(p));
  if (view_.can_start) return start_with(points, what);
  view_.waypoints = points;
  view_.selected.reset();
  finish(what);
}

/// Sets a whole drive with the suggested speed, lookahead and curvature.
void PathWork::start_with(const std::vector<Vec2>& waypoints, const std::string& what) {
  view_.waypoints = waypoints;
  const FollowSpec follow = suggested_follow(*world_, view_.waypoints);
  const std::string table = fmt::format(
      "{{ follow = {{ waypoints = {}, speed = {:.4g}, lookahead = {:.4g}, max_curvature = {:.4g} }} }}",
      waypoints_text(follow.waypoints), follow.speed, follow.lookahead, follow.max_curvature);
  change_ = PathChange{{{drive_key(*world_), table}}, what};
  view_.can_start = false;
}

/// The pointer takes a waypoint; it need not be at its middle.
void PathWork::take_hold(std::size_t index, const std::optional<Vec2>& ground) {
  before_ = view_.waypoints;
  view_.selected = index;
  view_.dragging = true;
  held_ = view_.waypoints[index];
  anchor_ = ground.value_or(held_);
  drag_does_ = fmt::format("Move waypoint {}", index + 1);
}

/// Moves the waypoint as far as the pointer moved, with the grip of Shift and Ctrl.
void PathWork::drag(const PathRequest& r, const Vec2& ground) {
  if (!view_.dragging || !view_.selected || *view_.selected >= view_.waypoints.size()) return;
  const std::size_t k = *view_.selected;
  move(k, {gripped(held_.x(), ground.x() - anchor_.x(), r.grip),
           gripped(held_.y(), ground.y() - anchor_.y(), r.grip)});
}

/// Moves a waypoint; false where it stays: at the same place, or too near to a neighbour.
bool PathWork::move(std::size_t index, const Vec2& to) {
  const Vec2 was = std::exchange(view_.waypoints[index], written(to));
  if (view_.waypoints[index] == was) return false;
  if (!apart(view_.waypoints, index)) {
    view_.waypoints[index] = was;
    return false;
  }
  ask();
  return true;
}

/// Ends a drag; one that moved nothing is no change.
void PathWork::release() {
  if (!std::exchange(view_.dragging, false) || view_.waypoints == before_) return;
  finish(drag_does_);
}

/// Inserts a waypoint that the pointer then holds; nothing where it would be too near to a neighbour.
void PathWork::insert(std::size_t index, const Vec2& at) {
  if (index > view_.waypoints.size() || view_.waypoints.size() < kFewest ||
      view_.waypoints.size() >= kMostWaypoints)
    return;
  view_.waypoints.insert(view_.waypoints.begin() + static_cast<long>(index), written(at));
  if (!apart(view_.waypoints, index)) {
    view_.waypoints = before_;
    return;
  }
  view_.selected = index;
  view_.dragging = true;
  held_ = anchor_ = view_.waypoints[index];
  drag_does_ = fmt::format("Add waypoint {}", index + 1);
  ask();
}

/// Adds a waypoint at the end, as one change.
void PathWork::append(const Vec2& at) {
  before_ = view_.waypoints;
  insert(view_.waypoints.size(), at);
  release();
}

void PathWork::remove() {
  if (!view_.selected || *view_.selected >= view_.waypoints.size() || view_.waypoints.size() <= kFewest)
    return;
  const std::size_t k = *view_.selected;
  const std::vector<Vec2> all = view_.waypoints;
  view_.waypoints.erase(view_.waypoints.begin() + static_cast<long>(k));
  const bool closes_up = k > 0 && k < view_.waypoints.size() && !apart(view_.waypoints, k);
  if (closes_up) {  // its neighbours lie at one place
    view_.waypoints = all;
    return;
  }
  view_.selected = std::min(k, view_.waypoints.size() - 1);
  ask();
  finish(fmt::format("Remove waypoint {}", k + 1));
}

/// Queues the waypoints as a change of the document.
void PathWork::finish(const std::string& what) {
  view_.dragging = false;
  if (!world_) return;
  change_ = PathChange{{{drive_key(*world_) + ".follow.waypoints", waypoints_text(view_.waypoints)}}, what};
}

std::optional<PathChange> PathWork::take_change() { return std::exchange(change_, std::nullopt); }

/// Asks for the drive along the present waypoints, and finds whether it begins at the rover.
void PathWork::ask() {
  view_.lead.reset();
  if (!preview_ || !world_ || view_.waypoints.size() < kFewest) {
    view_.answer.reset();
    return;
  }
  const std::vector<Vec2> driven = waypoints_from_start(*world_, view_.waypoints);
  if (driven.size() > view_.waypoints.size()) view_.lead = driven.front();
  preview_->ask({world_, view_.waypoints});
}

void PathWork::update() {
  if (!preview_) return;
  if (auto answer = preview_->take()) view_.answer = std::move(answer);
  view_.working = preview_->working();
  view_.progress = preview_->progress();
  view_.seconds_left = preview_->seconds_left();
}

}  // namespace grouser::desktop

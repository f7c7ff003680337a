// SPDX-License-Identifier: BSD-3-Clause
// Times are looked up with 1e-9 s to spare, which covers the rounding of sums of steps.
#include "session/run/run_data.hpp"

#include <algorithm>

#include "grouser/simulation/step/world.hpp"

namespace grouser::desktop {

std::size_t RunData::frame_at(double time) const {
  const auto after = std::upper_bound(times_.begin(), times_.end(), time + 1e-9);
  return after == times_.begin() ? 0 : static_cast<std::size_t>(after - times_.begin()) - 1;
}

std::vector<Vec2> route_of(const World& world) {
  return world.follower ? world.follower->spec().waypoints : std::vector<Vec2>{};
}

void LiveData::clear() {
  times_.clear();
  frames_.clear();
  grounds_.clear();
  events_.clear();
  report_ = {};
  columns_.assign(scene_->channels.size(), {});
}

void LiveData::append(std::shared_ptr<const Frame> frame) {
  if (!times_.empty() && frame->time <= times_.back()) return;
  times_.push_back(frame->time);
  frames_.push_back(std::move(frame));
}

void LiveData::add_events(const std::vector<RunEvent>& events) {
  if (events.empty()) return;
  events_.insert(events_.end(), events.begin(), events.end());
  join_strokes(events_);
  sort_events(events_);
  report_.verdict = verdict_of(events_);
}

void LiveData::append_ground(double time, std::shared_ptr<const GroundMemory> ground) {
  constexpr double kMostKept = 300.0;  // states of the ground along the run
  // The newest state replaces the one before where the last two lie too close; so the whole run has at most
  // about kMostKept states.
  const bool crowded =
      grounds_.size() >= 2 && time - grounds_[grounds_.size() - 2].time < scene_->duration / kMostKept;
  if (crowded) grounds_.pop_back();
  grounds_.push_back({time, std::move(ground)});
}

std::span<const double> LiveData::column(std::size_t channel) {
  std::vector<double>& values = columns_.at(channel);
  // Columns are filled up to the newest frame when they are asked for.
  while (values.size() < frames_.size()) values.push_back(frames_[values.size()]->channels.at(channel));
  return values;
}

std::shared_ptr<const GroundMemory> LiveData::ground(double time) {
  if (grounds_.empty()) return nullptr;
  const auto after = std::upper_bound(grounds_.begin(), grounds_.end(), time + 1e-9,
                                      [](double t, const GroundAt& g) { return t < g.time; });
  return after == grounds_.begin() ? grounds_.front().ground : std::prev(after)->ground;
}

std::shared_ptr<const AnchorMarks> LiveData::anchors(std::size_t frame) {
  return anchors_ && frame < frames_.size() && frames_[frame]->step == anchors_->step ? anchors_ : nullptr;
}

}  // namespace grouser::desktop

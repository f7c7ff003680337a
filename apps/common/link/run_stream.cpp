// SPDX-License-Identifier: BSD-3-Clause
// Keeps the encoded frames in a bounded queue, all events up to a limit, and the newest ground and metrics.
// next() sends in a fixed order: welcome, scene, events, ground, frame, metrics, end; so a viewer always
// knows a scene before its frames.
#include "common/link/run_stream.hpp"

#include <algorithm>

#include "grouser/base/version.hpp"

namespace grouser {
namespace {

constexpr std::size_t kMostFrameBytes = 32u << 20;  // kept for viewers that lag
constexpr std::size_t kMostFrames = 20'000;
constexpr std::uint64_t kLagAFrame = 256;     // frames behind for which one more is left out at a time
constexpr std::uint64_t kGroundInterval = 8;  // frames

SharedBytes share(LinkBytes bytes) { return std::make_shared<const LinkBytes>(std::move(bytes)); }

}  // namespace

RunStream::RunStream(std::uint64_t run, LinkBytes scene) : run_(run), scene_(share(std::move(scene))) {}

/// Takes an update, and drops the oldest frames beyond the limits of bytes and number.
void RunStream::add(LinkUpdate update) {
  if (update.frame) {
    frames_.push_back(share(encode_frame(*update.frame)));
    frame_bytes_ += frames_.back()->size();
    time_ = update.frame->time;
  }
  while (frames_.size() > 1 && (frame_bytes_ > kMostFrameBytes || frames_.size() > kMostFrames)) {
    frame_bytes_ -= frames_.front()->size();
    frames_.pop_front();
    ++first_frame_;
  }
  if (update.ground) ground_ = std::move(update.ground);
  for (RunEvent& event : update.events)
    if (events_.size() < kMostLinkEvents) events_.push_back(std::move(event));
  if (update.metrics) {
    metrics_ = share(encode_metrics(*update.metrics));
    ++metrics_version_;
  }
}

void RunStream::end(const LinkEnd& end) { end_ = share(encode(end)); }

SharedBytes RunStream::next(ViewerCursor& cursor) {
  if (!cursor.welcomed) {
    cursor.welcomed = true;
    cursor.has_scene = cursor.known_run == run_;
    // A viewer that was there before the run began gets it from its first frame on.
    cursor.next_frame = frames_.empty() ? first_frame_ : frames_end() - 1;
    return share(encode(LinkWelcome{run_, version()}));
  }
  if (!cursor.has_scene) {
    cursor.has_scene = true;
    return scene_;
  }
  if (cursor.events < events_.size()) {
    const std::span<const RunEvent> fresh = std::span(events_).subspan(cursor.events);
    cursor.events = events_.size();
    return share(encode_events(fresh));
  }
  if (SharedBytes part = next_of_ground(cursor)) return part;
  if (SharedBytes frame = next_frame(cursor)) return frame;
  if (cursor.metrics < metrics_version_) {
    cursor.metrics = metrics_version_;
    return metrics_;
  }
  if (!end_ || cursor.ended) return nullptr;
  cursor.ended = true;
  return end_;
}

/// The next part of a ground, or null. A new ground is due after some frames, or once no frame is waiting.
SharedBytes RunStream::next_of_ground(ViewerCursor& cursor) {
  if (cursor.parts.empty()) {
    if (cursor.ground == ground_) return nullptr;
    if (cursor.next_frame < std::min(cursor.ground_after, frames_end())) return nullptr;
    // The difference is encoded once for all viewers that go from the same ground to the same one.
    if (parts_to_ != ground_ || parts_from_ != cursor.ground) {
      parts_.clear();
      for (LinkBytes& part : encode_ground(time_, cursor.ground.get(), *ground_))
        parts_.push_back(share(std::move(part)));
      parts_from_ = cursor.ground;
      parts_to_ = ground_;
    }
    cursor.parts.assign(parts_.begin(), parts_.end());
    cursor.ground = ground_;
    cursor.ground_after = cursor.next_frame + kGroundInterval;
  }
  SharedBytes part = std::move(cursor.parts.front());
  cursor.parts.pop_front();
  return part;
}

/// The next frame of a viewer, or null. A viewer skips one frame more for each 256 that it lags behind, so
/// that it catches up with the run.
SharedBytes RunStream::next_frame(ViewerCursor& cursor) {
  if (frames_.empty()) return nullptr;
  const std::uint64_t newest = frames_end() - 1;
  if (cursor.next_frame > newest) return nullptr;
  std::uint64_t chosen = std::max(cursor.next_frame, first_frame_);
  chosen = std::min(newest, chosen + (newest - chosen) / kLagAFrame);
  cursor.next_frame = chosen + 1;
  return frames_[chosen - first_frame_];
}

}  // namespace grouser

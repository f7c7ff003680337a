// SPDX-License-Identifier: BSD-3-Clause
// Data of a live run or of a run file: frames by number, and channels as columns for the plots.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "grouser/simulation/observe/anchor_marks.hpp"
#include "grouser/simulation/step/frame.hpp"
#include "grouser/terrain/memory/ground_memory.hpp"
#include "session/run/run_report.hpp"

namespace grouser {
class World;
}

namespace grouser::desktop {

/// Place at which a recording has been damaged since it was written.
struct RunDamage {
  std::size_t frame = 0;  ///< the first
  std::string text;       ///< the damage, in words
};

/// A channel over time: its value at each frame and, where a run file has them, least and
/// greatest between.
struct ChannelSamples {
  std::span<const double> times, values;  ///< rising, s
};

class RunData {
 public:
  virtual ~RunData() = default;
  const std::shared_ptr<const Scene>& scene() const { return scene_; }
  /// Times of the frames, s, rising.
  const std::vector<double>& times() const { return times_; }
  std::size_t frame_count() const { return times_.size(); }
  /// The last frame at or before `time`; 0 if there is none.
  std::size_t frame_at(double time) const;
  virtual std::shared_ptr<const Frame> frame(std::size_t index) = 0;
  virtual std::int64_t step_number(std::size_t index) const = 0;
  /// Values of a scene channel, one per frame.
  virtual std::span<const double> column(std::size_t channel) = 0;
  virtual ChannelSamples samples(std::size_t channel) { return {times_, column(channel)}; }
  /// A plot's remark on samples() that lack what happened between frames; else empty.
  virtual std::string sampling_note(std::size_t) { return {}; }
  /// The ground's memory at a time, as near before it as is kept; null where there is none.
  virtual std::shared_ptr<const GroundMemory> ground(double time) = 0;
  /// The places where meshes stick and slide at a frame; null if not known (yet) or if there are no meshes.
  virtual std::shared_ptr<const AnchorMarks> anchors(std::size_t) { return nullptr; }
  /// The reason why the ground is that of an earlier moment, returned once; otherwise empty.
  virtual std::string take_ground_news() { return {}; }
  /// Damage found while the run is shown, returned once; otherwise null.
  virtual std::unique_ptr<RunDamage> take_damage() { return nullptr; }
  /// The events in order of time.
  const std::vector<RunEvent>& events() const { return events_; }
  const RunReport& report() const { return report_; }
  /// Waypoints that the rover follows, world, m; empty where it follows none.
  const std::vector<Vec2>& route() const { return route_; }

 protected:
  explicit RunData(std::shared_ptr<const Scene> scene) : scene_(std::move(scene)) {}
  std::shared_ptr<const Scene> scene_;
  std::vector<double> times_;
  std::vector<RunEvent> events_;
  RunReport report_;
  std::vector<Vec2> route_;
};

/// The waypoints of a world.
std::vector<Vec2> route_of(const World& world);

/// Frames of a live run, appended as they come.
class LiveData final : public RunData {
 public:
  explicit LiveData(std::shared_ptr<const Scene> scene, std::vector<Vec2> route = {})
      : RunData(std::move(scene)) {
    route_ = std::move(route);
    clear();
  }
  void clear();
  void append(std::shared_ptr<const Frame> frame);
  void add_events(const std::vector<RunEvent>& events);
  void set_metrics(std::map<std::string, Metric> metrics) { report_.metrics = std::move(metrics); }
  void drop_newest_ground() {
    if (!grounds_.empty()) grounds_.pop_back();
  }
  void append_ground(double time, std::shared_ptr<const GroundMemory> ground);

  std::shared_ptr<const Frame> frame(std::size_t index) override { return frames_[index]; }
  std::int64_t step_number(std::size_t index) const override { return frames_[index]->step; }
  std::span<const double> column(std::size_t channel) override;
  std::shared_ptr<const GroundMemory> ground(double time) override;
  void set_anchors(std::shared_ptr<const AnchorMarks> anchors) { anchors_ = std::move(anchors); }
  /// The marks of the newest frame; null for others, because keeping them for an hour would take gigabytes.
  std::shared_ptr<const AnchorMarks> anchors(std::size_t frame) override;

 private:
  struct GroundAt {
    double time;
    std::shared_ptr<const GroundMemory> ground;
  };
  std::vector<std::shared_ptr<const Frame>> frames_;
  std::vector<std::vector<double>> columns_;
  std::vector<GroundAt> grounds_;
  std::shared_ptr<const AnchorMarks> anchors_;
};

}  // namespace grouser::desktop

// SPDX-License-Identifier: BSD-3-Clause
// A run file as RunData: poses and channels are read when they are asked for.
#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "grouser/recording/run_file/run_reader.hpp"
#include "session/run/frame_check.hpp"
#include "session/run/ground_between.hpp"
#include "session/run/read_ahead.hpp"
#include "session/run/run_data.hpp"
#include "session/run/stroke_replay.hpp"

namespace grouser::desktop {

/// The note of a run whose writer has not closed its file.
inline constexpr const char* kInterruptedNote =
    "This run was interrupted: what it had written is shown (grouser repair makes a clean copy).";

/// Time at which a recording's frames are checked: before it is shown, or meanwhile by check_frames().
enum class FramesChecked { first, meanwhile };

class ReplayData final : public RunData {
 public:
  /// Reads the file's head and rebuilds the run's scene. Throws InputError.
  explicit ReplayData(const std::filesystem::path& path, FramesChecked checked = FramesChecked::first);
  /// Keeps this many frames, one at least; before it is shown.
  void cut(std::size_t frames);

  std::shared_ptr<const Frame> frame(std::size_t index) override;
  std::int64_t step_number(std::size_t index) const override {
    return static_cast<std::int64_t>(steps_.at(index));
  }
  std::span<const double> column(std::size_t channel) override;
  /// Values of a channel, with the peaks between frames if the file has them.
  ChannelSamples samples(std::size_t channel) override;
  std::string sampling_note(std::size_t channel) override;
  /// The ground of the frame at `time`; until it has been computed, that of the last keyframe or of a frame
  /// after it.
  std::shared_ptr<const GroundMemory> ground(double time) override;
  /// The marks of `frame` if its ground was computed last; otherwise null.
  std::shared_ptr<const AnchorMarks> anchors(std::size_t frame) override {
    return exact_anchors_ && exact_frame_ == frame ? exact_anchors_ : nullptr;
  }
  std::string take_ground_news() override { return std::exchange(ground_news_, {}); }
  /// Begins to compute the ground between keyframes anew in a thread, which calls `tell` when there is some.
  void compute_ground(std::function<void()> tell);
  /// The same at once, for a picture.
  void await_ground(double time);
  /// Has the file read into the system's memory by a thread, for seeks that do not wait for the disk.
  void read_ahead() { ahead_.emplace(reader_.path()); }
  /// Has all frames checked by a thread, after they were read ahead; `tell` is called by it where one is
  /// damaged.
  void check_frames(std::function<void()> tell) {
    check_.emplace(reader_, std::move(tell), ahead_ ? &*ahead_ : nullptr);
  }
  std::unique_ptr<RunDamage> take_damage() override;
  bool closed_cleanly() const { return reader_.closed_cleanly(); }
  bool adaptive() const { return adaptive_; }

 private:
  void find_pose_columns();
  void take_answer();
  /// Has a frame computed in the thread, once.
  void ask(std::size_t frame);
  /// The ground of a keyframe; null, with a note, if the keyframe is damaged. compared: also checks its hash.
  std::shared_ptr<const GroundMemory> keyframe_ground(std::size_t keyframe, bool compared);
  RunReader reader_;
  bool adaptive_ = false;
  std::vector<std::uint64_t> steps_, hashes_;
  std::vector<std::array<std::size_t, 7>> poses_;  // columns of each body's pose: x, y, z, qw, qx, qy, qz
  std::vector<std::array<std::size_t, 3>>
      forces_;  // columns of the force at each of Scene::force_places, if recorded
  std::map<std::size_t, std::vector<double>> columns_;
  std::map<std::size_t, ChannelCurve> curves_;
  bool peaks_readable_ = false;
  std::shared_ptr<const Frame> last_;
  std::size_t last_index_ = 0;
  std::shared_ptr<const GroundMemory> ground_;  // of ground_keyframe_; null where that is damaged
  std::optional<std::size_t> ground_keyframe_;
  bool ground_compared_ = false;
  std::shared_ptr<const World> world_;
  StrokeReplay strokes_;
  std::size_t asked_frame_ = 0, exact_frame_ = 0;
  std::shared_ptr<const GroundMemory> exact_ground_;  // of exact_frame_
  std::shared_ptr<const AnchorMarks> exact_anchors_;  // of exact_frame_
  std::string ground_news_;
  std::unique_ptr<GroundBetween> between_;  // null: not wanted, or not possible
  std::optional<ReadAhead> ahead_;          // nothing: not wanted
  bool told_of_first_ = false;         // that the first frame is damaged, which nothing can be cut before
  std::unique_ptr<RunDamage> damage_;  // met while reading a frame
  std::optional<FrameCheck> check_;    // nothing: all was checked before
};

}  // namespace grouser::desktop

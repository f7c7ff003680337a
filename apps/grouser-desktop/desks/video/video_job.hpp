// SPDX-License-Identifier: BSD-3-Clause
// A video that the window has made: by this program once more, in another process, so that no picture of the
// window waits for it. Says how far it is; belongs to the window's thread and never waits.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hal/child_process.hpp"
#include "session/video/video_choice.hpp"

namespace grouser::desktop {

/// State of the window that the video takes over in addition to the choices of its dialog.
struct VideoScene {
  std::string run_file, compare;  ///< compare: or empty
  std::string view;               ///< camera_text()
  bool forces = false;
};

/// The command line that makes it.
std::vector<std::string> video_command(const std::string& program, const VideoChoice&, const VideoScene&);

/// State of a video: none, being made, or cancelled and not ended yet.
enum class VideoState { idle, running, stopping };
struct VideoProgress {
  VideoState state = VideoState::idle;
  std::string path;
  std::size_t done = 0, total = 0;  ///< pictures; total 0: not known yet
  std::optional<double> left;       ///< s, estimated
};

/// Outcome of a video, in words for a person.
struct VideoOutcome {
  bool good = false;
  std::string text;
};

/// Runs the program once more with --video and reads its progress; one video at a time.
class VideoJob {
 public:
  /// `now`: seconds of a steady clock.
  explicit VideoJob(std::function<double()> now) : now_(std::move(now)) {}
  /// Throws RunError where the process cannot be started. One at a time.
  void start(const VideoChoice& choice, const VideoScene& scene);
  void cancel();
  /// Reads how far it is; the outcome once, when it has ended.
  std::optional<VideoOutcome> update();
  const VideoProgress& progress() const { return progress_; }

 private:
  void read_lines();
  VideoOutcome outcome(int code) const;

  std::function<double()> now_;
  std::unique_ptr<ChildProcess> process_;
  std::string unread_;
  double begun_ = 0.0;  // s: when the first picture was done
  VideoProgress progress_;
};

}  // namespace grouser::desktop

// SPDX-License-Identifier: BSD-3-Clause
// The moments that a video shows: fixed by its frame rate, whatever time drawing takes. Without a clock.
#pragma once
#include <cstddef>
#include <optional>

namespace grouser::desktop {

struct VideoTiming {
  int fps = 30;                              ///< pictures a second of the video
  double speed = 1.0;                        ///< simulated seconds a second of the video
  std::optional<double> from = {}, to = {};  ///< s of the run; its begin and end by default
};

class VideoPlan {
 public:
  /// `begin`, `end`: of what the run has recorded, s. Throws InputError where the span is empty or outside
  /// the run, a number is out of range, or there would be more than a million pictures.
  VideoPlan(const VideoTiming& timing, double begin, double end);
  std::size_t frames() const { return frames_; }
  /// Time of the run that picture k shows, s.
  double time(std::size_t k) const;
  /// Length of the video, s: exactly frames() / fps.
  double duration() const { return static_cast<double>(frames_) / timing_.fps; }

 private:
  VideoTiming timing_;
  double from_ = 0.0, to_ = 0.0;  // s
  std::size_t frames_ = 0;
};

}  // namespace grouser::desktop

// SPDX-License-Identifier: BSD-3-Clause
// The play head of a replay: time runs on, or back, with the wall clock at a chosen speed between two ends,
// or round and round between A and B. Without a clock.
#pragma once
#include <array>
#include <optional>

namespace grouser::desktop {

/// Speeds to choose from, simulated seconds a second.
inline constexpr std::array<double, 10> kPlaySpeeds = {0.1, 0.25, 0.5,  1.0,  2.0,
                                                       5.0, 10.0, 20.0, 50.0, 100.0};
/// The next of them above (direction > 0) or below a speed; the last where there is none.
double next_speed(double speed, int direction);

class Playback {
 public:
  Playback(double begin, double end) : begin_(begin), end_(end), time_(begin) {}
  /// Forward; from the end, play starts again at the beginning.
  void play();
  void pause() { playing_ = false; }
  /// Plays forward (direction > 0) or back; a repeated call in one direction is faster, the other begins at
  /// 1x.
  void shuttle(int direction);
  void set_speed(double speed) { speed_ = speed; }
  /// Does not start or stop playing.
  void seek(double time);
  /// Lets `elapsed` wall seconds pass; stops at the end, or going back at the beginning, where no loop is
  /// set.
  void advance(double elapsed);

  /// Ends of the loop at the head. One that is not before the other takes its place.
  void set_loop_begin();
  void set_loop_end();
  void clear_loop() { loop_begin_.reset(), loop_end_.reset(); }
  std::optional<double> loop_begin() const { return loop_begin_; }
  std::optional<double> loop_end() const { return loop_end_; }

  double time() const { return time_; }
  double speed() const { return speed_; }
  bool playing() const { return playing_; }
  bool backward() const { return backward_; }
  bool at_end() const { return time_ >= end_; }

 private:
  void play_from(bool backward);
  double begin_, end_, time_;
  double speed_ = 1.0;
  bool playing_ = false, backward_ = false;
  std::optional<double> loop_begin_, loop_end_;  // s
};

}  // namespace grouser::desktop

// The play head of a replay: time runs on with the wall clock at a chosen speed between two ends. Without a
// clock.
#pragma once

namespace grouser::desktop {

class Playback {
 public:
  Playback(double begin, double end) : begin_(begin), end_(end), time_(begin) {}
  /// From the end, play starts again at the beginning.
  void play();
  void pause() { playing_ = false; }
  void set_speed(double speed) { speed_ = speed; }
  /// Does not start or stop playing.
  void seek(double time);
  /// Lets `elapsed` wall seconds pass; stops at the end.
  void advance(double elapsed);

  double time() const { return time_; }
  double speed() const { return speed_; }
  bool playing() const { return playing_; }
  bool at_end() const { return time_ >= end_; }

 private:
  double begin_, end_, time_;
  double speed_ = 1.0;
  bool playing_ = false;
};

}  // namespace grouser::desktop

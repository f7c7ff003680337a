// How finely the view is drawn: coarser while pictures come slowly (a processor drawing them), finer again when there is
// time to spare. Without a clock.
#pragma once

namespace grouser::desktop {

class Quality {
 public:
  /// Reports the time from one picture to the next.
  void picture_took(double seconds);
  double pictures_per_second() const { return mean_ > 0.0 ? 1.0 / mean_ : 0.0; }
  int samples() const { return level_ == 0 ? 4 : 1; }
  double scale() const { return level_ <= 1 ? 1.0 : level_ == 2 ? 0.7 : 0.5; }
  /// Always the best, for pictures that are kept.
  void fix_at_best() { fixed_ = true, level_ = 0; }

 private:
  int level_ = 0, pictures_ = 0;
  double mean_ = 0.0, since_ = 0.0;
  bool fixed_ = false;
};

}  // namespace grouser::desktop

// SPDX-License-Identifier: BSD-3-Clause
// Quality of the view: coarser while pictures come slowly (a processor drawing them), finer again when there
// is time to spare. It has no clock.
#pragma once
#include "view/gl/mesh.hpp"

namespace grouser::desktop {

enum class Motion { still, moving };

class Quality {
 public:
  /// Reports the time from one picture to the next; only those that were drawn anew count.
  void picture_took(double seconds, Motion motion);
  double pictures_per_second() const { return mean_ > 0.0 ? 1.0 / mean_ : 0.0; }
  int samples() const { return level_ == 0 ? kBestSamples : 1; }
  /// Triangles are saved before pixels: without a graphics card they cost more, and are missed less.
  Detail detail() const { return level_ <= 1 ? Detail::fine : Detail::coarse; }
  double scale() const { return level_ <= 2 ? 1.0 : level_ == 3 ? 0.7 : 0.5; }
  bool at_best() const { return level_ == 0; }
  static constexpr int kCoarsest = 4;
  /// 0 (the best) to kCoarsest.
  int level() const { return level_; }
  /// Begins with the level that this machine was given last, so that the first pictures in motion do not
  /// wait.
  void begin_at(int level) { level_ = level; }
  /// Samples per pixel of a still view.
  static constexpr int kBestSamples = 4;
  /// Fixes the best level, for pictures that are kept.
  void fix_at_best() { fixed_ = true, level_ = 0; }

 private:
  int level_ = 0, pictures_ = 0;
  double mean_ = 0.0, since_ = 0.0;
  bool fixed_ = false;
};

}  // namespace grouser::desktop

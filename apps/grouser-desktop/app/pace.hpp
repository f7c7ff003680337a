// SPDX-License-Identifier: BSD-3-Clause
// When the window draws its next picture, and how long it may wait for events until then. Nothing is drawn
// where nothing moves. Is given the time, so that it can be tested.
#pragma once
#include "session/activity.hpp"

namespace grouser::desktop {

class Pace {
 public:
  /// Input or news came.
  void stirred();
  void drawn(double now);
  bool picture_due(const Activity& activity, double now) const;
  /// Seconds to wait for events before the next look; 0: do not wait.
  double wait(const Activity& activity, double now) const;

 private:
  double next_picture(const Activity& activity) const;
  double drawn_ = -1e300;  // s
  int pictures_ = 0;       // since it was stirred
};

}  // namespace grouser::desktop

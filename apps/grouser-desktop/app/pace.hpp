// SPDX-License-Identifier: BSD-3-Clause
// Time of the window's next picture, and the time for which it may wait for events until then. Nothing is
// drawn while nothing moves. The caller passes the time, so that tests need no clock.
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

// SPDX-License-Identifier: BSD-3-Clause
// When the window draws its next picture, and how long it may wait for events until then. Nothing is drawn
// where nothing moves. Is given the time, so that it can be tested.
#pragma once

namespace grouser::desktop {

/// What goes on in the window, as far as its pictures are concerned.
struct Activity {
  bool hidden = false;      ///< minimised or unmapped: no pictures at all
  bool playing = false;     ///< a live run or a replay
  bool busy = false;        ///< loading or a study: words and bars that change now and then
  bool held = false;        ///< a mouse button is down
  bool easing = false;      ///< what lies behind a dialog is becoming dim or bright
  bool unfinished = false;  ///< the view has yet to be drawn at its best
  bool typing = false;      ///< a text cursor blinks
  double moment = 1e300;    ///< s: when a message is to vanish
};

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

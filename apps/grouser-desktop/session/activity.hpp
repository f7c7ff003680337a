// SPDX-License-Identifier: BSD-3-Clause
// What goes on in the window, as far as its pictures and those who watch it are concerned.
#pragma once
#include <map>
#include <string>

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

/// What the window shows, as words, for tests.
using UiReport = std::map<std::string, std::string>;

}  // namespace grouser::desktop

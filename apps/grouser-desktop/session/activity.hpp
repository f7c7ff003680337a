// SPDX-License-Identifier: BSD-3-Clause
// Activity of the window, as far as its pictures and those who watch it are concerned.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "session/request.hpp"

namespace grouser::desktop {

/// Work that is done beside the window.
struct RunningWork {
  std::string title;                   ///< "Opening gale.tif"
  double part = -1.0;                  ///< that is done, 0 to 1; less than 0: not known
  std::optional<double> left = {};     ///< s to the end; nothing: not known
  std::optional<Request> cancel = {};  ///< request that ends it; nothing: it cannot be ended
};

/// The activities in the window that decide how often it draws.
struct Activity {
  bool hidden = false;      ///< minimised or unmapped: no pictures at all
  bool playing = false;     ///< a live run or a replay
  bool busy = false;        ///< loading or a study: words and bars that change now and then
  bool held = false;        ///< a mouse button is down
  bool easing = false;      ///< the background of a dialog is becoming dim or bright
  bool unfinished = false;  ///< the view has yet to be drawn at its best
  bool typing = false;      ///< a text cursor blinks
  double moment = 1e300;    ///< s: when a message is to vanish
  std::vector<RunningWork> works = {};
};

/// The content of the window as words, for tests.
using UiReport = std::map<std::string, std::string>;

}  // namespace grouser::desktop

// SPDX-License-Identifier: BSD-3-Clause
// Requests to the desk of plots.
#pragma once
#include <vector>

namespace grouser::desktop {

struct PlotRequest {
  enum class Kind {
    toggle,  ///< channel: shown or no longer shown
    show,    ///< channels: all of them
    hide,    ///< channels: none of them
    clear,
    undo_clear,  ///< what was cleared last is shown again
  };
  Kind kind = Kind::toggle;
  int channel = 0;                 ///< index of a scene channel
  std::vector<int> channels = {};  ///< the same
};

}  // namespace grouser::desktop

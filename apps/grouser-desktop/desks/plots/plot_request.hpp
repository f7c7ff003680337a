// SPDX-License-Identifier: BSD-3-Clause
// What panels and the palette ask of the desk of plots.
#pragma once

namespace grouser::desktop {

struct PlotRequest {
  enum class Kind {
    toggle,  ///< channel: shown or no longer shown
    clear,
  };
  Kind kind = Kind::toggle;
  int channel = 0;  ///< index of a scene channel
};

}  // namespace grouser::desktop

// SPDX-License-Identifier: BSD-3-Clause
// Requests to the desk of plots.
#pragma once
#include <vector>

namespace grouser::desktop {

/// The file format of a saved plot.
enum class PlotFormat { png, svg, csv };

struct PlotRequest {
  enum class Kind {
    toggle,  ///< channel: shown or no longer shown
    show,    ///< channels: all of them
    hide,    ///< channels: none of them
    clear,
    undo_clear,     ///< what was cleared last is shown again
    drop,           ///< channels, onto plot; -1: into a new one
    remove,         ///< plot: no longer shown
    toggle_legend,  ///< plot: names and values of its lines
    fix_range,      ///< plot: its axes stay as they are
    fit_range,      ///< plot: its values as they fit
    enlarge,        ///< plot: it fills the panel, or no longer
    save,           ///< plot, as format, of the times that are shown
  };
  Kind kind = Kind::toggle;
  int channel = 0;                 ///< index of a scene channel
  std::vector<int> channels = {};  ///< the same
  int plot = -1;                   ///< from the left
  PlotFormat format = PlotFormat::png;
};

}  // namespace grouser::desktop

// SPDX-License-Identifier: BSD-3-Clause
// A person's choices of the shown parts of the open run, until the program ends.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "view/gl/cut.hpp"
#include "widgets/plot_view.hpp"

namespace grouser::desktop {

struct GroundTint;

struct ShownState {
  PlotView plots;                          ///< the part of time that all plots show, and their second cursor
  std::vector<Shown> bodies;               ///< of the open scene; empty: all of them whole
  std::shared_ptr<const GroundTint> tint;  ///< colours of soils on the ground, or null
  bool draws_path = false;                 ///< a path is drawn or changed: that of the run is not shown
  std::string wanted_tab;                  ///< comes to the front in the next picture
};

}  // namespace grouser::desktop

// SPDX-License-Identifier: BSD-3-Clause
// Requests of panels to the soil desk.
#pragma once
#include <cstddef>
#include <string>

namespace grouser::desktop {

struct SoilRequest {
  enum class Kind {
    choose,   ///< text: the soil's `given`
    compare,  ///< text: the same, of the soil that is drawn beside it; empty: none
    wheel,    ///< wheel
    load,     ///< load
    use,      ///< the chosen soil becomes the ground's
    copy,     ///< text: name of a new soil with the chosen one's numbers; it becomes the ground's
  };
  Kind kind = Kind::choose;
  std::string text = {};
  std::size_t wheel = 0;  ///< index of the world's wheels
  double load = 0.0;      ///< N; 0: that of the run's first frame
};

}  // namespace grouser::desktop

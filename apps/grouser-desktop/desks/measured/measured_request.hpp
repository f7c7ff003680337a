// SPDX-License-Identifier: BSD-3-Clause
// Requests of panels to the desk of measurements.
#pragma once
#include <cstddef>
#include <string>

namespace grouser::desktop {

struct MeasuredRequest {
  enum class Kind {
    open,  ///< text: path
    close,
    map,     ///< index of a column; text: the channel that it is, empty: none
    select,  ///< index of the column whose plots are shown
    offset,  ///< value: s, as typed
    align,   ///< looks for the offset at which run and measurements agree best
    stop,    ///< reading or looking
  };
  Kind kind = Kind::open;
  std::size_t index = 0;
  double value = 0.0;
  std::string text = {};
};

}  // namespace grouser::desktop

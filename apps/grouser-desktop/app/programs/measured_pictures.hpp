// SPDX-License-Identifier: BSD-3-Clause
// Results of --measure: the times of pictures and, in a window, the delays from an input to its picture.
#pragma once
#include <vector>

#include "app/programs/programs.hpp"

namespace grouser::desktop {

/// Processor time of all threads of this process, also of a driver that draws with the processor, s.
double processor_time();

struct MeasuredPictures {
  std::vector<double> times;  ///< s that each picture took
  std::vector<double> answers,
      at_worst;  ///< s from an input to the picture that shows it: from when it was noticed, and from
                 ///< the moment that it can have come at the earliest
  double processor = 0.0;  ///< s, of all pictures
  double scale = 1.0;      ///< of the view's pixels
};

/// Prints the table, with the name of what drew the pictures: its OpenGL context is current. `in_window`:
/// with what concerns inputs.
void print_measured(MeasuredPictures measured, const ProgramOptions& options, bool in_window);

}  // namespace grouser::desktop

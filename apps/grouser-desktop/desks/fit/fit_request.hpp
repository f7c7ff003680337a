// SPDX-License-Identifier: BSD-3-Clause
// Requests of the tab Fit to its desk.
#pragma once
#include <cstddef>

namespace grouser::desktop {

struct FitRequest {
  enum class Kind {
    run,    ///< fits the data of the form
    stop,   ///< what is going on
    slide,  ///< key, value: shows the model at another value of a key
    save    ///< the fitted soil, under the name of the form
  };
  Kind kind = Kind::run;
  std::size_t key = 0;
  double value = 0.0;  ///< in the key's unit
};

}  // namespace grouser::desktop

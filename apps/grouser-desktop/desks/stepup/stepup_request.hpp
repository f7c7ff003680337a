// SPDX-License-Identifier: BSD-3-Clause
// Requests of panels to the step-up desk.
#pragma once
#include <cstddef>

namespace grouser::desktop {

struct StepupRequest {
  enum class Kind {
    set,    ///< field, value
    reset,  ///< all numbers as the scenario's robot and step have them
    use,    ///< the scenario's robot follows the plan that is shown
  };
  Kind kind = Kind::set;
  std::size_t field = 0;  ///< of stepup_fields()
  double value = 0.0;     ///< in the field's unit
};

}  // namespace grouser::desktop

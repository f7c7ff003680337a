// SPDX-License-Identifier: BSD-3-Clause
// Results of the last step, stamped with the time of the state they describe.
#pragma once
#include <vector>

#include "grouser/contact/contact_record.hpp"
#include "grouser/vehicle/spec/tip_over.hpp"

namespace grouser {

/// Contact records of all parts, and what follows from them.
struct StepOutput : ContactReadings {
  double time = 0.0;              ///< s
  std::vector<TipOver> tip_over;  ///< one per vehicle, from the forces on what it stands on
  std::vector<double> tensions;   ///< one per spring of the model, + pulls, 0 once cut, N
};

}  // namespace grouser

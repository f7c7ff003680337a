// SPDX-License-Identifier: BSD-3-Clause
// The largest force with which loaded wheels can pull together, or brake.
#pragma once
#include <vector>

#include "grouser/soil/force/creep_contact.hpp"

namespace grouser {

/// Largest sum of the wheels' drawbar pull, as on a wheel rig, with all wheels at one slip from 0 to 1 in
/// steps of 0.01, N. Slips at which the soil does not carry one of the wheels do not count.
double steepest_pull(const std::vector<LoadedWheel>&);
/// The same over slips from 0 to -1: the largest sum of the braking forces, N.
double strongest_braking(const std::vector<LoadedWheel>&);

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Rocks in a picture of the ground.
#pragma once
#include "grouser/recording/plot/map_plot.hpp"
#include "grouser/survey/make/rocks.hpp"

namespace grouser::cli {

/// Raises the heights under a rock by its own.
void raise_to_rock(const Rock& rock, MapGround& ground);

}  // namespace grouser::cli

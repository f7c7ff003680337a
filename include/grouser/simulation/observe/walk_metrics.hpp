// SPDX-License-Identifier: BSD-3-Clause
// How well a walker walked: of the first one.
#pragma once
#include <map>
#include <string>

#include "grouser/simulation/step/metric.hpp"
#include "grouser/simulation/step/simulation.hpp"

namespace grouser {

/// Steps, way, static stability margin, slip of the feet while they stood, greatest torque. Adds nothing without walkers.
void add_walk_metrics(const Simulation& simulation, std::map<std::string, Metric>& metrics);

}  // namespace grouser

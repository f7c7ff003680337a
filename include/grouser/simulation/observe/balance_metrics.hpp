// SPDX-License-Identifier: BSD-3-Clause
// How well a robot under whole-body control kept its balance: of the first one.
#pragma once
#include <map>
#include <string>

#include "grouser/simulation/step/metric.hpp"
#include "grouser/simulation/step/simulation.hpp"

namespace grouser {

/// Peak torque of each joint, centres of pressure, the course, and what its quadratic programs took. Adds nothing without such robots.
void add_balance_metrics(const Simulation& simulation, std::map<std::string, Metric>& metrics);

}  // namespace grouser

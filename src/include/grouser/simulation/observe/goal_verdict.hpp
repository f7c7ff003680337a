// SPDX-License-Identifier: BSD-3-Clause
// The part of a scenario's goals that only a whole run can answer: limits on its metrics.
#pragma once
#include <map>
#include <optional>
#include <string>

#include "grouser/simulation/step/metric.hpp"
#include "grouser/simulation/step/simulation.hpp"

namespace grouser {

/// The verdict of a run that has ended with these metrics: that of its steps, or what its goals say of the
/// metrics. A verdict of the steps stands, but for `timed_out`.
std::optional<Verdict> final_verdict(const Simulation& simulation,
                                     const std::map<std::string, Metric>& metrics);

/// Throws InputError where a goal names a metric that no run of this world reports.
void check_goals(const Simulation& simulation);

}  // namespace grouser

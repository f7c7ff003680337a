// SPDX-License-Identifier: BSD-3-Clause
// Draws that depend on each other, of a campaign and of an uncertain soil: a Gaussian copula (Nelsen, An
// Introduction to Copulas, 2006).
#pragma once
#include <string>
#include <vector>

#include "grouser/mission/campaign/campaign_file.hpp"

namespace grouser {

/// Numbers that are drawn lie between these, so that no normal number is infinite.
inline constexpr double kLeastUnit = 0x1.0p-54, kMostUnit = 1.0 - 0x1.0p-53;

/// [[correlate]] of a table, whose keys are draws. Throws InputError.
std::vector<CorrelationSpec> read_correlations(const TomlTable& root, const std::vector<DrawSpec>& draws);

/// Numbers between 0 and 1, one of each variable, those of the correlated keys dependent as their specs say.
std::vector<double> correlated_units(const std::vector<CorrelationSpec>& correlations,
                                     const std::vector<std::string>& variables, std::vector<double> units);

}  // namespace grouser

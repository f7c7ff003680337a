// SPDX-License-Identifier: BSD-3-Clause
// Runs without a result (a solver that gave up, a run that never came to rest) may be those that matter: an
// estimate that would have to leave out too many of them is refused.
#pragma once
#include <cstddef>
#include <string>

namespace grouser {

inline constexpr double kMostFailedShare = 0.05;

/// Why an estimate is refused, or empty.
std::string failed_runs_refusal(std::size_t failed, std::size_t total);

}  // namespace grouser

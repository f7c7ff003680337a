// SPDX-License-Identifier: BSD-3-Clause
// The rule that refuses an estimate when too many runs have no result.
#include "grouser/mission/statistics/failed_runs.hpp"

#include <fmt/format.h>

namespace grouser {

std::string failed_runs_refusal(std::size_t failed, std::size_t total) {
  if (total == 0) return "there are no runs";
  if (static_cast<double>(failed) <= kMostFailedShare * static_cast<double>(total)) return "";
  return fmt::format("{} of {} runs have no result, more than {:g} %: they may be those that matter", failed,
                     total, 100.0 * kMostFailedShare);
}

}  // namespace grouser

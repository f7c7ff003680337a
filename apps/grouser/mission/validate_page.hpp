// SPDX-License-Identifier: BSD-3-Clause
// The page of `grouser validate`: every set's prediction, band and measurement, and its verdict.
#pragma once
#include <string>
#include <vector>

#include "grouser/mission/rigs/validation.hpp"

namespace grouser::cli {

/// A set and what became of it.
struct ValidatedSet {
  ValidationSet set;
  SetResult result;
};

/// "HOLDS", "FAILS", "NOT JUDGED", "NOT RUN"
std::string verdict_text(SetVerdict verdict);

/// One HTML page that needs nothing beside itself.
std::string validation_page(const std::string& folder, const std::vector<ValidatedSet>& sets);

}  // namespace grouser::cli

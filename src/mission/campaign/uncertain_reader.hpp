// SPDX-License-Identifier: BSD-3-Clause
// The table [uncertain] of a soil's file (mission/rigs/uncertain_soil.hpp): distributions of its numbers as
// in [draw] of a campaign, and their correlations. Private.
#pragma once
#include <filesystem>
#include <vector>

#include "grouser/base/toml_input.hpp"
#include "grouser/mission/campaign/campaign_file.hpp"

namespace grouser {

/// Distributions of a soil's numbers by their keys in its file, and their correlations.
struct UncertainDraws {
  std::vector<DrawSpec> draws;
  std::vector<CorrelationSpec> correlations;
};

/// `soil`: the table that has the numbers themselves, for distributions that are relative to them. `beside`:
/// the folder that files of quantiles are looked for in. Throws InputError at the key that is wrong.
UncertainDraws read_uncertain(const TomlTable& uncertain, const TomlTable& soil,
                              const std::filesystem::path& beside);

}  // namespace grouser

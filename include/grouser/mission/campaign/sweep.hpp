// SPDX-License-Identifier: BSD-3-Clause
// A parameter sweep: the campaign whose plan is a grid, made of settings and varied keys in place of a
// file. Its rows stand in a campaign's folder, which every other command for campaigns reads too.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "grouser/mission/campaign/campaign.hpp"
#include "grouser/mission/campaign/parameter_grid.hpp"

namespace grouser {

/// The campaign's file that says the same; names in it are relative to `beside`. Rows are numbered as the
/// grid numbers them. Throws InputError.
CampaignFile sweep_file(const std::string& scenario, const std::vector<Override>& settings,
                        const ParameterGrid& grid, const std::filesystem::path& beside);

/// Opens the folder's rows for a campaign by sweep_file() and writes down its identity. Rows of a grid with
/// other values of the same keys get the numbers that they have in this one, also if a kill cuts that short.
/// `fresh`: rows that are there are removed. Throws InputError for a folder with other things in it, or of
/// another campaign (naming the differences), or in use by another process; rows that the grid has no place
/// for; a full disk.
std::unique_ptr<RowStore> open_sweep(const std::filesystem::path& folder, const Campaign& campaign,
                                     bool fresh);

}  // namespace grouser

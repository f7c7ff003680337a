// SPDX-License-Identifier: BSD-3-Clause
// The picture of a traverse: the path on the ground it runs over, and its profile.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "grouser/mission/traverse/traverse.hpp"

namespace grouser::cli {

/// Names of the quantities that a path may be coloured by.
const std::vector<std::string>& traverse_colors();

/// color_by: one of traverse_colors().
void write_traverse_plot(const std::filesystem::path& path, const World& world, const TraverseResult& result,
                         const std::string& color_by);

}  // namespace grouser::cli

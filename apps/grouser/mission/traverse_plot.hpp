// SPDX-License-Identifier: BSD-3-Clause
// The picture of a traverse: the path on the ground it runs over, and its profile.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "grouser/mission/traverse/traverse.hpp"
#include "grouser/recording/plot/plot.hpp"

namespace grouser::cli {

/// Names of the quantities that a path may be coloured by.
const std::vector<std::string>& traverse_colors();

/// Throws InputError where a picture of the size has no room for the map and its profiles.
void check_traverse_plot(const std::filesystem::path& path, const PlotSize& size);

/// color_by: one of traverse_colors(). SVG or PDF where the name ends so, else PNG.
void write_traverse_plot(const std::filesystem::path& path, const World& world, const TraverseResult& result,
                         const std::string& color_by, PlotSize size = {});

}  // namespace grouser::cli

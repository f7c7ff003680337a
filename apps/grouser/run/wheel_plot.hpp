// SPDX-License-Identifier: BSD-3-Clause
// The curves of `grouser wheel --plot`.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "grouser/mission/rigs/wheel_tests.hpp"
#include "grouser/recording/plot/plot.hpp"

namespace grouser::cli {

/// Drawbar pull, torque and sinkage against slip, one curve for each law, width, load and slip angle; side
/// force too where an angle is not zero. Against slip angle where there is one slip only. Bands are dashed.
void write_wheel_plot(const std::filesystem::path& path, const std::string& title,
                      const std::vector<WheelTestRow>& rows, const PlotSize& size);

}  // namespace grouser::cli

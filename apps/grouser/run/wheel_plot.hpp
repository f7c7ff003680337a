// SPDX-License-Identifier: BSD-3-Clause
// The curves of `grouser wheel --plot`.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "grouser/soil/wheel/wheel_rig.hpp"

namespace grouser::cli {

/// Drawbar pull, torque and sinkage against slip, one curve a slip angle; side force too where an angle is
/// not zero. Against slip angle where there is one slip only.
void write_wheel_plot(const std::filesystem::path& path, const std::string& title,
                      const std::vector<RigRow>& rows);

}  // namespace grouser::cli

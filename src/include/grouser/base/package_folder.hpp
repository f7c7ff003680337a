// SPDX-License-Identifier: BSD-3-Clause
// Packages of other programs: folders whose files belong together.
#pragma once
#include <filesystem>

namespace grouser {

/// The package of ROS (package.xml) or the model of Gazebo (model.config) that a folder belongs to, at most
/// six levels up; else the folder itself. Absolute, without symbolic links.
std::filesystem::path package_folder(const std::filesystem::path& folder);

/// Whether a file lies in a folder or below it, symbolic links followed.
bool lies_in(const std::filesystem::path& folder, const std::filesystem::path& file);

}  // namespace grouser

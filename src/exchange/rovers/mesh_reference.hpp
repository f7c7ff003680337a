// SPDX-License-Identifier: BSD-3-Clause
// A mesh that a form names, as a file that can be read.
#pragma once
#include <filesystem>
#include <optional>

#include "rover_plan.hpp"

namespace grouser {

/// The file, or nothing, with a line in left_out that says why: it is not there, or of a kind that is not
/// read. Throws InputError where it lies outside of the folders that may be read.
std::optional<std::filesystem::path> mesh_path(const DescribedForm& form, const RoverFiles& files,
                                               RoverImportReport& report);

/// plain_name() of a pattern, which may end with *.
std::string plain_name_pattern(const std::string& pattern);

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Suggestions for a file that is not there.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace grouser {

/// Files beside a missing one that have its ending and a name close to its own, as a user would type them,
/// the nearest first. `accepts` is asked of such files alone; without it all are accepted.
std::vector<std::string> near_files(const std::filesystem::path& missing, std::size_t most = 1,
                                    const std::function<bool(const std::filesystem::path&)>& accepts = {});

/// "no such file", and where one is near, ", did you mean 'site.tif'?".
std::string no_such_file(const std::filesystem::path& missing);

}  // namespace grouser

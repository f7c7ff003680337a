// SPDX-License-Identifier: BSD-3-Clause
// Versions of the libraries behind the window, for 'grouser doctor'.
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace grouser::desktop {

/// Names and versions of the libraries behind the window, as they are loaded.
std::vector<std::pair<std::string, std::string>> library_versions();

}  // namespace grouser::desktop

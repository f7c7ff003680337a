// SPDX-License-Identifier: BSD-3-Clause
// One entry of [draw]: { normal = [-3.0, 1.5], below = -0.1, outside = "redraw" }.
#pragma once
#include <filesystem>

#include "grouser/mission/campaign/campaign_file.hpp"

namespace grouser {

/// `beside`: the folder that files of quantiles are looked for in. Throws InputError.
DrawSpec read_draw(const TomlTable& draws, const std::string& key, const std::filesystem::path& beside);

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Location of the files that come with the program: assets/ and terrains/.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace grouser {

/// The folder that holds assets/ and terrains/: $GROUSER_HOME, or the nearest folder above own_binary() that
/// has an assets folder or share/grouser/assets (an installation, whose prefix may have been moved), or the
/// working folder if it has assets, or grouser/ in the system's data folders (XDG_DATA_DIRS). Throws
/// InputError if there is none.
std::filesystem::path home_folder();

/// Resolves the text that a user gave for a file: an existing path (relative to `beside`, then to the working
/// folder, then to the home folder), or a bare id such as "exomars_lvm", looked up as
/// home/assets/<kind>/<id>.toml. kind: "rovers", "soils", "scenarios", "landers". Throws InputError that
/// names the nearest ids.
std::filesystem::path resolve_asset(const std::string& name, const std::string& kind,
                                    const std::filesystem::path& beside = {});

/// The ids in assets/<kind>, sorted.
std::vector<std::string> asset_ids(const std::string& kind);

}  // namespace grouser

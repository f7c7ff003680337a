// Files a subcommand will write: found wrong before the work, not after it.
#pragma once
#include <string>

namespace grouser::cli {

/// Throws InputError where `path` cannot become a file: its folder is missing or not writable, or it is
/// itself a folder. "" (an option that was not given) is fine.
void check_output_path(const std::string& option, const std::string& path);

}  // namespace grouser::cli

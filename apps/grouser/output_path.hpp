// Files a subcommand will write: found wrong before the work, not after it.
#pragma once
#include <string>
#include <vector>

namespace grouser::cli {

/// Throws InputError where `path` cannot become a file: its folder is missing or not writable, or it is
/// itself a folder, a device or a pipe. "" (an option that was not given) is fine.
void check_output_path(const std::string& option, const std::string& path);

struct OutputFile {
  std::string option, path;
};

/// The same for all the files of a command, which must be as many files as names, and none of them an input
/// by whatever name it is called.
void check_output_paths(const std::vector<OutputFile>& outputs, const std::vector<std::string>& inputs);

}  // namespace grouser::cli

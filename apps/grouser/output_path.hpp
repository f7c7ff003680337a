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
  std::vector<std::string> endings = {};  ///< that its name may have, in small letters; none: any
};
inline const std::vector<std::string> kGeotiff{".tif", ".tiff"}, kPng{".png"};

/// The same for all the files of a command, which must be as many files as names, named as what they are, and
/// none of them an input by whatever name it is called.
void check_output_paths(const std::vector<OutputFile>& outputs, const std::vector<std::string>& inputs);

}  // namespace grouser::cli

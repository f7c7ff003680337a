// `grouser info`: what is in a file, one function a kind. Each returns both forms of the report.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "console.hpp"

namespace grouser::cli {

struct InfoReport {
  Json json;                       ///< "kind" first
  std::string text;                ///< for people
  std::vector<std::string> notes;  ///< provisional soils, a run that was not closed
};

/// All throw InputError where the file is not whole and right.
InfoReport describe_run_file(const std::filesystem::path& path);
InfoReport describe_raster(const std::filesystem::path& path);
/// Scenario, rover, soil or terrain recipe, told apart by their keys.
InfoReport describe_toml(const std::filesystem::path& path);

}  // namespace grouser::cli

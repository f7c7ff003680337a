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

/// "  key  value" lines of the plain values of an object; lists and tables are left out.
std::string value_lines(const Json& json);
/// A title and the lines under it, or "" without lines.
std::string list_lines(const char* title, const std::vector<std::string>& lines);

/// All throw InputError where the file is not whole and right.
InfoReport describe_run_file(const std::filesystem::path& path);
InfoReport describe_raster_file(const std::filesystem::path& path);
/// Scenario, rover, soil or terrain recipe, told apart by their keys.
InfoReport describe_toml_file(const std::filesystem::path& path);

}  // namespace grouser::cli

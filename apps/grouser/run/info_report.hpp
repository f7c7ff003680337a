// SPDX-License-Identifier: BSD-3-Clause
// `grouser info`: what is in a file, one function a kind. The JSON of each begins with its "kind".
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "shared/console.hpp"

namespace grouser::cli {

/// "  key  value" lines of the plain values of an object; lists and tables are left out.
std::string value_lines(const Json& json);
/// A title and the lines under it, or "" without lines.
std::string list_lines(const char* title, const std::vector<std::string>& lines);

/// Parts that the text about a run has beside its first page; the JSON always has all.
struct RunDetail {
  bool channels = false, all = false;
};
/// These functions throw InputError where the file is not whole and right.
Report describe_run_file(const std::filesystem::path& path, const RunDetail& detail);
Report describe_raster_file(const std::filesystem::path& path);
/// URDF, xacro or SDF.
Report describe_rover_file(const std::filesystem::path& path);
/// Options of a rover's stance on a level plate, and of its picture.
struct StanceOptions {
  double gravity = 3.71;  ///< m/s2
  std::string plot = {};  ///< PNG; empty: none
};
/// Scenario, rover, soil or terrain recipe, distinguished by their keys.
Report describe_toml_file(const std::filesystem::path& path, const StanceOptions& options);

}  // namespace grouser::cli

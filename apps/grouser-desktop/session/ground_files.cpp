// SPDX-License-Identifier: BSD-3-Clause
// Kinds of files by the endings of their names; a recipe of ground is a TOML file with the keys that only
// recipes have.
#include "session/ground_files.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/toml_input.hpp"

namespace grouser::desktop {

namespace fs = std::filesystem;

namespace {

/// The ending of a file's name in small letters: ".tif".
std::string ending_of(const std::string& path) {
  std::string ending = fs::path(path).extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return ending;
}

}  // namespace

std::vector<std::string> rovers_that_drive() {
  std::vector<std::string> rovers;
  for (const std::string& id : asset_ids("rovers")) {
    const std::string text = read_text_file(resolve_asset(id, "rovers"));
    if (text.find("[[wheel") != std::string::npos) rovers.push_back(id);
  }
  return rovers;
}

std::string rover_title(const std::string& id) {
  try {
    return TomlTable::load(resolve_asset(id, "rovers").string()).string_or("title", id);
  } catch (const Error&) {
    return id;
  }
}

bool is_map_name(const std::string& path) {
  static constexpr std::array<const char*, 9> kEndings = {".tif", ".tiff", ".img", ".lbl", ".cub",
                                                          ".jp2", ".vic",  ".hdr", ".xml"};
  return std::find(kEndings.begin(), kEndings.end(), ending_of(path)) != kEndings.end();
}

bool is_rover_name(const std::string& path) {
  const std::string ending = ending_of(path);
  return ending == ".urdf" || ending == ".xacro" || ending == ".sdf";
}

bool is_recipe(const std::string& path) {
  if (fs::path(path).extension() != ".toml") return false;
  try {
    const TomlTable table = TomlTable::load(path);
    return table.has("kind") && table.has("size") && table.has("cell") && !table.has("terrain");
  } catch (const Error&) {
    return false;
  }
}

std::vector<std::string> list_recipes() {
  std::vector<std::string> paths;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(home_folder() / "terrains", none))
    if (is_recipe(entry.path().string())) paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace grouser::desktop

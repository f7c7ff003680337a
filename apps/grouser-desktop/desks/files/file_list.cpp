// SPDX-License-Identifier: BSD-3-Clause
// The typed text is split into a folder, which is read, and the start of a name, which filters it. Errors
// of the file system give an empty list.
#include "desks/files/file_list.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "grouser/base/asset_path.hpp"
#include "session/ground_files.hpp"

namespace grouser::desktop {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 400;

/// The folder in which the typed text lies; "." for a bare name.
fs::path folder_of(const std::string& typed) {
  if (typed.empty()) return ".";
  const fs::path folder = typed.back() == '/' ? fs::path(typed) : fs::path(typed).parent_path();
  return folder.empty() ? fs::path(".") : folder;
}

/// Whether a file's ending belongs to a kind that can be opened, or compared.
bool is_wanted(const fs::path& file, FilesWanted wanted) {
  const std::string extension = file.extension().string();
  if (extension == ".h5" || extension == ".csv" || extension == ".mcap") return true;
  return wanted == FilesWanted::to_open &&
         (extension == ".toml" || is_rover_name(file) || is_map_name(file.filename().string()));
}

}  // namespace

std::vector<FileEntry> list_files(const std::string& typed, FilesWanted wanted) {
  std::vector<FileEntry> found;
  const fs::path folder = folder_of(typed);
  // Names without a slash are listed without "./" before them.
  const bool here = typed.find('/') == std::string::npos;
  const std::string start = typed.empty() || typed.back() == '/' ? "" : fs::path(typed).filename().string();
  std::error_code error;
  // Reading stops at kMostFiles, before sorting, to bound the time in large folders.
  for (fs::directory_iterator it(folder, error), end; !error && it != end && found.size() < kMostFiles;
       it.increment(error)) {
    const std::string name = it->path().filename().string();
    std::error_code ignored;
    const bool is_folder = it->is_directory(ignored);
    if (!name.starts_with(start) || name.starts_with(".") || (!is_folder && !is_wanted(it->path(), wanted)))
      continue;
    found.push_back(
        {(here ? fs::path(name) : folder / name).string() + (is_folder ? "/" : ""), name, is_folder});
  }
  std::sort(found.begin(), found.end(), [](const FileEntry& a, const FileEntry& b) {
    return a.is_folder != b.is_folder ? a.is_folder : a.name < b.name;
  });
  return found;
}

std::string completed(const std::string& typed, const std::vector<FileEntry>& entries) {
  if (entries.empty()) return typed;
  // Longest common start of all entries.
  std::string common = entries.front().path;
  for (const FileEntry& entry : entries) {
    const auto ends = std::mismatch(common.begin(), common.end(), entry.path.begin(), entry.path.end());
    common.erase(ends.first, common.end());
  }
  return common.size() > typed.size() ? common : typed;
}

std::string folder_above(const std::string& typed) {
  std::error_code error;
  const fs::path folder = fs::absolute(folder_of(typed), error).lexically_normal();
  // A path that ends in "/" has an empty last part, which is taken off first.
  const fs::path bare = folder.has_filename() ? folder : folder.parent_path();
  const std::string above = bare.parent_path().string();
  return above.empty() || above.back() == '/' ? above : above + "/";
}

std::vector<FilePlace> file_places(const std::vector<std::string>& recent) {
  constexpr std::size_t kMostPlaces = 8;
  std::vector<FilePlace> places;
  const auto add = [&](const std::string& name, fs::path folder) {
    std::error_code error;
    folder = fs::absolute(folder, error).lexically_normal();
    if (!fs::is_directory(folder, error) || places.size() >= kMostPlaces) return;
    std::string path = folder.string();
    if (path.back() != '/') path += '/';
    // A folder appears once, under its first name.
    const bool known =
        std::any_of(places.begin(), places.end(), [&](const FilePlace& p) { return p.path == path; });
    if (!known) places.push_back({name, path});
  };
  if (const char* home = std::getenv("HOME")) add("Home", home);
  add("Started in", ".");
  add("Shipped scenarios", home_folder() / "assets" / "scenarios");
  for (const std::string& file : recent) {
    const fs::path folder = fs::path(file).parent_path();
    if (!folder.empty()) add(folder.filename().string(), folder);
  }
  return places;
}

}  // namespace grouser::desktop

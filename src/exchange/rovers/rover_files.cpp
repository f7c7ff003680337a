// SPDX-License-Identifier: BSD-3-Clause
// Finds the file that a reference in a rover's file means, and reads none that lies outside the allowed
// folders: the file's own, its ROS or Gazebo package, and those that the user names. Links are resolved
// before the comparison, so that one inside an allowed folder cannot lead out of it.
#include "grouser/exchange/rovers/rover_files.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

namespace fs = std::filesystem;

/// The path without links, dots and a final slash; without dots alone if the file system refuses.
fs::path plain_path(const fs::path& path) {
  std::error_code error;
  const fs::path plain = fs::weakly_canonical(path, error);
  const fs::path whole = error ? fs::absolute(path, error).lexically_normal() : plain;
  return whole.has_filename() ? whole : whole.parent_path();
}

/// The folder at or above this one that holds a package.xml (ROS) or model.config (Gazebo), or nothing.
std::optional<fs::path> package_around(fs::path folder) {
  std::error_code error;
  // Packages are searched for a bounded number of folders upwards.
  for (int above = 0; above < 64; ++above) {
    if (fs::exists(folder / "package.xml", error) || fs::exists(folder / "model.config", error))
      return folder;
    if (!folder.has_relative_path()) break;
    folder = folder.parent_path();
  }
  return {};
}

/// Splits a reference of a scheme, "package://name/path", into name and path; false for another scheme.
bool split_reference(const std::string& reference, const char* scheme, std::string& name, std::string& path) {
  if (!reference.starts_with(scheme)) return false;
  const std::string rest = reference.substr(std::string(scheme).size());
  const std::size_t slash = rest.find('/');
  name = rest.substr(0, slash);
  path = slash == std::string::npos ? "" : rest.substr(slash + 1);
  return true;
}

}  // namespace

RoverFiles::RoverFiles(const fs::path& file, std::map<std::string, fs::path> packages,
                       const std::vector<fs::path>& allowed)
    : folder_(plain_path(fs::absolute(file)).parent_path()), packages_(std::move(packages)) {
  allowed_.push_back(folder_);
  if (const auto package = package_around(folder_)) allowed_.push_back(*package);
  for (auto& [name, folder] : packages_) {
    folder = plain_path(folder);
    allowed_.push_back(folder);
  }
  for (const fs::path& path : allowed) allowed_.push_back(plain_path(path));
}

bool RoverFiles::within(const fs::path& path) const {
  return std::ranges::any_of(allowed_, [&](const fs::path& folder) {
    return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
  });
}

std::optional<fs::path> RoverFiles::package_folder(const std::string& name) const {
  if (const auto known = packages_.find(name); known != packages_.end()) return known->second;
  // The nearest folder of that name at or above the file, as in a workspace; find() decides whether it may
  // be read.
  for (fs::path folder = folder_; folder.has_relative_path(); folder = folder.parent_path())
    if (folder.filename() == name) return folder;
  return {};
}

std::optional<fs::path> RoverFiles::find(const std::string& reference, const fs::path& beside,
                                         const std::string& place) const {
  std::string rest = reference, name, path;
  // xacro files write file://$(find name)/path
  if (rest.starts_with("file://package://")) rest = rest.substr(7);
  fs::path wanted;
  if (split_reference(rest, "package://", name, path) || split_reference(rest, "model://", name, path)) {
    const auto folder = package_folder(name);
    if (!folder) return {};
    wanted = *folder / fs::path(path).relative_path();
  } else if (rest.starts_with("file://")) {
    wanted = rest.substr(7);
  } else if (const auto scheme = rest.find("://"); scheme != std::string::npos) {
    throw InputError(place, fmt::format("the reference \"{}\"", reference), "a file of this machine");
  } else {
    wanted = rest;
  }
  if (wanted.is_relative()) wanted = beside / wanted;
  const fs::path plain = plain_path(wanted);
  if (!within(plain))
    throw InputError(place,
                     fmt::format("the reference \"{}\" out of the file's folder and package", reference),
                     "a file inside of them, or --allow-path FOLDER");
  std::error_code error;
  return fs::is_regular_file(plain, error) ? std::optional(plain) : std::nullopt;
}

std::optional<fs::path> RoverFiles::find_included(const std::string& reference, const fs::path& beside,
                                                  const std::string& place) const {
  // An included file of a package that is not installed is looked for by its name beside the including one.
  if (const auto found = find(reference, beside, place)) return found;
  if (!reference.starts_with("package://")) return {};
  return find(fs::path(reference).filename().string(), beside, place);
}

}  // namespace grouser

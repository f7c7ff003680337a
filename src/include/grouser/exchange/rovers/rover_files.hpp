// SPDX-License-Identifier: BSD-3-Clause
// Files that a rover's file names: meshes and included files. A reference may lead to the folder of the file,
// to its package (the folder above with a package.xml) and to folders that a person allows, and nowhere else,
// also through symbolic links.
#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace grouser {

class RoverFiles {
 public:
  /// `file`: the rover's; `packages`: their folders by name; `allowed`: further folders.
  RoverFiles(const std::filesystem::path& file, std::map<std::string, std::filesystem::path> packages,
             const std::vector<std::filesystem::path>& allowed);

  /// The file that a reference means: "package://name/path", "model://name/path", "file:///path", or a path
  /// from `beside`. Nothing where it is not there, or where its package is not known. Throws InputError,
  /// naming `place`: a reference that leads out of the folders, or to another machine.
  std::optional<std::filesystem::path> find(const std::string& reference, const std::filesystem::path& beside,
                                            const std::string& place) const;

  /// The same for a file of text that is included: where the package is not known, a file of that name beside
  /// the including one is taken.
  std::optional<std::filesystem::path> find_included(const std::string& reference,
                                                     const std::filesystem::path& beside,
                                                     const std::string& place) const;

  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::optional<std::filesystem::path> package_folder(const std::string& name) const;
  bool within(const std::filesystem::path& path) const;

  std::filesystem::path folder_;
  std::map<std::string, std::filesystem::path> packages_;
  std::vector<std::filesystem::path> allowed_;
};

}  // namespace grouser

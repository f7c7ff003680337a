// SPDX-License-Identifier: BSD-3-Clause
// The lists of the dialog for files: folders and files that begin with what was typed, and places to go to.
// Knows no ImGui.
#pragma once
#include <string>
#include <vector>

namespace grouser::desktop {

enum class FilesWanted {
  to_open,    ///< scenarios, runs, height maps, tables
  to_compare  ///< runs and measurements
};

struct FileEntry {
  std::string path;  ///< as it is typed; that of a folder ends in "/"
  std::string name;
  bool is_folder = false;
};
/// Folders, then files of ours, each by name; at most some hundred. Hidden ones are left out.
std::vector<FileEntry> list_files(const std::string& typed, FilesWanted wanted);
/// The text after Tab: completed as far as all entries agree.
std::string completed(const std::string& typed, const std::vector<FileEntry>& entries);
/// The folder above the one that is listed, as it is typed.
std::string folder_above(const std::string& typed);

/// A folder of the list "Places".
struct FilePlace {
  std::string name;
  std::string path;  ///< ends in "/"
};
/// Home, the folder the program was started in, the scenarios that came with it, and folders of recent files.
std::vector<FilePlace> file_places(const std::vector<std::string>& recent);

}  // namespace grouser::desktop

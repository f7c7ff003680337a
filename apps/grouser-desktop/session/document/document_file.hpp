// SPDX-License-Identifier: BSD-3-Clause
// Writes the changes of a person: as a scenario of its own, and, meanwhile, where it survives a kill.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"

namespace grouser::desktop {

/// The text of a scenario (path or id) with changes, to lie in `folder`: comments stay, changes of the files
/// that it names become its `set`, and files that lie beside the old one are named in full. Throws
/// InputError.
std::string scenario_with_changes(const std::string& scenario, const std::vector<Override>& changes,
                                  const std::filesystem::path& folder);
/// Whether a scenario came with the program and is not to be written over.
bool is_shipped(const std::string& scenario);

/// Changes that no file has yet.
struct Autosave {
  std::string scenario;
  std::vector<Override> changes;
  double age = 0.0;  ///< s, when it was found
  std::filesystem::path file = {};
};

/// One file of a running program, in the folder of what is kept; an empty folder keeps nothing.
class AutosaveFile {
 public:
  explicit AutosaveFile(std::filesystem::path folder);
  /// Writes the file atomically; a failure to write is ignored.
  void keep(const std::string& scenario, const std::vector<Override>& changes);
  void forget();
  /// Unsaved changes that ended programs have left, newest first.
  std::vector<Autosave> left_behind() const;

 private:
  std::filesystem::path folder_, own_;
  std::string kept_;  // content of the file
};

}  // namespace grouser::desktop

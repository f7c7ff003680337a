// SPDX-License-Identifier: BSD-3-Clause
// The run files of a folder as a family: which one went on from which, at what time, and what was changed.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "grouser/recording/run_file/run_header.hpp"
#include "session/number_keys.hpp"

namespace grouser::desktop {

/// The facts about a run that are known without reading its frames.
struct RunHead {
  std::filesystem::path path;
  std::string scenario;
  std::optional<RunParent> parent;
  std::vector<std::string> overrides;
  std::string status;      ///< "completed", "failed", "interrupted"; empty: not closed
  std::string verdict;     ///< its name, or empty
  double simulated = 0.0;  ///< s, of the file's own part; 0: not closed
};

/// A line of the tree.
struct FamilyRow {
  RunHead head;
  int depth = 0;        ///< 0: it began at its scenario's start, or its parent is not in the folder
  bool orphan = false;  ///< it went on from a run that is not there
  std::vector<std::string> changed;  ///< "key=value": settings beyond its parent's
};

/// The tree of a folder's runs.
struct RunFamily {
  std::vector<FamilyRow> rows;  ///< parents before their branches, these by time
  std::size_t unread = 0;       ///< files ending in .h5 that are no run files, or more than are looked at
  std::vector<NumberKey> keys;  ///< of the open run: keys that a branch may change
};

/// Greatest number of files that are read in a folder.
inline constexpr std::size_t kMostRunFiles = 300;

/// Throws InputError if it is no run file of ours.
RunHead read_run_head(const std::filesystem::path& path);
/// Parents before their branches.
std::vector<FamilyRow> family_tree(std::vector<RunHead> heads);
/// The family of the runs in the folder of `open`. Ends early, with what it has, once `stop` is true.
RunFamily read_family(const std::filesystem::path& open, const std::function<bool()>& stop);

}  // namespace grouser::desktop

// SPDX-License-Identifier: BSD-3-Clause
// A folder of our own for files that are needed only while a job runs.
#pragma once
#include <stdlib.h>

#include <filesystem>
#include <string>

#include "grouser/base/error.hpp"

namespace grouser::desktop {

/// A folder with a name that nobody can guess, for this user alone; removed at the end with all that is in
/// it.
class ScratchFolder {
 public:
  /// Throws RunError where there is no room for it.
  ScratchFolder() {
    std::error_code none;
    const std::filesystem::path temporary = std::filesystem::temp_directory_path(none);
    std::string name = ((none ? "/tmp" : temporary) / "grouser-desk-XXXXXX").string();
    if (!mkdtemp(name.data())) throw RunError(name + ": cannot be made");
    path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }
  std::string file(const char* name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace grouser::desktop

// SPDX-License-Identifier: BSD-3-Clause
// Root of the ROS package (package.xml) or Gazebo model (model.config) that holds a folder, searched upwards;
// the folder itself where there is none within six levels.
#include "grouser/base/package_folder.hpp"

namespace grouser {

namespace fs = std::filesystem;

fs::path package_folder(const fs::path& folder) {
  constexpr int kMostLevels = 6;
  std::error_code ec;
  const fs::path own = fs::weakly_canonical(folder.empty() ? "." : folder, ec);
  fs::path at = own;
  for (int level = 0; level <= kMostLevels && at.has_relative_path(); ++level, at = at.parent_path())
    for (const char* mark : {"package.xml", "model.config"})
      if (fs::is_regular_file(at / mark, ec)) return at;
  return own;
}

bool lies_in(const fs::path& folder, const fs::path& file) {
  std::error_code ec;
  // "..", the first part of the relative path, leads out of the folder.
  const fs::path inside = fs::weakly_canonical(file, ec).lexically_relative(fs::weakly_canonical(folder, ec));
  return !inside.empty() && *inside.begin() != "..";
}

}  // namespace grouser

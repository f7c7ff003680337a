// SPDX-License-Identifier: BSD-3-Clause
// Files of a folder whose names are close to one that does not exist, for "did you mean". They must have its
// extension, and each name is compared by near_words().
#include "grouser/base/near_files.hpp"

#include <algorithm>

#include "grouser/base/near_words.hpp"

namespace grouser {
namespace fs = std::filesystem;

std::vector<std::string> near_files(const fs::path& missing, std::size_t most,
                                    const std::function<bool(const fs::path&)>& accepts) {
  constexpr std::size_t kMost = 1000;  // in a folder with more a suggestion is not expected
  const fs::path folder = missing.parent_path();
  const std::string stem = missing.stem().string();
  std::vector<std::string> stems;
  std::error_code ec;
  std::size_t seen = 0;
  // A folder that cannot be read, or an error in between, ends the search without a message.
  for (fs::directory_iterator at(folder.empty() ? "." : folder, ec), end; !ec && at != end && seen < kMost;
       at.increment(ec), ++seen) {
    const fs::path& file = at->path();
    std::error_code unknown;
    if (file.extension() == missing.extension() && !near_words(stem, {file.stem().string()}, 1).empty() &&
        fs::is_regular_file(file, unknown) && (!accepts || accepts(file)))
      stems.push_back(file.stem().string());
  }
  // Sorted, so that the answer does not depend on the order of the folder's entries.
  std::sort(stems.begin(), stems.end());
  std::vector<std::string> files;
  for (const std::string& near : near_words(stem, stems, most))
    files.push_back((folder / (near + missing.extension().string())).string());
  return files;
}

std::string no_such_file(const fs::path& missing) {
  return "no such file" + as_question(near_files(missing));
}

}  // namespace grouser

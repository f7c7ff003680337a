#include "output_path.hpp"

#include <unistd.h>

#include <filesystem>

#include "grouser/base/error.hpp"

namespace grouser::cli {
namespace fs = std::filesystem;

void check_output_path(const std::string& option, const std::string& path) {
  if (path.empty()) return;
  const fs::path file(path);
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  const std::string place = option + " " + path;
  std::error_code ec;
  if (!fs::is_directory(folder, ec))
    throw InputError(place, "no such folder", "an existing folder to write in");
  if (fs::is_directory(file, ec)) throw InputError(place, "a folder", "the name of a file");
  if (::access(folder.c_str(), W_OK) != 0)
    throw InputError(place, "a folder that cannot be written in", "a folder to write in");
}

}  // namespace grouser::cli

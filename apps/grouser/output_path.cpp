#include "output_path.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
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
  if (fs::exists(file, ec) && !fs::is_regular_file(file, ec))
    throw InputError(place, "a device or pipe", "the name of a file");
  if (::access(folder.c_str(), W_OK) != 0)
    throw InputError(place, "a folder that cannot be written in", "a folder to write in");
}

namespace {

void check_ending(const OutputFile& out, const std::string& place) {
  std::string ending = fs::path(out.path).extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (out.endings.empty() || std::find(out.endings.begin(), out.endings.end(), ending) != out.endings.end())
    return;
  throw InputError(place, ending.empty() ? "a name without an ending" : "a name in " + ending,
                   "one in " + fmt::format("{}", fmt::join(out.endings, " or ")));
}

}  // namespace

void check_output_paths(const std::vector<OutputFile>& outputs, const std::vector<std::string>& inputs) {
  std::vector<fs::path> used;
  for (const OutputFile& out : outputs) {
    if (out.path.empty()) continue;
    check_output_path(out.option, out.path);
    const std::string place = out.option + " " + out.path;
    std::error_code ec;
    for (const std::string& input : inputs)
      if (fs::equivalent(out.path, input, ec) && !ec)
        throw InputError(place, "the input itself", "another file: the input stays as it is");
    check_ending(out, place);
    const fs::path name = fs::weakly_canonical(fs::absolute(out.path, ec), ec);
    for (const fs::path& other : used)
      if (other == name) throw InputError(place, "two outputs of that name", "a file for each");
    used.push_back(name);
  }
}

}  // namespace grouser::cli

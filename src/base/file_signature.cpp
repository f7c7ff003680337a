// SPDX-License-Identifier: BSD-3-Clause
// Recognises binary files by their first bytes, so that one given where a text is expected is refused by its
// kind and with the command that takes it.
#include "grouser/base/file_signature.hpp"

#include <fstream>
#include <string_view>

#include "grouser/base/error.hpp"

namespace grouser {
namespace fs = std::filesystem;
namespace {

/// First bytes of a format, its name for messages, and advice.
struct Signature {
  std::string_view bytes;
  const char *words, *advice;  // advice: commands that take such a file, before its name
};
constexpr Signature kSignatures[] = {
    {"\x89HDF\r\n\x1a\n", "a run file (HDF5)", "`grouser rerun` repeats it and `grouser info` describes it"},
    {"\x89PNG\r\n\x1a\n", "a picture (PNG)", ""},
    {{"II*\0", 4}, "a raster (TIFF)", "`grouser terrain info` describes it"},
    {{"MM\0*", 4}, "a raster (TIFF)", "`grouser terrain info` describes it"},
    {{"II+\0", 4}, "a raster (TIFF)", "`grouser terrain info` describes it"},
};

/// The format of a regular file; null if it is another, cannot be read or does not exist.
const Signature* find_signature(const fs::path& path) {
  std::error_code ec;
  if (!fs::is_regular_file(path, ec)) return nullptr;
  char head[8] = {};
  std::ifstream(path, std::ios::binary).read(head, sizeof head);
  for (const Signature& known : kSignatures)
    if (std::string_view(head, sizeof head).substr(0, known.bytes.size()) == known.bytes) return &known;
  return nullptr;
}

}  // namespace

std::string file_signature(const fs::path& path) {
  const Signature* found = find_signature(path);
  return found ? found->words : "";
}

// Links are examined first: the system reports a broken one only as a missing file.
void refuse_special_file(const fs::path& path, const std::string& expected) {
  std::error_code ec, none;
  const auto status = fs::status(path, ec);
  if (ec == std::errc::too_many_symbolic_link_levels)
    throw InputError(path.string(), "a symbolic link that leads to itself", expected);
  if (ec == std::errc::permission_denied)
    throw InputError(path.string(), "a place that may not be read", expected);
  if (!fs::exists(status) && fs::is_symlink(fs::symlink_status(path, none)))
    throw InputError(path.string(), "a symbolic link that leads nowhere", expected);
  if (fs::is_other(status)) throw InputError(path.string(), "a device, pipe or socket", expected);
}

void refuse_signature(const fs::path& path, const std::string& expected) {
  refuse_special_file(path);
  const Signature* found = find_signature(path);
  if (!found) return;
  const std::string advice = found->advice;
  throw InputError(path.string(), found->words, expected + (advice.empty() ? "" : "; " + advice));
}

}  // namespace grouser

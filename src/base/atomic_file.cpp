#include "grouser/base/atomic_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "grouser/base/error.hpp"

namespace grouser {
namespace fs = std::filesystem;

std::string read_text_file(const fs::path& path, std::size_t max_bytes) {
  std::error_code ec;
  const auto status = fs::status(path, ec);
  if (!fs::exists(status)) throw InputError(path.string(), "no such file", "a readable file");
  if (fs::is_directory(status)) throw InputError(path.string(), "a folder", "a file");
  const auto size = fs::file_size(path, ec);
  if (!ec && size > max_bytes)
    throw InputError(path.string(), std::to_string(size) + " bytes", "at most " + std::to_string(max_bytes) + " bytes");
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError(path.string(), std::strerror(errno), "a readable file");
  std::string text((std::istreambuf_iterator<char>(in)), {});
  if (in.bad()) throw InputError(path.string(), "a read error", "a readable file");
  return text;
}

PendingFile::PendingFile(fs::path path) : path_(std::move(path)) {
  const fs::path folder = path_.has_parent_path() ? path_.parent_path() : fs::path(".");
  std::error_code ec;
  if (!fs::is_directory(folder, ec)) throw InputError(path_.string(), "no such folder", "an existing folder to write in");
  if (fs::is_directory(path_, ec)) throw InputError(path_.string(), "a folder", "the name of a file");
  // the extension stays last: some writers choose their format by it
  temporary_ =
      folder / ("." + path_.stem().string() + ".tmp" + std::to_string(::getpid()) + path_.extension().string());
}

PendingFile::~PendingFile() {
  std::error_code ec;
  if (!temporary_.empty()) fs::remove(temporary_, ec);
}

void PendingFile::commit() {
  std::error_code ec;
  fs::rename(temporary_, path_, ec);
  if (ec) throw RunError(path_.string() + ": cannot be written: " + ec.message());
  temporary_.clear();
}

void with_temporary_file(const fs::path& path, const std::function<void(const fs::path&)>& write) {
  PendingFile file(path);
  try {
    write(file.temporary());
  } catch (const fs::filesystem_error& e) {
    throw RunError(path.string() + ": cannot be written: " + e.code().message());
  }
  file.commit();
}

void write_file_atomically(const fs::path& path, std::string_view text) {
  with_temporary_file(path, [&](const fs::path& temporary) {
    std::ofstream out(temporary, std::ios::binary);
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
    out.close();
    if (!out) throw RunError(path.string() + ": cannot be written: " + std::strerror(errno));
  });
}

}  // namespace grouser

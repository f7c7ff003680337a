// Whole-file reading and writing that never leaves a half-written file: write to a temporary beside the target,
// then rename.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace grouser {

/// The file's bytes. Throws InputError (missing, a folder, unreadable, larger than max_bytes).
std::string read_text_file(const std::filesystem::path& path, std::size_t max_bytes = 64u << 20);

/// Writes text to path by way of a temporary in the same folder. Throws RunError.
void write_file_atomically(const std::filesystem::path& path, std::string_view text);

/// A file being written: under temporary() until commit(), and gone if that is never reached.
class PendingFile {
 public:
  /// Throws InputError: no such folder, or the path is a folder.
  explicit PendingFile(std::filesystem::path path);
  ~PendingFile();
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  const std::filesystem::path& temporary() const { return temporary_; }
  /// Gives the file its name. Throws RunError.
  void commit();

 private:
  std::filesystem::path path_, temporary_;
};

/// For writers of other libraries: calls write(temporary path), renames on success, removes the temporary on throw.
void with_temporary_file(const std::filesystem::path& path,
                         const std::function<void(const std::filesystem::path&)>& write);

}  // namespace grouser

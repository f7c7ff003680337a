// SPDX-License-Identifier: BSD-3-Clause
// Whole-file reading and writing that never leaves a half-written file: write to a temporary file beside the
// target, then rename it. All our outputs are written so.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace grouser {

/// The file's bytes. Throws InputError (missing, a folder, a device or pipe, unreadable, larger than
/// max_bytes).
std::string read_text_file(const std::filesystem::path& path, std::size_t max_bytes = 64u << 20);

/// The file that writing to `path` goes to: the file itself, or the target of a symbolic link (the link stays
/// a link). Throws InputError if it cannot become one of our files: no such folder, a folder, a device, a
/// pipe, a socket, a link that leads nowhere, a file that a program is writing now.
std::filesystem::path output_target(const std::filesystem::path& path);

/// Whether a file's name is one of those under which our files are written: a program that was killed may
/// have left it.
bool is_temporary_name(const std::filesystem::path& name);

/// Writes text to path through a temporary file in the same folder. Throws InputError (as output_target(), or
/// the folder is not writable) or RunError (a disk error).
void write_file_atomically(const std::filesystem::path& path, std::string_view text);

/// A file being written: under an unpredictable temporary name until commit(), and removed if commit() is
/// never reached. While this object lives the file counts as being written (file_lock.hpp). Temporary files
/// that a killed program of ours left in the folder are removed as well.
class PendingFile {
 public:
  /// Throws InputError as output_target().
  explicit PendingFile(std::filesystem::path path);
  ~PendingFile();
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// The file to write into, created empty at the first call. Throws InputError (the folder is not writable)
  /// or RunError (a disk error).
  const std::filesystem::path& temporary();
  /// Makes `text` the whole content of the file. Throws as temporary() does.
  void write(std::string_view text);
  /// Waits until what was written is on the disk. Throws RunError, after commit() also where the file no
  /// longer has its name.
  void sync();
  /// Calls sync(), then gives the file its name. Throws RunError, or InputError if another program began to
  /// write a file of that name meanwhile.
  void commit();

 private:
  void make();
  void take_name();
  [[noreturn]] void fail(int error) const;

  std::filesystem::path path_, target_, temporary_;
  int file_ = -1;  // open and locked from make() on
};

/// For writers in other libraries: calls write(temporary path), renames on success, removes the temporary on
/// throw.
void with_temporary_file(const std::filesystem::path& path,
                         const std::function<void(const std::filesystem::path&)>& write);

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// A mark on an open file that says "being written", seen by all our programs on the computer and removed when
// the file is closed or its process ends, however it ends. It is a lock of the open file itself on one byte
// far beyond any data: other programs can read and lock the data as they like.
#pragma once
#include <filesystem>

namespace grouser {

enum class LockResult {
  taken,
  held_by_another,
  unsupported  ///< this file system has no locks
};

/// Locks a file opened for writing. Never waits.
LockResult lock_for_writing(int descriptor);

/// Held by who reads a file, changes what it read and writes it again, so that no change of another program
/// in between is lost. It is on the file's folder, leaves nothing behind and ends with its process.
class EditLock {
 public:
  /// Waits up to 30 s for others. Throws InputError naming the file if they do not end.
  explicit EditLock(const std::filesystem::path& file);
  ~EditLock();
  EditLock(const EditLock&) = delete;
  EditLock& operator=(const EditLock&) = delete;

 private:
  int folder_ = -1;
};

/// Whether anyone is writing the file now: a run being recorded, or an output that is not finished.
bool is_being_written(const std::filesystem::path& path);

}  // namespace grouser

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

/// Whether anyone is writing the file now: a run being recorded, or an output that is not finished.
bool is_being_written(const std::filesystem::path& path);

}  // namespace grouser

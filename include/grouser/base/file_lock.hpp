// A mark on an open file that says "being written", seen by every program of ours on the machine and gone
// when the file is closed or its process ends, however it ends. It lies on one byte far beyond any data, as a
// lock of the open file itself: other programs read and lock the data as they like.
#pragma once
#include <filesystem>

namespace grouser {

enum class LockResult {
  taken,
  held_by_another,
  unsupported  ///< this file system knows no locks
};

/// For a file opened for writing. Never waits.
LockResult lock_for_writing(int descriptor);

/// Whether anybody writes the file now: a run being recorded, an output not yet finished.
bool is_being_written(const std::filesystem::path& path);

}  // namespace grouser

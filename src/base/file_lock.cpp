// SPDX-License-Identifier: BSD-3-Clause
// Two locks of Linux: an open-file-description lock (fcntl, F_OFD_SETLK) on a byte far beyond the end marks a
// file in work, and flock on a folder lets one program at a time edit files in it. Both are advisory, and the
// system frees them when their program ends.
#include "grouser/base/file_lock.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

/// The one byte, at 2^62, that a writer locks.
struct flock lock_byte() {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = off_t{1} << 62;  // a lock may lie beyond the end of the file
  lock.l_len = 1;
  return lock;
}

/// Locks a folder, waiting up to 30 s; true also where the file system has no locks.
bool hold_folder(int folder) {
  constexpr int kLooks = 1500, kPause = 20;  // ms
  for (int look = 0; look < kLooks; ++look) {
    if (::flock(folder, LOCK_EX | LOCK_NB) == 0 || (errno != EWOULDBLOCK && errno != EINTR)) return true;
    ::poll(nullptr, 0, kPause);
  }
  return false;
}

}  // namespace

EditLock::EditLock(const std::filesystem::path& file) {
  const std::filesystem::path folder =
      file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
  folder_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  // A folder that cannot be opened for reading is edited without a lock.
  if (folder_ < 0 || hold_folder(folder_)) return;
  ::close(folder_);
  throw InputError(file.string(), "another program that has been changing files beside it for 30 s",
                   "one at a time");
}

EditLock::~EditLock() {
  if (folder_ >= 0) ::close(folder_);
}

LockResult lock_for_writing(int descriptor) {
  struct flock lock = lock_byte();
  if (::fcntl(descriptor, F_OFD_SETLK, &lock) == 0) return LockResult::taken;
  // Both errors mean "held" (POSIX leaves the choice); any other means that there are no such locks.
  return errno == EAGAIN || errno == EACCES ? LockResult::held_by_another : LockResult::unsupported;
}

bool is_being_written(const std::filesystem::path& path) {
  std::error_code ec;
  if (!std::filesystem::is_regular_file(path, ec)) return false;
  // Without O_NONBLOCK a pipe that takes the name meanwhile could block here.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return false;
  struct flock lock = lock_byte();
  const bool held = ::fcntl(descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
  ::close(descriptor);
  return held;
}

}  // namespace grouser

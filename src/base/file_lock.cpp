#include "grouser/base/file_lock.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace grouser {
namespace {

struct flock lock_byte() {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = off_t{1} << 62;  // a lock may lie beyond the end of the file
  lock.l_len = 1;
  return lock;
}

}  // namespace

LockResult lock_for_writing(int descriptor) {
  struct flock lock = lock_byte();
  if (::fcntl(descriptor, F_OFD_SETLK, &lock) == 0) return LockResult::taken;
  return errno == EAGAIN || errno == EACCES ? LockResult::held_by_another : LockResult::unsupported;
}

bool is_being_written(const std::filesystem::path& path) {
  std::error_code ec;
  if (!std::filesystem::is_regular_file(path, ec)) return false;
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return false;
  struct flock lock = lock_byte();
  const bool held = ::fcntl(descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
  ::close(descriptor);
  return held;
}

}  // namespace grouser

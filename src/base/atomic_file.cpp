// SPDX-License-Identifier: BSD-3-Clause
// Files appear complete or not at all: the text goes into a locked temporary file beside the target, is
// synced, and takes the target's name by renameat2 (Linux). The lock, an open-file-description lock that the
// system frees when its program ends, distinguishes a file in work from one that a killed program left
// behind.
#include "grouser/base/atomic_file.hpp"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "grouser/base/error.hpp"
#include "grouser/base/file_lock.hpp"
#include "grouser/base/file_signature.hpp"
#include "grouser/base/hash.hpp"

namespace grouser {
namespace fs = std::filesystem;

namespace {

// Every temporary name begins so, which lets the files of a killed program be recognised.
constexpr std::string_view kPrefix = ".grouser-";
constexpr std::size_t kDigits = 16;  // random digits in the name

InputError busy(const fs::path& path) {
  return InputError(path.string(), "a file that a program is writing now", "one that nobody is writing");
}

/// The folder of a path; "." for a bare name.
fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

// ".grouser-run-0123456789abcdef.h5": the extension stays last, because some writers choose their format from
// it.
fs::path temporary_name(const fs::path& target) {
  constexpr std::size_t kMostOfStem = 80, kLongestExtension = 16;  // bytes; names may have 255
  std::uint64_t chance = 0;
  if (::getrandom(&chance, sizeof chance, 0) != sizeof chance)
    throw RunError(target.string() + ": cannot be written: no random numbers for a temporary name");
  const std::string extension = target.extension().string();
  return folder_of(target) / (std::string(kPrefix) + target.stem().string().substr(0, kMostOfStem) + "-" +
                              hash_text(chance) + (extension.size() <= kLongestExtension ? extension : ""));
}

// Whether `name` still refers to the file that was opened.
bool is_named(int file, const fs::path& name) {
  struct stat opened {
  }, found{};
  return ::fstat(file, &opened) == 0 && ::lstat(name.c_str(), &found) == 0 && opened.st_dev == found.st_dev &&
         opened.st_ino == found.st_ino;
}

// Removes a temporary file without a lock: it belongs to a program that was killed. Only regular files of
// this user are touched.
void remove_if_left_behind(const fs::path& name) {
  const int file = ::open(name.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return;
  struct stat status {};
  // The name is compared once the lock is held: the file may have been renamed to its target in between.
  if (::fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == ::geteuid() &&
      lock_for_writing(file) == LockResult::taken && is_named(file, name))
    ::unlink(name.c_str());
  ::close(file);
}

void remove_left_behind(const fs::path& folder) {
  std::error_code ec;
  for (fs::directory_iterator entry(folder, ec), end; !ec && entry != end; entry.increment(ec))
    if (is_temporary_name(entry->path().filename())) remove_if_left_behind(entry->path());
}

// Makes a new empty file of that name, locked; returns -1, with errno 0, if another name is needed.
int make_locked(const fs::path& name) {
  const int file = ::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file < 0) {
    if (errno == EEXIST) errno = 0;
    return -1;
  }
  // Between the two calls another program may have removed it as left behind.
  if (lock_for_writing(file) != LockResult::held_by_another && is_named(file, name)) return file;
  ::close(file);
  errno = 0;
  return -1;
}

// Errors of the place, not of the disk: they are known before any work is done.
bool is_of_the_place(int error) {
  return error == EACCES || error == EPERM || error == EROFS || error == ENOENT || error == ENOTDIR ||
         error == ENAMETOOLONG;
}

// A name is on the disk once its folder is.
void sync_folder(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;  // a folder that may be written in but not read
  ::fsync(descriptor);
  ::close(descriptor);
}

// Reads an open file to its end into a text that has the expected length; returns an error number of the
// system, 0 for success.
int read_to_end(int file, std::string& text, std::size_t max_bytes) {
  constexpr std::size_t kFurther = std::size_t{1} << 16;
  if (text.empty()) text.resize(kFurther);
  // The text is one byte longer than the file's size, so that the last read finds the end without growing it.
  for (std::size_t done = 0;;) {
    const ssize_t count = ::read(file, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    done += static_cast<std::size_t>(count);
    if (count == 0) {
      text.resize(done);
      return 0;
    }
    if (done > max_bytes) return EFBIG;
    if (done == text.size())
      text.resize(done + kFurther);  // it may have grown, and some files do not report their size
  }
}

/// renameat2 on two paths; 0 on success, -1 with errno otherwise.
int swap_names(const fs::path& a, const fs::path& b, unsigned how) {
  return ::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), how);
}

}  // namespace

// The form that temporary_name() makes: prefix, stem, "-", hexadecimal digits, extension.
bool is_temporary_name(const fs::path& name) {
  const std::string stem = name.stem().string();
  if (stem.compare(0, kPrefix.size(), kPrefix) != 0 || stem.size() < kPrefix.size() + kDigits + 1)
    return false;
  return stem[stem.size() - kDigits - 1] == '-' &&
         stem.find_first_not_of("0123456789abcdef", stem.size() - kDigits) == std::string::npos;
}

std::string read_text_file(const fs::path& path, std::size_t max_bytes) {
  refuse_special_file(path);
  std::error_code ec;
  // Refuse early what cannot be read as a text, with a message that names the cause.
  const auto status = fs::status(path, ec);
  if (!fs::exists(status)) throw InputError(path.string(), "no such file", "a readable file");
  if (fs::is_directory(status)) throw InputError(path.string(), "a folder", "a file");
  const auto size = fs::file_size(path, ec);
  if (!ec && size > max_bytes)
    throw InputError(path.string(), std::to_string(size) + " bytes",
                     "at most " + std::to_string(max_bytes) + " bytes");
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw InputError(path.string(), std::strerror(errno), "a readable file");
  // One byte more than the size that the system reports, see read_to_end().
  std::string text(ec ? 0 : size + 1, '\0');
  const int error = read_to_end(file, text, max_bytes);
  ::close(file);
  if (error != 0)
    throw InputError(path.string(), std::string("a read error (") + std::strerror(error) + ")",
                     "a readable file");
  return text;
}

fs::path output_target(const fs::path& path) {
  std::error_code ec;
  fs::path target = path;
  // A link is followed, so that the file it leads to is replaced and not the link.
  if (fs::is_symlink(fs::symlink_status(path, ec))) {
    target = fs::canonical(path, ec);
    if (ec) throw InputError(path.string(), "a symbolic link that leads nowhere", "a file, or a link to one");
  }
  if (!fs::is_directory(folder_of(target), ec))
    throw InputError(path.string(), "no such folder", "an existing folder to write in");
  const auto status = fs::status(target, ec);
  if (fs::is_directory(status)) throw InputError(path.string(), "a folder", "the name of a file");
  if (fs::exists(status) && !fs::is_regular_file(status))
    throw InputError(path.string(), "a device, pipe or socket", "the name of a file");
  if (is_being_written(target)) throw busy(path);
  return target;
}

PendingFile::PendingFile(fs::path path) : path_(std::move(path)), target_(output_target(path_)) {}

PendingFile::~PendingFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  if (file_ >= 0) ::close(file_);
}

const fs::path& PendingFile::temporary() {
  if (file_ < 0) make();
  return temporary_;
}

void PendingFile::make() {
  constexpr int kTries = 16;
  remove_left_behind(folder_of(target_));
  // Another program may take the name between its choice and its creation: try again with a new one.
  for (int tries = 0; file_ < 0 && tries < kTries; ++tries) {
    const fs::path name = temporary_name(target_);
    file_ = make_locked(name);
    if (file_ >= 0) temporary_ = name;
    if (file_ < 0 && errno != 0) break;
  }
  if (file_ >= 0) return;
  const int error = errno;
  // A missing permission or folder is a fault of the input, a full disk one of the run.
  if (is_of_the_place(error))
    throw InputError(path_.string(),
                     std::string("a place that cannot be written (") + std::strerror(error) + ")",
                     "a folder to write in");
  fail(error);
}

void PendingFile::write(std::string_view text) {
  temporary();
  // Writing starts from an empty file and goes on after partial writes.
  if (::ftruncate(file_, 0) != 0) fail(errno);
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = ::pwrite(file_, text.data() + done, text.size() - done, static_cast<off_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) fail(count < 0 ? errno : EIO);
    done += static_cast<std::size_t>(count);
  }
}

void PendingFile::sync() {
  // Some file systems have no fsync (EINVAL, EROFS).
  if (::fsync(file_) != 0 && errno != EINVAL && errno != EROFS) fail(errno);
  if (!temporary_.empty() || is_named(file_, target_)) return;
  throw RunError(
      path_.string() +
      ": no longer there: the file or its folder was removed, moved or replaced while it was written");
}

void PendingFile::commit() {
  temporary();
  // A library may have written a new file of that name instead of writing into ours: sync what has the name.
  const int written = ::open(temporary_.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (written < 0) fail(errno);
  const int error = ::fsync(written) == 0 ? 0 : errno;
  ::close(written);
  if (error != 0 && error != EINVAL) fail(error);
  take_name();
  temporary_.clear();
  sync_folder(folder_of(target_));
}

// Gives the temporary file the target's name. The check that nobody is writing the replaced file must be part
// of the same step, or else two runs to one name could both take it: the names are exchanged, and exchanged
// back if the old file is locked.
void PendingFile::take_name() {
  if (swap_names(temporary_, target_, RENAME_NOREPLACE) == 0) return;
  if (errno == EEXIST && swap_names(temporary_, target_, RENAME_EXCHANGE) == 0) {
    const bool held = is_being_written(temporary_);
    if (!held && ::unlink(temporary_.c_str()) == 0) return;
    const int error = errno;
    swap_names(temporary_, target_, RENAME_EXCHANGE);
    if (held) throw busy(path_);
    fail(error);
  }
  // On a file system that supports neither, this is as close to it as possible.
  if (is_being_written(target_)) throw busy(path_);
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
}

void PendingFile::fail(int error) const {
  throw RunError(path_.string() + ": cannot be written: " + std::strerror(error));
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
  PendingFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace grouser

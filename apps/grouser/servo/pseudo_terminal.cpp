// SPDX-License-Identifier: BSD-3-Clause
// Pseudo-terminal of Linux (pty(7)) in raw mode, with inotify to notice that a client opens its port.
#include "pseudo_terminal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "grouser/base/error.hpp"

namespace grouser::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostUnsent = 1 << 20;  // bytes

/// Throws RunError with the system's reason in errno.
[[noreturn]] void fail(const char* what) {
  throw RunError(fmt::format("pseudo-terminal: {} ({})", what, std::strerror(errno)));
}

/// Throws InputError unless the link's name is free and its folder exists; an empty name is fine.
void check_link(const std::string& link) {
  if (link.empty()) return;
  std::error_code error;
  const fs::path path = link;
  if (fs::symlink_status(path, error).type() != fs::file_type::not_found)
    throw InputError("--link", "'" + link + "', which exists", "a name that is free");
  const fs::path folder = path.parent_path();
  if (!folder.empty() && !fs::is_directory(folder, error))
    throw InputError("--link", "'" + link + "', in no folder", "a name in a folder that exists");
}

/// Turns off line editing, echo and the conversion of bytes.
void make_raw(int port) {
  termios settings{};
  if (tcgetattr(port, &settings) != 0) fail("no settings");
  cfmakeraw(&settings);
  if (tcsetattr(port, TCSANOW, &settings) != 0) fail("it cannot be made raw");
}

/// Seconds as the system takes them; negative ones become 0.
timespec timespec_of(double seconds) {
  const double whole = std::floor(std::max(seconds, 0.0));
  return {static_cast<time_t>(whole), static_cast<long>(1e9 * (std::max(seconds, 0.0) - whole))};
}

}  // namespace

OpenFile::~OpenFile() { reset(-1); }

void OpenFile::reset(int descriptor) {
  if (descriptor_ >= 0) close(descriptor_);
  descriptor_ = descriptor;
}

// The port is kept open here too, so that its settings stay, and bytes that a client sent before it left can
// still be read. inotify reports that a client comes, because the terminal itself does not.
PseudoTerminal::PseudoTerminal(const std::string& link) {
  check_link(link);
  device_.reset(posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC));
  if (!device_.good() || grantpt(device_.get()) != 0 || unlockpt(device_.get()) != 0) fail("none to be had");
  std::array<char, 256> name{};
  if (ptsname_r(device_.get(), name.data(), name.size()) != 0) fail("no name");
  path_ = name.data();
  port_.reset(open(path_.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (!port_.good()) fail("its port cannot be opened");
  make_raw(port_.get());
  openings_.reset(inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  if (!openings_.good() || inotify_add_watch(openings_.get(), path_.c_str(), IN_OPEN) < 0)
    fail("its port cannot be watched");
  if (link.empty()) return;
  if (symlink(path_.c_str(), link.c_str()) != 0)
    throw InputError("--link", fmt::format("'{}' ({})", link, std::strerror(errno)),
                     "a name for a symbolic link");
  link_ = fs::absolute(link).string();
}

/// Removes the link, unless somebody else has replaced it.
PseudoTerminal::~PseudoTerminal() {
  std::error_code error;
  if (!link_.empty() && fs::read_symlink(link_, error) == fs::path(path_)) fs::remove(link_, error);
}

void PseudoTerminal::wait(WaitFor what, double seconds) const {
  const timespec limit = timespec_of(seconds);
  short events = unsent_.empty() ? 0 : POLLOUT;
  if (what == WaitFor::client_and_bytes) events = static_cast<short>(events | POLLIN);
  std::array<pollfd, 2> watched{{{device_.get(), events, 0}, {openings_.get(), POLLIN, 0}}};
  ppoll(watched.data(), what == WaitFor::nothing ? 0 : watched.size(), &limit, nullptr);
}

bool PseudoTerminal::take_opening() {
  std::array<inotify_event, 32> events{};  // all of one file, so without names
  bool opened = false;
  while (::read(openings_.get(), events.data(), sizeof(events)) > 0) opened = true;
  return opened;
}

std::size_t PseudoTerminal::read(std::span<std::uint8_t> room) {
  const ssize_t size = ::read(device_.get(), room.data(), room.size());
  return size > 0 ? static_cast<std::size_t>(size) : 0;
}

void PseudoTerminal::send(std::string_view bytes) {
  if (unsent_.size() + bytes.size() > kMostUnsent) return;
  unsent_ += bytes;
  send_rest();
}

void PseudoTerminal::send_rest() {
  while (!unsent_.empty()) {
    const ssize_t size = ::write(device_.get(), unsent_.data(), unsent_.size());
    if (size <= 0) return;
    unsent_.erase(0, static_cast<std::size_t>(size));
  }
}

void PseudoTerminal::wait_until_read(double seconds) {
  constexpr double kLook = 0.01;  // s
  for (double waited = 0.0; waited < seconds; waited += kLook) {
    wait(WaitFor::nothing, kLook);
    send_rest();
    int unread = 0;
    if (unsent_.empty() && ioctl(port_.get(), FIONREAD, &unread) == 0 && unread == 0) return;
  }
}

void PseudoTerminal::drop_unread() {
  unsent_.clear();
  tcflush(device_.get(), TCOFLUSH);
}

}  // namespace grouser::cli

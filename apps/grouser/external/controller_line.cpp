// SPDX-License-Identifier: BSD-3-Clause
// Non-blocking sockets of POSIX. The line is not encrypted, so it listens on the loopback address or at a
// path that only this user can open. Signals interrupt every wait, which keeps Ctrl+C working.
#include "controller_line.hpp"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "common/link/address.hpp"
#include "grouser/base/error.hpp"
#include "shared/interrupt.hpp"
#include "shared/progress.hpp"

namespace grouser::cli {
namespace {

constexpr const char* kUnix = "unix:";
constexpr double kPatience = 5.0;   // s for which a controller may not read
constexpr double kLookEvery = 0.1;  // s between two looks for Ctrl+C

/// Waits at most so many seconds for an event of a file. Returns whether it came.
bool poll_one(int file, short events, double seconds) {
  pollfd one{file, events, 0};
  return ::poll(&one, 1, static_cast<int>(1000.0 * seconds + 0.5)) > 0;
}

/// Throws InputError with the system's reason in errno.
[[noreturn]] void refuse(const std::string& option, const std::string& address) {
  throw InputError(option, "'" + address + "': " + std::strerror(errno),
                   "an address where nobody else listens");
}

}  // namespace

ControllerLine::ControllerLine(const std::string& option, const std::string& address) {
  if (address.rfind(kUnix, 0) == 0)
    listen_in_file_system(option, address.substr(std::strlen(kUnix)));
  else
    listen_at_port(option, address);
}

ControllerLine::~ControllerLine() {
  hang_up();
  if (listener_ >= 0) ::close(listener_);
  std::error_code ec;
  if (!path_.empty()) std::filesystem::remove(path_, ec);
}

void ControllerLine::listen_in_file_system(const std::string& option, const std::string& path) {
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof name.sun_path)
    throw InputError(option, "'" + std::string(kUnix) + path + "'",
                     "unix:PATH with 1 to " + std::to_string(sizeof name.sun_path - 1) + " letters");
  std::error_code ec;
  if (std::filesystem::exists(std::filesystem::symlink_status(path, ec)))
    throw InputError(option, "'" + path + "', which exists", "a PATH that does not exist");
  path.copy(name.sun_path, path.size());
  listener_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  // The mask makes the socket's file readable and writable by its owner alone from the start.
  const mode_t before = ::umask(0177);
  const bool bound =
      listener_ >= 0 && ::bind(listener_, reinterpret_cast<const sockaddr*>(&name), sizeof name) == 0;
  ::umask(before);
  if (bound) path_ = path;
  if (!bound || ::listen(listener_, 1) != 0) refuse(option, kUnix + path);
  address_ = kUnix + path;
}

void ControllerLine::listen_at_port(const std::string& option, const std::string& text) {
  LinkAddress address = parse_link_address(option, text);
  if (!address.loopback())
    throw InputError(option, "'" + text + "', an address of other machines",
                     "one of this machine (127.0.0.1:PORT), or unix:PATH; the line is not encrypted");
  addrinfo hints{}, *found = nullptr;
  hints.ai_socktype = SOCK_STREAM;
  if (::getaddrinfo(address.host.c_str(), std::to_string(address.port).c_str(), &hints, &found) != 0 ||
      !found)
    throw InputError(option, "'" + text + "'", "an address of this machine");
  // SO_REUSEADDR lets a run listen at the port of one that has just ended.
  listener_ = ::socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  const int on = 1;
  if (listener_ >= 0) ::setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  const bool bound = listener_ >= 0 && ::bind(listener_, found->ai_addr, found->ai_addrlen) == 0;
  ::freeaddrinfo(found);
  if (!bound || ::listen(listener_, 1) != 0) refuse(option, text);
  // The port that was found, where port 0 was asked for.
  sockaddr_storage own{};
  socklen_t size = sizeof own;
  ::getsockname(listener_, reinterpret_cast<sockaddr*>(&own), &size);
  address.port = ntohs(own.ss_family == AF_INET6 ? reinterpret_cast<const sockaddr_in6&>(own).sin6_port
                                                 : reinterpret_cast<const sockaddr_in&>(own).sin_port);
  address_ = address.text();
}

void ControllerLine::wait(double seconds) const {
  poll_one(connected() ? client_ : listener_, POLLIN, seconds);
}

bool ControllerLine::accept() {
  if (connected()) return false;
  client_ = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (client_ < 0) return false;
  const int on = 1;
  ::setsockopt(client_, IPPROTO_TCP, TCP_NODELAY, &on,
               sizeof on);  // of a socket in the file system it says nothing
  return true;
}

std::span<const std::uint8_t> ControllerLine::read(std::span<std::uint8_t> room) {
  if (!connected()) return {};
  const ssize_t size = ::recv(client_, room.data(), room.size(), 0);
  if (size > 0) return room.first(static_cast<std::size_t>(size));
  // Zero bytes mean that the controller has closed its end.
  if (size == 0 || (errno != EAGAIN && errno != EINTR)) hang_up();
  return {};
}

void ControllerLine::send(std::span<const std::uint8_t> bytes) {
  const double start = steady_seconds();
  while (connected() && !bytes.empty()) {
    const ssize_t size = ::send(client_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (size > 0) bytes = bytes.subspan(static_cast<std::size_t>(size));
    if (size >= 0) continue;
    if ((errno != EAGAIN && errno != EINTR) || interrupted() || steady_seconds() - start > kPatience)
      return hang_up();
    poll_one(client_, POLLOUT, kLookEvery);
  }
}

void ControllerLine::hang_up() {
  if (client_ >= 0) ::close(client_);
  client_ = -1;
}

}  // namespace grouser::cli

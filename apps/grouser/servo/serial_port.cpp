// SPDX-License-Identifier: BSD-3-Clause
// Non-blocking terminal line (termios(3)). Waits are cut into pieces of 50 ms, between which Ctrl+C is seen.
#include "serial_port.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "grouser/base/error.hpp"
#include "shared/interrupt.hpp"
#include "shared/progress.hpp"

namespace grouser::cli {
namespace {

constexpr double kLookForInterrupt = 0.05;  // s

/// 115200 baud, eight bits, no parity, one stop bit; no line editing, no flow control, no waiting for a
/// carrier.
bool set_up(int port) {
  termios settings{};
  if (tcgetattr(port, &settings) != 0) return false;
  cfmakeraw(&settings);
  settings.c_cflag |= CLOCAL | CREAD | CS8;
  settings.c_cflag &= ~static_cast<tcflag_t>(PARENB | CSTOPB | CRTSCTS);
  cfsetispeed(&settings, B115200);
  cfsetospeed(&settings, B115200);
  return tcsetattr(port, TCSANOW, &settings) == 0;
}

}  // namespace

SerialPort::SerialPort(const std::string& path)
    : path_(path), port_(open(path.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)) {
  const std::string expected = "a serial port, or that of 'grouser servo device'";
  if (!port_.good())
    throw InputError(path, fmt::format("what cannot be opened ({})", std::strerror(errno)), expected);
  if (!isatty(port_.get()) || !set_up(port_.get()))
    throw InputError(path, "what is no terminal line", expected);
}

void SerialPort::wait(short events, double deadline) const {
  if (interrupted()) throw Interrupted("while waiting for " + path_);
  const double left = std::clamp(deadline - steady_seconds(), 0.0, kLookForInterrupt);
  pollfd watched{port_.get(), events, 0};
  const timespec limit{0, static_cast<long>(1e9 * left)};
  ppoll(&watched, 1, &limit, nullptr);
}

void SerialPort::send(std::span<const std::uint8_t> bytes, double deadline) {
  while (!bytes.empty()) {
    const ssize_t size = ::write(port_.get(), bytes.data(), bytes.size());
    if (size > 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(size));
    } else if (size < 0 && errno != EAGAIN && errno != EINTR) {
      throw RunError(path_ + ": the device is gone");
    } else if (steady_seconds() >= deadline) {
      throw RunError(path_ + ": the device takes no bytes");
    } else {
      wait(POLLOUT, deadline);
    }
  }
  // Waits as tcdrain() does, but with a deadline: tcdrain() never returns if a device stops taking bytes.
  for (int left = 0; ::ioctl(port_.get(), TIOCOUTQ, &left) == 0 && left > 0;) {
    if (steady_seconds() >= deadline) throw RunError(path_ + ": the device takes no bytes");
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

/// Reads the bytes that are there and splits them into lines. Returns false if there are none. Throws
/// RunError if the device is gone.
bool SerialPort::read_some() {
  std::array<char, 4096> room{};
  const ssize_t size = ::read(port_.get(), room.data(), room.size());
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return false;
  if (size <= 0) throw RunError(path_ + ": the device is gone");
  for (ssize_t k = 0; k < size; ++k)
    if (auto line = reader_.take(room[static_cast<std::size_t>(k)])) lines_.push_back(std::move(*line));
  return true;
}

std::optional<std::string> SerialPort::read_line(double deadline) {
  while (lines_.empty()) {
    if (read_some()) continue;
    if (steady_seconds() >= deadline) return std::nullopt;
    wait(POLLIN, deadline);
  }
  std::string line = std::move(lines_.front());
  lines_.pop_front();
  return line;
}

}  // namespace grouser::cli

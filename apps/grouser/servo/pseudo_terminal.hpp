// SPDX-License-Identifier: BSD-3-Clause
// A pseudo-terminal that serves as the serial port of a robot.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace grouser::cli {

/// A file descriptor that is closed with its owner.
class OpenFile {
 public:
  explicit OpenFile(int descriptor = -1) : descriptor_(descriptor) {}
  ~OpenFile();
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int get() const { return descriptor_; }
  bool good() const { return descriptor_ >= 0; }
  void reset(int descriptor);

 private:
  int descriptor_;
};

/// The device's end. Its port is raw; a client opens it by path(), or by the symbolic link to it, which goes
/// with this.
class PseudoTerminal {
 public:
  /// link: "" for none. Throws InputError where something of that name exists, and RunError.
  explicit PseudoTerminal(const std::string& link);
  ~PseudoTerminal();
  PseudoTerminal(const PseudoTerminal&) = delete;
  PseudoTerminal& operator=(const PseudoTerminal&) = delete;

  const std::string& path() const { return path_; }
  enum class WaitFor { nothing, client, client_and_bytes };
  /// Waits until a client opens the port, bytes come or can be sent, a signal comes, or `seconds` have
  /// passed.
  void wait(WaitFor what, double seconds) const;
  /// Whether a client has opened the port since the last call.
  bool take_opening();
  /// Bytes that a client sent and that have come so far, at most as many as there is room for.
  std::size_t read(std::span<std::uint8_t> room);
  /// Sends bytes in their order, later where nobody takes them now. Where too many wait, the new ones are
  /// left out.
  void send(std::string_view bytes);
  /// Sends bytes that could not be sent before.
  void send_rest();
  /// Waits until the sent bytes have been read, at most `seconds`; bytes that nobody has read by then are
  /// lost.
  void wait_until_read(double seconds);
  /// Drops bytes that nobody has read.
  void drop_unread();

 private:
  OpenFile device_, port_, openings_;
  std::string path_, link_, unsent_;
};

}  // namespace grouser::cli

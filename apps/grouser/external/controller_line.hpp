// SPDX-License-Identifier: BSD-3-Clause
// The line on which a controller, another process of this machine, commands a run: a TCP port of this machine
// alone, or a socket in the file system. One controller at a time.
#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "grouser/simulation/link/external_message.hpp"

namespace grouser::cli {

class ControllerLine {
 public:
  /// Listens at HOST:PORT of this machine (port 0: any free one) or unix:PATH, a socket for this user alone
  /// whose PATH must not exist. Throws InputError naming `option`.
  ControllerLine(const std::string& option, const std::string& address);
  /// Removes the socket's file.
  ~ControllerLine();
  ControllerLine(const ControllerLine&) = delete;
  ControllerLine& operator=(const ControllerLine&) = delete;

  /// The address at which it listens, as a client takes it.
  const std::string& address() const { return address_; }
  bool connected() const { return client_ >= 0; }
  /// Waits at most so long, s, for a controller that comes, or for bytes of the one that is there.
  void wait(double seconds) const;
  /// Takes a controller that has come, where none is there. Returns whether one was.
  bool accept();
  /// The bytes that have come, up to the room there is; hangs up where the controller has.
  std::span<const std::uint8_t> read(std::span<std::uint8_t> room);
  /// Hangs up where the controller does not take the bytes within some seconds.
  void send(std::span<const std::uint8_t> bytes);
  void hang_up();

 private:
  void listen_in_file_system(const std::string& option, const std::string& path);
  void listen_at_port(const std::string& option, const std::string& text);

  std::string address_, path_;  // path_: to be removed
  int listener_ = -1, client_ = -1;
};

}  // namespace grouser::cli

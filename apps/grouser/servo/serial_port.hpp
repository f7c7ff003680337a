// SPDX-License-Identifier: BSD-3-Clause
// The client's end of a serial line: a robot's port, or the pseudo-terminal of a simulated one.
#pragma once
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>

#include "grouser/vehicle/legs/servo_frame.hpp"
#include "pseudo_terminal.hpp"

namespace grouser::cli {

class SerialPort {
 public:
  /// Opens it with 115200 baud, 8N1, raw. Throws InputError if it is not a serial port.
  explicit SerialPort(const std::string& path);
  /// Returns when the bytes have gone out. Throws RunError where nobody takes them until `deadline`
  /// (steady_seconds()).
  void send(std::span<const std::uint8_t> bytes, double deadline);
  /// The next line; none where none has come by the deadline. Throws RunError where the device is gone, and
  /// Interrupted.
  std::optional<std::string> read_line(double deadline);

 private:
  void wait(short events, double deadline) const;
  bool read_some();

  std::string path_;
  OpenFile port_;
  ServoLineReader reader_;
  std::deque<std::string> lines_;
};

}  // namespace grouser::cli

// SPDX-License-Identifier: BSD-3-Clause
// Times of bytes on a serial line: 115200 baud, 8N1, so ten bits per byte; twelve angles, 50 bytes, take 4.3
// ms.
#pragma once
#include <algorithm>

namespace grouser::cli {

inline constexpr double kBaud = 115200.0;  // bits a second
inline constexpr double kBitsOfByte = 10.0;

/// The time of each byte on a line that carries one byte after the other.
class SerialPace {
 public:
  /// seconds_of_byte 0: a line that takes no time.
  explicit SerialPace(double seconds_of_byte) : byte_(seconds_of_byte) {}
  /// Time at which a byte sent at `now` has arrived, after those before it, s.
  double arrival(double now) { return last_ = std::max(now, last_) + byte_; }
  /// Time after `now` at which the last of the sent bytes arrives, s; negative if it has arrived.
  double ahead(double now) const { return last_ - now; }

 private:
  double byte_, last_ = 0.0;  // s
};

}  // namespace grouser::cli

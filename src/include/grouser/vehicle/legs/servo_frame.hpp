// SPDX-License-Identifier: BSD-3-Clause
// Frames of the servo link, by which a robot's servos are commanded from outside (seed 002, section 6.2;
// docs/servo_link.md):
//   byte 0   code, 0 to 255
//   byte 1   n, 0 to 255
//   then     n reals of 4 bytes, IEEE 754, little endian
// There is neither a start mark nor a checksum, so a byte that is lost shifts all that follows. Silence is
// the remedy: a frame that stands still for kServoSilence is dropped with all that has come of it, and the
// next byte begins a new one. The caller passes the times at which bytes came.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace grouser {

inline constexpr std::size_t kMostServoReals = 255;
inline constexpr std::size_t kServoFrameHead = 2;                                         ///< bytes
inline constexpr std::size_t kLongestServoFrame = kServoFrameHead + 4 * kMostServoReals;  ///< bytes
inline constexpr double kServoSilence = 0.016;                                            ///< s
inline constexpr std::size_t kLongestServoLine = 65536;                                   ///< bytes

struct ServoFrame {
  std::uint8_t code = 0;
  std::vector<float> reals = {};
};

/// The bytes of a frame. Throws InputError for more than kMostServoReals.
std::vector<std::uint8_t> encode_servo_frame(const ServoFrame& frame);

/// The device's end: frames from bytes.
class ServoFrameReader {
 public:
  /// Takes one byte that came at `time` (s, never decreasing), and gives the frame that it ends.
  std::optional<ServoFrame> take(std::uint8_t byte, double time);
  /// Drops a frame that has stood still until `time`; true where there was one. take() does so first.
  bool expire(double time);
  /// The reader itself was busy until `time`: silence counts from there.
  void look_again(double time) { last_ = time > last_ ? time : last_; }
  /// Begins afresh, as for another client; true where a frame was dropped.
  bool forget() { return expire(patience_ends()); }
  bool within_frame() const { return size_ > 0; }
  /// When a frame that is being read will have stood still for too long, s.
  double patience_ends() const { return last_ + kServoSilence; }
  std::uint64_t dropped() const { return dropped_; }

 private:
  std::array<std::uint8_t, kLongestServoFrame> bytes_{};
  std::size_t size_ = 0;
  double last_ = 0.0;  // s, when the last byte came
  std::uint64_t dropped_ = 0;
};

/// The client's end: lines from bytes. They end with LF or CR LF; empty ones are none, and one longer than
/// kLongestServoLine is dropped.
class ServoLineReader {
 public:
  std::optional<std::string> take(char byte);
  std::uint64_t dropped() const { return dropped_; }

 private:
  std::string line_;
  bool too_long_ = false;
  std::uint64_t dropped_ = 0;
};

}  // namespace grouser

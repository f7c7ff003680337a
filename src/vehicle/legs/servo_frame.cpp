// SPDX-License-Identifier: BSD-3-Clause
// Frames of servos on the wire: a code, a count, and reals of four bytes, little-endian; and lines of text
// up to a length.
#include "grouser/vehicle/legs/servo_frame.hpp"

#include <fmt/format.h>

#include <bit>
#include <utility>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

static_assert(sizeof(float) == 4);

/// The real whose four bytes begin here, lowest first.
float real_at(const std::uint8_t* bytes) {
  std::uint32_t bits = 0;
  for (int k = 3; k >= 0; --k) bits = bits << 8 | bytes[k];
  return std::bit_cast<float>(bits);
}

}  // namespace

std::vector<std::uint8_t> encode_servo_frame(const ServoFrame& frame) {
  if (frame.reals.size() > kMostServoReals)
    throw InputError(fmt::format("servo frame with code {}", frame.code),
                     fmt::format("{} reals", frame.reals.size()), fmt::format("at most {}", kMostServoReals));
  std::vector<std::uint8_t> bytes{frame.code, static_cast<std::uint8_t>(frame.reals.size())};
  bytes.reserve(kServoFrameHead + 4 * frame.reals.size());
  for (const float real : frame.reals) {
    const auto bits = std::bit_cast<std::uint32_t>(real);
    for (unsigned k = 0; k < 4; ++k) bytes.push_back(static_cast<std::uint8_t>(bits >> 8 * k & 0xff));
  }
  return bytes;
}

bool ServoFrameReader::expire(double time) {
  if (size_ == 0 || time < patience_ends()) return false;
  size_ = 0;
  ++dropped_;
  return true;
}

std::optional<ServoFrame> ServoFrameReader::take(std::uint8_t byte, double time) {
  expire(time);
  last_ = time;
  bytes_[size_++] = byte;
  if (size_ < kServoFrameHead || size_ < kServoFrameHead + 4 * std::size_t{bytes_[1]}) return std::nullopt;
  ServoFrame frame{.code = bytes_[0], .reals = std::vector<float>(bytes_[1])};
  for (std::size_t k = 0; k < frame.reals.size(); ++k)
    frame.reals[k] = real_at(&bytes_[kServoFrameHead + 4 * k]);
  size_ = 0;
  return frame;
}

std::optional<std::string> ServoLineReader::take(char byte) {
  if (byte != '\n') {
    if (line_.size() < kLongestServoLine)
      line_ += byte;
    else
      too_long_ = true;
    return std::nullopt;
  }
  std::string line = std::exchange(line_, {});
  if (std::exchange(too_long_, false)) {
    ++dropped_;
    return std::nullopt;
  }
  if (!line.empty() && line.back() == '\r') line.pop_back();
  if (line.empty()) return std::nullopt;
  return line;
}

}  // namespace grouser

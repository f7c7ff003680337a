// SPDX-License-Identifier: BSD-3-Clause
// Messages of ROS 2 as bytes: Common Data Representation, little endian, with the four bytes of encapsulation
// before them (OMG Common Object Request Broker Architecture 3.3, part 2, 9.3; OMG DDS Interoperability Wire
// Protocol 2.3, 10.2: representation CDR_LE = 00 01). A number stands at a multiple of its size, counted from
// behind the encapsulation.
#pragma once
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "grouser/math/pose.hpp"

namespace grouser {

/// Collects one message after the other; the room of its bytes is used again.
class CdrWriter {
 public:
  CdrWriter() { begin(); }

  /// Begins the next message.
  void begin() {
    bytes_.assign(kHead, 0);
    bytes_[1] = 1;
  }
  template <class T>
  void number(T value) {
    static_assert(std::is_arithmetic_v<T> && std::endian::native == std::endian::little);
    align(sizeof(T));
    add(&value, sizeof(T));
  }
  void numbers(std::span<const double> values) {
    if (values.empty()) return;
    align(sizeof(double));
    add(values.data(), values.size_bytes());
  }
  void flag(bool value) { number(static_cast<std::uint8_t>(value)); }
  /// The length of a sequence whose elements follow.
  void length(std::size_t count) { number(static_cast<std::uint32_t>(count)); }
  /// A string: its length with the end mark, its bytes, the end mark.
  void text(std::string_view text) {
    length(text.size() + 1);
    add(text.data(), text.size());
    bytes_.push_back(0);
  }
  /// A sequence of bytes (uint8[]).
  void sequence(std::span<const std::uint8_t> bytes) {
    length(bytes.size());
    add(bytes.data(), bytes.size());
  }
  void vector(const Vec3& v) { numbers({v.data(), 3}); }
  /// A quaternion in the order of ROS: x, y, z, w.
  void quaternion(const Quat& q) {
    const double parts[] = {q.x(), q.y(), q.z(), q.w()};
    numbers(parts);
  }
  /// builtin_interfaces/Time of a count of nanoseconds.
  void stamp(std::uint64_t nanoseconds) {
    constexpr std::uint64_t kSecond = 1'000'000'000;
    number(static_cast<std::int32_t>(nanoseconds / kSecond));
    number(static_cast<std::uint32_t>(nanoseconds % kSecond));
  }
  /// std_msgs/Header.
  void header(std::uint64_t nanoseconds, std::string_view frame) {
    stamp(nanoseconds);
    text(frame);
  }

  std::span<const std::uint8_t> bytes() const { return bytes_; }

 private:
  static constexpr std::size_t kHead = 4;
  void align(std::size_t size) {
    const std::size_t over = (bytes_.size() - kHead) % size;
    if (over != 0) bytes_.resize(bytes_.size() + size - over);
  }
  void add(const void* from, std::size_t count) {
    const std::size_t at = bytes_.size();
    bytes_.resize(at + count);
    if (count != 0) std::memcpy(bytes_.data() + at, from, count);
  }
  std::vector<std::uint8_t> bytes_;
};

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// The records of MCAP (https://mcap.dev/spec, major version 0) and how their fields become bytes: numbers
// little endian, texts and maps after their length.
#pragma once
#include <zlib.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace grouser::mcap {

inline constexpr std::string_view kMagic{"\x89MCAP0\r\n", 8};

enum class Op : std::uint8_t {
  header = 0x01,
  footer = 0x02,
  schema = 0x03,
  channel = 0x04,
  message = 0x05,
  chunk = 0x06,
  message_index = 0x07,
  chunk_index = 0x08,
  attachment = 0x09,
  attachment_index = 0x0A,
  statistics = 0x0B,
  metadata = 0x0C,
  metadata_index = 0x0D,
  summary_offset = 0x0E,
  data_end = 0x0F
};

/// Bytes of the opcode and the length before the content of a record.
inline constexpr std::size_t kRecordHead = 9;

/// The content of records, one after the other.
class Bytes {
 public:
  template <class T>
  void number(T value) {
    static_assert(std::endian::native == std::endian::little);
    add(&value, sizeof value);
  }
  void text(std::string_view text) {
    number(static_cast<std::uint32_t>(text.size()));
    add(text.data(), text.size());
  }
  void map(const std::map<std::string, std::string>& entries) {
    const std::size_t at = begin_list();
    for (const auto& [key, value] : entries) text(key), text(value);
    end_list(at);
  }
  void add(const void* from, std::size_t count) {
    const std::size_t at = bytes_.size();
    bytes_.resize(at + count);
    if (count != 0) std::memcpy(bytes_.data() + at, from, count);
  }
  /// A list whose length in bytes is written once it has ended.
  std::size_t begin_list() {
    number(std::uint32_t{0});
    return bytes_.size();
  }
  void end_list(std::size_t at) { put(at - 4, static_cast<std::uint32_t>(bytes_.size() - at)); }
  /// A record whose length is written once it has ended.
  std::size_t begin_record(Op op) {
    number(static_cast<std::uint8_t>(op));
    number(std::uint64_t{0});
    return bytes_.size();
  }
  void end_record(std::size_t at) { put(at - 8, static_cast<std::uint64_t>(bytes_.size() - at)); }
  template <class T>
  void put(std::size_t at, T value) {
    std::memcpy(bytes_.data() + at, &value, sizeof value);
  }
  void clear() { bytes_.clear(); }
  std::size_t size() const { return bytes_.size(); }
  const std::uint8_t* data() const { return bytes_.data(); }
  std::span<const std::uint8_t> all() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
};

/// CRC-32 of IEEE 802.3, which MCAP uses, of what came before and these bytes.
inline std::uint32_t crc(std::uint32_t before, const void* from, std::size_t count) {
  return static_cast<std::uint32_t>(crc32_z(before, static_cast<const Bytef*>(from), count));
}

}  // namespace grouser::mcap

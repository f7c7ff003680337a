// SPDX-License-Identifier: BSD-3-Clause
// Numbers and texts as bytes of a message, and back with every length checked.
#pragma once
#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace grouser {

// Numbers are copied as they are in memory; both ends are little-endian.
static_assert(std::endian::native == std::endian::little);

/// A number whose bytes may be copied.
template <class T>
concept PlainNumber = std::is_arithmetic_v<T> && !std::same_as<T, bool>;

/// Writes a message: a byte of its kind, then numbers, lists behind their 32-bit count, and texts as lists.
class ByteWriter {
 public:
  explicit ByteWriter(std::uint8_t kind) { put(kind); }
  template <PlainNumber T>
  void put(T number) {
    const std::size_t at = bytes_.size();
    bytes_.resize(at + sizeof number);
    std::memcpy(bytes_.data() + at, &number, sizeof number);
  }
  template <PlainNumber T>
  void put_all(std::span<const T> numbers) {
    put(static_cast<std::uint32_t>(numbers.size()));
    const std::size_t at = bytes_.size();
    bytes_.resize(at + numbers.size_bytes());
    if (!numbers.empty()) std::memcpy(bytes_.data() + at, numbers.data(), numbers.size_bytes());
  }
  void put(const std::string& text) { put_all(std::span<const char>(text)); }
  std::size_t size() const { return bytes_.size(); }
  std::vector<std::uint8_t> take() { return std::move(bytes_); }

 private:
  std::vector<std::uint8_t> bytes_;
};

/// Reads from front to back; what is not there throws InputError.
class ByteReader {
 public:
  /// `what`: for messages, such as "live link: frame".
  ByteReader(std::string what, std::span<const std::uint8_t> bytes) : what_(std::move(what)), rest_(bytes) {}
  template <PlainNumber T>
  T number() {
    T value;
    std::memcpy(&value, take(sizeof value), sizeof value);
    return value;
  }
  /// A double; throws InputError for NaN and infinity.
  double finite();
  /// The count of a list whose entries take at least so many bytes each, checked against what is left.
  std::size_t count(std::size_t bytes_each, std::size_t most);
  template <PlainNumber T>
  std::vector<T> all(std::size_t most) {
    std::vector<T> values(count(sizeof(T), most));
    if (!values.empty())
      std::memcpy(values.data(), take(values.size() * sizeof(T)), values.size() * sizeof(T));
    return values;
  }
  std::string text(std::size_t most);
  /// Throws if anything is left.
  void finish() const;
  [[noreturn]] void refuse(const std::string& found, const std::string& expected) const;
  const std::string& what() const { return what_; }

 private:
  const std::uint8_t* take(std::size_t count);
  std::string what_;
  std::span<const std::uint8_t> rest_;
};

}  // namespace grouser

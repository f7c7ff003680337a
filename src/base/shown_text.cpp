// SPDX-License-Identifier: BSD-3-Clause
// Makes text of files safe to show in a terminal: control and direction characters become \uXXXX, and bytes
// that are not UTF-8 become U+FFFD. ShownStream does so for all that is written to a stream.
#include "grouser/base/shown_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace grouser {
namespace {

// Text is passed on beyond this size even without a flush.
constexpr std::size_t kMostHeld = 1u << 14;  // bytes

/// One character of UTF-8 (RFC 3629); length 0 if none begins here.
struct Letter {
  char32_t code = 0;
  std::size_t length = 0;
};

/// Number of bytes of a character with this first byte; 0 if no character begins with it.
std::size_t length_of(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) return 2;
  if (first >= 0xE0 && first < 0xF0) return 3;
  return first >= 0xF0 && first < 0xF5 ? 4 : 0;
}

/// The first character of a text that is not empty; refuses overlong forms, surrogates and codes above
/// U+10FFFF.
Letter letter_at(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t length = length_of(first);
  if (length <= 1) return {first, length};
  if (length > text.size()) return {};
  // The first byte holds the highest bits, each further byte six more.
  char32_t code = first & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0) != 0x80) return {};
    code = code << 6 | (byte & 0x3Fu);
  }
  // Smallest code for each length: a shorter form exists below it.
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  if (code < kLeast[length] || surrogate || code > 0x10FFFF) return {};
  return {code, length};
}

/// Whether a character controls a terminal instead of being visible (Unicode 15: Cc, Zl, Zp, Bidi_Control).
bool acts(char32_t c) {
  if (c == '\n' || c == '\t') return false;
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x061C || c == 0x200E || c == 0x200F ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

/// Number of bytes at the end that begin a character whose other bytes are still missing.
std::size_t unfinished(std::string_view text) {
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, text.size()); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if ((byte & 0xC0) == 0x80) continue;
    return length_of(byte) > back ? back : 0;
  }
  return 0;
}

/// Whether the byte is a further one of a character, 10xxxxxx.
bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

}  // namespace

std::string shown_text(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const Letter letter = letter_at(text);
    if (letter.length == 0)
      shown += "\uFFFD";
    else if (acts(letter.code))
      shown += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(letter.code));
    else
      shown += text.substr(0, letter.length);
    // An invalid byte counts alone: the next one may begin a character.
    text.remove_prefix(std::max<std::size_t>(letter.length, 1));
  }
  return shown;
}

std::string shown_line(std::string_view text) {
  std::string line = shown_text(text);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
  return line;
}

std::string clipped(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  constexpr std::string_view kGap = " ... ";
  const std::size_t kept = std::max<std::size_t>(most, 16) - kGap.size();
  // Two thirds of the room go to the beginning; both cuts move to the edge of a character.
  std::size_t head = kept - kept / 3, tail = text.size() - kept / 3;
  while (head > 0 && continues(text[head])) --head;
  while (tail < text.size() && continues(text[tail])) ++tail;
  return std::string(text.substr(0, head)) + std::string(kGap) + std::string(text.substr(tail));
}

ShownStream::ShownStream(std::ostream& stream) : stream_(stream), inner_(stream.rdbuf(this)) {}

ShownStream::~ShownStream() {
  pass_on(held_.size());
  inner_->pubsync();
  stream_.rdbuf(inner_);
}

bool ShownStream::pass_on(std::size_t count) {
  const std::string shown = shown_text(std::string_view(held_).substr(0, count));
  held_.erase(0, count);
  const auto size = static_cast<std::streamsize>(shown.size());
  return inner_->sputn(shown.data(), size) == size;
}

std::streamsize ShownStream::xsputn(const char* bytes, std::streamsize count) {
  held_.append(bytes, static_cast<std::size_t>(count));
  // The bytes of an unfinished character wait for the rest of it.
  if (held_.size() > kMostHeld && !pass_on(held_.size() - unfinished(held_))) return 0;
  return count;
}

ShownStream::int_type ShownStream::overflow(int_type byte) {
  if (traits_type::eq_int_type(byte, traits_type::eof())) return traits_type::not_eof(byte);
  const char c = traits_type::to_char_type(byte);
  return xsputn(&c, 1) == 1 ? byte : traits_type::eof();
}

int ShownStream::sync() {
  const bool passed = pass_on(held_.size() - unfinished(held_));
  return passed && inner_->pubsync() == 0 ? 0 : -1;
}

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Escapes text for elements and quoted attributes, and embeds pictures as data URIs (RFC 2397) in base64 (RFC
// 4648).
#include "html.hpp"

#include <cstdint>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/shown_text.hpp"

namespace grouser::cli {
namespace {

/// Base64 with padding: three bytes become four digits, and missing bytes '='.
std::string base64(std::string_view bytes) {
  static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = i; k < i + 3; ++k)
      three = three << 8 | (k < bytes.size() ? static_cast<unsigned char>(bytes[k]) : 0u);
    for (int digit = 0; digit < 4; ++digit) text += kDigits[three >> (18 - 6 * digit) & 63];
  }
  for (std::size_t pad = (3 - bytes.size() % 3) % 3; pad > 0; --pad) text[text.size() - pad] = '=';
  return text;
}

}  // namespace

std::string html_text(std::string_view text) {
  std::string html;
  for (const char c : shown_text(text)) switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      case '\'':
        html += "&#39;";
        break;
      default:
        html += c;
    }
  return html;
}

std::string data_uri(std::string_view media_type, std::string_view bytes) {
  return "data:" + std::string(media_type) + ";base64," + base64(bytes);
}

std::string picture_uri(const std::filesystem::path& path) {
  constexpr std::size_t kMostBytes = 32u << 20;
  const std::string bytes = read_text_file(path, kMostBytes);
  // The kind is decided by the first bytes; a file's ending may be wrong.
  if (bytes.starts_with("\x89PNG\r\n\x1a\n")) return data_uri("image/png", bytes);
  if (bytes.starts_with("\xff\xd8\xff")) return data_uri("image/jpeg", bytes);
  throw InputError("--picture " + path.string(), "a file that is no picture", "a PNG or JPEG picture");
}

}  // namespace grouser::cli

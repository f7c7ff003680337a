// SPDX-License-Identifier: BSD-3-Clause
// Text of TOML: a string in quotes with its escapes (TOML 1.0, "String"), and one table of a document as a
// document of its own.
#include "grouser/base/toml_text.hpp"

#include <toml++/toml.h>

#include <sstream>

namespace grouser {

std::string toml_string(std::string_view text) {
  constexpr const char* kHex = "0123456789ABCDEF";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      out += std::string("\\u00") + kHex[byte / 16] + kHex[byte % 16];
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

std::string toml_table(std::string_view document, std::string_view name) {
  const toml::table all = toml::parse(document);
  toml::table alone;
  if (const toml::table* table = all[name].as_table()) alone.insert_or_assign(name, *table);
  std::ostringstream text;
  text << alone << "\n";
  return text.str();
}

}  // namespace grouser

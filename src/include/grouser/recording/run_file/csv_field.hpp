// SPDX-License-Identifier: BSD-3-Clause
// One field of a CSV file.
#pragma once
#include <string>
#include <string_view>

namespace grouser {

/// Formatted by RFC 4180: quoted where necessary. A text that a spreadsheet would take for a formula gets an
/// apostrophe before it (OWASP, CSV Injection); numbers are not written by this function.
inline std::string csv_field(std::string text) {
  if (!text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos)
    text.insert(text.begin(), '\'');
  const bool remark = !text.empty() && text.front() == '#';  // to a reader of tables
  if (!remark && text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

}  // namespace grouser

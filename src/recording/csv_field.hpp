// One field of a CSV file.
#pragma once
#include <string>

namespace grouser {

/// By RFC 4180: quoted where it must be.
inline std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Lines that the descriptions of several kinds of files share.
#include "info_report.hpp"

#include "grouser/base/shown_text.hpp"

namespace grouser::cli {

std::string value_lines(const Json& json) {
  using enum TextTable::Align;
  TextTable table({left, left});
  for (const auto& [key, value] : json.items()) {
    if (value.is_structured()) continue;
    table.add_row({"  " + key, value.is_number_float() ? number_text(value.get<double>(), 8)
                               : value.is_string()     ? value.get<std::string>()
                                                       : value.dump()});
  }
  return table.text();
}

std::string list_lines(const char* title, const std::vector<std::string>& lines) {
  if (lines.empty()) return "";
  std::string text = std::string("  ") + title + "\n";
  for (const auto& line : lines) text += "    " + shown_line(line) + "\n";
  return text;
}

}  // namespace grouser::cli

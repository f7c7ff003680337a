// SPDX-License-Identifier: BSD-3-Clause
// Texts of files pass through shown_line() before they reach the terminal, so control signs cannot act on it
// and a cell stays on one line.
#include "console.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "grouser/base/shown_text.hpp"

namespace grouser::cli {
namespace {

/// Width of a text on the screen in letters, not bytes: continuation bytes of UTF-8 take no place.
std::size_t shown_width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

void TextTable::add_row(std::vector<std::string> cells) {
  cells.resize(columns_.size());
  for (std::string& cell : cells) cell = shown_line(cell);
  rows_.push_back(std::move(cells));
}

void TextTable::add_header(std::vector<std::string> cells) {
  add_row(std::move(cells));
  has_header_ = true;
}

std::string TextTable::text() const {
  // Each column is as wide as its widest cell; blanks at the end of a line are dropped.
  std::vector<std::size_t> widths(columns_.size(), 0);
  for (const auto& row : rows_)
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], shown_width(row[c]));
  std::string out;
  const auto add_line = [&](const std::vector<std::string>& row) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string gap(widths[c] - shown_width(row[c]), ' ');
      line += (c ? "  " : "") + (columns_[c] == Align::right ? gap + row[c] : row[c] + gap);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  };
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    add_line(rows_[r]);
    // The rule follows the first row, which is the header.
    if (r > 0 || !has_header_) continue;
    std::vector<std::string> rule;
    for (std::size_t width : widths) rule.push_back(std::string(width, '-'));
    add_line(rule);
  }
  return out;
}

std::string number_text(double value, int digits) {
  if (std::isnan(value)) return "-";
  // The comparison turns -0 into 0.
  return fmt::format("{:.{}g}", value == 0.0 ? 0.0 : value, digits);
}

std::string count_text(std::size_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

void print_json(const Json& json) {
  std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
}

void print_error(const std::string& message) {
  constexpr std::size_t kMost = 1400;  // bytes
  std::cerr << "grouser: error: " << clipped(shown_line(message), kMost) << "\n";
}

void print_notes(const std::vector<std::string>& notes) {
  for (const auto& note : notes) std::cout << "note: " << shown_line(note) << "\n";
}

void print_note(const std::string& note) { std::cerr << "grouser: note: " << shown_line(note) << "\n"; }

void print_report(const Report& report, bool json) {
  if (json) return print_json(report.json);
  std::cout << report.text;
  print_notes(report.notes);
}

}  // namespace grouser::cli

// SPDX-License-Identifier: BSD-3-Clause
// Reads CSV as spreadsheets and loggers write it: separator comma, semicolon or tab (from the first row, or
// "sep="), quotes with doubled quotes inside, line feeds or carriage returns, remark lines that begin with #,
// decimal point or comma. Ambiguous files are refused: cells beyond the header's width, and both decimal
// marks in one file.
#include "grouser/recording/run_file/csv_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "grouser/base/error.hpp"
#include "grouser/base/shown_text.hpp"

namespace grouser {
namespace {

/// The text without spaces and tabs at its ends.
std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

/// ASCII letters in lower case; other bytes as they are.
std::string lower(std::string_view text) {
  std::string small(text);
  for (char& c : small) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return small;
}

/// The end of a column's name that says its unit.
struct NameEnd {
  std::string_view end, unit;
};
/// Longer ends come first, because a shorter one may be the end of a longer one.
constexpr NameEnd kNameEnds[] = {{"_mm_s", "mm/s"},   {"_cm_s", "cm/s"},   {"_m_s2", "m/s2"}, {"_m_s", "m/s"},
                                 {"_deg_s", "deg/s"}, {"_rad_s", "rad/s"}, {"_percent", "%"}, {"_deg", "deg"},
                                 {"_rad", "rad"},     {"_mm", "mm"},       {"_cm", "cm"},     {"_km", "km"},
                                 {"_ms", "ms"},       {"_min", "min"},     {"_kn", "kN"},     {"_nm", "Nm"},
                                 {"_kw", "kW"},       {"_kj", "kJ"},       {"_kpa", "kPa"},   {"_mpa", "MPa"},
                                 {"_pa", "Pa"},       {"_m", "m"},         {"_s", "s"},       {"_n", "N"},
                                 {"_w", "W"},         {"_j", "J"}};

/// The first line's letters outside of quotes.
std::string bare_line(std::string_view text) {
  std::string bare;
  bool quoted = false;
  for (const char c : text) {
    if (!quoted && (c == '\n' || c == '\r')) break;
    if (c == '"')
      quoted = !quoted;
    else if (!quoted)
      bare += c;
  }
  return bare;
}

/// Separator of the first row. A tab beside a comma is a blank; a comma within a cell between tabs is a
/// decimal mark.
char separator_of(std::string_view text) {
  const std::string line = bare_line(text);
  if (line.find(';') != std::string::npos) return ';';
  const bool commas = line.find(',') != std::string::npos;
  std::size_t blanks = 0, tabs = 0;
  for (std::size_t k = 0; k < line.size(); ++k) {
    if (line[k] != '\t') continue;
    ++tabs;
    const std::size_t before = line.find_last_not_of(" \t", k), after = line.find_first_not_of(" \t", k);
    blanks += (before != std::string::npos && line[before] == ',') ||
              (after != std::string::npos && line[after] == ',');
  }
  return tabs > 0 && !(commas && blanks == tabs) ? '\t' : ',';
}

/// A whole text as a number; from_chars knows the point alone.
std::optional<double> whole_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Whether a cell says that there is no value.
bool is_nothing(std::string_view text) {
  const std::string small = lower(text);
  return small.empty() || small == "nan" || small == "na" || small == "n/a";
}

/// The number in a cell; one comma is a decimal mark unless commas separate the cells.
std::optional<double> cell_number(std::string_view cell, char separator) {
  const std::string_view text = trimmed(cell);
  if (const auto value = whole_number(text)) return value;
  std::string pointed(text);
  if (separator == ',' || std::count(pointed.begin(), pointed.end(), ',') != 1 ||
      pointed.find('.') != std::string::npos)
    return std::nullopt;
  std::replace(pointed.begin(), pointed.end(), ',', '.');
  return whole_number(pointed);
}

}  // namespace

std::string csv_said(std::string_view text) {
  constexpr std::size_t kMost = 60;
  return "'" + clipped(shown_line(text), kMost) + "'";
}

bool CsvName::is(std::string_view other) const {
  std::string small = lower(name);
  std::replace(small.begin(), small.end(), ' ', '_');
  return small == other;
}

CsvName read_csv_name(std::string_view head) {
  const std::string_view name = trimmed(head);
  // A unit in brackets at the end of the name, else a known end such as _deg.
  for (const auto& [open, close] : {std::pair{'[', ']'}, std::pair{'(', ')'}}) {
    const std::size_t from = name.rfind(open);
    if (name.empty() || name.back() != close || from == std::string_view::npos) continue;
    const std::string_view unit = trimmed(name.substr(from + 1, name.size() - from - 2));
    return {std::string(trimmed(name.substr(0, from))), std::string(unit)};
  }
  const std::string small = lower(name);
  for (const NameEnd& known : kNameEnds)
    if (small.size() > known.end.size() && small.ends_with(known.end))
      return {std::string(name.substr(0, name.size() - known.end.size())), std::string(known.unit)};
  return {std::string(name), ""};
}

CsvRows::CsvRows(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF", kLittle = "\xFF\xFE", kBig = "\xFE\xFF";
  if (text_.starts_with(kLittle) || text_.starts_with(kBig))
    throw InputError(name_, "a text in UTF-16", "UTF-8: save it as CSV UTF-8");
  if (text_.starts_with(kMark)) text_.remove_prefix(kMark.size());
}

bool CsvRows::next() {
  while (at_ < text_.size()) {
    const std::string_view ahead = text_.substr(at_);
    const std::size_t first = ahead.find_first_not_of(" \t");
    const bool remark = first != std::string_view::npos && ahead[first] == '#';
    // A first line "sep=;" names the separator; it is no row.
    if (separator_ == 0 && lower(ahead.substr(0, 4)) == "sep=" && ahead.size() > 4) {
      const std::string line = bare_line(ahead);
      if (line.size() == 5) separator_ = line[4];
      if (line.size() == 5 && read_row()) continue;
    }
    const bool blank = first == std::string_view::npos || ahead[first] == '\n' || ahead[first] == '\r';
    if (separator_ == 0 && !remark && !blank) separator_ = separator_of(ahead);
    if (remark) {  // as a whole, whatever quotes are in it
      const std::size_t end = ahead.find_first_of("\r\n");
      at_ = end == std::string_view::npos ? text_.size()
                                          : at_ + end + (ahead.substr(end).starts_with("\r\n") ? 2 : 1);
      ++next_line_;
      continue;
    }
    if (!read_row() ||
        std::all_of(cells_.begin(), cells_.end(), [](const std::string& c) { return trimmed(c).empty(); }))
      continue;
    check_width();
    return true;
  }
  return false;
}

/// Cells without a column would be lost: most often they are the decimals behind a comma that parts cells.
void CsvRows::check_width() {
  if (width_ == 0) width_ = cells_.size();
  std::size_t filled = cells_.size();
  while (filled > 0 && trimmed(cells_[filled - 1]).empty()) --filled;
  if (filled <= width_) return;
  throw InputError(place(), fmt::format("{} cells", cells_.size()),
                   fmt::format("{}, as the {} has{}", width_, head_.empty() ? "first row" : "header",
                               separator_ == ',' ? "; a decimal comma needs semicolons between cells" : ""));
}

bool CsvRows::read_row() {
  cells_.assign(1, "");
  line_ = next_line_;
  bool quoted = false;
  for (; at_ < text_.size(); ++at_) {
    const char c = text_[at_];
    const bool ends = c == '\n' || c == '\r';
    // A carriage return with a line feed counts as one end.
    const bool both = ends && text_.substr(at_).starts_with("\r\n");
    if (ends) ++next_line_;
    if (ends && !quoted) {
      at_ += both ? 2 : 1;
      return true;
    }
    if (quoted && c == '"' && at_ + 1 < text_.size() && text_[at_ + 1] == '"')
      cells_.back() += text_[++at_];
    else if (c == '"' && (quoted || trimmed(cells_.back()).empty()))
      quoted = !quoted;
    else if (c == separator_ && !quoted)
      cells_.emplace_back();
    else
      cells_.back() += c;
    if (both) cells_.back() += text_[++at_];
  }
  if (quoted) throw InputError(place(), "a quote without an end", "\" in pairs");
  return true;
}

bool CsvRows::is_head() const {
  return std::none_of(cells_.begin(), cells_.end(),
                      [&](const std::string& cell) { return cell_number(cell, separator_).has_value(); });
}

void CsvRows::take_head() {
  head_.clear();
  for (const std::string& cell : cells_) head_.push_back(read_csv_name(cell));
}

int CsvRows::find(std::initializer_list<std::string_view> names) const {
  for (const std::string_view name : names) {
    const auto is_it = [&](const CsvName& column) { return column.is(name); };
    const auto found = std::find_if(head_.begin(), head_.end(), is_it);
    if (found == head_.end()) continue;
    const auto same = [&](const CsvName& other) { return is_it(other) && other.unit == found->unit; };
    if (std::count_if(found, head_.end(), same) > 1)
      throw InputError(place(), fmt::format("column {} twice", csv_said(found->name)), "one of this name");
    return static_cast<int>(found - head_.begin());
  }
  return -1;
}

double CsvRows::number(std::size_t column) {
  const double value = number_or_none(column);
  if (!std::isfinite(value))
    throw InputError(place(column), csv_said(column < cells_.size() ? cells_[column] : ""), "a number");
  return value;
}

double CsvRows::number_or_none(std::size_t column) {
  const std::string_view text = column < cells_.size() ? trimmed(cells_[column]) : std::string_view();
  if (is_nothing(text)) return std::nan("");
  const auto value = cell_number(text, separator_);
  if (!value) throw InputError(place(column), csv_said(text), "a number");
  if (text.find('.') != std::string_view::npos) see_mark(column, '.');
  if (text.find(',') != std::string_view::npos) see_mark(column, ',');
  return *value;
}

/// Refuses both marks in one file: one of them parts thousands, and it cannot be known which.
void CsvRows::see_mark(std::size_t column, char mark) {
  if (mark_ != 0 && mark_ != mark)
    throw InputError(
        place(column), csv_said(cells_[column]),
        mark_ == '.' ? "a decimal point, as in the cells before" : "a decimal comma, as in the cells before");
  mark_ = mark;
}

std::string CsvRows::place() const { return fmt::format("{}:{}", name_, line_); }

std::string CsvRows::place(std::size_t column) const {
  if (column < head_.size() && !head_[column].name.empty())
    return fmt::format("{}: column {}", place(), csv_said(head_[column].name));
  return fmt::format("{}: column {}", place(), column + 1);
}

}  // namespace grouser

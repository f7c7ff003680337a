// SPDX-License-Identifier: BSD-3-Clause
// The kind of a table follows from its first line that is neither empty nor a remark: names of columns,
// without units. Tests go from the most particular kind to the least. A file without a header is a path if
// it has two or three columns of numbers.
#include "session/table_kind.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <vector>

#include "grouser/base/shown_text.hpp"

namespace grouser::desktop {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostHeader = 1u << 16;  // bytes that are looked at

/// The text with ASCII capitals made small, in any locale.
std::string small_letters(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

/// The text without blanks, carriage returns and quotation marks at its ends.
std::string_view without_blanks(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '"'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

/// The first line that is neither empty nor a remark, as it is; empty where there is none in the first
/// kMostHeader bytes.
std::string first_line(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string begin(kMostHeader, '\0');
  in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  begin.resize(static_cast<std::size_t>(in.gcount()));
  std::string_view text = begin;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.find('\r'));
    const std::string_view line = without_blanks(text.substr(0, end));
    if (!line.empty() && line.front() != '#') return std::string(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return "";
}

/// Names without units, in small letters: "x" of "X [m]", "x (m)" and "x_m".
std::vector<std::string> names_of_header(std::string_view line) {
  // A tab or a semicolon separates the columns where the line has one.
  char separator = ',';
  for (const char c : {'\t', ';'})
    if (line.find(c) != std::string_view::npos) separator = c;
  std::vector<std::string> names;
  for (bool more = true; more;) {
    const std::size_t end = line.find(separator);
    more = end != std::string_view::npos;
    std::string name = small_letters(std::string(without_blanks(line.substr(0, end))));
    if (more) line.remove_prefix(end + 1);
    name = name.substr(0, name.find_first_of("[("));
    names.emplace_back(without_blanks(name));
  }
  return names;
}

/// Whether a cell is a number, with a point or a comma.
bool is_number_cell(std::string cell) {
  std::replace(cell.begin(), cell.end(), ',', '.');
  double value = 0.0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  return error == std::errc() && end == cell.data() + cell.size() && !cell.empty();
}

/// Whether the file lies in a folder of `grouser campaign`.
bool in_campaign_folder(const std::string& path) {
  std::error_code ignored;
  return fs::exists(fs::absolute(path).parent_path() / "campaign.json", ignored);
}

/// Logs of the MCAP format, which hold measurements.
bool is_log_name(const std::string& path) {
  return small_letters(fs::path(path).extension().string()) == ".mcap";
}

}  // namespace

bool is_table_name(const std::string& path) {
  return small_letters(fs::path(path).extension().string()) == ".csv" || is_log_name(path);
}

TableKind kind_of_table(const std::string& path) {
  if (is_log_name(path)) return TableKind::measurements;
  if (in_campaign_folder(path)) return TableKind::campaign;
  const std::vector<std::string> names = names_of_header(first_line(path));
  // Whether some column has one of these names.
  const auto has = [&](std::initializer_list<const char*> words) {
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return std::find(words.begin(), words.end(), name) != words.end();
    });
  };
  const bool x = has({"x", "x_m", "east", "easting"}), y = has({"y", "y_m", "north", "northing"});
  if (has({"sample"}) && x && y) return TableKind::placements;
  if (has({"time", "t", "elapsed", "elapsed time", "timestamp", "time_s", "t_s", "time_ms", "t_ms",
           "time_min", "t_min", "elapsed_s"}))
    return TableKind::measurements;
  if (has({"tilt", "tilt_deg", "slope", "slope_deg"}) && has({"slip", "slip_percent"}))
    return TableKind::grade_curve;
  constexpr std::size_t kMostColumnsOfPath = 3;  // without a header: x, y and perhaps z
  const bool bare = names.size() >= 2 && names.size() <= kMostColumnsOfPath &&
                    std::all_of(names.begin(), names.end(), is_number_cell);
  if ((x && y) || bare) return TableKind::path;
  // Tables of test beds have names that contain these words.
  const auto any_with = [&](std::initializer_list<const char*> words) {
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return std::any_of(words.begin(), words.end(),
                         [&](const char* word) { return name.find(word) != std::string::npos; });
    });
  };
  const bool wheel = any_with({"slip"}) && any_with({"pull", "torque", "sinkage", "force"});
  const bool plate = any_with({"pressure"}) && any_with({"depth", "sinkage"});
  return wheel || plate || any_with({"shear"}) ? TableKind::bed : TableKind::other;
}

bool is_table_of(const std::string& path, TableKind kind) {
  std::error_code error;
  return is_table_name(path) && std::filesystem::is_regular_file(path, error) && kind_of_table(path) == kind;
}

std::string header_of_table(const std::string& path) {
  constexpr std::size_t kMost = 60;
  return clipped(shown_line(first_line(path)), kMost);
}

}  // namespace grouser::desktop

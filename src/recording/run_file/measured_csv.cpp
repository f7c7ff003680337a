#include "grouser/recording/run_file/measured_csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/file_signature.hpp"
#include "grouser/base/shown_text.hpp"

namespace grouser {
namespace {

constexpr std::size_t kMostCsvBytes = 64u << 20, kMostColumns = 500;
constexpr int kLook = 4096;  // rows between two questions whether to go on

/// The next line, without its end; the text is shortened by it.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

bool is_remark(std::string_view line) { return trimmed(line).empty() || trimmed(line).front() == '#'; }

/// RFC 4180: a cell in quotes may hold separators, and "" is a quote.
void split_row(std::string_view line, char separator, std::vector<std::string>& cells) {
  cells.assign(1, "");
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"')
      cells.back() += line[++i];
    else if (c == '"')
      quoted = !quoted;
    else if (c == separator && !quoted)
      cells.emplace_back();
    else
      cells.back() += c;
  }
}

char separator_of(std::string_view header) {
  for (const char c : {'\t', ';'})
    if (header.find(c) != std::string_view::npos) return c;
  return ',';
}

std::string lower(std::string_view text) {
  std::string small(text);
  for (char& c : small) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return small;
}

struct NameEnd {
  std::string_view end, unit;
};
/// Longer ends first.
constexpr NameEnd kNameEnds[] = {{"_mm_s", "mm/s"},   {"_cm_s", "cm/s"},   {"_m_s2", "m/s2"}, {"_m_s", "m/s"},
                                 {"_deg_s", "deg/s"}, {"_rad_s", "rad/s"}, {"_percent", "%"}, {"_deg", "deg"},
                                 {"_rad", "rad"},     {"_mm", "mm"},       {"_cm", "cm"},     {"_km", "km"},
                                 {"_ms", "ms"},       {"_min", "min"},     {"_kn", "kN"},     {"_nm", "Nm"},
                                 {"_kw", "kW"},       {"_kj", "kJ"},       {"_m", "m"},       {"_s", "s"},
                                 {"_n", "N"},         {"_w", "W"},         {"_j", "J"}};

/// "sinkage [mm]", "load (N)", "sinkage_mm".
MeasuredColumn column_of(std::string_view header) {
  std::string_view name = trimmed(header);
  for (const auto& [open, close] : {std::pair{'[', ']'}, std::pair{'(', ')'}}) {
    const std::size_t from = name.rfind(open);
    if (name.empty() || name.back() != close || from == std::string_view::npos) continue;
    const std::string_view unit = trimmed(name.substr(from + 1, name.size() - from - 2));
    return {std::string(trimmed(name.substr(0, from))), std::string(unit), {}};
  }
  const std::string small = lower(name);
  for (const NameEnd& known : kNameEnds)
    if (small.size() > known.end.size() && small.ends_with(known.end))
      return {std::string(name.substr(0, name.size() - known.end.size())), std::string(known.unit), {}};
  return {std::string(name), "", {}};
}

bool is_time(const MeasuredColumn& column) {
  const std::string name = lower(column.name);
  return name == "time" || name == "t" || name == "elapsed" || name == "elapsed time" || name == "timestamp";
}

/// Seconds in one of it.
std::optional<double> seconds_in(const std::string& unit) {
  if (unit.empty() || unit == "s" || unit == "sec") return 1.0;
  if (unit == "ms") return 1e-3;
  if (unit == "us" || unit == "µs") return 1e-6;
  if (unit == "min") return 60.0;
  if (unit == "h") return 3600.0;
  return std::nullopt;
}

/// How much of a file is said in a message.
std::string said(std::string_view text) {
  constexpr std::size_t kMost = 60;
  return "'" + clipped(shown_line(text), kMost) + "'";
}

class Parser {
 public:
  Parser(std::string_view text, const std::filesystem::path& name) : text_(text), name_(name.string()) {}

  MeasuredTable parse(const std::function<bool()>& cancelled) {
    read_header();
    while (!text_.empty()) {
      const std::string_view line = next_line();
      if (is_remark(line)) continue;
      if (cancelled && number_ % kLook == 0 && cancelled()) throw Interrupted("reading " + name_);
      read_row(line);
    }
    constexpr std::size_t kFewest = 2;
    if (table_.times.size() < kFewest)
      throw InputError(name_, fmt::format("{} rows below the header", table_.times.size()),
                       "two moments or more");
    return std::move(table_);
  }

 private:
  std::string_view next_line() {
    ++number_;
    return take_line(text_);
  }
  std::string place() const { return fmt::format("{}:{}", name_, number_); }

  void read_header() {
    constexpr std::string_view kMark = "\xEF\xBB\xBF";  // that some programs begin UTF-8 with
    if (text_.starts_with(kMark)) text_.remove_prefix(kMark.size());
    std::string_view line;
    while (!text_.empty() && is_remark(line)) line = next_line();
    if (is_remark(line)) throw InputError(name_, "an empty file", "a CSV file with a header row");
    separator_ = separator_of(line);
    split_row(line, separator_, cells_);
    if (cells_.size() > kMostColumns)
      throw InputError(place(), fmt::format("{} columns", cells_.size()),
                       fmt::format("at most {}", kMostColumns));
    for (std::size_t k = 0; k < cells_.size(); ++k) {
      MeasuredColumn column = column_of(cells_[k]);
      if (column.name.empty())
        throw InputError(place(), fmt::format("no name for column {}", k + 1),
                         "a header row that names every column");
      headers_.push_back(std::move(column));
    }
    find_times(line);
  }

  void find_times(std::string_view line) {
    const auto found = std::find_if(headers_.begin(), headers_.end(), is_time);
    if (found == headers_.end())
      throw InputError(place(), said(line),
                       "a header row with a column 'time', 't' or 'time_s', and one or more others");
    const std::optional<double> factor = seconds_in(found->unit);
    if (!factor)
      throw InputError(place(), said(found->unit) + " as unit of the times", "s, ms, us, min or h");
    if (headers_.size() < 2) throw InputError(place(), "times alone", "one more column or more");
    second_ = *factor;
    time_ = static_cast<std::size_t>(found - headers_.begin());
    for (std::size_t k = 0; k < headers_.size(); ++k)
      if (k != time_) table_.columns.push_back(headers_[k]);
  }

  void read_row(std::string_view line) {
    split_row(line, separator_, cells_);
    if (cells_.size() != headers_.size())
      throw InputError(place(), fmt::format("{} cells", cells_.size()),
                       fmt::format("{}, as the header has", headers_.size()));
    std::size_t column = 0;
    for (std::size_t k = 0; k < cells_.size(); ++k) {
      const double value = number_of(k);
      if (k != time_)
        table_.columns[column++].values.push_back(value);
      else
        add_time(value * second_);
    }
  }

  void add_time(double time) {
    if (!std::isfinite(time)) throw InputError(cell_place(time_), "no time", "a number in every row");
    if (!table_.times.empty() && !(time > table_.times.back()))
      throw InputError(cell_place(time_), fmt::format("{:g} s after {:g} s", time, table_.times.back()),
                       "times that rise from row to row");
    table_.times.push_back(time);
  }

  std::string cell_place(std::size_t k) const {
    return fmt::format("{}: column {}", place(), said(headers_[k].name));
  }

  double number_of(std::size_t k) {
    std::string& cell = cells_[k];
    if (separator_ == ';') std::replace(cell.begin(), cell.end(), ',', '.');
    std::string_view text = trimmed(cell);
    if (text.empty() || lower(text) == "nan" || lower(text) == "na") return std::nan("");
    if (text.front() == '+') text.remove_prefix(1);
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
      throw InputError(cell_place(k), said(cell), "a number, or nothing");
    return value;
  }

  std::string_view text_;
  std::string name_;
  int number_ = 0;  // of the line
  char separator_ = ',';
  std::size_t time_ = 0;
  double second_ = 1.0;
  std::vector<std::string> cells_;
  std::vector<MeasuredColumn> headers_;
  MeasuredTable table_;
};

}  // namespace

MeasuredTable parse_measured_csv(std::string_view text, const std::filesystem::path& name,
                                 const std::function<bool()>& cancelled) {
  MeasuredTable table = Parser(text, name).parse(cancelled);
  table.file = name;
  return table;
}

MeasuredTable read_measured_csv(const std::filesystem::path& path, const std::function<bool()>& cancelled) {
  refuse_signature(path, "a CSV file with a header row");
  return parse_measured_csv(read_text_file(path, kMostCsvBytes), path, cancelled);
}

}  // namespace grouser

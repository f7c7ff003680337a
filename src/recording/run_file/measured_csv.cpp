// SPDX-License-Identifier: BSD-3-Clause
// The first row names the columns, with units in brackets or at the end of the names; one of them is the
// time, which becomes seconds and must rise. Empty cells and "nan" are NaN, infinite numbers are refused.
#include "grouser/recording/run_file/measured_csv.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/file_signature.hpp"
#include "grouser/recording/run_file/csv_rows.hpp"

namespace grouser {
namespace {

constexpr std::size_t kMostCsvBytes = 64u << 20, kMostColumns = 500;
constexpr int kLook = 4096;  // rows between two looks at `cancelled`

/// Whether a column's name is one of the usual words for time.
bool is_time(const CsvName& column) {
  return column.is("time") || column.is("t") || column.is("elapsed") || column.is("elapsed time") ||
         column.is("timestamp");
}

/// Seconds in one unit of time; nothing for another unit.
std::optional<double> seconds_in(const std::string& unit) {
  if (unit.empty() || unit == "s" || unit == "sec") return 1.0;
  if (unit == "ms") return 1e-3;
  if (unit == "us" || unit == "µs") return 1e-6;
  if (unit == "min") return 60.0;
  if (unit == "h") return 3600.0;
  return std::nullopt;
}

/// Reads one text into a table.
class Parser {
 public:
  Parser(std::string_view text, const std::filesystem::path& name)
      : rows_(text, name.string()), name_(name.string()) {}

  MeasuredTable parse(const std::function<bool()>& cancelled) {
    read_header();
    while (rows_.next()) {
      if (cancelled && table_.times.size() % kLook == 0 && cancelled()) throw Interrupted("reading " + name_);
      read_row();
    }
    constexpr std::size_t kFewest = 2;
    if (table_.times.size() < kFewest)
      throw InputError(name_, fmt::format("{} rows below the header", table_.times.size()),
                       "two moments or more");
    return std::move(table_);
  }

 private:
  /// Reads the names, finds the time and makes the other columns.
  void read_header() {
    if (!rows_.next()) throw InputError(name_, "an empty file", "a CSV file with a header row");
    if (rows_.cells().size() > kMostColumns)
      throw InputError(rows_.place(), fmt::format("{} columns", rows_.cells().size()),
                       fmt::format("at most {}", kMostColumns));
    const bool head = rows_.is_head();
    rows_.take_head();
    const auto& names = rows_.head();
    for (std::size_t k = 0; k < names.size(); ++k)
      if (names[k].name.empty())
        throw InputError(rows_.place(), fmt::format("no name for column {}", k + 1),
                         "a header row that names every column");
    const auto found = std::find_if(names.begin(), names.end(), is_time);
    if (!head || found == names.end())
      throw InputError(rows_.place(), csv_said(fmt::format("{}", fmt::join(rows_.cells(), ", "))),
                       "a header row with a column 'time', 't' or 'time_s', and one or more others");
    const std::optional<double> factor = seconds_in(found->unit);
    if (!factor)
      throw InputError(rows_.place(), csv_said(found->unit) + " as unit of the times", "s, ms, us, min or h");
    if (names.size() < 2) throw InputError(rows_.place(), "times alone", "one more column or more");
    second_ = *factor;
    time_ = static_cast<std::size_t>(found - names.begin());
    for (std::size_t k = 0; k < names.size(); ++k)
      if (k != time_) table_.columns.push_back({names[k].name, names[k].unit, {}});
  }

  /// Adds a row; all rows have as many cells as the header.
  void read_row() {
    const std::size_t count = rows_.cells().size();
    if (count != rows_.head().size())
      throw InputError(rows_.place(), fmt::format("{} cells", count),
                       fmt::format("{}, as the header has", rows_.head().size()));
    std::size_t column = 0;
    for (std::size_t k = 0; k < count; ++k) {
      const double value = rows_.number_or_none(k);
      if (std::isinf(value))
        throw InputError(rows_.place(k), csv_said(rows_.cells()[k]), "a number, or nothing");
      if (k != time_)
        table_.columns[column++].values.push_back(value);
      else
        add_time(value * second_);
    }
  }

  /// Adds a time in seconds, later than the one before.
  void add_time(double time) {
    if (!std::isfinite(time)) throw InputError(rows_.place(time_), "no time", "a number in every row");
    if (!table_.times.empty() && !(time > table_.times.back()))
      throw InputError(rows_.place(time_), fmt::format("{:g} s after {:g} s", time, table_.times.back()),
                       "times that rise from row to row");
    table_.times.push_back(time);
  }

  CsvRows rows_;
  std::string name_;
  std::size_t time_ = 0;
  double second_ = 1.0;
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

// SPDX-License-Identifier: BSD-3-Clause
// Reads what to_csv() writes, and what a spreadsheet makes of it.
#include <fmt/format.h>

#include <string_view>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/file_signature.hpp"
#include "grouser/recording/run_file/csv_rows.hpp"
#include "grouser/recording/run_file/table_file.hpp"

namespace grouser {
namespace {

// Bytes of a CSV file, which is read at once.
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

/// "tilt_deg [deg]" is a column of numbers, "kind" one of texts.
TableColumn column_of(const std::string& head) {
  const std::size_t open = head.rfind(" [");
  if (open == std::string::npos || !head.ends_with("]")) return {head, "", std::vector<std::string>{}};
  return {head.substr(0, open), head.substr(open + 2, head.size() - open - 3), std::vector<double>{}};
}

/// The cell without the apostrophe that csv_field() puts before text that a spreadsheet takes for a formula.
std::string plain_field(const std::string& cell) {
  const bool guarded = cell.size() > 1 && cell[0] == '\'' &&
                       std::string_view("=+-@\t\r").find(cell[1]) != std::string_view::npos;
  return guarded ? cell.substr(1) : cell;
}

}  // namespace

Table read_table_csv(const std::filesystem::path& path) {
  refuse_signature(path, "a CSV file with a header");
  const std::string text = read_text_file(path, kMostBytes);
  CsvRows rows(text, path.string());
  if (!rows.next()) throw InputError(path.string(), "an empty file", "a CSV file with a header");
  Table table;
  for (const std::string& head : rows.cells()) table.columns.push_back(column_of(plain_field(head)));
  rows.take_head();
  while (rows.next()) {
    if (rows.cells().size() != table.columns.size())
      throw InputError(rows.place(), fmt::format("{} cells", rows.cells().size()),
                       fmt::format("{}, as in the header", table.columns.size()));
    for (std::size_t k = 0; k < table.columns.size(); ++k) {
      if (auto* texts = std::get_if<std::vector<std::string>>(&table.columns[k].cells))
        texts->push_back(plain_field(rows.cells()[k]));
      else
        std::get<std::vector<double>>(table.columns[k].cells).push_back(rows.number_or_none(k));
    }
  }
  return table;
}

}  // namespace grouser
